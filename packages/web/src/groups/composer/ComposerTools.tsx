import { AtSign, Code, SmilePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Writing } from './use-writing'
import { withCode } from './with-code'
import { openedLater } from '../../ui/opened-later'

const EmojiMenu = openedLater(() => import('./EmojiMenu').then((own) => own.EmojiMenu))

/** Buttons that write for the person: a mention, code, an emoji. */
export function ComposerTools({ writing }: { readonly writing: Writing }) {
  const { box, caret, replace } = writing
  const emoji = useRef<HTMLButtonElement>(null)
  const [isPicking, setPicking] = useState(false)
  const asCode = () => {
    const element = box.current
    if (!element) return
    const { selectionStart: start, selectionEnd: end } = element
    const coded = withCode({ text: element.value, start, end })
    replace(start, end, coded.text.slice(start, coded.text.length - (element.value.length - end)))
    element.setSelectionRange(coded.start, coded.end)
  }
  const call = () => {
    const element = box.current
    if (!element) return
    const { selectionStart: start, selectionEnd: end } = element
    replace(start, end, /[\p{L}\p{N}_@/.`]$/u.test(element.value.slice(0, start)) ? ' @' : '@')
  }
  return (
    <>
      <button type="button" className="ib" aria-label="Mention" title="Mention" onClick={call}>
        <AtSign size={18} />
      </button>
      <button type="button" className="ib" aria-label="Code" title="Code" onClick={asCode}>
        <Code size={18} />
      </button>
      <button
        ref={emoji}
        type="button"
        className="ib"
        aria-label="Emoji"
        title="Emoji"
        aria-haspopup="dialog"
        aria-expanded={isPicking}
        onClick={() => setPicking(!isPicking)}
      >
        <SmilePlus size={18} />
      </button>
      {isPicking && (
        <EmojiMenu
          anchor={emoji}
          onPick={(picked) => {
            setPicking(false)
            const at = caret.at
            replace(at, box.current?.selectionEnd ?? at, picked)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
