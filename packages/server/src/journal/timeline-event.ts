import type { Actor } from '@crewroom/shared/model/participant'
import { FACT_TYPES, rowOf } from './fact-table'
import type { Envelope } from './facts'
import type { TimelineEvent, TimelineEventName } from '@crewroom/shared/model/timeline'

/** What facts about a group are called in its timeline. */
const NAMES: ReadonlyMap<string, TimelineEventName> = new Map(
  FACT_TYPES.flatMap((type) => {
    const row = rowOf(type)
    return row.audience === 'group' && row.timeline ? [[type, row.timeline]] : []
  }),
)

/** Types of facts that have a row in their group's timeline. */
export const TIMELINE_TYPES: readonly string[] = [...NAMES.keys()]

/**
 * Whether a fact has a row in the timeline. A wake level is how a member works, not what happened to the group: its
 * row would say that something changed and not what.
 */
export function isOfTimeline({ type, data }: Pick<Envelope, 'type' | 'data'>): boolean {
  return NAMES.has(type) && !('wakeOf' in data)
}

interface Data {
  /** The events of an imported group elsewhere, as its timeline had them. */
  readonly item?: Omit<TimelineEvent, 'seq'>
  readonly agentId?: string
  readonly reason?: 'left' | 'removed'
  readonly group:
    | string
    | {
        readonly displayName: string
        readonly purpose: string | null
        readonly memberIds: readonly string[]
        readonly archivedBy?: string | null
      }
}

/** A row of a group's timeline, of one of these facts. */
export function timelineEvent(fact: {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly actor: Actor
  readonly data: unknown
}): TimelineEvent {
  const { seq, type, at, actor } = fact
  const { group, agentId, reason, item } = fact.data as Data
  if (item) return { ...item, seq }
  const event = reason ?? NAMES.get(type)
  if (!event) throw new Error(`"${type}" has no row in a timeline`)
  const named = typeof group !== 'string' && (event === 'created' || event === 'updated')
  return {
    kind: 'event',
    seq,
    at,
    event,
    // Whoever ended last was the occasion; the group knows that it was archived automatically.
    by: (event === 'archived' && typeof group !== 'string' && group.archivedBy) || actor.id,
    memberIds:
      agentId === undefined
        ? event === 'created' && typeof group !== 'string'
          ? group.memberIds
          : []
        : [agentId],
    displayName: named ? group.displayName : null,
    purpose: named ? group.purpose : null,
  }
}
