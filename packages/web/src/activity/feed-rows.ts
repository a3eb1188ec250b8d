import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { clockTime, dayKey } from '../ui/times'
import { sentenceOf } from './event-sentence'
import { FEED_KINDS, type FeedKind, type Names, plainText, type Sentence } from './sentence'

export interface FeedFilter {
  readonly kinds: readonly FeedKind[]
  readonly agent: string | null
  readonly group: string | null
  readonly text: string
}

export type FeedRow =
  | { readonly kind: 'start'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | {
      readonly kind: 'event'
      readonly key: string
      readonly event: CrewEvent
      readonly sentence: Sentence
      /** It goes on where the row above it is: same doer, same kind, same place, soon after. */
      readonly isFollowing: boolean
      /** What was said; null where the row above has just said it. */
      readonly quote: string | null
    }

/** Longer apart than this, the doer is named again. */
const RUN_MS = 5 * 60_000

const sentences = new WeakMap<CrewEvent, Sentence>()

/** The sentence of an event, made once. */
export function sentence(event: CrewEvent): Sentence {
  const known = sentences.get(event)
  if (known) return known
  const made = sentenceOf(event, clockTime)
  sentences.set(event, made)
  return made
}

export function isIn(event: CrewEvent, filter: FeedFilter, names: Names) {
  const told = sentence(event)
  if (told.kind === 'reads') return false
  if (event.type === 'agent:created' && names.isPlaceholder?.(event.agent.id)) return false
  if (filter.kinds.length > 0 && !filter.kinds.includes(told.kind)) return false
  const group = told.group ?? names.groupOfSession?.(told.sessionId ?? '') ?? null
  if (filter.group !== null && group !== filter.group) return false
  if (filter.agent !== null && !told.about.includes(filter.agent)) return false
  if (filter.text === '') return true
  const said = plainText(told.parts, names)
  // Also by the name that agents call its group by.
  const words = `${said} ${group ?? ''} ${told.quote ?? ''}`.toLowerCase()
  return filter.text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/** Rows of the feed, oldest first. `hasStart`: nothing is before these events. */
export function feedRows(events: readonly CrewEvent[], hasStart: boolean): readonly FeedRow[] {
  const rows: FeedRow[] = hasStart ? [{ kind: 'start', key: 'start' }] : []
  let day = ''
  let before: { readonly sentence: Sentence; readonly at: number } | null = null
  let told: CrewEvent | undefined
  for (const event of events) {
    const today = dayKey(event.at)
    if (today !== day) {
      rows.push({ kind: 'day', key: `day ${today}`, at: event.at })
      day = today
      before = null
    }
    if (isSaidAlready(event, told)) continue
    told = event
    const own = sentence(event)
    const at = Date.parse(event.at)
    const isFollowing =
      before !== null &&
      before.sentence.who === own.who &&
      before.sentence.kind === own.kind &&
      before.sentence.group === own.group &&
      before.sentence.sessionId === own.sessionId &&
      at - before.at < RUN_MS
    // A task that ended and the agent that ended with it have the same words.
    const isSaid = before?.sentence.who === own.who && before.sentence.quote === own.quote
    const quote = isSaid && event.type.startsWith('agent:') ? null : own.quote
    rows.push({ kind: 'event', key: String(event.seq), event, sentence: own, isFollowing, quote })
    before = { sentence: own, at }
  }
  return rows
}

/** An agent that is done with its last task is done: what it finished stands right above. */
function isSaidAlready(event: CrewEvent, above: CrewEvent | undefined): boolean {
  return (
    event.type === 'agent:completed' &&
    above?.type === 'task:completed' &&
    above.task.agentId === event.agent.id &&
    above.at === event.at
  )
}

export function filterOf(params: URLSearchParams): FeedFilter {
  const asked = (params.get('kinds') ?? '').split(',')
  return {
    kinds: FEED_KINDS.filter((kind) => asked.includes(kind)),
    agent: params.get('agent'),
    group: params.get('group'),
    text: (params.get('q') ?? '').trim(),
  }
}

export function isFiltered({ kinds, agent, group, text }: FeedFilter): boolean {
  return kinds.length > 0 || agent !== null || group !== null || text !== ''
}
