import type { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import type { DisplayItemView, ItemDetails } from '@crewroom/shared/transcript/views'

/** An item with everything in it: answers of the server leave out what would be too much for one. */
export function everythingOf(book: TranscriptOf, itemId: string): ItemDetails {
  const first = book.details(itemId)
  if (first === null) throw new Error(`the transcript lost its item ${itemId}`)
  if (first.type !== 'ai') return first
  const displayItems = [...first.displayItems]
  const steps = [...first.steps]
  const stepGroups = [...first.stepGroups]
  let page = first
  while (page.more > 0) {
    const last = displayItems.at(-1)?.id
    const next = last === undefined ? null : book.details(itemId, undefined, last)
    if (next?.type !== 'ai' || next.displayItems.length === 0) break
    displayItems.push(...next.displayItems)
    steps.push(...next.steps)
    stepGroups.push(...next.stepGroups)
    page = next
  }
  const whole = displayItems.map((item) => wholeOf(book, itemId, item))
  return { ...first, displayItems: whole, steps, stepGroups, more: 0 }
}

function wholeOf(book: TranscriptOf, itemId: string, item: DisplayItemView): DisplayItemView {
  if (!isCut(item)) return item
  const piece = book.details(itemId, item.id)
  return (piece?.type === 'ai' ? piece.displayItems[0] : undefined) ?? item
}

/** Whether a text or an image in it is not all there. */
function isCut(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('cut' in value || ('mediaType' in value && 'data' in value && value.data === '')) return true
  return Object.values(value).some(isCut)
}
