import type { GroupRecord } from '@crewroom/shared/model/group'
import { newMessage } from '@crewroom/shared/model/message'
import {
  MAX_RUN_DEPTH,
  NO_RUN_USAGE,
  type RunLimits,
  type RunParent,
  type RunRecord,
} from '@crewroom/shared/model/run'
import { cut } from '@crewroom/shared/model/cut'
import { responseOf } from '@crewroom/shared/model/round'
import { type SessionRecord, withBrought } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { calledBy } from '@crewroom/shared/state/wakes'
import { hopOf } from '../conduct/hops'
import type { Crew } from '../crew/crew'
import { nextTimestamp } from '../crew/next-timestamp'
import { senderRole } from '../crew/sender-role'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { openGroupOf } from '../groups/lookup'
import { decideSuperseded } from '../rounds/close-round'
import { messagesIn, roundIn } from '../rounds/session-draft'
import { assertNoRun } from '../sessions/live-run'
import { ownRunOf } from '../sessions/own-round'
import { assertRoomForSession, sessionsIn } from '../sessions/create-session'
import { openSessionOf } from '../sessions/session-of'
import { type LimitsInput, limitsNamed } from './limits-named'
import { assertHop, notInSession } from './start-refusals'
import {
  assertFollow,
  leaderOf,
  type ParticipantInput,
  participantsNamed,
  type PolicyInput,
  policyNamed,
} from './policy-settings'

export type { LimitsInput }

export interface StartRunInput {
  readonly group: string
  readonly goal: string
  readonly policy?: PolicyInput | undefined
  readonly participants?: readonly ParticipantInput[] | undefined
  /** An agent that starts it within its answer takes part, behind those that it names. */
  readonly joins?: boolean | undefined
  readonly terminationCondition?: string | undefined
  readonly limits?: LimitsInput | undefined
  readonly title?: string | undefined
  /** A session to go on in, by id or title; without it a new one. */
  readonly session?: string | undefined
}

export interface StartedRun {
  readonly run: RunRecord
  readonly session: SessionRecord
}

/**
 * Starts a discussion in a session of its own, or in one that has none under way. An agent that is answering starts it within its answer, which
 * then waits for the result; any other has to lead the crew or own the group.
 */
export function startRun(shard: Shard, crew: Crew, by: By, input: StartRunInput): StartedRun {
  const parent = answerOf(crew, by)
  const group = openGroupOf(crew, input.group, by, parent ? 'openSession' : 'startRun')
  const outer = parent?.runId ? (crew.state.runs[parent.runId] ?? null) : null
  const depth = parent ? (outer?.depth ?? 0) + 1 : 0
  if (depth > MAX_RUN_DEPTH) {
    throw new CrewError(
      'too_deep',
      `discussions may be nested ${MAX_RUN_DEPTH} deep. Give your answer without another one.`,
    )
  }
  const policy = policyNamed(shard, crew, group, input.policy)
  const named = participantsNamed(shard, crew, group, policy, input.participants)
  const { roles } = named
  const participants =
    parent && input.joins
      ? withStarter(named.participants, parent.agentId, policy)
      : named.participants
  assertRoomForRun(crew)
  const hop = hopOf(crew, by)
  assertHop(hop)
  if (by.actor.kind === 'agent') shard.ports.rate.take(by.actor.id)

  const decision = shard.decide(crew)
  const activeAgents = withLeader(policy, participants, crew)
  const session = input.session
    ? reusedSession(
        crew,
        by,
        decision,
        openSessionOf(crew, group, input.session, by),
        activeAgents,
        parent?.sessionId ?? null,
      )
    : newSession(shard, crew, by, decision, group, input, activeAgents, parent)
  assertFollow(policy, participants, crew)
  const asked = limitsNamed(shard, crew, group, input.limits, participants)
  const limits = limitsOf(asked, outer, participants.length, promisedIn(crew, outer))
  const { run } = decision.add('run:started', {
    run: {
      id: shard.ports.ids.record(),
      leadId: crew.state.lead.id,
      groupName: group.name,
      sessionId: session.id,
      policy,
      participants,
      roles,
      goal: input.goal,
      terminationCondition: input.terminationCondition ?? null,
      limits,
      status: 'running',
      stopReason: null,
      progress: {
        rounds: 0,
        messages: 0,
        usage: NO_RUN_USAGE,
        previous: null,
        idle: 0,
        failures: {},
        again: 0,
        next: null,
        upTo: session.rounds,
        heard: session.lastMessage?.seq ?? 0,
      },
      firstRound: session.rounds + 1,
      beginsAt: session.rounds + 1,
      startedBy: by.actor.id,
      hop,
      parent,
      depth,
      summary: null,
      startedAt: decision.at,
      endedAt: null,
    },
  })
  decideGoal(shard, crew, by, decision, group, session, input.goal, hop)
  if (parent) decideChild(decision, crew, parent, run.id)
  shard.commit(crew, by, decision)
  return { run, session: crew.state.sessions[session.id] ?? session }
}

export function assertRoomForRun({ state }: Crew): void {
  if (Object.keys(state.runs).length >= LIMITS.runsPerLead) {
    throw new CrewError(
      'limit_reached',
      `${LIMITS.runsPerLead} discussions of this crew are under way, which is the limit. Stop one of them.`,
    )
  }
}

/** The answer that an agent is giving, if it is giving one. */
function answerOf(crew: Crew, { actor }: By): RunParent | null {
  const asked = actor.kind === 'agent' ? crew.rounds.answering(actor.id) : null
  const round = asked && crew.rounds.round(asked.runId, asked.n)
  if (!asked || !round) return null
  if (responseOf(round, asked.agentId)?.child !== undefined) {
    throw new CrewError(
      'run_active',
      'you have started a discussion in this answer already. End your turn now. You get its result when it has ended, and then you give your answer.',
    )
  }
  const { sessionId, n, agentId } = asked
  return { sessionId, runId: round.run?.id ?? null, n, agentId }
}

/** Notes in an answer that a discussion was started in it. */
function decideChild(decision: Decision, crew: Crew, parent: RunParent, child: string): void {
  const { sessionId, n, agentId } = parent
  const round = roundIn(decision, crew, sessionId, n)
  const response = round && responseOf(round, agentId)
  if (!round || !response) throw new Error('an answer to a round that is not there')
  const { runId } = round
  decision.add('round:responded', { runId, sessionId, n, response: { ...response, child } })
}

/** The agents that are asked in it: participants, and whoever chooses, sums up or manages. */
export function withLeader(
  policy: RunRecord['policy'],
  participants: readonly string[],
  crew: Crew,
): readonly string[] {
  const leader = leaderOf(policy)
  const all = leader === null ? participants : [...participants, leader]
  return [...new Set(all)].filter((id) => crew.state.agents[id] !== undefined)
}

/** Whoever starts a discussion within its answer takes turns in it, unless it leads; all at once or for a manager others answer it. */
function withStarter(
  participants: readonly string[],
  starter: string,
  policy: RunRecord['policy'],
): readonly string[] {
  const takesTurns = policy.kind === 'round_robin' || policy.kind === 'selection'
  const isIn = participants.includes(starter) || leaderOf(policy) === starter
  return isIn || !takesTurns ? participants : [...participants, starter]
}

function newSession(
  shard: Shard,
  crew: Crew,
  by: By,
  decision: Decision,
  group: GroupRecord,
  { title, goal, participants }: StartRunInput,
  activeAgents: readonly string[],
  parent: RunParent | null,
): SessionRecord {
  const there = sessionsIn(crew, group)
  assertRoomForSession(group, there)
  return decision.add('session:created', {
    session: {
      id: shard.ports.ids.record(),
      leadId: crew.state.lead.id,
      groupName: group.name,
      title: freeTitle(there, title ?? titleOf(goal)),
      status: 'active',
      activeAgents,
      chosen: participants === undefined ? null : activeAgents,
      createdAt: decision.at,
      createdBy: by.actor.id,
      updatedAt: decision.at,
      messageCount: 0,
      rounds: 0,
      lastMessage: null,
      ...(parent ? { parent } : {}),
    },
  }).session
}

/** A session goes on with a discussion: what was open in it is over, and all who are asked take part. */
function reusedSession(
  crew: Crew,
  by: By,
  decision: Decision,
  session: SessionRecord,
  activeAgents: readonly string[],
  /** The session of the answer in which it is started. */
  answering: string | null,
): SessionRecord {
  assertNoRun(crew, session)
  if (answering === session.id) {
    throw new CrewError(
      'validation',
      `session: you are answering in session "${session.title}". Start the discussion without "session": it gets one of its own.`,
      { fields: { session: 'is the one in which you are answering' } },
    )
  }
  decideSuperseded(decision, crew, ownRunOf(session))
  const missing = activeAgents.filter((id) => !session.activeAgents.includes(id))
  if (missing.length === 0) return session
  if (by.actor.kind === 'agent' && by.actor.id !== crew.state.lead.id) {
    throw notInSession(crew, session, missing)
  }
  return decision.add('session:updated', {
    session: {
      ...withBrought(session, missing),
      updatedAt: decision.at > session.updatedAt ? decision.at : session.updatedAt,
    },
  }).session
}

/** The goal is the first message. */
function decideGoal(
  shard: Shard,
  crew: Crew,
  by: By,
  decision: Decision,
  group: GroupRecord,
  session: SessionRecord,
  goal: string,
  hop: number,
) {
  const { count, newestAt } = messagesIn(decision, session)
  return decision.add('session:message', {
    sessionId: session.id,
    groupName: session.groupName,
    message: newMessage({
      id: shard.ports.ids.message(),
      seq: decision.nextSeq,
      n: count + 1,
      group: session.groupName,
      leadId: session.leadId,
      sessionId: session.id,
      kind: by.actor.kind === 'system' ? 'system' : 'message',
      from: by.actor.id,
      fromRole: senderRole(crew, by),
      content: goal,
      timestamp: nextTimestamp(shard.ports.clock.now(), newestAt),
      mentions: calledBy(crew.state, group, by.actor.id, goal, shard.ports.personName).filter(
        (id) => session.activeAgents.includes(id),
      ),
      hop,
      round: { runId: ownRunOf(session), n: session.rounds + 1, as: 'start' },
    }),
  })
}

/** One who is asked alone says it in one round. */
const ALONE = 1

/** What discussions that are under way within another one may use of what that has left: it counts there when they end. */
function promisedIn({ state }: Crew, outer: RunRecord | null): { tokens: number; usd: number } {
  const within = Object.values(state.runs).filter(
    ({ parent }) => outer && parent?.runId === outer.id,
  )
  return within.reduce(
    ({ tokens, usd }, { limits }) => ({
      tokens: tokens + (limits.tokens ?? 0),
      usd: usd + (limits.usd ?? 0),
    }),
    { tokens: 0, usd: 0 },
  )
}

/** What was not said is as usual; one within another has what that has left, at most. */
function limitsOf(
  input: LimitsInput = {},
  outer: RunRecord | null,
  speakers: number,
  promised: { readonly tokens: number; readonly usd: number },
): RunLimits {
  const usual = speakers === 1 && outer ? ALONE : LIMITS.runRoundsDefault
  const limits: RunLimits = {
    rounds: input.rounds ?? usual,
    messages: input.messages ?? null,
    answerSeconds: input.answerSeconds ?? LIMITS.answerSeconds,
    waitSeconds: input.waitSeconds ?? LIMITS.waitSeconds,
    humanSeconds: input.humanSeconds ?? null,
    onHumanTimeout: input.onHumanTimeout ?? 'stop',
    tokens: input.tokens ?? null,
    usd: input.usd ?? null,
    stall: input.stall ?? LIMITS.runStall,
    ...(input.until ? { until: input.until } : {}),
  }
  if (!outer) return limits
  const { progress, limits: most } = outer
  const left = (limit: number | null, used: number) =>
    limit === null ? null : Math.max(0, limit - used)
  const least = (a: number | null, b: number | null) =>
    a === null ? b : b === null ? a : Math.min(a, b)
  return {
    ...limits,
    rounds: Math.min(limits.rounds, Math.max(1, most.rounds - progress.rounds)),
    messages: least(limits.messages, left(most.messages, progress.messages)),
    tokens: least(limits.tokens, left(most.tokens, progress.usage.tokens + promised.tokens)),
    usd: least(limits.usd, left(most.usd, progress.usage.usd + promised.usd)),
  }
}

/** The goal's first line, as far as it fits. Never empty: a session is named by it. */
function titleOf(goal: string): string {
  const [line = ''] = goal.trim().split('\n')
  const words = line.trim()
  if (words === '') return 'Discussion'
  return words.length <= SHORT ? words : `${cut(words, SHORT).replace(/\s+\S*$/, '')}…`
}
const SHORT = 60

/** A title that no other session of the group has. */
function freeTitle(there: readonly SessionRecord[], wanted: string): string {
  const taken = new Set(there.map(({ title }) => title.toLowerCase()))
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : ` (${n})`
    const title = cut(wanted, LIMITS.sessionTitle - suffix.length) + suffix
    if (!taken.has(title.toLowerCase())) return title
  }
}
