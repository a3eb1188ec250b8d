import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isKey } from '../../shell/use-key'

/** Messages, and the columns of agents. */
const STOPS = 'article:is([data-stop], [data-message]):not([hidden])'

interface ArticleStopsInput {
  readonly scroller: RefObject<HTMLElement | null>
  /** Keeps the row of this key in the document. */
  readonly pin: (key: string | null) => void
  readonly toEnd: () => void
  readonly toFirst: () => void
}

/** The chat is one stop of the Tab key: one article takes the focus, and keys move it to those around, in their order. */
export function useArticleStops({ scroller, pin, toEnd, toFirst }: ArticleStopsInput) {
  const current = useRef<string | null>(null)
  const focused = useRef<HTMLElement | null>(null)
  const [hasStop, setHasStop] = useState(false)
  const stops = useCallback(
    () => [...(scroller.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])],
    [scroller],
  )
  const mark = useCallback(() => {
    const all = stops()
    const chosen = all.find((own) => keyOf(own) === current.current) ?? all.at(-1)
    for (const own of all) own.tabIndex = own === chosen ? 0 : -1
    // What had the focus may be another element now: an answer in the place of who was thinking.
    const isLost = focused.current?.isConnected === false
    if (isLost && document.activeElement === document.body && keyOf(chosen) === current.current) {
      chosen?.focus({ preventScroll: true })
    }
    if (isLost) focused.current = null
    return chosen !== undefined
  }, [stops])
  // Rows come and go with every scroll.
  // oxlint-disable-next-line react/exhaustive-deps, react/set-state-in-effect
  useLayoutEffect(() => setHasStop(mark()))

  const go = (to: HTMLElement | undefined) => {
    if (!to) return
    to.focus({ preventScroll: true })
    to.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, nativeEvent } = event
    if (!(target instanceof HTMLElement) || event.defaultPrevented || nativeEvent.isComposing)
      return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const article = target.closest<HTMLElement>(STOPS)
    // Inside an article its own controls have the keys.
    if (article && target !== article) return
    const all = stops()
    const at = article ? all.indexOf(article) : -1
    const take = (to: HTMLElement | undefined) => {
      event.preventDefault()
      event.stopPropagation()
      go(to)
    }
    if (isKey('nextMessage', nativeEvent)) take(at === -1 ? all.at(-1) : all[at + 1])
    else if (isKey('previousMessage', nativeEvent)) take(at === -1 ? all.at(-1) : all[at - 1])
    else if (isKey('firstMessage', nativeEvent)) {
      toFirst()
      take(all[0])
    } else if (isKey('latestMessage', nativeEvent)) {
      toEnd()
      take(all.at(-1))
    } else if (isKey('openMessage', nativeEvent) && article && !article.dataset['message']) {
      take(article.querySelector<HTMLElement>('button, a[href]') ?? undefined)
    } else if (isKey('leaveMessage', nativeEvent) && article && !article.dataset['message']) {
      take(document.getElementById('composer') ?? undefined)
    }
  }
  const onFocus = (event: FocusEvent) => {
    const target = event.target as HTMLElement
    if (target === scroller.current) return stops().at(-1)?.focus()
    const article = target.closest<HTMLElement>(STOPS)
    current.current = article ? keyOf(article) : null
    focused.current = target
    pin(target.closest<HTMLElement>('[data-index]')?.dataset['key'] ?? null)
    mark()
  }
  return { hasStop, onKeyDown, onFocus, focusLast: () => go(stops().at(-1)) }
}

const keyOf = (own: HTMLElement | undefined) =>
  own?.dataset['stop'] ?? own?.dataset['message'] ?? ''
