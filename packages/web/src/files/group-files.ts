/** What is shown of a group's files, in one piece: it is loaded with the details, or when the first ones come. */
export { FilesDialog } from './FilesDialog'
export { FilesInChat } from './FilesInChat'
export { FilesSection } from './FilesSection'
