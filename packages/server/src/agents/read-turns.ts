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
  /** Earlier hand-overs to remote and pipe agents may be missing: older entries of records were removed. */
  readonly recordsFrom: string | null
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
  const {
    turns: found,
    recordsFrom,
    asOf,
  } = shard.ports.reader.turns(leadId, {
    since: input.since === undefined ? '' : iso(Date.parse(input.since)),
    before: input.before === undefined ? null : placeOf(input.before),
    limit: input.limit + 1,
    recordsUntil: crew.inHand.knownSince ?? shard.loadedAt,
  })
  const all = [...found, ...inHand(crew, input)].sort(newestFirst)
  const turns = all.slice(0, input.limit)
  const hasMore = all.length > input.limit
  const last = turns.at(-1)
  return {
    turns,
    hasMore,
    cursor: hasMore && last ? `${last.endedAt ?? OPEN}_${last.seq}` : null,
    recordsFrom,
    asOf,
  }
}

/** Those that are not stored: of agents that are handed things without a turn. */
function inHand(crew: Crew, input: TurnsInput): TurnTimes[] {
  const since = input.since === undefined ? '' : iso(Date.parse(input.since))
  const before = input.before === undefined ? null : placeOf(input.before)
  return crew.inHand
    .times()
    .filter(
      (turn) =>
        (turn.endedAt === null || turn.endedAt >= since) &&
        (before === null || newestFirst(before, turn) < 0),
    )
}

/** Those under way come first, then the one that ended last. */
function newestFirst(a: Pick<TurnTimes, 'endedAt' | 'seq'>, b: typeof a): number {
  // After every possible time.
  const [one, other] = [a.endedAt ?? '~', b.endedAt ?? '~']
  return one === other ? b.seq - a.seq : one < other ? 1 : -1
}

/** Its form was looked at by the door. */
function placeOf(cursor: string): { endedAt: string | null; seq: number } {
  const [endedAt = OPEN, seq] = cursor.split('_')
  return { endedAt: endedAt === OPEN ? null : endedAt, seq: Number(seq) }
}
