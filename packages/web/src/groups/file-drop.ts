import type { GroupRecord } from '@crewroom/shared/model/group'
import type { ClipboardEvent, DragEvent } from 'react'
import { createStore } from 'zustand/vanilla'
import { person } from '../sync/sync'

/** What was let go on a chat, or pasted there. */
export interface GivenFiles {
  readonly chatId: string
  readonly files: readonly File[]
  readonly folders: readonly string[]
}

/** Files on their way into a chat. What is done with them is loaded when the first ones come. */
export const fileDrop = createStore(() => ({
  isNeeded: false,
  isOver: false,
  given: [] as readonly GivenFiles[],
}))

/** Handlers of what is around a chat: files that are dragged over it or its details, dropped there, or pasted. */
export function fileZone(group: GroupRecord | undefined) {
  const takes = (event: { readonly target: EventTarget }, where: string) =>
    group?.archived === false &&
    !person.getState().isReader &&
    (event.target as Element).closest(where) !== null
  const onDrag = (event: DragEvent) => {
    const { dataTransfer, type, currentTarget, relatedTarget } = event
    if (!dataTransfer.types.includes('Files')) return
    // The browser would leave the page and open the file.
    event.preventDefault()
    const isTaken = takes(event, 'main, .info')
    if (!isTaken) dataTransfer.dropEffect = 'none'
    else if (type === 'drop') give(group, dataTransfer)
    const isLeft = type === 'dragleave' && !currentTarget.contains(relatedTarget as Node | null)
    const isOver = isTaken && type !== 'drop' && !isLeft
    if (isOver !== fileDrop.getState().isOver) fileDrop.setState({ isNeeded: true, isOver })
  }
  return {
    onDragEnter: onDrag,
    onDragOver: onDrag,
    onDragLeave: onDrag,
    onDrop: onDrag,
    onPaste: (event: ClipboardEvent) => {
      const { types } = event.clipboardData
      // Whatever has words is pasted as words: a spreadsheet has a picture of itself, too.
      if (!types.includes('Files') || types.includes('text/plain') || !takes(event, '.comp')) return
      event.preventDefault()
      give(group, event.clipboardData)
    },
  }
}

function give(group: GroupRecord | undefined, { items }: DataTransfer): void {
  const files: File[] = []
  const folders: string[] = []
  for (const item of items) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    const file = item.getAsFile()
    if (entry?.isDirectory) folders.push(entry.name)
    else if (file) files.push(file)
  }
  const given = { chatId: group?.id ?? '', files, folders }
  fileDrop.setState((all) => ({ isNeeded: true, given: [...all.given, given] }))
}
