import type { EnhancedItems } from './enhanced-items'
import { shownTexts } from './shown-texts'
import { VIEW_LIMITS } from './view-limits'
import { jsonBytes } from './view-texts'
import type { CountedTexts, FoundText, FoundTexts } from './views'

/** Finds words in what is shown, upper and lower case alike, oldest first; closed parts are searched, too. */
export function findTexts(
  items: EnhancedItems,
  words: string,
  limit: number,
): Omit<FoundTexts, 'revision'> {
  const pattern = patternOf(words)
  const hits: FoundText[] = []
  let left = VIEW_LIMITS.answerBytes / 2
  for (let place = 0; pattern !== null && place < items.all.length; place += 1) {
    for (const { text, ...where } of shownTexts(items, place)) {
      for (const found of text.matchAll(pattern)) {
        if (hits.length === limit || left < 0) return { hits, hasMore: true }
        const hit = { ...where, ...around(text, found.index, found[0]) }
        left -= jsonBytes(hit)
        hits.push(hit)
      }
    }
  }
  return { hits, hasMore: false }
}

/** How often words are in what is shown, and where first: the same that is found in a transcript that is open. */
export function countTexts(items: EnhancedItems, words: string): CountedTexts {
  const pattern = patternOf(words)
  let count = 0
  let first: CountedTexts['first'] = null
  for (let place = 0; pattern !== null && place < items.all.length; place += 1) {
    for (const { text } of shownTexts(items, place)) {
      for (const found of text.matchAll(pattern)) {
        count += 1
        first ??= around(text, found.index, found[0])
      }
    }
  }
  return { count, first }
}

/** The first place of words in a text alone, such as a title. */
export function firstIn(text: string, words: string): CountedTexts['first'] {
  const found = patternOf(words)?.exec(text)
  return found ? around(text, found.index, found[0]) : null
}

/** Upper and lower case alike; null: there are no words. */
function patternOf(words: string): RegExp | null {
  const wanted = words.trim()
  if (wanted === '') return null
  return new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'giu')
}

/** A line or so around it. */
function around(
  text: string,
  at: number,
  match: string,
): Pick<FoundText, 'before' | 'match' | 'after'> {
  const from = Math.max(0, at - VIEW_LIMITS.around)
  const end = at + match.length
  return {
    before: whole(text.slice(from, at)),
    match,
    after: whole(text.slice(end, end + VIEW_LIMITS.around)),
  }
}

/** Without halves of characters at its ends. */
const whole = (text: string): string =>
  text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')
