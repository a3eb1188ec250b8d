import { useQuery } from '@tanstack/react-query'
import { api } from '../sync/api'
import { liveLists } from '../sync/live-lists'
import { oneByOne } from '../sync/live-queries'
import { type TaskList, withTask } from './task-list'

/** A crew that ever had more than so many pages of tasks is shown its newest ones. */
const PAGES = 20

/** All tasks of a crew, the newest page first. What changes meanwhile is told by events from `asOf` on. */
async function fetchTasks(leadId: string, signal: AbortSignal): Promise<TaskList> {
  const newest = await api.tasks(leadId, {}, signal)
  const pages = [newest.tasks]
  let { hasMore } = newest
  while (hasMore && pages.length < PAGES) {
    const earlier = await api.tasks(leadId, { before: pages[0]?.[0]?.id }, signal)
    pages.unshift(earlier.tasks)
    hasMore = earlier.hasMore
  }
  return { tasks: pages.flat(), asOf: newest.asOf }
}

/** All tasks of a crew, kept true by events. */
export function useTasks(leadId: string) {
  const queryKey = ['lead', leadId, 'tasks'] as const
  return useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<TaskList> => {
      liveLists.begin<TaskList>(leadId, queryKey, oneByOne(withTask))
      return fetchTasks(leadId, signal)
    },
    staleTime: Infinity,
  })
}
