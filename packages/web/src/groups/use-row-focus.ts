import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isKey } from '../shell/use-key'
import type { ChatRow } from './timeline-rows'

/** What a key asks of the message that has the focus. */
export type MessageAct =
  | { readonly kind: 'react'; readonly quick: number | null }
  | { readonly kind: 'reply' | 'unread' | 'link' }

interface RowFocusInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly ChatRow[]
  readonly toIndex: (index: number) => void
  readonly toEnd: () => void
  readonly onAct: (messageId: string, act: MessageAct) => void
}

const CONTROLS = 'button, a[href], input, [tabindex]:not(article):not(pre)'

/**
 * The list of messages is one stop of the Tab key: one row takes the focus, arrows move it, Enter goes to the
 * buttons inside and Escape comes back. Rows come and go with scrolling, so the attributes are put on them here.
 */
export function useRowFocus({ scroller, rows, toIndex, toEnd, onAct }: RowFocusInput) {
  const [focusKey, setFocusKey] = useState<string | null>(null)
  const drilledKey = useRef<string | null>(null)
  const wanted = useRef<string | null>(null)
  const latest = useRef({ rows, focusKey })
  useEffect(() => {
    latest.current = { rows, focusKey }
  })

  const arrange = useCallback(() => {
    const log = scroller.current
    if (!log) return
    const articles = [...log.querySelectorAll<HTMLElement>('article[data-message]')]
    const keyOf = (article: HTMLElement) =>
      article.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null
    const stop =
      articles.find((article) => keyOf(article) === latest.current.focusKey) ??
      articles.findLast((article) => article.getBoundingClientRect().top < innerHeight)
    for (const article of articles) {
      put(article, 'tabindex', article === stop ? '0' : '-1')
      const isDrilled = drilledKey.current !== null && keyOf(article) === drilledKey.current
      for (const control of article.querySelectorAll<HTMLElement>(CONTROLS)) {
        put(control, 'tabindex', isDrilled ? '0' : '-1')
      }
    }
    // With a row to stop at the list itself is no stop; without one it is, so that it can be scrolled.
    put(log, 'tabindex', stop ? '-1' : '0')
    const target = articles.find((article) => keyOf(article) === wanted.current)
    if (wanted.current !== null && target) {
      wanted.current = null
      target.focus({ preventScroll: true })
    }
  }, [scroller])

  useEffect(() => {
    const log = scroller.current
    if (!log) return
    const observer = new MutationObserver(arrange)
    observer.observe(log, { childList: true, subtree: true })
    arrange()
    return () => observer.disconnect()
  }, [arrange, scroller])
  useEffect(arrange, [arrange, focusKey, rows])

  const moveTo = useCallback(
    (index: number) => {
      const row = latest.current.rows[index]
      if (!row) return
      wanted.current = row.key
      drilledKey.current = null
      setFocusKey(row.key)
      toIndex(index)
      arrange()
    },
    [arrange, toIndex],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, nativeEvent } = event
    if (!(target instanceof HTMLElement) || nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const article = target.closest<HTMLElement>('article[data-message]')
    const key = article?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null
    const taken = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (article && target !== article) {
      // Inside a row its own controls have the keys; Escape comes back out.
      if (!isKey('leaveMessage', nativeEvent)) return
      taken()
      drilledKey.current = null
      article.focus({ preventScroll: true })
      arrange()
      return
    }
    const messages = rows.flatMap((row, index) =>
      row.kind === 'message' || row.kind === 'system' ? [index] : [],
    )
    const at = messages.findIndex((index) => rows[index]?.key === key)
    const step = (by: number) => {
      taken()
      const next = at === -1 ? messages.at(-1) : messages[at + by]
      if (next !== undefined) moveTo(next)
    }
    if (isKey('nextMessage', nativeEvent)) return step(1)
    if (isKey('previousMessage', nativeEvent)) return step(-1)
    if (isKey('firstMessage', nativeEvent)) {
      taken()
      if (messages[0] !== undefined) moveTo(messages[0])
      return
    }
    if (isKey('latestMessage', nativeEvent)) {
      taken()
      const last = messages.at(-1)
      toEnd()
      if (last !== undefined && at !== -1) moveTo(last)
      return
    }
    const messageId = article?.dataset['message']
    if (!article || messageId === undefined) return
    if (isKey('openMessage', nativeEvent)) {
      taken()
      drilledKey.current = key
      arrange()
      article.querySelector<HTMLElement>(CONTROLS)?.focus()
      return
    }
    const act = actOf(nativeEvent)
    if (!act) return
    taken()
    onAct(messageId, act)
  }

  const onFocus = (target: EventTarget) => {
    const log = scroller.current
    if (target === log) {
      log?.querySelector<HTMLElement>('article[tabindex="0"]')?.focus({ preventScroll: true })
      return
    }
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-key]') : null
    const key = row?.dataset['key']
    if (key !== undefined && key !== focusKey) setFocusKey(key)
  }
  return { focusKey, onKeyDown, onFocus, moveTo }
}

function actOf(event: globalThis.KeyboardEvent): MessageAct | null {
  if (isKey('react', event)) return { kind: 'react', quick: null }
  if (isKey('quickReact', event)) return { kind: 'react', quick: Number(event.key) - 1 }
  if (isKey('reply', event)) return { kind: 'reply' }
  if (isKey('markUnread', event)) return { kind: 'unread' }
  return isKey('copyLink', event) ? { kind: 'link' } : null
}

/** Only what changes: a write that changes nothing would wake the observer again. */
function put(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
