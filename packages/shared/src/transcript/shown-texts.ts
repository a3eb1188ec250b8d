import type { EnhancedItems } from './enhanced-items'
import type { AIGroupDisplayItem, AIGroupLastOutput } from './groups'
import { textOf } from './message-text'
import { contentText } from './preview'
import { stripAnsi } from './strip-ansi'
import { VIEW_LIMITS } from './view-limits'
import type { FoundText } from './views'

/** A text that a reader can see, and what must be open for it. */
type ShownText = Pick<FoundText, 'itemId' | 'displayItemId' | 'subagentIds'> & {
  readonly text: string
}

/** All texts of an item, from above to below: those of its display items, and last its last output. */
export function* shownTexts(items: EnhancedItems, place: number): Iterable<ShownText> {
  const item = items.all[place]
  if (item === undefined) return
  const { id: itemId } = item.group
  const own = (text: string): ShownText => ({
    itemId,
    displayItemId: null,
    subagentIds: [],
    text: stripAnsi(text),
  })
  switch (item.type) {
    case 'user':
      for (const { raw } of item.group.content.commands) yield own(raw)
      yield own(item.group.content.text ?? '')
      return
    case 'system':
      yield own(item.group.commandOutput)
      return
    case 'compact':
      yield own(textOf(item.group.message))
      return
    case 'ai': {
      const group = items.enhanced(place)
      if (group === null) return
      yield* ofDisplayItems(group.displayItems, { items, itemId, subagentIds: [] })
      for (const text of lastOutputTexts(group.lastOutput)) yield own(text)
      return
    }
    default:
      item satisfies never
  }
}

interface Inside {
  readonly items: EnhancedItems
  readonly itemId: string
  readonly subagentIds: readonly string[]
}

function* ofDisplayItems(
  displayItems: readonly AIGroupDisplayItem[],
  inside: Inside,
): Iterable<ShownText> {
  const { items, itemId, subagentIds } = inside
  for (const item of displayItems) {
    for (const text of textsIn(item))
      if (text !== '') yield { itemId, subagentIds, displayItemId: item.id, text: stripAnsi(text) }
    if (item.type !== 'subagent') continue
    const trace = items.trace(item.subagent)
    const inner = [...subagentIds, item.id]
    const own = (text: string): ShownText => ({
      itemId,
      displayItemId: item.id,
      subagentIds: inner,
      text: stripAnsi(text),
    })
    if (trace.prompt !== null) yield own(trace.prompt)
    if (inner.length <= VIEW_LIMITS.depth)
      yield* ofDisplayItems(trace.displayItems, { ...inside, subagentIds: inner })
    for (const text of lastOutputTexts(trace.lastOutput)) yield own(text)
  }
}

function textsIn(item: AIGroupDisplayItem): readonly string[] {
  switch (item.type) {
    case 'thinking':
    case 'output':
      return [item.content]
    case 'tool': {
      const { name, input, result, skillInstructions = '' } = item.tool
      const output = result === undefined ? '' : contentText(result.content)
      return [name, ...valuesIn(input), output, skillInstructions]
    }
    case 'subagent': {
      const { description = '', subagentType = '', name = '', team } = item.subagent
      return [description, subagentType, team?.memberName ?? name]
    }
    case 'slash': {
      const { name, args = '', instructions = '' } = item.slash
      return [`/${name} ${args}`.trim(), instructions]
    }
    case 'teammate_message': {
      const { teammateId, summary = '', content } = item.teammateMessage
      return [teammateId, summary, content]
    }
    default:
      return item satisfies never
  }
}

/** Texts of an input as they are, not as JSON writes them. */
function valuesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(valuesIn)
}

const lastOutputTexts = (output: AIGroupLastOutput | null): readonly string[] =>
  output === null
    ? []
    : [
        output.planPreamble,
        output.planContent,
        // A result, and what a tool works on, are parts of its call, which is searched.
        output.type === 'text' ? output.text : undefined,
        output.interruptionMessage,
      ].flatMap((text) => text ?? [])
