import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { RowVirtualizer } from '../../groups/timeline/use-drawn-rows'
import { goTo, type ScrollPlace } from '../../groups/timeline/scroll-place'
import { isInOpened } from '../../ui/opened'
import { indexOfMessage, type SessionRow } from '../session-rows'

/** A row or a message to go to. A message may be in a column of a round. */
export type SessionPlace = ScrollPlace

const FLASH_MS = 1_700
const MOST_FRAMES = 60

interface SessionPlaceInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly SessionRow[]
  readonly virtualizer: RowVirtualizer
  readonly place: SessionPlace | null
}

/** Goes to the place that is asked for, once it is loaded, and points it out. */
export function useSessionPlace({ scroller, rows, virtualizer, place }: SessionPlaceInput): void {
  const placed = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!place || placed.current === place.id) return
    const own = rows.findIndex(({ key }) => key === place.key)
    const index = own === -1 ? indexOfMessage(rows, place.key) : own
    const row = rows[index]
    if (!row) return
    placed.current = place.id
    const scroll = (align: 'start' | 'end') => virtualizer.scrollToIndex(index, { align })
    // The message that asked begins its round's row, below the line.
    const isTrigger = row.kind === 'round' && row.trigger.id === place.key
    goTo(scroller.current, isTrigger ? { ...place, key: row.key } : place, scroll)
    if (place.flash) flash(scroller.current, place.key)
  }, [scroller, place, rows, virtualizer])
}

/** Whoever comes to a message reads on from there. */
function flash(log: HTMLElement | null, messageId: string): void {
  let frames = 0
  const look = () => {
    const article = log?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`)
    if (!article) {
      if (++frames < MOST_FRAMES) requestAnimationFrame(look)
      return
    }
    article.classList.add('sn-flash')
    // The message may come late, and the person has opened a list meanwhile: without the focus that would close.
    if (!isInOpened()) article.focus({ preventScroll: true })
    setTimeout(() => article.classList.remove('sn-flash'), FLASH_MS)
  }
  requestAnimationFrame(look)
}
