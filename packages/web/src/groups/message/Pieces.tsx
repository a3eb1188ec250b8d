import { Mention } from './Mention'
import { type Piece, textPieces } from './text-pieces'

/** Text in which people, commands and what is hidden can be seen. */
export function Pieces({ text }: { readonly text: string }) {
  const pieces = textPieces(text)
  // A piece's place in its text is its identity: the text never changes.
  return pieces.map((piece, index) => <One key={index} piece={piece} />)
}

function One({ piece: { kind, text } }: { readonly piece: Piece }) {
  switch (kind) {
    case 'text':
      return text
    case 'mention':
      return <Mention text={text} />
    case 'command':
      return <CommandChip text={text} />
    case 'hidden':
      return <HiddenChip text={text} />
    default:
      return kind satisfies never
  }
}

/** What reads like a command: shown, and never run from here. */
export function CommandChip({ text }: { readonly text: string }) {
  return (
    <bdi className="cmd-chip" dir="ltr">
      {text}
    </bdi>
  )
}

/** The name of a character that is not seen; it stands alone, so that it cannot turn what is around it. */
export function HiddenChip({ text }: { readonly text: string }) {
  return (
    <bdi className="hid" dir="ltr" title="Invisible character">
      {text}
    </bdi>
  )
}
