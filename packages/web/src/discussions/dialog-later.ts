import { fetchedLater } from '../ui/fetched-later'

/** What a discussion is begun with. */
export const useDialog = fetchedLater(() => import('./NewDiscussionDialog'))
