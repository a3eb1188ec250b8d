import type { TaskRecord } from '@crewroom/shared/model/task'
import { plainPreview } from '../../groups/list/group-order'

/** The first line of a task that says anything. */
export function titleOf({ text }: Pick<TaskRecord, 'text'>): string {
  return plainPreview(text.split('\n').find((line) => line.trim() !== '') ?? '')
}
