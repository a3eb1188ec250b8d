/** What changes messages, and shows how they were changed: one file, fetched with the first use of any of it. */
export { DeleteMessage } from './DeleteMessage'
export { EditMessage } from './EditMessage'
export { MessageVersions } from './MessageVersions'
