import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Cluster } from './lane-clusters'
import { type Mark, toldBy } from './lane-model'
import { barPlace, type Row, type Rows } from './lane-rows'
import type { Link } from './LaneLinks'
import { areLinksDrawn, marksIn } from './signs'
import type { Range } from './time-range'
import type { Pointed } from './use-pointed'

interface Board {
  readonly state: CrewState
  readonly rows: Rows
  readonly drawn: ReadonlyMap<string, readonly Cluster[]>
  readonly byKey: ReadonlyMap<string, Row>
}

/** From a sign to whom it told something; null where nobody of them has a lane. */
function linkOf({ state, rows, drawn, byKey }: Board, row: Row, mark: Mark): Link | null {
  const cluster = drawn.get(row.key)?.find(({ marks }) => marks.includes(mark))
  const others = toldBy(state, mark.event).flatMap((id) => byKey.get(`agent ${id}`) ?? [])
  if (!cluster || others.length === 0) return null
  return {
    key: String(mark.event.seq),
    x: cluster.x,
    from: barPlace(row, rows.isDense),
    to: others.filter((other) => other !== row).map((other) => barPlace(other, rows.isDense)),
  }
}

/** The links of all signs in the window, unless they are so many that they would hide everything. */
export function linksIn(board: Board, range: Range): readonly Link[] {
  const all = marksIn(board.rows, range)
  if (!areLinksDrawn(all.length)) return []
  return all.flatMap(({ row, mark }) => linkOf(board, row, mark) ?? [])
}

/** The marks that are highlighted, their recipients, and the links to those. */
export function hotOf(board: Board, shown: Pointed | null) {
  const { state, drawn, byKey } = board
  const cluster = shown
    ? drawn.get(shown.key)?.find(({ marks }) => marks.some(({ event }) => event.seq === shown.seq))
    : undefined
  const marks = cluster?.marks ?? []
  // What was written in a group comes from who wrote it.
  const links = marks.flatMap(({ event }) => {
    const isWritten = event.type === 'group:message' || event.type === 'session:message'
    const writer = isWritten ? byKey.get(`agent ${event.message.from}`) : null
    const row = writer ?? byKey.get(shown?.key ?? '')
    if (!row || row.kind === 'quiet') return []
    const own = row.lane.marks.find((other) => other.event.seq === event.seq)
    return (own && linkOf(board, row, own)) ?? []
  })
  return {
    cluster,
    marks,
    links,
    told: new Set(marks.flatMap(({ event }) => toldBy(state, event))),
  }
}
