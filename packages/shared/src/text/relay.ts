import { inert } from '../command/grammar'
import { cut } from '../model/cut'

// Every way a terminal or a model may see a line end: LF, CR, CRLF, VT, FF, NEL, LS, PS.
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g
// C0 and C1 controls but tab and the line ends handled above, and everything that can reorder or hide text.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- removing control characters is the point
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

// Whatever is changed below. Most texts have none of it, and names are relayed thousands of times in one answer.
const CHANGED = new RegExp(`[⟦⟧]|${LINE_END.source}|${INVISIBLE.source}`)

/**
 * Another participant's words, made safe to stand in an agent's input: no live command, no control or bidi
 * characters, and every line after the first begins with two spaces, so that nothing in it can start at
 * column 0 and forge a `[System]` or `[Group …]` line.
 */
export function relayed(content: string): string {
  if (!CHANGED.test(content)) return content
  return inert(content).replace(LINE_END, '\n').replace(INVISIBLE, '').replaceAll('\n', '\n  ')
}

/** The same on one line, cut at `limit` UTF-16 units with an ellipsis; for previews and history. */
export function relayedLine(content: string, limit: number): string {
  const short = content.length > limit ? `${cut(content, limit - 1)}…` : content
  return CHANGED.test(short) ? relayed(short.replace(LINE_END, ' ')) : short
}
