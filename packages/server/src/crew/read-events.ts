import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { eventFor } from '../journal/visibility'
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
): Promise<EventPage> {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const { events, last } = shard.ports.reader.events(leadId, since, limit)
  return { events: seenBy(crew, viewer, events), at: last, asOf: last }
}

/** The newest `limit` events before a position that the viewer may see, and whether there are earlier ones. */
export async function readEventsBefore(
  shard: Shard,
  crew: Crew,
  viewer: string | null,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<EventPage & { hasBefore: boolean }> {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const found: CrewEvent[] = []
  let asOf: number | undefined
  for (let end = before; found.length <= limit;) {
    const size = viewer === null ? limit + 1 : PART
    // What lies before a position does not change: parts of it may be read one after the other.
    const part = shard.ports.reader.eventsBefore(leadId, end, size)
    asOf ??= part.asOf
    found.unshift(...seenBy(crew, viewer, part.events))
    const [first] = part.events
    if (!first || part.events.length < size) break
    end = first.seq
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  const head = asOf ?? 0
  return {
    events: found.slice(-limit),
    hasBefore: found.length > limit,
    at: Math.min(head, Math.max(0, before - 1)),
    asOf: head,
  }
}

function seenBy(crew: Crew, viewer: string | null, events: readonly CrewEvent[]): CrewEvent[] {
  return events.flatMap((event) => eventFor(event, viewer, crew.memberships) ?? [])
}
