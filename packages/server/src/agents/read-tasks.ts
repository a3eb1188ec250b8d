import type { TaskRecord, TaskStatus } from '@crewroom/shared/model/task'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'

export interface TasksInput {
  readonly status?: TaskStatus | undefined
  /** The id of a task: only those that were given earlier. */
  readonly before?: string | undefined
  readonly limit?: number | undefined
}

export interface TasksPage {
  /** In the order in which they were given. */
  readonly tasks: readonly TaskRecord[]
  /** There are earlier ones. */
  readonly hasMore: boolean
  readonly asOf: number
}

/** The newest tasks of a crew, or those before one of them. Waits until the tables hold what memory holds. */
export async function readTasks(shard: Shard, crew: Crew, input: TasksInput): Promise<TasksPage> {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const { reader } = shard.ports
  const { status = null, before = null, limit = LIMITS.tasksPage } = input
  if (before !== null && reader.task(before)?.leadId !== leadId) {
    throw new CrewError('not_found', 'There is no task with this id in this crew.')
  }
  return reader.tasks(leadId, { status, before, limit })
}
