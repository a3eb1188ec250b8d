import type { AgentRecord } from '@crewroom/shared/model/agent'
import { shortTaskId } from '@crewroom/shared/model/task'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import { nameIn } from '../crew/directory'
import { masked } from '../crew/secrets'
import type { Shard } from '../crew/shard'

/**
 * Refuses a task that the agent has open already, in the same words: two of them are most often one that somebody has
 * forgotten to have given. Whoever means it says so with `again`.
 */
export function assertNotGivenBefore(
  shard: Shard,
  crew: Crew,
  agent: AgentRecord,
  given: { readonly text: string; readonly context?: string | null | undefined },
  again = false,
): void {
  if (again) return
  // Stored text is masked, perhaps with fewer values than are known by now.
  const mask = shard.maskOf(crew)
  const words = (text: string | null | undefined) =>
    masked(mask, text ?? '', LIMITS.task)
      .replace(/\s+/g, ' ')
      .trim()
  const [text, context] = [words(given.text), words(given.context)]
  const same = Object.values(crew.state.tasks).find(
    (task) =>
      task.agentId === agent.id && words(task.text) === text && words(task.context) === context,
  )
  if (!same) return
  throw new CrewError(
    'validation',
    `${nameIn(crew, agent.id)} has this task already, and it is open: ${shortTaskId(same.id)}. Write to it or wait for its report; to give it once more, add "again":true.`,
    {
      taskId: same.id,
      fields: { again: 'must be true for a task that its agent has open already' },
    },
  )
}
