import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { laterOf } from '@crewroom/shared/model/later-of'
import { isAwaited, type RoundRecord, responseOf } from '@crewroom/shared/model/round'
import { withBrought } from '@crewroom/shared/model/session'
import type { RunProgress, RunRecord } from '@crewroom/shared/model/run'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { hopOf } from '../conduct/hops'
import type { Crew } from '../crew/crew'
import { nameIn } from '../crew/directory'
import { assertMayInGroup } from '../crew/may'
import { decideNeedsClosed } from '../crew/needs'
import type { By, Shard } from '../crew/shard'
import { openGroupOf } from '../groups/lookup'
import type { Decision } from '../journal/decision'
import { decideResponse, isPending } from '../rounds/close-round'
import { isOver } from '../rounds/end-rule'
import { decideRunEnded } from '../rounds/end-run'
import { decideProgress } from '../rounds/run-progress'
import { assertNoRun } from '../sessions/live-run'
import { ownRunOf } from '../sessions/own-round'
import { openSessionOf } from '../sessions/session-of'
import { findLiveRun, findRun, type FoundRun } from './find-run'
import { type ParticipantInput, participantNamed, participantsNamed } from './policy-settings'
import { canBeAsked } from './run-view'
import { type LimitsInput, limitsNamed } from './limits-named'
import { assertRoomForRun, withLeader } from './start-run'
import { assertHop, notInSession } from './start-refusals'
import { decideTurnAgain, openTurnOf } from './turn-again'
import { turnOf } from './turn-of'

/** Stops a discussion: answers under way are interrupted, and nothing of them is posted. */
export function stopRun(shard: Shard, by: By, id: string): FoundRun {
  const found = changeable(shard, by, id)
  const decision = shard.decide(found.crew)
  const run = decideRunEnded(shard, decision, found.crew, id, { why: 'stopped' })
  shard.commit(found.crew, by, decision)
  return { ...found, run: run ?? found.run }
}

/** Opens nothing new until it is resumed. Answers under way are recorded, and so is the person's. */
export function pauseRun(shard: Shard, by: By, id: string): FoundRun {
  const found = changeable(shard, by, id)
  if (found.run.status === 'paused') return found
  return update(shard, by, found, { ...found.run, status: 'paused' })
}

export function resumeRun(shard: Shard, by: By, id: string): FoundRun {
  const found = changeable(shard, by, id)
  const { crew, run } = found
  if (run.status !== 'paused') return found
  const decision = shard.decide(crew)
  const waits = decideTurnAgain(shard, decision, crew, run)
  decision.add('run:updated', { run: { ...run, status: waits ? 'waiting_human' : 'running' } })
  shard.commit(crew, by, decision)
  return { ...found, run: crew.state.runs[id] ?? run }
}

/** Says who takes part from the next step on, in the order of turns. */
export function changeRun(
  shard: Shard,
  by: By,
  id: string,
  inputs: readonly ParticipantInput[],
): FoundRun {
  const found = changeable(shard, by, id)
  const { crew, group, run } = found
  const { participants, roles } = participantsNamed(shard, crew, group, run.policy, inputs)
  assertThere(crew, by, { ...run, participants })
  const decision = shard.decide(crew)
  decideAllThere(decision, crew, group, { ...run, participants })
  const kept = Object.entries(run.roles).filter(([one]) => participants.includes(one))
  const changed = {
    ...run,
    participants,
    roles: { ...Object.fromEntries(kept), ...roles },
    progress: {
      ...run.progress,
      gap: gapOf(crew, run, participants),
      told: toldStill(crew, run),
    },
  }
  decision.add('run:updated', { run: changed })
  const turn = openTurnOf(crew, run)
  if (turn && !participants.includes(HUMAN_ID)) decideTurnOver(decision, crew, turn, by)
  shard.commit(crew, by, decision)
  return { ...found, run: crew.state.runs[id] ?? changed }
}

/** Everybody is told again who takes part; a question that waits to be handed over will say it as it is then. */
function toldStill(crew: Crew, run: RunRecord): Readonly<Record<string, number>> {
  const round = crew.state.rounds[ownRunOf({ id: run.sessionId })]?.at(-1)
  const waiting = round?.responses.filter((one) => isAwaited(one) && isPending(crew, one)) ?? []
  const kept = waiting.filter(({ agentId }) => run.progress.told?.[agentId] === round?.n)
  return Object.fromEntries(kept.map(({ agentId }) => [agentId, round?.n ?? 0]))
}

/** The place in the order of whoever speaks or spoke last, if that one is taken out: its turn ends where the next one's begins. */
function gapOf(crew: Crew, run: RunRecord, participants: readonly string[]): RunProgress['gap'] {
  const { previous, gap, upTo } = run.progress
  const round = crew.state.rounds[ownRunOf({ id: run.sessionId })]?.at(-1)
  const isOpen = round?.run?.id === run.id && round.n > upTo && isCounted(round)
  const speaker = isOpen ? (round.responses[0]?.agentId ?? null) : previous
  if (speaker === null || participants.includes(speaker)) return undefined
  const order = run.participants
  // It may have been taken out before, and now the one behind it is.
  const from = gap?.speaker === speaker ? order.indexOf(gap.behind) : order.indexOf(speaker) + 1
  const behind = [...order.slice(from), ...order.slice(0, from)].find(
    (one) => one !== speaker && participants.includes(one),
  )
  return behind === undefined ? undefined : { speaker, behind }
}

/** Whether its speaker becomes the one that spoke last. */
function isCounted({ ask, responses }: RoundRecord): boolean {
  return (ask === 'answer' || ask === 'human') && responses.length === 1
}

/** Only the lead and people may bring others into a session. */
function assertThere(crew: Crew, by: By, { sessionId, policy, participants }: RunRecord): void {
  const session = crew.state.sessions[sessionId]
  if (!session || by.actor.kind !== 'agent' || by.actor.id === crew.state.lead.id) return
  const missing = withLeader(policy, participants, crew).filter(
    (id) => !session.activeAgents.includes(id),
  )
  if (missing.length > 0) throw notInSession(crew, session, missing)
}

/** Whoever is asked in a discussion takes part in its session, as far as they are in the group. */
function decideAllThere(
  decision: Decision,
  crew: Crew,
  group: GroupRecord,
  { sessionId, policy, participants }: RunRecord,
): void {
  const session = crew.state.sessions[sessionId]
  if (!session) return
  const missing = withLeader(policy, participants, crew).filter(
    (id) => memberOf(group, id) && !session.activeAgents.includes(id),
  )
  if (missing.length === 0) return
  const updatedAt = laterOf(session.updatedAt, decision.at)
  decision.add('session:updated', { session: { ...withBrought(session, missing), updatedAt } })
}

/** Chooses who speaks next, in place of whoever chooses otherwise. A turn of the person that is open is passed over. */
export function nextSpeaker(shard: Shard, by: By, id: string, reference: string): FoundRun {
  const found = changeable(shard, by, id)
  const { crew, group, run } = found
  const next = participantNamed(shard, crew, group, reference)
  if (!run.participants.includes(next)) {
    throw new CrewError(
      'validation',
      `speaker: ${nameIn(crew, next)} takes no part in this discussion.`,
      {
        fields: { speaker: 'names nobody who takes part' },
      },
    )
  }
  if (next !== HUMAN_ID && !canBeAsked(crew, run, next)) {
    throw new CrewError(
      'validation',
      `speaker: ${nameIn(crew, next)} has ended, or left the session.`,
      {
        fields: { speaker: 'names an agent that cannot be asked' },
      },
    )
  }
  if (openTurnOf(crew, run) && next === HUMAN_ID) return found
  const decision = shard.decide(crew)
  decideSpeaker(decision, crew, by, run, next)
  shard.commit(crew, by, decision)
  return { ...found, run: crew.state.runs[id] ?? run }
}

/** Somebody is to speak next, in place of whoever would otherwise. */
export function decideSpeaker(
  decision: Decision,
  crew: Crew,
  by: By,
  run: RunRecord,
  next: string,
): void {
  const turn = openTurnOf(crew, run)
  const round = crew.state.rounds[ownRunOf({ id: run.sessionId })]?.at(-1)
  // An agent takes nothing away from the person: whom it chooses comes behind their turn.
  const waits = by.actor.kind === 'agent' && turnOf(crew, run) !== undefined
  if (waits) {
    // Theirs stays as it is.
  } else if (turn) {
    decideTurnOver(decision, crew, turn, by)
  } else if (round?.ask === 'select' && round.closed === null) {
    decideUnasked(decision, crew, round, by)
  }
  if (!waits) {
    const { id } = run
    decideNeedsClosed(
      decision,
      crew,
      (need) => need.turn?.runId === id && need.turn.asks === 'choose',
    )
  }
  const status = run.status === 'waiting_human' && !waits ? 'running' : run.status
  // One that was left out because it failed has another try.
  const { [next]: _reset, ...failures } = run.progress.failures
  const nextBy = by.actor.kind === 'human' ? undefined : by.actor.id
  decideProgress(decision, run, status, { ...run.progress, failures, next, nextBy })
}

/** The person's turn is over without an answer. */
function decideTurnOver(decision: Decision, crew: Crew, turn: RoundRecord, by: By): void {
  const asked = { runId: turn.runId, n: turn.n, agentId: HUMAN_ID }
  decideResponse(decision, crew, asked, { status: 'skipped', stoppedBy: by.actor.id })
}

/** Nobody needs to choose any more. */
function decideUnasked(decision: Decision, crew: Crew, round: RoundRecord, by: By): void {
  for (const { agentId } of round.responses) {
    const response = responseOf(round, agentId)
    if (!response || !isAwaited(response)) continue
    const asked = { runId: round.runId, n: round.n, agentId }
    decideResponse(decision, crew, asked, { status: 'interrupted', stoppedBy: by.actor.id })
  }
}

/** Goes on with a discussion that has ended, with limits that are counted from its beginning. */
export function continueRun(shard: Shard, by: By, id: string, input: LimitsInput = {}): FoundRun {
  const found = findRun(shard, by, id)
  const { crew, run } = found
  const group = openGroupOf(crew, run.groupName, by, 'startRun')
  if (run.status !== 'ended') {
    throw new CrewError('run_active', 'This discussion is under way. Resume it if it is paused.')
  }
  const session = openSessionOf(crew, group, run.sessionId, by)
  assertNoRun(crew, session)
  assertRoomForRun(crew)
  const hop = chainOf(shard, crew, by, run)
  const { progress } = run
  const limits = {
    ...run.limits,
    rounds: Math.min(LIMITS.runRounds, progress.rounds + LIMITS.runRoundsDefault),
    ...defined(limitsNamed(shard, crew, group, input, run.participants) ?? {}),
  }
  assertRoom(limits, progress)
  if (isOver(limits, { ...progress, met: [] })) {
    throw new CrewError('validation', 'limits.until: has come already. Give another end.', {
      fields: { 'limits.until': 'has come already' },
    })
  }
  const decision = shard.decide(crew)
  decideAllThere(decision, crew, group, run)
  const live: RunRecord = {
    ...run,
    limits,
    status: 'running',
    stopReason: null,
    endedAt: null,
    hop,
    // Whoever waited for its result has it.
    parent: null,
    depth: 0,
    beginsAt: session.rounds + 1,
    progress: {
      ...progress,
      idle: 0,
      failures: {},
      again: 0,
      next: null,
      upTo: session.rounds,
      told: {},
      met: [],
      ends: undefined,
      heard: session.lastMessage?.seq ?? 0,
    },
  }
  decision.add('run:updated', { run: live })
  shard.commit(crew, by, decision)
  return { ...found, run: crew.state.runs[id] ?? live }
}

/** An agent that goes on with what it started does not begin a new chain. */
function chainOf(shard: Shard, crew: Crew, by: By, run: RunRecord): number {
  if (by.actor.kind !== 'agent') return run.hop
  shard.ports.rate.take(by.actor.id)
  const hop = Math.max(run.hop, hopOf(crew, by))
  assertHop(hop)
  return hop
}

/** Limits that it has reached already would end it at once. */
function assertRoom(
  limits: RunRecord['limits'],
  { rounds, messages, usage }: RunRecord['progress'],
) {
  const reached = [
    limits.rounds <= rounds ? `rounds: ${rounds} rounds have taken place` : null,
    limits.messages !== null && limits.messages <= messages
      ? `messages: ${messages} messages were posted`
      : null,
    limits.tokens !== null && limits.tokens <= usage.tokens
      ? `tokens: ${usage.tokens} tokens were used`
      : null,
    limits.usd !== null && limits.usd <= usage.usd
      ? `usd: $${usage.usd.toFixed(2)} was used`
      : null,
  ].find((one) => one !== null)
  if (reached === undefined) return
  throw new CrewError('validation', `limits.${reached}, so the limit has to be higher.`, {
    fields: { limits: 'is reached already' },
  })
}

function defined(input: LimitsInput): Partial<RunRecord['limits']> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

function changeable(shard: Shard, by: By, id: string): FoundRun {
  const found = findLiveRun(shard, by, id)
  const { crew, group, run } = found
  if (by.actor.kind === 'agent') shard.ports.rate.take(by.actor.id)
  if (run.startedBy !== by.actor.id || by.readsOnly) {
    assertMayInGroup('changeRun', crew, group, by)
  }
  return found
}

function update(shard: Shard, by: By, found: FoundRun, run: RunRecord): FoundRun {
  const decision = shard.decide(found.crew)
  decision.add('run:updated', { run })
  shard.commit(found.crew, by, decision)
  return { ...found, run }
}
