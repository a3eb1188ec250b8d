import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { isAwaited } from '@crewroom/shared/model/round'
import type { RunProgress, RunRecord } from '@crewroom/shared/model/run'
import { placeOfSession } from '@crewroom/shared/model/session'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { choiceIn, linesOf } from '../rounds/choice-line'
import { withoutDone } from '../rounds/done-line'
import { metBy, isOver } from '../rounds/end-rule'
import { decideRunEnded } from '../rounds/end-run'
import { decideProgress } from '../rounds/run-progress'
import { ownRunOf } from '../sessions/own-round'
import { decideSpeaker } from './change-run'
import { readChoice } from './policies/read-choice'
import { canBeAsked, viewOf } from './run-view'

/** A person’s words about a discussion mean what an agent’s do, whenever they were written. */
type Words =
  | { readonly is: 'done' | 'terminated' }
  | { readonly is: 'next'; readonly id: string }
  | { readonly is: 'met'; readonly met: readonly number[] }

/** What a person has written about a discussion and nobody has followed yet. */
export interface Heard {
  readonly words: Words
  readonly seq: number
}

/** What a person has written in the session of a discussion and nobody has followed yet; null: nothing. */
export function heardIn(shard: Shard, crew: Crew, run: RunRecord): Heard | null {
  const { heard } = run.progress
  // Begun by an earlier version, which followed none.
  if (heard === undefined) return null
  const written = crew
    .window(placeOfSession(run.sessionId))
    .messages.filter(({ from, seq }) => from === HUMAN_ID && seq > heard)
  for (const message of written) {
    const words = wordsIn(shard, crew, run, message)
    if (words) return { words, seq: message.seq }
  }
  return null
}

/** What one message says. An answer to an open turn has ended it where it says that it is done. */
function wordsIn(shard: Shard, crew: Crew, run: RunRecord, message: Message): Words | null {
  const { content, from, round } = message
  if (round?.as !== 'interjection' && round?.as !== 'answer') return null
  if (round.as === 'interjection') {
    if (withoutDone(content) !== content) return { is: 'done' }
    const met = metBy(run.limits, run.progress.met, [{ from, content }])
    if (met.length > (run.progress.met?.length ?? 0)) return { is: 'met', met }
  }
  if (run.policy.kind !== 'selection' || run.policy.by !== HUMAN_ID) return null
  if (!linesOf(content).some((line) => choiceIn(line) !== null)) return null
  const { speakers } = viewOf(shard, crew, run)
  const candidates = speakers.filter(({ id }) => id === HUMAN_ID || canBeAsked(crew, run, id))
  const choice = readChoice(content, { speakers, candidates })
  if (choice.is === 'over') return { is: 'terminated' }
  return choice.is === 'speaker' ? { is: 'next', id: choice.speaker.id } : null
}

/** Follows them: at once, or when the answers under way are there. */
export function decideHeard(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  run: RunRecord,
  { words, seq }: Heard,
): void {
  const progress: RunProgress = { ...run.progress, heard: seq }
  const end = (why: 'done' | 'terminated' | 'until', changed: RunProgress) => {
    if (isAnswering(crew, run)) decideProgress(decision, run, run.status, changed)
    else decideRunEnded(shard, decision, crew, run.id, { why })
  }
  switch (words.is) {
    case 'done':
    case 'terminated':
      return end(words.is, { ...progress, ends: words.is })
    case 'met': {
      const changed = { ...progress, met: words.met }
      if (isOver(run.limits, changed)) return end('until', changed)
      return decideProgress(decision, run, run.status, changed)
    }
    case 'next':
      return decideSpeaker(decision, crew, by, { ...run, progress }, words.id)
  }
}

/** Whether an agent, or the person, has yet to answer. */
function isAnswering(crew: Crew, { id, sessionId }: RunRecord): boolean {
  const rounds = crew.state.rounds[ownRunOf({ id: sessionId })] ?? []
  return rounds.some(
    (round) => round.run?.id === id && round.closed === null && round.responses.some(isAwaited),
  )
}
