import { mentionSpans } from '@crewroom/shared/model/mentions'
import { hiddenIn, replaceHidden } from '@crewroom/shared/text/hidden-characters'

/** A stretch of a message's text, by how it is shown. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string }

const COMMAND_BEGINS = '⟦⟦'
const COMMAND_ENDS = '⟧⟧'
/** More than this is not set apart any more, only told apart: a hostile text must not become a page of elements. */
const MOST = 300

const MORE_OF_NAME = /^(?:[ \u00A0]+[\p{L}\p{N}][\p{L}\p{M}\p{N}_.'’-]*){1,3}/u
const LONGEST_NAME = 100

/** Splits text at what must be seen as something else than text. The texts of the pieces together are the text. */
export function textPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { begin, end } of commandsIn(text)) {
    pushText(pieces, text.slice(from, begin))
    pieces.push({ kind: 'command', text: shownHidden(text.slice(begin, end)) })
    from = end
  }
  pushText(pieces, text.slice(from))
  if (pieces.length <= MOST) return pieces
  const rest = pieces.slice(MOST).map((piece) => piece.text)
  return [...pieces.slice(0, MOST), { kind: 'text', text: rest.join('') }]
}

/** Where what looks like a command begins and ends. Nothing here runs it: it is only shown. */
export function commandsIn(text: string): readonly { begin: number; end: number }[] {
  const found: { begin: number; end: number }[] = []
  let from = 0
  while (found.length < MOST) {
    const begin = text.indexOf(COMMAND_BEGINS, from)
    const close = begin === -1 ? -1 : text.indexOf(COMMAND_ENDS, begin)
    if (close === -1) break
    from = close + COMMAND_ENDS.length
    found.push({ begin, end: from })
  }
  return found
}

function pushText(pieces: Piece[], text: string): void {
  let from = 0
  for (const { at, word } of mentionSpans(text).slice(0, MOST)) {
    pushHidden(pieces, text.slice(from, at))
    from = at + 1 + word.length
    // A name may have several words; the members of the group decide how many are one.
    from += MORE_OF_NAME.exec(text.slice(from, from + LONGEST_NAME))?.[0].length ?? 0
    pieces.push({ kind: 'mention', text: text.slice(at, from) })
  }
  pushHidden(pieces, text.slice(from))
}

function pushHidden(pieces: Piece[], text: string): void {
  let from = 0
  let count = 0
  for (const { at, text: character } of hiddenIn(text)) {
    if (++count > MOST) break
    if (at > from) pieces.push({ kind: 'text', text: text.slice(from, at) })
    pieces.push({ kind: 'hidden', text: named(character) })
    from = at + character.length
  }
  const rest = text.slice(from)
  if (rest !== '') pieces.push({ kind: 'text', text: count > MOST ? shownHidden(rest) : rest })
}

/** The same text with a name in place of each character that would not be seen. */
export function shownHidden(text: string): string {
  return replaceHidden(text, named)
}

function named(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `⟪U+${code}⟫`
}
