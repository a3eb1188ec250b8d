import type { SemanticStep } from './chunks'
import type { AIGroupStatus } from './groups'

/**
 * How a group ended. An interruption behind which the agent went on is none any more, and neither is a failed tool: it
 * is an error only where the agent stopped there.
 */
export function statusOf(steps: readonly SemanticStep[], isOngoing: boolean): AIGroupStatus {
  if (isOngoing) return 'in_progress'
  const last = steps.findLast(({ type }) => type !== 'subagent')
  if (last?.type === 'interruption') return 'interrupted'
  return last?.type === 'tool_result' && last.content.isError === true ? 'error' : 'complete'
}
