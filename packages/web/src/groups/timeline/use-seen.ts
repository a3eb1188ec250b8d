import type { TimelineRow } from '@crewroom/shared/model/timeline'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  firstUnreadOf,
  type LoadedMessage,
  readUpTo,
  type SeenRange,
  unreadAbove,
  withView,
} from './seen-range'
import type { UnreadAboveInput } from './UnreadAbove'
import { END_PX } from './use-drawn-rows'
import type { useReadPlace } from './use-read-place'

/** A view counts when nothing has moved for so long: rows are measured, and what is passed is not read yet. */
const SETTLE_MS = 200

interface SeenInput {
  /** The list; null while it is not there. */
  readonly log: HTMLElement | null
  readonly rows: readonly TimelineRow[]
  readonly isLive: boolean
  /** Somebody looks at it. */
  readonly isHere: boolean
  readonly read: Pick<ReturnType<typeof useReadPlace>, 'mark' | 'markSeen' | 'markAll'>
  /** Changes with every place that the list brings the person to. */
  readonly brought: string
}

/** Marks as read what is really on the screen, and counts unread messages above all that was. */
export function useSeen(input: SeenInput): UnreadAboveInput {
  const { log, rows, isLive, isHere, read, brought } = input
  const { mark, markSeen: onSeen, markAll: onMarkRead } = read
  const seen = useRef<SeenRange | null>(null)
  const isByHand = useRef(false)
  const [above, setAbove] = useState(0)
  const loaded = useMemo(() => loadedOf(rows), [rows])
  const firstUnread = firstUnreadOf(loaded.list, mark)

  useEffect(() => {
    seen.current = null
    isByHand.current = false
  }, [brought, log])

  useEffect(() => {
    if (!log) return
    const byHand = () => (isByHand.current = true)
    const kinds = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const kind of kinds) log.addEventListener(kind, byHand, { passive: true })
    return () => {
      for (const kind of kinds) log.removeEventListener(kind, byHand)
    }
  }, [log])

  useEffect(() => {
    if (!log || !isHere) return
    const look = () => {
      const view = viewOf(log, loaded, isLive)
      if (!view) return
      const before = seen.current
      const isDown = before !== null && view.last > before.last
      seen.current = withView(before, view, isDown && !isByHand.current ? 'brought' : 'scrolled')
      // From the end the list follows what comes.
      isByHand.current = !isAtEnd(log)
      setAbove(unreadAbove(seen.current, firstUnread))
      const upTo = firstUnread === null ? null : readUpTo(seen.current, firstUnread)
      const message = upTo === null ? undefined : loaded.byN.get(upTo)
      if (message) onSeen(message)
    }
    let timer = setTimeout(look, SETTLE_MS)
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, SETTLE_MS)
    }
    log.addEventListener('scroll', soon, { passive: true })
    const sizes = new ResizeObserver(soon)
    sizes.observe(log)
    if (log.firstElementChild) sizes.observe(log.firstElementChild)
    return () => {
      clearTimeout(timer)
      log.removeEventListener('scroll', soon)
      sizes.disconnect()
    }
  }, [log, isHere, isLive, loaded, firstUnread, brought, onSeen])

  const count = firstUnread === null ? 0 : above
  return useMemo(
    () => ({ count, firstUnread: firstUnread ?? 0, onMarkRead }),
    [count, firstUnread, onMarkRead],
  )
}

interface Loaded {
  readonly list: readonly LoadedMessage[]
  readonly byId: ReadonlyMap<string, number>
  readonly byN: ReadonlyMap<number, { seq: number; n: number; at: string }>
}

function loadedOf(rows: readonly TimelineRow[]): Loaded {
  const messages = rows.flatMap((row) => (row.kind === 'event' ? [] : [row.message]))
  return {
    list: messages.map(({ seq, n, from }) => ({ seq, n, isOwn: from === HUMAN_ID })),
    byId: new Map(messages.map(({ id, n }) => [id, n])),
    byN: new Map(messages.map(({ seq, n, timestamp }) => [n, { seq, n, at: timestamp }])),
  }
}

const isAtEnd = (log: HTMLElement) => log.scrollHeight - log.scrollTop - log.clientHeight <= END_PX

/** The messages of which all is in the view, or enough to fill half of it. */
function viewOf(log: HTMLElement, { list, byId }: Loaded, isLive: boolean): SeenRange | null {
  const edge = log.getBoundingClientRect()
  const inView = [...log.querySelectorAll<HTMLElement>('[data-message]')].flatMap((element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    const shown = Math.min(bottom, edge.bottom) - Math.max(top, edge.top)
    const n = byId.get(element.dataset['message'] ?? '')
    const isShown = height > 0 && shown >= Math.min(height, edge.height / 2) - 1
    return isShown && n !== undefined ? [n] : []
  })
  const newest = list.at(-1)?.n
  // What the end does not show, such as steps that are folded, is shown nowhere.
  if (isLive && newest !== undefined && isAtEnd(log)) inView.push(newest)
  if (inView.length === 0) return null
  return { first: Math.min(...inView), last: Math.max(...inView) }
}
