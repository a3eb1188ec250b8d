import type { GroupRecord } from '@crewroom/shared/model/group'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { isKey } from '../../shell/use-key'
import { prefs } from '../../ui/prefs'
import type { PlacedGroup } from './group-order'
import { scrollToRow } from '../../ui/scroll-to-row'
import { useLongPress } from '../../ui/use-long-press'

export type RowItem =
  | { readonly kind: 'section'; readonly key: string; readonly label: string }
  | { readonly kind: 'group'; readonly key: string; readonly group: GroupRecord }
  | {
      readonly kind: 'fold'
      readonly key: string
      readonly count: number
      readonly isOpen: boolean
    }

/** Above so many rows only those near the view are in the document. */
const VIRTUAL_ABOVE = 60
const HEIGHTS = { comfortable: 81, compact: 37, section: 30, fold: 44 } as const

/** Groups with their headings, then the archive. */
export function rowItems(
  groups: readonly PlacedGroup[],
  archived: readonly GroupRecord[],
  isOpen: boolean,
): readonly RowItem[] {
  const items: RowItem[] = []
  let section: string | null = null
  for (const own of groups) {
    if (own.section !== null && own.section !== section) {
      section = own.section
      items.push({ kind: 'section', key: `section ${section}`, label: section })
    }
    items.push({ kind: 'group', key: own.group.name, group: own.group })
  }
  if (archived.length > 0) {
    items.push({ kind: 'fold', key: 'archive of groups', count: archived.length, isOpen })
    if (isOpen) {
      for (const group of archived) items.push({ kind: 'group', key: group.name, group })
    }
  }
  return items
}

interface GroupRowsProps {
  readonly items: readonly RowItem[]
  readonly openName: string | undefined
  readonly renderGroup: (group: GroupRecord, isStop: boolean) => ReactNode
  readonly onFold: () => void
  readonly onMenu: (name: string, from: HTMLElement, at?: { x: number; y: number }) => void
  /** Said where there is no group to show. */
  readonly nothing: ReactNode
  readonly handlers: object
}

/** The scrolling part of the list. One stop for Tab; the arrows move within. */
export function GroupRows(props: GroupRowsProps) {
  const { items, openName, renderGroup, onFold, onMenu } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const { density } = useStore(prefs)
  const isVirtual = items.length > VIRTUAL_ABOVE
  const indexOf = (name: string | null | undefined) =>
    items.findIndex((item) => item.kind === 'group' && item.group.name === name)
  const activeIndex = indexOf(active)
  const openIndex = indexOf(openName)
  const stop = activeIndex >= 0 ? activeIndex : openIndex >= 0 ? openIndex : indexOfFirst(items)

  const virtual = useVirtualizer({
    count: items.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => {
      const kind = items[index]?.kind ?? 'group'
      return kind === 'group' ? HEIGHTS[density] : HEIGHTS[kind]
    },
    overscan: 6,
    // What has the focus stays in the document, or the keyboard would be nowhere.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return stop < 0 || shown.includes(stop) ? shown : [...shown, stop].toSorted((a, b) => a - b)
      },
      [stop],
    ),
  })
  useLayoutEffect(() => virtual.measure(), [virtual, density])

  useEffect(() => {
    // A group that is opened from elsewhere comes into view; one that is in it stays where it is.
    const row = scroller.current?.querySelector('.g[aria-current]')
    if (row && scroller.current) scrollToRow(scroller.current, row)
    else if (isVirtual && openIndex >= 0) virtual.scrollToIndex(openIndex, { align: 'auto' })
    // Only when another group is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [openName])

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
    setActive(item.group.name)
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
  const longPress = useLongPress((target, at) => {
    const row = target.closest('[data-row]')?.querySelector<HTMLElement>('[data-group]')
    if (row) onMenu(row.dataset['group'] ?? '', row, at)
  })

  const row = (item: RowItem, index: number) => {
    switch (item.kind) {
      case 'section':
        return <h3 className="sec">{item.label}</h3>
      case 'group':
        return renderGroup(item.group, index === stop)
      case 'fold':
        return (
          <button type="button" className="fold" aria-expanded={item.isOpen} onClick={onFold}>
            <ChevronRight size={14} />
            Archived
            <span className="cnt">{item.count}</span>
          </button>
        )
      default:
        return item satisfies never
    }
  }
  const shown = isVirtual ? virtual.getVirtualItems().map(({ index }) => index) : items.keys()
  const first = isVirtual ? virtual.getVirtualItems() : []
  const startOf = new Map(first.map(({ index, start }) => [index, start]))
  return (
    <div
      ref={scroller}
      className="rows"
      {...longPress.handlers}
      onKeyDown={onKeyDown}
      onFocusCapture={(event) => {
        const name = (event.target as HTMLElement).dataset['group']
        if (name !== undefined) setActive(name)
      }}
      onContextMenu={(event) => {
        const own = (event.target as HTMLElement).closest('[data-row]')
        const link = own?.querySelector<HTMLElement>('[data-group]')
        if (!link || event.shiftKey) return
        event.preventDefault()
        if (longPress.isTaken()) return
        // The keyboard's own key for menus has no place of its own.
        const isPointer = event.clientX > 0 || event.clientY > 0
        const at = { x: event.clientX, y: event.clientY }
        onMenu(link.dataset['group'] ?? '', link, isPointer ? at : undefined)
      }}
      {...props.handlers}
    >
      {props.nothing}
      <ul style={isVirtual ? { height: virtual.getTotalSize(), position: 'relative' } : undefined}>
        {[...shown].map((index) => {
          const item = items[index]
          if (!item) return null
          return (
            <li
              key={item.key}
              data-row={index}
              data-index={index}
              ref={isVirtual ? virtual.measureElement : undefined}
              className={isVirtual ? 'at' : undefined}
              style={
                isVirtual ? { transform: `translateY(${startOf.get(index) ?? 0}px)` } : undefined
              }
              {...(isVirtual ? { 'aria-setsize': items.length, 'aria-posinset': index + 1 } : {})}
            >
              {row(item, index)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function indexOfFirst(items: readonly RowItem[]): number {
  return items.findIndex((item) => item.kind === 'group')
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
