import { clockTime } from '../../ui/times'
import { type Names, plainText } from '../sentence'
import { sentence } from '../feed-rows'
import type { Bar } from './lane-bars'
import type { Cluster } from './lane-clusters'
import { lasting } from './time-range'

export const timeAt = (at: number) => clockTime(new Date(at).toISOString())

/** `14:05:09`: where seconds tell things apart. */
export function exactTime(at: number): string {
  const seconds = String(new Date(at).getSeconds()).padStart(2, '0')
  return timeAt(at).replace(/(\d\d?:\d\d)/, `$1:${seconds}`)
}

/** A stretch of work in words. */
export function barText({ from, to, isWork, label }: Bar): string {
  const what = label === null ? 'At work' : `At work on “${label}”`
  if (to !== null) return `${what}, ${timeAt(from)}–${timeAt(to)} (${lasting(to - from)})`
  return isWork
    ? `${what} since ${timeAt(from)}`
    : `Received ${label === null ? 'something' : `“${label}”`} at ${timeAt(from)}, not confirmed yet`
}

const READ_OUT = 3

/** What a sign says to a screen reader. */
export function spoken({ marks }: Cluster, names: Names): string {
  const lines = marks
    .slice(0, READ_OUT)
    .map(
      ({ event }) =>
        `${clockTime(event.at)} ${plainText(sentence(event).parts, names).replace(/:$/, '')}`,
    )
  const more = marks.length - lines.length
  const many = marks.length > 1 ? `${marks.length} things: ` : ''
  return `${many}${lines.join('. ')}${more > 0 ? `, and ${more} more` : ''}`
}

const END_WORDS = { completed: 'done', failed: 'failed', terminated: 'ended' } as const

/** `done 14:25`; null where nothing ended. */
export function endWords({ marks }: Cluster): string | null {
  const last = marks.findLast(({ end }) => end !== null)
  return last?.end ? `${END_WORDS[last.end]} ${timeAt(last.at)}` : null
}
