import { openedLater } from '../ui/opened-later'

/** What a discussion is begun with. */
export const NewDiscussionDialog = openedLater(() =>
  import('./NewDiscussionDialog').then((own) => own.NewDiscussionDialog),
)

/** The same without a group: it is chosen or made in it. */
export const StartDiscussionDialog = openedLater(() =>
  import('./NewDiscussionDialog').then((own) => own.StartDiscussionDialog),
)
