import { without } from './lane-bars'
import type { Mark, MarkKind, Stretch } from './lane-model'
import type { Row, Rows } from './lane-rows'
import type { Picture } from './lane-rows'
import type { Range } from './time-range'

/** Everything that the legend can explain. */
export type Sign = MarkKind | 'work' | 'open' | 'waits' | 'told'

/** Up to so many marks in the window, who was told is always drawn; above, only for the one that is pointed at. */
const LINKS_MOST = 40

/** The marks of all lanes of agents within a stretch. */
export function marksIn({ rows }: Rows, { from, to }: Range): readonly { row: Row; mark: Mark }[] {
  return rows.flatMap((row) =>
    row.kind === 'agent'
      ? row.lane.marks.filter(({ at }) => at >= from && at <= to).map((mark) => ({ row, mark }))
      : [],
  )
}

export function areLinksDrawn(marks: number): boolean {
  return marks < LINKS_MOST
}

/** Which signs are in the window. */
export function signsIn(
  rows: Rows,
  { bars, waits }: Picture,
  range: Range,
  now: number,
  hasLinks: boolean,
): ReadonlySet<Sign> {
  const signs = new Set<Sign>()
  const isIn = ({ from, to }: Stretch) => from <= range.to && (to ?? now) >= range.from
  for (const { mark } of marksIn(rows, range)) signs.add(mark.kind)
  for (const row of rows.rows) {
    if (row.kind === 'quiet') continue
    if (row.kind === 'group') {
      if (row.lane.marks.some(({ at }) => at >= range.from && at <= range.to)) signs.add('message')
      continue
    }
    const own = bars.get(row.lane.id) ?? []
    for (const bar of own) if (isIn(bar)) signs.add(bar.isWork ? 'work' : 'open')
    const work = own.filter(({ isWork }) => isWork)
    if (without(waits.get(row.lane.id) ?? [], work, now).some(isIn)) signs.add('waits')
  }
  const isTelling = ['message', 'direct', 'interrupt', 'task', 'done', 'failed'] as const
  if (hasLinks && isTelling.some((kind) => signs.has(kind))) signs.add('told')
  return signs
}
