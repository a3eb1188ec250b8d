import { inert } from '../command/grammar'
import { cut } from '../model/cut'
import { replaceHidden } from './hidden-characters'

// Every way a terminal or a model may see a line end: LF, CR, CRLF, VT, FF, NEL, LS, PS.
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g
// Most texts have none of it, and names are relayed thousands of times in one answer.
const LIVE = new RegExp(`[⟦⟧]|${LINE_END.source}`)

// And most are a line of plain letters, where nothing can hide: one quick look instead of three.
const PLAIN = /^[ -~]*$/

/**
 * Another participant's words, made safe for an agent's input: no live command, no invisible
 * character, and every line after the first begins with two spaces, so that nothing in it can start at column 0 and forge
 * a `[System]` or `[Group …]` line.
 */
export function relayed(content: string): string {
  if (PLAIN.test(content)) return content
  if (!LIVE.test(content)) return replaceHidden(content, () => '')
  const lines = inert(content).replace(LINE_END, '\n')
  return replaceHidden(lines, () => '').replaceAll('\n', '\n  ')
}

/** The same on one line, cut at `limit` UTF-16 units with an ellipsis; for previews and history. */
export function relayedLine(content: string, limit: number): string {
  const short = content.length > limit ? `${cut(content, limit - 1)}…` : content
  return PLAIN.test(short) ? short : relayed(short.replace(LINE_END, ' '))
}

/** A name or title for a place inside brackets or quotation marks, which it cannot end. */
export function unbracketed(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')').replaceAll('"', "'")
}
