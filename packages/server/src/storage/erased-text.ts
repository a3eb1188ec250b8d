import { relayed, relayedLine } from '@crewroom/shared/text/relay'

/** In the place of what was deleted. */
const MARK = '(deleted)'
/** What begins like a text is taken for a copy of it, as far as it goes on like it: lists and quotes cut texts. */
const HEAD = 24
/** Shorter ones are words that anybody says. */
const LEAST = 12

/** The forms in which copies of texts are to be found: as they were, as agents are given them, and line by line. */
export function formsOf(texts: readonly string[]): string[] {
  const forms = texts.flatMap((text) => [
    text,
    relayed(text),
    relayedLine(text, Number.MAX_SAFE_INTEGER),
    ...text.split(/[\n\r\v\f\u0085\u2028\u2029]+/).map((line) => line.trim()),
  ])
  return [...new Set(forms)]
    .filter((form) => form.length >= LEAST)
    .toSorted((a, b) => b.length - a.length)
}

/** A text with a mark for every copy of these forms; the same one when there is none. */
export function erasedText(text: string, forms: readonly string[]): string {
  let result = text
  for (const form of forms) {
    const head = form.slice(0, HEAD)
    let at = result.indexOf(head)
    while (at !== -1) {
      let end = head.length
      while (end < form.length && result[at + end] === form[end]) end++
      result = `${result.slice(0, at)}${MARK}${result.slice(at + end)}`
      at = result.indexOf(head, at + MARK.length)
    }
  }
  return result
}

/** The same for every text in a JSON value. */
export function erasedJson(json: string, forms: readonly string[]): string {
  // Most say nothing of it: then nothing is read.
  if (!forms.some((form) => json.includes(inJson(form.slice(0, HEAD))))) return json
  const value: unknown = JSON.parse(json, (_, one: unknown) =>
    typeof one === 'string' ? erasedText(one, forms) : one,
  )
  return JSON.stringify(value)
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
