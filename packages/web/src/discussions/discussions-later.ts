import { fetchedLater } from '../ui/fetched-later'

/** What shows discussions, once a session has one. While the server is gone it may not come: then the chat goes on without it. */
export const useDiscussionParts = fetchedLater(() => import('./discussion-parts'))

/** The course as a picture. */
export const usePicture = fetchedLater(() => import('./CoursePicture'))

export type DiscussionParts = NonNullable<ReturnType<typeof useDiscussionParts>>
