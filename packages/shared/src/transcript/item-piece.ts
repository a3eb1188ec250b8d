import { displayItemView, type Nesting } from './display-item-view'
import type { AIGroupDisplayItem, EnhancedAIGroup } from './groups'
import { aiItemView } from './item-view'
import { VIEW_LIMITS } from './view-limits'
import { jsonBytes } from './view-texts'
import { type DisplayItemView, type ItemDetails, LAST_OUTPUT_PIECE } from './views'

/** One display item alone, wherever it is in the group, uncut as far as one answer goes. Null: it is not there. */
export function pieceOf(
  group: EnhancedAIGroup,
  piece: string,
  nesting: Nesting,
): ItemDetails | null {
  if (piece === LAST_OUTPUT_PIECE) {
    return uncut((text) => answer(aiItemView(group, text), []))
  }
  const found = findDisplayItem(group.displayItems, piece, nesting)
  if (found === null) return null
  const item = aiItemView(group)
  // A sub-agent has many results.
  const images = found.type === 'tool' ? VIEW_LIMITS.imageBytes : 0
  return uncut((text, nested) =>
    answer(item, [displayItemView(found, { text, nested, images }, nesting)]),
  )
}

const answer = (
  item: Extract<ItemDetails, { type: 'ai' }>['item'],
  displayItems: readonly DisplayItemView[],
): ItemDetails => ({ type: 'ai', item, displayItems, steps: [], stepGroups: [], more: 0 })

/** As long as its texts may be for the answer to be small enough; a sub-agent has many texts. */
function uncut(make: (text: number, nested: number) => ItemDetails): ItemDetails {
  let text: number = VIEW_LIMITS.answerBytes
  let nested = MOST_NESTED
  for (;;) {
    const made = make(text, nested)
    const bytes = jsonBytes(withoutImages(made))
    if (bytes <= VIEW_LIMITS.answerBytes || text < LEAST_TEXT) return made
    // Nearly what fits; quickly less where many texts are shown.
    text = Math.floor(
      text * Math.min(0.95, Math.max(0.5, (0.95 * VIEW_LIMITS.answerBytes) / bytes)),
    )
    if (text < FEW_TEXT) nested = Math.max(2, Math.floor(nested / 2))
  }
}

const MOST_NESTED = 200
const FEW_TEXT = 8_000
const LEAST_TEXT = 100

const withoutImages = (details: ItemDetails): unknown =>
  JSON.parse(
    JSON.stringify(details, (key, value: unknown) => (key === 'images' ? [] : value)),
  ) as unknown

function findDisplayItem(
  items: readonly AIGroupDisplayItem[],
  id: string,
  nesting: Nesting,
  depth = 1,
): AIGroupDisplayItem | null {
  const own = items.find((item) => item.id === id)
  if (own !== undefined) return own
  if (depth > VIEW_LIMITS.depth) return null
  for (const item of items) {
    if (item.type !== 'subagent') continue
    const { displayItems } = nesting.items.trace(item.subagent)
    const inner = findDisplayItem(displayItems, id, nesting, depth + 1)
    if (inner !== null) return inner
  }
  return null
}
