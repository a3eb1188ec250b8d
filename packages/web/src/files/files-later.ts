import { fetchedLater } from '../ui/fetched-later'

/** What shows files, once it is needed. While the server is gone it may not come: then the chat goes on without it. */
export const useFiles = fetchedLater(() => import('./group-files'))
