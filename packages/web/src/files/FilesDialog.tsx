import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { groupName, isolated } from '../groups/group-name'
import { person } from '../sync/sync'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { FileShelf } from './FileShelf'
import { chooseFiles } from './own-uploads'
import { UploadList } from './UploadList'

interface FilesDialogProps {
  readonly group: GroupRecord
  readonly state: CrewState
  readonly onClose: () => void
}

/** The files of a session's group: all its sessions share them. */
export function FilesDialog({ group, state, onClose }: FilesDialogProps) {
  const isReader = useStore(person, (all) => all.isReader)
  const body = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      title={`Files of ${isolated(groupName(group))}`}
      description="All sessions of the group share them."
      onClose={onClose}
    >
      <div ref={body} className="dialog-body fl-body" tabIndex={-1}>
        <UploadList chatId={group.id} />
        <FileShelf {...{ group, state }} onFocusLost={() => body.current?.focus()} />
      </div>
      <DialogFoot cancel="Close" onCancel={onClose}>
        {!isReader && !group.archived && (
          <button type="button" className="btn p" onClick={() => chooseFiles(group.id)}>
            <Paperclip size={15} />
            Add files…
          </button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
