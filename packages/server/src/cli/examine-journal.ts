import type { Config } from '../config'
import type { ReplacedFacts } from '../storage/replaced-facts'
import { sizeText, sumOf, wouldFree } from './days-kept'
import { type Finding, note, ok } from './finding'
import { lookApart } from './look-apart'

/** What the journal has, and what `journalDays` would free. */
export async function examineJournal(
  database: string,
  checkScript: URL,
  settings: Pick<Config, 'journalDays'>,
  now: number,
  withinMs: number,
): Promise<Finding> {
  const looked = await lookApart<ReplacedFacts | null>(checkScript, database, 'replaced', withinMs)
  if (looked === null) {
    return note(`journal: it is too large to be read in ${withinMs / 1_000} s`)
  }
  if (looked.found === null) return note('journal: what others replaced in it cannot be said')
  return { ...ok(journalText(looked.found, settings.journalDays, now)), journal: looked.found }
}

function journalText({ facts: all, bytes, days }: ReplacedFacts, set: number, now: number): string {
  const counted = days.map(({ day, facts: count, bytes }) => ({ day, count, bytes }))
  const replaced = sumOf(counted)
  const whole = `journal: ${facts(all)}, about ${sizeText(bytes)}`
  if (replaced.count === 0) return `${whole}; later ones replaced none of them`
  const kept =
    set > 0
      ? `journalDays: ${set} removes those that are older`
      : 'all are kept (journalDays is not set)'
  const would = wouldFree({ name: 'journalDays', days: set }, counted, now, facts)
  const parts = [
    whole,
    `later ones replaced ${replaced.count.toLocaleString('en')} that nobody is shown, about ${sizeText(replaced.bytes)}`,
    kept,
    ...would,
  ]
  return parts.join('; ')
}

function facts(count: number): string {
  return count === 1 ? '1 fact' : `${count.toLocaleString('en')} facts`
}
