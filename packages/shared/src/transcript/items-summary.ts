import type { AIGroupDisplayItem } from './groups'

/** What a closed group did, in one line: "2 thinking, 4 tool calls, 3 subagents". */
export function buildSummary(items: readonly AIGroupDisplayItem[], compactions = 0): string {
  const count = (type: AIGroupDisplayItem['type']) =>
    items.filter((item) => item.type === type).length
  const teammates = new Set<string>()
  let subagents = 0
  for (const item of items) {
    if (item.type !== 'subagent') continue
    if (item.subagent.team === undefined) subagents += 1
    else teammates.add(item.subagent.team.memberName)
  }
  const thinking = count('thinking')
  const parts = [
    thinking === 0 ? null : `${thinking} thinking`,
    counted(count('tool'), 'tool call'),
    counted(count('output'), 'message'),
    counted(teammates.size, 'teammate'),
    counted(subagents, 'subagent'),
    counted(count('slash'), 'slash', 'slashes'),
    counted(count('teammate_message'), 'teammate message'),
    counted(compactions, 'compaction'),
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'No items' : parts.join(', ')
}

const counted = (count: number, one: string, many = `${one}s`): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`
