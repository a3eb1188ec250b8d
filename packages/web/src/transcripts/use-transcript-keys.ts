import type { TranscriptItemView } from '@crewroom/shared/transcript/views'
import type { RefObject } from 'react'
import { useKey } from '../shell/use-key'

interface TranscriptKeysInput {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly items: readonly TranscriptItemView[]
  /** Brings the header of a group into the view and gives it the focus. */
  readonly toGroup: (itemId: string) => void
  readonly toggleGroup: (itemId: string) => void
  readonly toggleAll: () => void
  readonly nextError: () => void
  readonly find: () => void
}

/** The keys of a transcript, wherever in the page the focus is. */
export function useTranscriptKeys(input: TranscriptKeysInput): void {
  const { scroller, items, toGroup, toggleGroup, toggleAll, nextError, find } = input
  const move = (by: 1 | -1) => {
    const groups = items.filter(({ type }) => type === 'ai').map(({ id }) => id)
    const next = groupBeside(items, groups, itemMeant(scroller.current), by)
    if (next !== undefined) toGroup(next)
  }
  useKey('nextGroupOfTranscript', () => move(1))
  useKey('previousGroupOfTranscript', () => move(-1))
  useKey('expandGroup', () => {
    const id = itemMeant(scroller.current)
    if (items.some((item) => item.id === id && item.type === 'ai') && id !== null) toggleGroup(id)
  })
  useKey('expandAllGroups', toggleAll)
  useKey('openItem', () => itemButton(scroller.current)?.click())
  useKey('nextError', nextError)
  useKey('findInTranscript', find)
  useKey('find', find)
}

/** The group after an item, or before it. */
export function groupBeside(
  items: readonly TranscriptItemView[],
  groups: readonly string[],
  from: string | null,
  by: 1 | -1,
): string | undefined {
  const place = items.findIndex(({ id }) => id === from)
  const isGroup = new Set(groups)
  const beside = by === 1 ? items.slice(place + 1) : items.slice(0, Math.max(0, place)).toReversed()
  return beside.find(({ id }) => isGroup.has(id))?.id
}

/** The item that has the focus while it is drawn; otherwise the first in the view. */
export function itemMeant(log: HTMLElement | null): string | null {
  if (!log) return null
  const focused = document.activeElement?.closest<HTMLElement>('[data-item]')
  if (focused && log.contains(focused)) return focused.dataset['item'] ?? null
  return rowsInView(log)[0]?.dataset['item'] ?? null
}

/** The button of the display item that has the focus; otherwise of the first in the view. */
function itemButton(log: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-key]')
  const own = focused?.querySelector<HTMLElement>('[data-item-head]')
  if (own && log?.contains(own)) return own
  const item = itemMeant(log)
  const rows = log ? rowsInView(log).filter((row) => row.dataset['item'] === item) : []
  for (const row of rows) {
    const button = row.querySelector<HTMLElement>('[data-item-head]')
    if (!button) continue
    button.focus({ preventScroll: true })
    return button
  }
  return null
}

function rowsInView(log: HTMLElement): HTMLElement[] {
  const view = log.getBoundingClientRect()
  return [...log.querySelectorAll<HTMLElement>('[data-key]')]
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > view.top + 4 && box.top < view.bottom)
    .toSorted((a, b) => a.box.top - b.box.top)
    .map(({ row }) => row)
}
