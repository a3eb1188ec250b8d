/** What a reader gets at once. Characters are UTF-16 units, bytes those of JSON in UTF-8. */
export const VIEW_LIMITS = {
  /** A text in the list of items. */
  listText: 4_000,
  /** A page of items. */
  pageBytes: 512 * 1024,
  /** An item's details, a display item alone, a picture of the whole. */
  answerBytes: 1024 * 1024,
  /** Data of images that come beside it, when they are asked for: base64. */
  imageBytes: 6 * 1024 * 1024,
  /** Failed and orphaned display items that are named in the list. */
  markedIds: 200,
  /** Commands, references, images, models and instruction files of one item. */
  parts: 50,
  /** Steps in an item's details that no display item shows. */
  otherSteps: 200,
  /** A sub-agent in a sub-agent in a sub-agent. */
  depth: 3,
  /** Points of one phase, fewer where there are many phases; and how many phases, the newest. */
  points: 500,
  phases: 60,
  largest: 10,
  errors: 200,
  /** Bars of one lane, fewer where there are many lanes. */
  bars: 400,
  lanes: 60,
  marks: 500,
  /** Around a text that was found. */
  around: 80,
} as const

/** How much of everything an item's details show: as much as fits into an answer, the first that does. */
export interface DetailLevel {
  readonly text: number
  /** Display items of a sub-agent. */
  readonly nested: number
  /** Data of one result's images. */
  readonly images: number
}
export const DETAIL_LEVELS: readonly DetailLevel[] = [
  { text: 32_000, nested: 20, images: 256_000 },
  { text: 8_000, nested: 20, images: 0 },
  { text: 2_000, nested: 8, images: 0 },
  { text: 500, nested: 2, images: 0 },
]
