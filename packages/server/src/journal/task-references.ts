import type { TaskRecord } from '@crewroom/shared/model/task'

/** What a crew's file says of the order of its tasks goes through here. */
export interface TaskReferences {
  order(task: TaskRecord): void
}
