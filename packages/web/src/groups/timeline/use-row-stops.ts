import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isKey } from '../../shell/use-key'
import type { ChatRow } from './timeline-rows'

interface RowStopsInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly ChatRow[]
  readonly toIndex: (index: number) => void
  readonly toEnd: () => void
}

/**
 * The list of messages is one stop of the Tab key: one row takes the focus and arrows move it. What is inside a row
 * is the row's own affair.
 */
export function useRowStops({ scroller, rows, toIndex, toEnd }: RowStopsInput) {
  const [focusKey, setFocusKey] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)

  // The row may be drawn only some renders after it was scrolled to.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(
      `[data-key="${CSS.escape(wanted.current)}"] article`,
    )
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })

  const moveTo = useCallback(
    (index: number) => {
      const key = rows[index]?.key
      if (key === undefined) return
      wanted.current = key
      setFocusKey(key)
      toIndex(index)
    },
    [rows, toIndex],
  )
  const stops = () =>
    rows.flatMap(({ kind }, index) => (kind === 'message' || kind === 'system' ? [index] : []))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, nativeEvent } = event
    if (!(target instanceof HTMLElement) || event.defaultPrevented || nativeEvent.isComposing)
      return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const article = target.closest<HTMLElement>('article[data-message]')
    // Inside a row its own controls have the keys.
    if (article && target !== article) return
    const key = article?.closest<HTMLElement>('[data-key]')?.dataset['key']
    const all = stops()
    const at = all.findIndex((index) => rows[index]?.key === key)
    const go = (index: number | undefined) => {
      event.preventDefault()
      event.stopPropagation()
      if (index !== undefined) moveTo(index)
    }
    if (isKey('nextMessage', nativeEvent)) go(at === -1 ? all.at(-1) : all[at + 1])
    else if (isKey('previousMessage', nativeEvent)) go(at === -1 ? all.at(-1) : all[at - 1])
    else if (isKey('firstMessage', nativeEvent)) go(all[0])
    else if (isKey('latestMessage', nativeEvent)) {
      toEnd()
      go(at === -1 ? undefined : all.at(-1))
    }
  }

  const onFocus = (target: EventTarget) => {
    if (target === scroller.current) {
      scroller.current?.querySelector<HTMLElement>('article[tabindex="0"]')?.focus()
      return
    }
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-key]') : null
    const key = row?.dataset['key']
    if (key !== undefined && key !== focusKey) setFocusKey(key)
  }
  const focusLast = () => {
    const last = stops().at(-1)
    if (last !== undefined) moveTo(last)
  }
  /** Gives the focus to a row that is being brought into view. */
  const take = useCallback((key: string) => {
    wanted.current = key
    setFocusKey(key)
  }, [])
  return { focusKey, onKeyDown, onFocus, focusLast, take }
}
