import { useQuery } from '@tanstack/react-query'
import { api } from '../sync/api'
import { liveLists } from '../sync/live-lists'
import { type TaskList, withTask } from './task-list'

/** All tasks of a crew, kept true by events. */
export function useTasks(leadId: string) {
  const queryKey = ['lead', leadId, 'tasks'] as const
  return useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<TaskList> => {
      liveLists.begin<TaskList>(leadId, queryKey, withTask)
      return api.tasks(leadId, undefined, signal)
    },
    staleTime: Infinity,
  })
}
