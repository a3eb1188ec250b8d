import type { EnhancedItems } from './enhanced-items'
import { shownTexts } from './shown-texts'
import { VIEW_LIMITS } from './view-limits'
import { jsonBytes } from './view-texts'
import type { FoundText, FoundTexts } from './views'

/** Finds words in what is shown, upper and lower case alike, oldest first; closed parts are searched, too. */
export function findTexts(
  items: EnhancedItems,
  words: string,
  limit: number,
): Omit<FoundTexts, 'revision'> {
  const wanted = words.trim()
  if (wanted === '') return { hits: [], hasMore: false }
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'giu')
  const hits: FoundText[] = []
  let left = VIEW_LIMITS.answerBytes / 2
  for (let place = 0; place < items.all.length; place += 1) {
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
