import type { TurnTimes } from '@crewroom/shared/model/turn'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'

export interface TurnsInput {
  readonly since?: string | undefined
  /** A cursor of an earlier page. */
  readonly before?: string | undefined
  readonly limit: number
}

export interface TurnsPage {
  readonly turns: readonly TurnTimes[]
  readonly hasMore: boolean
  /** Names where the next page begins; null when there is none. */
  readonly cursor: string | null
  readonly asOf: number
}

const OPEN = 'open'

/**
 * Hand-overs of a crew that were not over at `since`, those under way first, then the others from the one that ended
 * last. A turn that ends while somebody pages may come twice, and is never left out.
 */
export async function readTurns(shard: Shard, crew: Crew, input: TurnsInput): Promise<TurnsPage> {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const { turns: found, asOf } = shard.ports.reader.turns(leadId, {
    since: input.since === undefined ? '' : iso(Date.parse(input.since)),
    before: input.before === undefined ? null : placeOf(input.before),
    limit: input.limit + 1,
  })
  const turns = found.slice(0, input.limit)
  const hasMore = found.length > input.limit
  const last = turns.at(-1)
  return {
    turns,
    hasMore,
    cursor: hasMore && last ? `${last.endedAt ?? OPEN}_${last.seq}` : null,
    asOf,
  }
}

/** Its form was looked at by the door. */
function placeOf(cursor: string): { endedAt: string | null; seq: number } {
  const [endedAt = OPEN, seq] = cursor.split('_')
  return { endedAt: endedAt === OPEN ? null : endedAt, seq: Number(seq) }
}
