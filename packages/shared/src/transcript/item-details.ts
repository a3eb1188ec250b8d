import type { SemanticStep } from './chunks'
import { type Nesting, displayItemView } from './display-item-view'
import type { AIGroupDisplayItem, EnhancedAIGroup, UserGroup } from './groups'
import { aiItemView, compactItemView, systemItemView, userItemView } from './item-view'
import { textOf } from './message-text'
import { pieceOf } from './item-piece'
import { sizedImages } from './tool-view'
import { DETAIL_LEVELS, type DetailLevel, VIEW_LIMITS } from './view-limits'
import { jsonBytes, longText, shortened } from './view-texts'
import type { DisplayItemView, ItemDetails, StepView } from './views'

type AIDetails = Extract<ItemDetails, { type: 'ai' }>

/** All of an item, within one answer. Null: there is no such item, or no such display item in it. */
export function itemDetails(
  place: number,
  nesting: Nesting,
  piece?: string,
  after?: string,
): ItemDetails | null {
  const item = nesting.items.all[place]
  if (item === undefined) return null
  if (item.type === 'user') return userDetails(item.group)
  if (item.type === 'system') {
    const output = fittingText(item.group.commandOutput)
    return { type: 'system', item: systemItemView(item.group), output }
  }
  if (item.type === 'compact') {
    const summary = fittingText(textOf(item.group.message))
    return { type: 'compact', item: compactItemView(item.group), summary }
  }
  const group = nesting.items.enhanced(place)
  if (group === null) return null
  if (piece !== undefined) return pieceOf(group, piece, nesting)
  const from = after === undefined ? 0 : group.displayItems.findIndex(({ id }) => id === after) + 1
  return after !== undefined && from === 0 ? null : aiDetails(group, from, nesting)
}

function userDetails(group: UserGroup): ItemDetails {
  const images = sizedImages(
    group.content.images.slice(0, VIEW_LIMITS.parts),
    VIEW_LIMITS.imageBytes,
  )
  const text = fittingText(group.content.text ?? '')
  return { type: 'user', item: userItemView(group), text, images }
}

/** As much of a text as fits into an answer: a character may take six bytes. */
function fittingText(text: string) {
  let limit: number = VIEW_LIMITS.answerBytes / 2
  for (;;) {
    const view = longText(text, limit)
    if (jsonBytes(view) <= VIEW_LIMITS.answerBytes / 2) return view
    limit = Math.floor(limit / 2)
  }
}

/** As many display items as fit, with as much of each as fits; at least one, of which there is little then. */
function aiDetails(group: EnhancedAIGroup, from: number, nesting: Nesting): AIDetails {
  const rest = group.displayItems.slice(from)
  const last = DETAIL_LEVELS.at(-1)
  for (const level of DETAIL_LEVELS) {
    const item = aiItemView(group, level.text)
    let views = firstOf(rest, level, VIEW_LIMITS.answerBytes - jsonBytes(item), nesting)
    if (views.length < rest.length && level !== last) continue
    for (;;) {
      const details = withSteps(group, item, views, rest, from === 0)
      if (jsonBytes(details) <= VIEW_LIMITS.answerBytes) return details
      if (level !== last) break
      if (views.length < 2) return details
      views = views.slice(0, Math.floor(views.length * 0.8))
    }
  }
  return withSteps(group, aiItemView(group), [], rest, from === 0)
}

function firstOf(
  items: readonly AIGroupDisplayItem[],
  level: DetailLevel,
  budget: number,
  nesting: Nesting,
): readonly DisplayItemView[] {
  const views: DisplayItemView[] = []
  let left = budget
  for (const item of items) {
    const view = displayItemView(item, level, nesting)
    left -= jsonBytes(view) + STEP_BYTES * (item.type === 'tool' ? 2 : 1)
    if (left < 0 && views.length > 0) break
    views.push(view)
  }
  return views
}

/** About what a step takes, with its name in the steps of its response. */
const STEP_BYTES = 300

function withSteps(
  group: EnhancedAIGroup,
  item: AIDetails['item'],
  displayItems: readonly DisplayItemView[],
  rest: readonly AIGroupDisplayItem[],
  isFirst: boolean,
): AIDetails {
  const shown = new Set(displayItems.map(({ id }) => id))
  // Steps that no display item shows, such as those of the last output, come with the first answer.
  const all = isFirst ? new Set(rest.map(({ id }) => id)) : null
  let others: number = VIEW_LIMITS.otherSteps
  const steps = group.steps.filter(({ id, content }) => {
    const own = content.toolUseId ?? id
    if (shown.has(own)) return true
    if (all === null || all.has(own) || others === 0) return false
    others -= 1
    return true
  })
  const known = new Set(steps.map(({ id }) => id))
  const stepGroups = group.stepGroups.flatMap((responded) => {
    const stepIds = responded.stepIds.filter((id) => known.has(id))
    return stepIds.length === 0
      ? []
      : [{ ...responded, label: shortened(responded.label, LABEL), stepIds }]
  })
  const more = rest.length - displayItems.length
  return { type: 'ai', item, displayItems, steps: steps.map(stepView), stepGroups, more }
}

const LABEL = 120

function stepView(step: SemanticStep): StepView {
  const { id, type, startTime, endTime, durationMs, contextTokens, isGapFilled } = step
  return {
    id,
    type,
    startTime,
    durationMs,
    ...(endTime === undefined ? {} : { endTime }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(isGapFilled === undefined ? {} : { isGapFilled }),
  }
}
