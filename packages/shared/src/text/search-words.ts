/**
 * How text is searched. The index and the excerpts read it in the same way: a word is a run of letters and digits,
 * whatever its case and accents; in scripts that are written without spaces each character is a word of its own.
 */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
const EACH_UNSPACED = new RegExp(`[${UNSPACED}]`, 'gu')
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, 'gu')
const SOLID = /[\p{L}\p{N}\p{Co}]/u

/** The text as the index is given it. */
export function indexedText(text: string): string {
  return text.normalize('NFKC').replace(EACH_UNSPACED, ' $& ')
}

/** Its words in order, in a form for a query: nothing in them means anything to an index. */
export function searchWords(text: string): string[] {
  return (text.normalize('NFKC').match(WORD) ?? []).filter((word) => SOLID.test(word))
}

/** Consecutive words that are looked for; of a prefix, the last one is only the beginning of a word. */
export interface Phrase {
  readonly words: readonly string[]
  readonly prefix: boolean
}

/** A part of a text, in order; `hit` is what was looked for. To be shown as text: there is no markup in it. */
export interface ExcerptPart {
  readonly text: string
  readonly hit: boolean
}

interface Word {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Characters of an excerpt, and how many of them come before the first hit. */
const LENGTH = 240
const LEAD_IN = 60

/** The part of a text around the first thing that was looked for, or its beginning. */
export function excerptOf(text: string, phrases: readonly Phrase[]): ExcerptPart[] {
  const wanted = phrases.map(({ words, prefix }) => ({ words: words.map(fold), prefix }))
  const hits = hitsIn(text, wanted)
  const start = boundary(text, Math.max(0, (hits[0]?.from ?? 0) - LEAD_IN))
  const end = boundary(text, Math.min(text.length, start + LENGTH))
  const parts: ExcerptPart[] = []
  const add = (from: number, to: number, hit: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), hit })
  }
  let at = start
  if (start > 0) parts.push({ text: '…', hit: false })
  for (const hit of hits) {
    const [from, to] = [Math.max(hit.from, at), Math.min(hit.to, end)]
    if (from >= end) break
    if (to <= at) continue
    add(at, from, false)
    add(from, to, true)
    at = to
  }
  add(at, end, false)
  if (end < text.length) parts.push({ text: '…', hit: false })
  return parts
}

/** Places of what is looked for, in order; none that an excerpt around the first could not show. */
function hitsIn(
  text: string,
  wanted: readonly Phrase[],
): { readonly from: number; readonly to: number }[] {
  const longest = Math.max(0, ...wanted.map(({ words }) => words.length))
  const hits: { from: number; to: number }[] = []
  // Words that a phrase may still begin with: as many as the longest phrase has.
  const recent: Word[] = []
  const tryOldest = () => {
    const found = wanted.filter((phrase) => begins(recent, phrase)).map(({ words }) => words.length)
    const first = recent[0]
    const last = recent[Math.max(0, ...found) - 1]
    if (first && last) hits.push({ from: first.from, to: last.to })
    recent.shift()
  }
  for (const match of longest === 0 ? [] : text.matchAll(WORD)) {
    const first = hits[0]
    if (first && match.index > first.from + LENGTH) break
    recent.push({ from: match.index, to: match.index + match[0].length, text: fold(match[0]) })
    if (recent.length === longest) tryOldest()
  }
  while (recent.length > 0) tryOldest()
  return hits
}

function begins(words: readonly Word[], phrase: Phrase): boolean {
  return phrase.words.every((word, index) => {
    const given = words[index]?.text
    if (given === undefined) return false
    const last = index === phrase.words.length - 1
    return last && phrase.prefix ? given.startsWith(word) : given === word
  })
}

function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Not between the halves of a surrogate pair. */
function boundary(text: string, at: number): number {
  const low = text.charCodeAt(at)
  return at > 0 && low >= 0xdc00 && low <= 0xdfff ? at - 1 : at
}
