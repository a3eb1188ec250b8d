import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { isKey } from '../../shell/use-key'
import type { MessageActions } from './message-actions'
import { QUICK_EMOJI } from './toggle-reaction'

/** Whether a row is pointed at or has the focus, and what its keys do. */
export function useRowFocus(actions: MessageActions, isStop: boolean) {
  const [isPointed, setPointed] = useState(false)
  const [focus, setFocus] = useState<'none' | 'row' | 'inside'>('none')
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setPointed(true)
    },
    onPointerLeave: () => setPointed(false),
    onFocus: ({ target, currentTarget }: FocusEvent) =>
      setFocus(target === currentTarget ? 'row' : 'inside'),
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setFocus('none')
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const row = event.currentTarget
      if (event.target !== row) {
        const isWithin = row.contains(event.target as Node)
        if (isStop && isWithin && isKey('leaveMessage', event.nativeEvent)) {
          event.preventDefault()
          row.focus({ preventScroll: true })
        }
        return
      }
      const run = actionOf(event, actions, row)
      if (!run) return
      event.preventDefault()
      run()
    },
  }
  const controlTab: 0 | -1 = !isStop || focus === 'inside' ? 0 : -1
  return { handlers, controlTab, isActive: isPointed || focus !== 'none' }
}

function actionOf(
  { nativeEvent, key }: KeyboardEvent,
  actions: MessageActions,
  row: HTMLElement,
): (() => void) | null {
  if (isKey('openMessage', nativeEvent)) return () => focusControls(row)
  // Out of the messages is back to where one writes.
  if (isKey('leaveMessage', nativeEvent)) {
    return () => row.closest('main')?.querySelector<HTMLElement>('#composer')?.focus()
  }
  if (isKey('copyLink', nativeEvent)) return actions.copyLink
  if (isKey('reply', nativeEvent)) return actions.reply
  if (isKey('markUnread', nativeEvent)) return actions.markUnread
  if (isKey('editMessage', nativeEvent)) return actions.edit
  if (isKey('deleteMessage', nativeEvent)) return actions.remove
  if (actions.isReadOnly) return null
  if (isKey('react', nativeEvent)) return actions.openAll
  const emoji = QUICK_EMOJI[Number(key) - 1]
  return emoji !== undefined && isKey('quickReact', nativeEvent) ? () => actions.react(emoji) : null
}

const MOST_FRAMES = 20

/** The buttons of a message are drawn, and the first time fetched, once it has the focus. */
function focusControls(row: HTMLElement, frames = 0): void {
  if (document.activeElement !== row) return
  const tool = row.querySelector<HTMLElement>('.tools button')
  if (!tool && frames < MOST_FRAMES) {
    requestAnimationFrame(() => focusControls(row, frames + 1))
    return
  }
  const control = tool ?? row.querySelector<HTMLElement>('button, a[href]')
  control?.focus({ preventScroll: true })
}
