import type { AIGroup, SessionConversation } from './groups'
import { toolIdOf } from './link-tools'
import type { TranscriptTotals } from './views'

type GroupTotals = Pick<TranscriptTotals, 'tools' | 'errors' | 'orphans' | 'subagents'>

const known = new WeakMap<AIGroup, GroupTotals>()

/** How much of everything a session has. A group that did not change is counted once. */
export function totalsOf(
  conversation: SessionConversation,
  lines: Pick<TranscriptTotals, 'unreadable' | 'unknown'>,
): TranscriptTotals {
  let [tools, errors, orphans, subagents] = [0, 0, 0, 0]
  for (const item of conversation.items) {
    if (item.type !== 'ai') continue
    const own = groupTotals(item.group)
    tools += own.tools
    errors += own.errors
    orphans += own.orphans
    subagents += own.subagents
  }
  return {
    user: conversation.totalUserGroups,
    system: conversation.totalSystemGroups,
    ai: conversation.totalAIGroups,
    compact: conversation.totalCompactGroups,
    tools,
    errors,
    orphans,
    subagents,
    unreadable: lines.unreadable,
    unknown: lines.unknown,
  }
}

function groupTotals(group: AIGroup): GroupTotals {
  const before = known.get(group)
  if (before !== undefined) return before
  const calls = new Set<string>()
  const failed = new Map<string, boolean>()
  for (const step of group.steps) {
    if (step.context !== 'main') continue
    const id = toolIdOf(step)
    if (step.type === 'tool_call') calls.add(id)
    else if (step.type === 'tool_result' && !failed.has(id))
      failed.set(id, step.content.isError === true)
  }
  const results = [...calls].flatMap((id) => failed.get(id) ?? [])
  const totals = {
    tools: calls.size,
    errors: results.filter(Boolean).length,
    orphans: calls.size - results.length,
    subagents: group.processes.length,
  }
  known.set(group, totals)
  return totals
}
