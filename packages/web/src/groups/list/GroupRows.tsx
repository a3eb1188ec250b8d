import type { GroupRecord } from '@crewroom/shared/model/group'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { scrollToRow } from '../../ui/scroll-to-row'
import { useLongPress } from '../../ui/use-long-press'
import { indexOfFirst, type RowItem } from './row-items'
import { useRowKeys } from './use-row-keys'
import { useVirtualGroups } from './use-virtual-groups'

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
  const indexOf = (name: string | null | undefined) =>
    items.findIndex((item) => item.kind === 'group' && item.group.name === name)
  const activeIndex = indexOf(active)
  const openIndex = indexOf(openName)
  const stop = activeIndex >= 0 ? activeIndex : openIndex >= 0 ? openIndex : indexOfFirst(items)

  const { virtual, isVirtual } = useVirtualGroups(scroller, items, stop)
  useEffect(() => {
    // A group that is opened from elsewhere comes into view; one that is in it stays where it is.
    const row = scroller.current?.querySelector('.g[aria-current]')
    if (row && scroller.current) scrollToRow(scroller.current, row)
    else if (isVirtual && openIndex >= 0) virtual.scrollToIndex(openIndex, { align: 'auto' })
    // Only when another group is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [openName])

  const onKeyDown = useRowKeys(scroller, items, setActive)
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
