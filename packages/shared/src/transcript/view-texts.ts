import { cut } from '../model/cut'
import { stripAnsi } from './strip-ansi'
import type { LongText } from './views'

/** The beginning of a text, without codes of terminals. */
export function longText(text: string, limit: number): LongText {
  const clean = stripAnsi(text)
  return clean.length <= limit ? { text: clean } : { text: cut(clean, limit), cut: clean.length }
}

/** For texts whose reader is not told how long they are. */
export const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${cut(text, limit - 1)}…`

/** Bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value) ?? ''
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80) continue
    // Half of a pair is two of its four bytes; JSON has no half without its other.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2
  }
  return bytes
}
