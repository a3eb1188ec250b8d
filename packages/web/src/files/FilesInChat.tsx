import type { GroupRecord } from '@crewroom/shared/model/group'
import { Paperclip } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { fileDrop } from '../groups/file-drop'
import { groupName } from '../groups/group-name'
import { takeGiven } from './own-uploads'
import { UploadList } from './UploadList'
import './files.css'

/** Over a chat: where files may be let go, and how far those are that are being added. It moves nothing in the chat. */
export function FilesInChat({ group }: { readonly group: GroupRecord }) {
  const { isOver, given } = useStore(fileDrop)
  useEffect(takeGiven, [given])
  useEffect(() => {
    addEventListener('dragover', refuseElsewhere)
    addEventListener('drop', refuseElsewhere)
    return () => {
      removeEventListener('dragover', refuseElsewhere)
      removeEventListener('drop', refuseElsewhere)
    }
  }, [])
  return (
    <div className="fl-place">
      {isOver && (
        <div className="fl-drop" aria-hidden="true">
          <Paperclip size={28} strokeWidth={1.6} />
          <b>
            Add to <bdi>{groupName(group)}</bdi>
          </b>
          <span>Everyone in the group can open what you drop here.</span>
        </div>
      )}
      <UploadList chatId={group.id} />
    </div>
  )
}

/** Beside the chat a file is not taken, and the browser must not leave the page for it. */
function refuseElsewhere(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
