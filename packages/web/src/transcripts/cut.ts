import type { DisplayItemView, TranscriptItemView } from '@crewroom/shared/transcript/views'

/** Whether only the beginning of an item's text came; of a group, of its last output. */
export function isItemCut(item: TranscriptItemView): boolean {
  switch (item.type) {
    case 'user':
      return item.text.cut !== undefined
    case 'system':
      return item.output.cut !== undefined
    case 'compact':
      return item.summary.cut !== undefined
    case 'ai':
      return item.lastOutput?.cut !== undefined
    default:
      return item satisfies never
  }
}

export function isDisplayItemCut(item: DisplayItemView): boolean {
  switch (item.type) {
    case 'thinking':
    case 'output':
      return item.content.cut !== undefined
    case 'tool':
      return [item.tool.input, item.tool.result?.content, item.tool.skillInstructions].some(
        (text) => text?.cut !== undefined,
      )
    case 'subagent':
      return [item.subagent.prompt, item.subagent.lastOutput].some(
        (text) => text?.cut !== undefined,
      )
    // They come whole.
    case 'slash':
    case 'teammate_message':
      return false
    default:
      return item satisfies never
  }
}
