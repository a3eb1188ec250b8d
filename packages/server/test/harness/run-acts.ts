import type { NeedRecord } from '@crewroom/shared/model/need'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import {
  type RoundAsk,
  type RoundRecord,
  type RoundResponse,
  responseOf,
} from '@crewroom/shared/model/round'
import { NO_RUN_USAGE, type RunParent, type RunRecord } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { decideAsk, thinking } from '../../src/rounds/open-round'
import type { Decision } from '../../src/journal/decision'
import { now, state } from './session-acts'
import { BY_PERSON, type TestCrew } from './test-crew'

/** Facts of discussions as they are stored, where neither a policy nor a verb is what a test is about. */

function decided<T>(crew: TestCrew, decide: (decision: Decision) => T): T {
  return crew.act(() => {
    const decision = crew.shard.decide(crew.crew)
    const result = decide(decision)
    crew.shard.commit(crew.crew, BY_PERSON, decision)
    return result
  })
}

/** A discussion begins in a session in which somebody has written. */
export function startRun(
  crew: TestCrew,
  session: SessionRecord,
  participants: readonly string[],
  more: Partial<RunRecord> = {},
): RunRecord {
  return decided(crew, (decision) => {
    const run: RunRecord = {
      id: crew.ids.record(),
      leadId: crew.leadId,
      groupName: session.groupName,
      sessionId: session.id,
      policy: { kind: 'round_robin' },
      participants: participants.map((name) => (name === HUMAN_ID ? name : crew.id(name))),
      roles: {},
      goal: 'Agree on a plan',
      terminationCondition: null,
      limits: {
        rounds: 10,
        messages: null,
        answerSeconds: 600,
        waitSeconds: 600,
        humanSeconds: null,
        onHumanTimeout: 'stop',
        tokens: null,
        usd: null,
        stall: 2,
      },
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
        upTo: 0,
      },
      firstRound: now(crew, session).rounds + 1,
      beginsAt: now(crew, session).rounds + 1,
      startedBy: HUMAN_ID,
      hop: 0,
      parent: null,
      depth: 0,
      summary: null,
      startedAt: decision.at,
      endedAt: null,
      ...more,
    }
    return decision.add('run:started', { run }).run
  })
}

export function runNow(crew: TestCrew, { id }: Pick<RunRecord, 'id'>): RunRecord {
  const run = crew.crew.state.runs[id] ?? crew.shard.ports.reader.run(id)
  if (!run) throw new Error('the discussion is gone')
  return run
}

/** Its limits or participants change, or it is paused, or it goes on after its end. */
export function changeRun(crew: TestCrew, run: RunRecord, changed: Partial<RunRecord>): void {
  state(crew, 'run:updated', { run: { ...runNow(crew, run), ...changed } })
}

export function endRun(crew: TestCrew, run: RunRecord, more: Partial<RunRecord> = {}): void {
  decided(crew, (decision) => {
    const ended = { status: 'ended', stopReason: 'done', endedAt: decision.at, ...more } as const
    decision.add('run:ended', { run: { ...runNow(crew, run), ...ended } })
  })
}

export function stepRun(
  crew: TestCrew,
  run: RunRecord,
  progress: Partial<RunRecord['progress']>,
  status: RunRecord['status'] = 'running',
): void {
  const { id: runId, sessionId, progress: before } = runNow(crew, run)
  state(crew, 'run:stepped', { runId, sessionId, status, progress: { ...before, ...progress } })
}

/** A round of a discussion begins: these agents are asked, or it is the turn of the person. */
export function askInRun(
  crew: TestCrew,
  run: RunRecord,
  names: readonly string[],
  ask: Exclude<RoundAsk, 'human'> = 'answer',
): RoundRecord {
  return opened(crew, run, ask, (decision, session, n) =>
    names.map((name) => {
      const agentId = crew.id(name)
      const { id: runId } = session
      const fromSeq = crew.crew.rounds.givenIn(decision.drafts, session.id, agentId)
      const toSeq = session.lastMessage?.seq ?? 0
      const asked = { agentId, session, runId, n, fromSeq, toSeq, note: null, hop: 0 }
      return thinking(agentId, decideAsk(crew.shard, decision, asked), decision.at)
    }),
  )
}

/** The person has the turn. */
export function askPerson(crew: TestCrew, run: RunRecord): RoundRecord {
  return opened(crew, run, 'human', (decision) => {
    const need = needOf(crew, run, decision.at, 'answer')
    decision.add('need:opened', { need })
    return [thinking(HUMAN_ID, need.id, decision.at)]
  })
}

/** The person is to choose who speaks next. */
export function askForSpeaker(crew: TestCrew, run: RunRecord): NeedRecord {
  return decided(
    crew,
    (decision) =>
      decision.add('need:opened', { need: needOf(crew, run, decision.at, 'choose') }).need,
  )
}

function needOf(
  crew: TestCrew,
  { id: runId, sessionId }: RunRecord,
  createdAt: string,
  asks: 'answer' | 'choose',
): NeedRecord {
  return {
    id: crew.ids.record(),
    leadId: crew.leadId,
    kind: 'turn',
    agentId: crew.leadId,
    text: 'What do you think?',
    messageId: null,
    groupName: null,
    permission: null,
    turn: { sessionId, runId, asks, until: null },
    createdAt,
  }
}

function opened(
  crew: TestCrew,
  run: RunRecord,
  ask: RoundAsk,
  asked: (decision: Decision, session: SessionRecord, n: number) => readonly RoundResponse[],
): RoundRecord {
  const session = crew.crew.state.sessions[run.sessionId]
  const newest = session?.lastMessage
  if (!session || !newest) throw new Error('nobody has written in the session')
  return decided(crew, (decision) => {
    const n = session.rounds + 1
    const responses = asked(decision, session, n)
    const { round } = decision.add('round:opened', {
      round: {
        runId: session.id,
        sessionId: session.id,
        groupName: session.groupName,
        n,
        ask,
        run: { id: run.id, n: runNow(crew, run).progress.rounds + 1 },
        reason: 'it is next',
        triggerSeq: newest.seq,
        triggerMessageId: newest.id,
        openedSeq: decision.nextSeq,
        openedAt: decision.at,
        responses,
        closed: null,
      },
    })
    return round
  })
}

/** What becomes of a question, without a message. */
export function respond(
  crew: TestCrew,
  { runId, sessionId, n }: RoundRecord,
  name: string,
  more: Partial<RoundResponse>,
): void {
  decided(crew, (decision) => {
    const round = crew.crew.rounds.round(runId, n)
    const response = round && responseOf(round, name === HUMAN_ID ? name : crew.id(name))
    if (!response) throw new Error(`${name} is not asked in this round`)
    decision.add('round:responded', { runId, sessionId, n, response: { ...response, ...more } })
  })
}

/** The answer of an agent in a round. */
export function parentIn(crew: TestCrew, round: RoundRecord, name: string): RunParent {
  const { sessionId, run, n } = round
  return { sessionId, runId: run?.id ?? null, n, agentId: crew.id(name) }
}
