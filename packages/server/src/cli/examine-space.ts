import type { DataDir } from '../data-dir'
import type { Config } from '../config'
import { lookAt } from '../storage/look-at-data'
import type { Space, SpaceKind } from '../storage/space'
import { MEGABYTE, sizeText, sumOf, wouldFree } from './days-kept'
import { examineJournal } from './examine-journal'
import { type Finding, note, ok } from './finding'
import { lookApart } from './look-apart'

export type KeptFor = Pick<Config, 'recordDays' | 'recordMegabytes' | 'journalDays'>

/** Larger files than can be read in this time are not measured. */
const MEASURE_WITHIN_MS = 10_000

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
    await examineJournal(database, checkScript, settings, now, withinMs),
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
  const counted = days.map(({ day, entries: count, bytes }) => ({ day, count, bytes }))
  const all = sumOf(counted)
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
  const would = wouldFree({ name: 'recordDays', days: recordDays }, counted, now, entries)
  const size =
    recordMegabytes > 0 && all.bytes > recordMegabytes * MEGABYTE
      ? [
          `recordMegabytes: ${recordMegabytes} will free about ${sizeText(all.bytes - recordMegabytes * MEGABYTE)}`,
        ]
      : []
  const effects = [...would, ...size].map((effect) => `; ${effect}`).join('')
  return `agents' records: ${entries(all.count)} since ${oldest.day}, about ${sizeText(all.bytes)}; ${kept}${effects}. No setting removes messages`
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`
}

function percent(bytes: number, whole: number): string {
  const share = (100 * bytes) / whole
  return share < 1 ? 'under 1 %' : `${Math.round(share)} %`
}
