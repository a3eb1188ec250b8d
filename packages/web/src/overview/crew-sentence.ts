import type { TaskCounts } from '@crewroom/shared/model/overview'
import type { Standing } from '../crew/standing'
import { spanWords } from './amounts'

/** One part of the sentence about a crew: how some of its agents stand. */
export interface SentencePart {
  readonly standing: Standing
  readonly text: string
}

interface Stands {
  readonly standing: Standing
  readonly name: string
}

/** Who is named; more are a number. */
const NAMED = 2

const VERBS: Readonly<Record<'waits' | 'failed' | 'done', readonly [one: string, more: string]>> = {
  waits: ['waits for you', 'wait for you'],
  failed: ['has failed', 'have failed'],
  done: ['is done', 'are done'],
}

/** How a crew stands, what works first and what is worst next; what is as it should be is not told. */
export function sentenceParts(agents: readonly Stands[]): readonly SentencePart[] {
  const names = (standing: Standing) =>
    agents.filter((agent) => agent.standing === standing).map(({ name }) => name)
  const parts: SentencePart[] = []
  const working = names('working').length
  if (working > 0) parts.push({ standing: 'working', text: `${working} working` })
  for (const standing of ['waits', 'failed', 'done'] as const) {
    const own = names(standing)
    if (own.length === 0) continue
    const who = own.length <= NAMED ? own.join(' and ') : String(own.length)
    parts.push({ standing, text: `${who} ${VERBS[standing][own.length === 1 ? 0 : 1]}` })
  }
  // Nobody who works: then it matters that the others could.
  const idle = names('idle').length
  if (working === 0 && idle > 0) parts.push({ standing: 'idle', text: `${idle} idle` })
  const off = names('off').length
  if (off > 0) parts.push({ standing: 'off', text: `${off} not connected` })
  return parts
}

/** `30 min, 2 of 9 tasks done.` Cancelled ones are not counted: nobody waits for them. */
export function progressWords(ms: number, tasks: TaskCounts | undefined): string {
  const all = tasks ? tasks.open + tasks.completed + tasks.failed : 0
  const done = tasks && all > 0 ? `, ${tasks.completed} of ${all} ${all === 1 ? 'task' : 'tasks'} done` : '' // prettier-ignore
  return `${spanWords(ms)}${done}.`
}
