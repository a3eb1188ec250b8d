import { openedLater } from '../ui/opened-later'

/** What a discussion is begun with. */
export const NewDiscussionDialog = openedLater(() =>
  import('./NewDiscussionDialog').then((own) => own.NewDiscussionDialog),
)

/** The same, with a choice of the group. */
export const StartDiscussionDialog = openedLater(() =>
  import('./NewDiscussionDialog').then((own) => own.StartDiscussionDialog),
)
