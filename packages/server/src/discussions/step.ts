import { SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord } from '@crewroom/shared/model/round'
import { isLive, type RunProgress, type RunRecord } from '@crewroom/shared/model/run'
import { placeOfSession, type SessionRecord } from '@crewroom/shared/model/session'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { decideRevival } from '../agents/revive'
import type { Crew } from '../crew/crew'
import { decideNeed } from '../crew/needs'
import type { By, Shard } from '../crew/shard'
import { cut } from '@crewroom/shared/model/cut'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Decision } from '../journal/decision'
import { decideOpen, decideOpenForPerson } from '../rounds/open-round'
import { decideRunEnded } from '../rounds/end-run'
import { decideProgress } from '../rounds/run-progress'
import { limitReached, tallied } from '../rounds/tally'
import { ownRunOf } from '../sessions/own-round'
import { leaderOf } from './policy-settings'
import { turnEnd } from './turn-of'
import { stepOf } from './policies/policies'
import type { RunView, Step } from './policies/policy'
import { NOBODY_CHOSEN, turnOf as speakerTurn } from './policies/speakers'
import { hasLeader, viewOf } from './run-view'

/** Decides what comes next in a discussion in which nobody is awaited: a round, the person's turn, or its end. */
export function decideStep(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  run: RunRecord,
): void {
  const session = crew.state.sessions[run.sessionId]
  if (!session || !isLive(run)) return
  const closed = newestOf(crew, run)
  const isNew = closed !== null && closed.n > run.progress.upTo
  const progress = closed ? talliedIn(crew, run, closed) : run.progress
  const stepped = { ...run, progress }
  const end = (why: Parameters<typeof decideRunEnded>[4]['why'], summary?: string) => {
    decideRunEnded(shard, decision, crew, run.id, { why, summary, progress })
  }
  const limit = limitReached(stepped, isNew ? closed : null)
  if (limit) return end(limit, summaryOf(crew, closed))
  if (!hasLeader(crew, stepped)) return end('policy_failed')
  const view = viewOf(shard, crew, stepped)
  const step = chosenAhead(view) ?? stepOf(view, closed)
  if (step.do === 'end') return end(step.why, step.summary ?? summaryOf(crew, closed))
  const isCounted = step.do === 'human' || step.ask !== 'aggregate'
  if (isCounted && progress.rounds >= run.limits.rounds)
    return end('max_rounds', summaryOf(crew, closed))
  decideNext(shard, decision, crew, by, stepped, session, step)
}

/** Opens what comes next: a round, or the person's turn. */
export function decideNext(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  run: RunRecord,
  session: SessionRecord,
  step: Exclude<Step, { do: 'end' }>,
): void {
  const trigger = session.lastMessage
  if (!trigger) throw new Error('a discussion begins with its goal')
  // In one that an earlier version began, a person is heard from here on.
  const progress = { ...run.progress, heard: run.progress.heard ?? trigger.seq }
  const n = progress.rounds + 1
  const opening = {
    session,
    runId: ownRunOf(session),
    trigger,
    reason: cut(step.reason, LIMITS.previewUnits),
    run: { id: run.id, n },
  }
  if (step.do === 'ask') {
    for (const id of step.speakers) {
      const agent = crew.state.agents[id]
      if (agent) decideRevival(shard, decision, crew, by, agent)
    }
    const { speakers, ask, note } = step
    const introduces = (id: string) => ask === 'answer' && progress.told?.[id] === undefined
    const round = decideOpen(shard, decision, crew, {
      ...opening,
      speakers,
      ask,
      note,
      introduces,
      hop: run.hop,
    })
    decideProgress(decision, run, 'running', {
      ...progress,
      again: step.again ?? 0,
      next: null,
      nextBy: undefined,
      ...(ask === 'answer' ? { told: toldIn(progress.told, round) } : {}),
    })
    return
  }
  const until = turnEnd(run, decision.at)
  const text =
    step.prompt ?? (step.asks === 'answer' ? TEXT.turnPrompt : TEXT.choosePrompt)(session.title)
  const need = decideNeed(shard, decision, crew, {
    kind: 'turn',
    agentId: leaderOf(run.policy) ?? crew.state.lead.id,
    text: cut(text, LIMITS.previewUnits),
    messageId: null,
    groupName: run.groupName,
    turn: { sessionId: session.id, runId: run.id, asks: step.asks, until },
  })
  if (step.asks === 'answer') decideOpenForPerson(decision, crew, opening, need.id)
  decideProgress(decision, run, 'waiting_human', {
    ...progress,
    again: 0,
    next: null,
    nextBy: undefined,
  })
}

/** Whoever was not asked here before is told what it is here, and who else takes part. */
function toldIn(told: RunProgress['told'] = {}, { n, responses }: RoundRecord) {
  return { ...Object.fromEntries(responses.map(({ agentId }) => [agentId, n])), ...told }
}

/** The newest round of its session since the discussion was begun or continued. */
function newestOf(crew: Crew, { sessionId, beginsAt }: RunRecord): RoundRecord | null {
  const round = crew.state.rounds[ownRunOf({ id: sessionId })]?.at(-1)
  return round && round.n >= beginsAt ? round : null
}

function talliedIn(
  crew: Crew,
  { progress, limits, sessionId }: RunRecord,
  closed: RoundRecord,
): RunProgress {
  const window = crew.window(placeOfSession(sessionId))
  return tallied(
    { progress, limits },
    closed,
    (id) => window.messages.find((message) => message.id === id),
    (agentId) => crew.rounds.given(sessionId, agentId) >= closed.triggerSeq,
  )
}

/** Whom a person or the lead has chosen goes before whom the policy would. */
function chosenAhead({ run, speakers, nameOf }: RunView): Step | null {
  const { next, nextBy } = run.progress
  const speaker = next === null ? undefined : speakers.find(({ id }) => id === next)
  return speaker?.isEligible ? speakerTurn(speaker, reasonOf(nextBy, nameOf)) : null
}

function reasonOf(by: string | undefined, nameOf: RunView['nameOf']): string {
  if (by === undefined) return 'chosen by a person'
  return by === SYSTEM_ID ? NOBODY_CHOSEN : `chosen by ${nameOf(by)}`
}

/** The sum of all answers, where there is one. */
function summaryOf(crew: Crew, closed: RoundRecord | null): string | undefined {
  if (closed?.ask !== 'aggregate' && closed?.ask !== 'manage') return undefined
  const id = closed.responses[0]?.messageId
  const { messages } = crew.window(placeOfSession(closed.sessionId))
  const message = messages.find((one) => one.id === id)
  return message ? cut(message.content, LIMITS.runSummary) : undefined
}
