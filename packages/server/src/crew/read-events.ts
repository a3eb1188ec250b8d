import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { eventFor, isHidden } from '../journal/visibility'
import type { Crew } from './crew'
import type { Shard } from './shard'

export interface EventPage {
  /** Ascending. */
  readonly events: readonly CrewEvent[]
  /** Everything that the viewer may see up to here has been told, or is before the page. */
  readonly at: number
  readonly asOf: number
}

/** Looked through at once for a viewer who does not see all; between them others have their turn. */
const PART = 500

/** Events after a position, as the viewer may see them. A part of the journal: it may hold none, and still go on. */
export async function readEventsSince(
  shard: Shard,
  crew: Crew,
  viewer: string | null,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<EventPage & { hasMore: boolean }> {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const { events, last, more } = shard.ports.reader.events(leadId, since, limit)
  return { events: seenBy(crew, viewer, events), at: last, hasMore: more, asOf: last }
}

/** The newest `limit` events before a position that the viewer may see, and whether there are earlier ones. */
export async function readEventsBefore(
  shard: Shard,
  crew: Crew,
  viewer: string | null,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<EventPage & { hasBefore: boolean; hasMore: boolean }> {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const found: CrewEvent[] = []
  let bytes = 0
  let asOf: number | undefined
  let hasBefore = true
  for (let end = before; found.length <= limit && bytes < LIMITS.pageBytes;) {
    // What lies before a position does not change: parts of it may be read one after the other.
    const part = shard.ports.reader.eventsBefore(leadId, end, viewer === null ? limit : PART)
    asOf ??= part.asOf
    const seen = seenBy(crew, viewer, part.events)
    found.unshift(...seen)
    const [first] = part.events
    hasBefore = part.more && first !== undefined
    if (!hasBefore || viewer === null) break
    end = first?.seq ?? 0
    bytes += Buffer.byteLength(JSON.stringify(seen))
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  const head = asOf ?? 0
  hasBefore ||= found.length > limit
  return {
    events: found.slice(-limit),
    hasBefore,
    hasMore: hasBefore,
    at: Math.min(head, Math.max(0, before - 1)),
    asOf: head,
  }
}

function seenBy(crew: Crew, viewer: string | null, events: readonly CrewEvent[]): CrewEvent[] {
  return events.flatMap((event) =>
    isHidden(event, viewer, crew.past) ? [] : (eventFor(event, viewer, crew.memberships) ?? []),
  )
}
