import { fetchedLater } from '../../ui/fetched-later'

/** What shows quotes, and pictures and files that are linked, once there is one. Without it the chat goes on. */
export const useReplies = fetchedLater(() => import('./replies'))
