import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { KeyboardEvent } from 'react'
import { focusMain } from '../../ui/focus-main'
import { isSendKey } from '../../ui/send-key'
import type { MentionMenuState } from './use-mention-menu'
import type { Writing } from './use-writing'

/** A longer text is not put into the box, which would take minutes with it: it is kept beside it. */
export const MOST_IN_BOX = LIMITS.content + 10_000

interface WritingBoxProps {
  readonly label: string
  readonly writing: Writing
  readonly menu: MentionMenuState
  readonly menuId: string
  readonly send: () => void
  /** ↑ in the empty box. */
  readonly onLeaveUp?: (() => void) | undefined
}

/** The box itself, with the keys of the list of members and those that send and leave. */
export function WritingBox({ label, writing, menu, menuId, send, onLeaveUp }: WritingBoxProps) {
  const { box, caret, setCaret, reply, setReply } = writing
  const { text } = caret
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // A key that picks a suggestion of an input method is not meant for us; Safari says so only by its code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (menu.onKey(event)) return event.preventDefault()
    if (event.key === 'ArrowUp' && !event.altKey && text === '' && onLeaveUp) {
      event.preventDefault()
      return onLeaveUp()
    }
    if (event.key === 'Escape') {
      if (reply) return setReply(null)
      event.currentTarget.blur()
      return focusMain()
    }
    if (!isSendKey(event)) return
    event.preventDefault()
    send()
  }
  return (
    <textarea
      ref={box}
      id="composer"
      rows={1}
      dir="auto"
      value={text}
      placeholder={label}
      aria-label={label}
      aria-autocomplete="list"
      aria-controls={menu.isOpen ? menuId : undefined}
      aria-activedescendant={menu.isOpen ? `${menuId}-${menu.active}` : undefined}
      onChange={({ target }) => {
        setCaret({ text: target.value, at: target.selectionEnd })
        menu.typedAnew()
      }}
      onSelect={({ currentTarget }) => {
        const at = currentTarget.selectionEnd
        setCaret((now) => (now.at === at ? now : { text: now.text, at }))
      }}
      onPaste={(event) => {
        const { value, selectionStart, selectionEnd } = event.currentTarget
        const pasted = event.clipboardData.getData('text/plain')
        if (value.length + pasted.length <= MOST_IN_BOX) return
        event.preventDefault()
        const all = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
        setCaret({ text: all, at: 0 })
      }}
      onKeyDown={onKeyDown}
    />
  )
}
