import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { isKey } from '../../shell/use-key'
import { scrollToRow } from '../../ui/scroll-to-row'
import type { RowItem } from './row-items'

/** Moves the focus among the rows by keys; a row that is not drawn yet gets it when it is. */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  items: readonly RowItem[],
  onMove: (name: string) => void,
): (event: KeyboardEvent) => void {
  const wanted = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const row = rowOf(scroller.current, wanted.current)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
    if (scroller.current) scrollToRow(scroller.current, row)
  })
  const moveTo = (index: number) => {
    const item = items[index]
    if (item?.kind !== 'group') return
    wanted.current = item.group.name
    onMove(item.group.name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
    if (!row) return
    const from = Number(row.dataset['row'])
    const to = nextIndex(items, from, event)
    if (to === null) return
    event.preventDefault()
    if (to !== from) moveTo(to)
  }
  return onKeyDown
}

function rowOf(scroller: HTMLElement | null, name: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-group="${CSS.escape(name)}"]`) ?? null
}

/** Where a key leads from a row; null for keys that are not the list's. */
function nextIndex(
  items: readonly RowItem[],
  from: number,
  { nativeEvent }: KeyboardEvent,
): number | null {
  const indexes = [...items.keys()].filter((index) => items[index]?.kind === 'group')
  if (isKey('nextMessage', nativeEvent)) return indexes.find((index) => index > from) ?? from
  if (isKey('previousMessage', nativeEvent)) {
    return indexes.findLast((index) => index < from) ?? from
  }
  if (isKey('firstMessage', nativeEvent)) return indexes[0] ?? null
  if (isKey('latestMessage', nativeEvent)) return indexes.at(-1) ?? null
  return null
}
