import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Difference, differences } from './differences'

export { type Known, normalised } from './normalised'

const HELD = fileURLToPath(new URL('.', import.meta.url))
/** So many differences are shown; one that comes after a renamed key is no news. */
const SHOWN = 20
const SHOWN_UNITS = 160

/**
 * What a record may have in addition, and why others can ignore it. With `now` it is one value that a rule was changed to:
 * rare, and never a key.
 */
interface Addition {
  readonly at: string
  readonly reason: string
  readonly now?: unknown
}

/**
 * Throws unless `current` is what `records/<name>.json` says, apart from the additions that `additions.json` lists.
 * With `CREWROOM_HELD=record` a record that is missing is written.
 */
export function holds(name: string, current: unknown): void {
  holdsIn(HELD, name, current)
}

/** What a record says. */
export function recorded<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(HELD, 'records', `${name}.json`), 'utf8')) as T
}

/** The same for records in another folder. */
export function holdsIn(folder: string, name: string, current: unknown): void {
  const file = path.join(folder, 'records', `${name}.json`)
  const now: unknown = JSON.parse(JSON.stringify(current))
  if (!existsSync(file)) {
    if (process.env['CREWROOM_HELD'] !== 'record')
      throw new Error(
        `There is no record "${name}". If what it holds is new, run the test with CREWROOM_HELD=record, read what it wrote and run: node scripts/check-held.mjs --add`,
      )
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(now, null, 1)}\n`)
    return
  }
  const recorded: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const listed = additionsOf(folder, name)
  const added = listed.flatMap((one) => ('now' in one ? [] : [one.at]))
  const found = differences(recorded, now, added).filter(
    (difference) => !listed.some((one) => isChange(one, difference)),
  )
  if (found.length > 0) throw new Error(explained(name, found))
}

function isChange(listed: Addition, { at, recorded, now }: Difference): boolean {
  if (!('now' in listed) || recorded === undefined || now === undefined) return false
  return listed.at === at && JSON.stringify(listed.now) === JSON.stringify(now)
}

function additionsOf(folder: string, name: string): readonly Addition[] {
  const file = path.join(folder, 'additions.json')
  if (!existsSync(file)) return []
  const all = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
    Record<string, readonly Addition[]>
  >
  const listed = all[name] ?? []
  const without = listed.find(({ reason }) => typeof reason !== 'string' || reason.trim() === '')
  if (without) throw new Error(`additions.json gives no reason for ${without.at} of "${name}".`)
  return listed
}

function explained(name: string, found: readonly Difference[]): string {
  const left = found.length - SHOWN
  return [
    `What others see is not what the record "${name}" says:`,
    ...found.slice(0, SHOWN).map(lineOf),
    ...(left > 0 ? [`  … and ${left} more`] : []),
    'An addition that others can ignore is listed in packages/server/test/held/additions.json with its reason; anything else breaks somebody’s program: take the change back.',
  ].join('\n')
}

function lineOf({ at, recorded, now }: Difference): string {
  const where = at === '' ? 'the whole' : at
  if (recorded === undefined) return `  ${where}: added, and not listed: ${shown(now)}`
  if (now === undefined) return `  ${where}: gone; recorded: ${shown(recorded)}`
  return `  ${where}: recorded: ${shown(recorded)}; now: ${shown(now)}`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text
}
