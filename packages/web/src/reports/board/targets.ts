import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { BoardTask } from './columns'

/** Where a task can be moved: to another agent, or to Done. */
export type Target = { readonly agentId: string } | 'done'

export const keyOf = (target: Target): string => (target === 'done' ? target : target.agentId)

/**
 * Where this task can be moved, an end by hand last. Closing ends the oldest task of an agent, so only that one can be
 * closed; what is done stays where it is.
 */
export function targetsOf(
  { task: { agentId }, column, isFirst }: BoardTask,
  agents: readonly AgentRecord[],
): readonly Target[] {
  if (column === 'done') return []
  const others = agents.filter(({ id, ended }) => id !== agentId && ended !== 'terminated')
  const end: Target[] = isFirst && column !== 'failed' ? ['done'] : []
  return [...others.map(({ id }) => ({ agentId: id })), ...end]
}

/** The target that an arrow leads to, from one end round to the other; null: the key moves nothing. */
export function nextTarget(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
