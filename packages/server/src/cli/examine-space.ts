import type { DataDir } from '../data-dir'
import type { Config } from '../config'
import { lookAt } from '../storage/look-at-data'
import type { Space, SpaceKind } from '../storage/space'
import { type Finding, note, ok } from './finding'
import { lookApart } from './look-apart'

export type KeptFor = Pick<Config, 'recordDays' | 'recordMegabytes'>

/** Larger files than can be read in this time are not measured. */
const MEASURE_WITHIN_MS = 10_000
const DAY_MS = 24 * 60 * 60_000
const MEGABYTE = 1024 * 1024
/** What a person may want to set `recordDays` to. */
const DAYS = [90, 30, 7] as const

const NAMES: Readonly<Record<SpaceKind, string>> = {
  records: "agents' records",
  journal: 'journal',
  messages: 'messages and reactions',
  handOvers: 'hand-overs',
  search: 'search index',
  other: 'everything else',
  free: 'free pages',
}

/** What takes the space of the database, and what settings would free. Nothing where there is no database of this version. */
export async function examineSpace(
  data: DataDir,
  checkScript: URL,
  settings: KeptFor,
  now: number,
  withinMs = MEASURE_WITHIN_MS,
): Promise<Finding[]> {
  const { database } = data
  const look = lookAt(database)
  if (look.kind !== 'ours' || look.outdated) return []
  const measured = await lookApart<Space | null>(checkScript, database, 'space', withinMs)
  if (measured === null) {
    return [note(`space: the database is too large to measure in ${withinMs / 1_000} s`)]
  }
  const space = measured.found
  if (space === null) return [note('space: this SQLite cannot say what takes it')]
  return [
    { ...ok(`space: ${kindsText(space)}`), space },
    ...largest('largest crews', space.crews),
    ...largest("largest agents' records", space.agents),
    ok(recordsText(space, settings, now)),
  ]
}

function kindsText({ fileBytes, logBytes, kinds }: Space): string {
  const parts = (Object.entries(kinds) as [SpaceKind, number][])
    .filter(([, bytes]) => bytes > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, bytes]) => `${NAMES[kind]} ${sizeText(bytes)} (${percent(bytes, fileBytes)})`)
  const free = kinds.free > 0 ? '. New rows use the free pages first; the file does not shrink' : ''
  const log = logBytes > 0 ? `; its log beside it ${sizeText(logBytes)}` : ''
  return `the database takes ${sizeText(fileBytes)}${log}. In it: ${parts.join(', ')}${free}`
}

function largest(what: string, parts: Space['crews']): Finding[] {
  if (parts.length === 0) return []
  const named = parts.map(({ id, name, bytes }) => `${name} (${id.slice(0, 8)}) ${sizeText(bytes)}`)
  return [ok(`${what}, about: ${named.join(', ')}`)]
}

function recordsText({ recordDays: days }: Space, settings: KeptFor, now: number): string {
  const all = sumOf(days)
  const { recordDays, recordMegabytes } = settings
  const set = [
    ...(recordDays > 0 ? [`recordDays: ${recordDays}`] : []),
    ...(recordMegabytes > 0 ? [`recordMegabytes: ${recordMegabytes}`] : []),
  ]
  const kept =
    set.length > 0
      ? `${set.join(' and ')} ${set.length === 1 ? 'limits' : 'limit'} them`
      : 'all are kept (recordDays and recordMegabytes are not set)'
  const [oldest] = days
  if (!oldest) return `agents' records: none; ${kept}`
  const would = DAYS.filter((limit) => recordDays === 0 || limit < recordDays).flatMap((limit) => {
    const first = new Date(now - limit * DAY_MS).toISOString().slice(0, 10)
    const older = sumOf(days.filter(({ day }) => day < first))
    return older.entries === 0
      ? []
      : [`recordDays: ${limit} would free about ${sizeText(older.bytes)} (${entries(older)})`]
  })
  const size =
    recordMegabytes > 0 && all.bytes > recordMegabytes * MEGABYTE
      ? [
          `recordMegabytes: ${recordMegabytes} will free about ${sizeText(all.bytes - recordMegabytes * MEGABYTE)}`,
        ]
      : []
  const effects = [...would, ...size].map((effect) => `; ${effect}`).join('')
  return `agents' records: ${entries(all)} since ${oldest.day}, about ${sizeText(all.bytes)}; ${kept}${effects}. No setting removes messages`
}

interface Sum {
  readonly entries: number
  readonly bytes: number
}

function sumOf(days: Space['recordDays']): Sum {
  return days.reduce<Sum>(
    (sum, day) => ({ entries: sum.entries + day.entries, bytes: sum.bytes + day.bytes }),
    { entries: 0, bytes: 0 },
  )
}

function entries({ entries: count }: Sum): string {
  return count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`
}

function percent(bytes: number, whole: number): string {
  const share = (100 * bytes) / whole
  return share < 1 ? 'under 1 %' : `${Math.round(share)} %`
}

/** As the settings count: a megabyte is 1024 × 1024 bytes. */
function sizeText(bytes: number): string {
  if (bytes >= 1024 * MEGABYTE) return `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`
  return bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`
}
