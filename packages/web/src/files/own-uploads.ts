import { fileDrop } from '../groups/file-drop'
import { announcement } from '../shell/announcer'
import { files } from '../sync/api/files'
import { looksLikePicture } from './picture-bytes'
import { Uploads } from './uploads'

/** Those of this page; they go on while one looks elsewhere. */
export const uploads = new Uploads({
  send: files.add,
  looksLikePicture,
  after: (ms, run) => void setTimeout(run, ms),
  announce: (text) => announcement.setState({ text }),
})

/** Takes what was dropped or pasted. */
export function takeGiven(): void {
  const { given } = fileDrop.getState()
  if (given.length === 0) return
  fileDrop.setState({ given: [] })
  for (const { chatId, files: own, folders } of given) uploads.add(chatId, own, folders)
}

/** Lets the person choose files. */
export function chooseFiles(chatId: string): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.addEventListener('change', () => {
    // The chat shows how far they are.
    fileDrop.setState({ isNeeded: true })
    uploads.add(chatId, [...(input.files ?? [])])
  })
  input.click()
}
