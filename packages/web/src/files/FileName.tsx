import { shownHidden } from '../groups/message/text-pieces'

const ENDING = /\.[^.]{1,12}$/u

/** A name with its ending, however long it is and whichever way it is written: the ending says what a file is. */
export function FileName({ name }: { readonly name: string }) {
  const shown = shownHidden(name)
  const ending = ENDING.exec(shown)?.[0] ?? ''
  return (
    <span className="fl-name" dir="ltr" title={shown}>
      <bdi>{shown.slice(0, shown.length - ending.length)}</bdi>
      <bdi className="fl-ending">{ending}</bdi>
    </span>
  )
}
