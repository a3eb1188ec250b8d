import type { Bar } from './lane-bars'
import type { GroupLane, Lane, Mark, Stretch } from './lane-model'
import type { Range } from './time-range'

/** All that the picture is made of. */
export interface Picture {
  readonly lanes: readonly Lane[]
  readonly groups: readonly GroupLane[]
  readonly bars: ReadonlyMap<string, readonly Bar[]>
  readonly waits: ReadonlyMap<string, readonly Stretch[]>
}

interface Placed {
  /** `agent dev`, `group config-team`, `quiet`. */
  readonly key: string
  readonly top: number
  readonly height: number
}
export type Row =
  | (Placed & { readonly kind: 'agent'; readonly lane: Lane })
  | (Placed & { readonly kind: 'group'; readonly lane: GroupLane })
  | (Placed & { readonly kind: 'quiet'; readonly agents: number; readonly groups: number })

/** With more agents than this lanes are low, can be filtered, and those with nothing to show are folded. */
const MANY = 24
/** More groups than this are shown only where something was written. */
const MANY_GROUPS = 8

interface Wanted {
  readonly range: Range
  readonly now: number
  readonly hasGroups: boolean
  readonly hasQuiet: boolean
  /** Letters of a name; empty: everyone. */
  readonly find: string
  readonly nameOf: (id: string) => string
  readonly groupName: (name: string) => string
}

export interface Rows {
  readonly rows: readonly Row[]
  readonly height: number
  readonly isDense: boolean
  /** Whether there are so many that a filter helps. */
  readonly isMany: boolean
}

/** The rows of the picture from top to bottom, each in its place. */
export function rowsOf({ lanes, groups, bars, waits }: Picture, wanted: Wanted): Rows {
  const { range, now, hasGroups, find } = wanted
  const isDense = lanes.length > MANY
  const isMany = isDense || groups.length > MANY
  const letters = find.trim().toLowerCase()
  const isFound = (name: string) => letters === '' || name.toLowerCase().includes(letters)
  const isBusy = ({ id, marks }: Lane) =>
    isIn(marks, range) || [...(bars.get(id) ?? []), ...(waits.get(id) ?? [])].some(overlaps)
  const overlaps = (own: Stretch) => own.from <= range.to && (own.to ?? now) >= range.from
  const showsQuiet = wanted.hasQuiet || letters !== ''

  const agents = lanes.filter(({ id }) => isFound(wanted.nameOf(id)))
  const shown = showsQuiet || !isDense ? agents : agents.filter(isBusy)
  const found = hasGroups ? groups.filter(({ name }) => isFound(wanted.groupName(name))) : []
  const hidesGroups = groups.length > MANY_GROUPS && !showsQuiet
  const shownGroups = hidesGroups
    ? found.filter(({ marks }) => isIn(marks, range))
    : found.filter(({ life, marks }) => overlaps(life) || isIn(marks, range))

  const rows: Row[] = []
  let top = 0
  const place = (key: string, height: number) => {
    const placed = { key, top, height }
    top += height
    return placed
  }
  for (const lane of shown) {
    rows.push({ kind: 'agent', lane, ...place(`agent ${lane.id}`, isDense ? 28 : 54) })
  }
  for (const lane of shownGroups) {
    rows.push({ kind: 'group', lane, ...place(`group ${lane.name}`, isDense ? 28 : 38) })
  }
  const quiet = agents.length - shown.length
  const quietGroups = hidesGroups ? found.length - shownGroups.length : 0
  if (quiet + quietGroups > 0 || (wanted.hasQuiet && isMany)) {
    rows.push({ kind: 'quiet', agents: quiet, groups: quietGroups, ...place('quiet', 36) })
  }
  return { rows, height: top, isDense, isMany }
}

function isIn(marks: readonly Mark[], { from, to }: Range): boolean {
  return marks.some(({ at }) => at >= from && at <= to)
}

/** Where the bars of a row are: what connects lanes leaves and arrives there. */
export function barPlace(row: Row, isDense: boolean): { top: number; bottom: number } {
  if (row.kind === 'group') {
    const middle = row.top + row.height / 2
    return { top: middle - 6, bottom: middle + 6 }
  }
  return isDense
    ? { top: row.top + 4, bottom: row.top + 19 }
    : { top: row.top + 14, bottom: row.top + 40 }
}
