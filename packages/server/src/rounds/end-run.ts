import { cut } from '@crewroom/shared/model/cut'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RunProgress, RunRecord, StopReason } from '@crewroom/shared/model/run'
import { placeOfSession } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Crew } from '../crew/crew'
import { decideNeedsClosed } from '../crew/needs'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { decideStopped } from './close-round'
import { roundsIn, runIn, sessionIn } from './session-draft'
import { tallied } from './tally'

export interface RunEnd {
  readonly why: StopReason
  /** Why those who are asked give no answer. */
  readonly error?: string
  /** What came out of it, if that is not the last answer. */
  readonly summary?: string | undefined
  /** How far it is now, where that is news. */
  readonly progress?: RunProgress
}

/**
 * Ends a discussion, and those that were started in its answers: nobody waits for answers or for the person any more, and an
 * agent that started it gets a report. One that was started in an answer gives its result to that answer, in a step of its own.
 */
export function decideRunEnded(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  id: string,
  { why, error = TEXT.discussionStopped, summary, progress }: RunEnd,
): RunRecord | null {
  for (const child of Object.values(crew.state.runs)) {
    if (child.parent?.runId !== id) continue
    decideRunEnded(shard, decision, crew, child.id, { why: 'parent_ended', error })
  }
  // After what was within it: that counts here.
  const run = runIn(decision, crew, id)
  if (!run) return null
  // Answers to what a person asked there before are none of its own.
  decideStopped(decision, crew, run.sessionId, error, (round) => round.run?.id === id)
  decideNeedsClosed(
    decision,
    crew,
    (need) =>
      need.turn?.runId === id &&
      !decision.drafts.some(({ type, data }) => type === 'need:closed' && data.need.id === need.id),
  )
  const ended = decision.add('run:ended', {
    run: {
      ...run,
      status: 'ended',
      stopReason: why,
      progress: {
        ...(progress ?? talliedIn(decision, crew, run)),
        next: null,
        nextBy: undefined,
        // Whatever is opened in its session from now on is not its own.
        upTo: sessionIn(decision, crew, run.sessionId)?.rounds ?? run.progress.upTo,
      },
      // One that is continued and brings nothing new keeps what it had.
      summary: summary ?? lastAnswer(decision, crew, run) ?? run.summary,
      endedAt: decision.at,
    },
  }).run
  decideUsedWithin(decision, crew, ended)
  decideRunReport(shard, decision, crew, ended)
  return ended
}

/** How far it is with its newest round, which nobody has counted if it was stopped in the middle of that. */
function talliedIn(decision: Decision, crew: Crew, { id, sessionId, progress, limits }: RunRecord) {
  const newest = roundsIn(decision, crew, sessionId).at(-1)
  if (newest?.run?.id !== id) return progress
  const messages = saidIn(decision, crew, sessionId)
  return tallied(
    { progress, limits },
    newest,
    (messageId) => messages.find((one) => one.id === messageId),
    (agentId) => crew.rounds.givenIn(decision.drafts, sessionId, agentId) >= newest.triggerSeq,
  )
}

/** What a discussion used counts in the one that it is within. */
function decideUsedWithin(decision: Decision, crew: Crew, { parent, progress }: RunRecord): void {
  const outer = parent?.runId ? runIn(decision, crew, parent.runId) : undefined
  if (!outer) return
  const { usage } = outer.progress
  const sum = {
    tokens: usage.tokens + progress.usage.tokens,
    usd: usage.usd + progress.usage.usd,
    known: usage.known && progress.usage.known,
  }
  decision.add('run:stepped', {
    runId: outer.id,
    sessionId: outer.sessionId,
    status: outer.status,
    progress: { ...outer.progress, usage: sum },
  })
}

/** What the last one who said something in it said: of several answers at once the last. */
function lastAnswer(decision: Decision, crew: Crew, run: RunRecord): string | null {
  const said = saidIn(decision, crew, run.sessionId).findLast(
    ({ round }) => round !== undefined && round.n >= run.beginsAt && round.as === 'answer',
  )
  return said ? cut(said.content, LIMITS.runSummary) : null
}

/** The newest messages of a session, as they will be. */
function saidIn(decision: Decision, crew: Crew, sessionId: string): readonly Message[] {
  const drafted = decision.drafts.flatMap(({ type, data }) =>
    type === 'session:message' && data.sessionId === sessionId ? data.message : [],
  )
  return [...crew.window(placeOfSession(sessionId)).messages, ...drafted]
}

/** Notifies the agent that started the discussion, unless it did so within an answer, how it ended. */
function decideRunReport(shard: Shard, decision: Decision, crew: Crew, run: RunRecord): void {
  const starter = crew.state.agents[run.startedBy]
  if (!starter || run.parent || run.startedBy === HUMAN_ID || starter.ended !== null) return
  const title = sessionIn(decision, crew, run.sessionId)?.title ?? ''
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId: starter.id,
      kind: 'report',
      wake: true,
      groupName: run.groupName,
      content: { form: 'text', text: TEXT.discussionEnded({ title, group: run.groupName, run }) },
      hop: run.hop,
    },
  })
}
