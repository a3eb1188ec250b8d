import type { GroupRecord } from '@crewroom/shared/model/group'
import type { GroupFile } from '@crewroom/shared/model/group-file'
import { useState } from 'react'
import { groupName } from '../groups/group-name'
import { files } from '../sync/api/files'
import { ApiError } from '../sync/request'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Problem } from '../ui/Problem'
import { WhatStays } from '../ui/WhatStays'
import { FileName } from './FileName'

interface RemoveFileDialogProps {
  readonly group: GroupRecord
  readonly file: GroupFile
  readonly onClose: () => void
}

/** Nothing brings a deleted file back. */
export function RemoveFileDialog({ group, file, onClose }: RemoveFileDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await files.remove(group.id, file)
      onClose()
    } catch (error) {
      // Somebody else was faster: it is as it was wanted.
      if (error instanceof ApiError && error.code === 'file_not_found') return onClose()
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={`Delete this ${file.kind}?`} onClose={onClose}>
      <div className="dialog-body">
        <p className="fl-remove">
          <b>
            <FileName name={file.name} />
          </b>
        </p>
        <p>
          It is deleted for everyone in <bdi>{groupName(group)}</bdi>. This cannot be undone.
        </p>
        <WhatStays after="file" />
        <Problem text={problem === null ? null : `It was not deleted. ${problem}`} />
      </div>
      <DialogFoot cancel="Keep it" onCancel={onClose}>
        <button
          type="button"
          className="btn danger p"
          aria-disabled={isBusy}
          onClick={() => void remove()}
        >
          {isBusy ? 'Deleting…' : `Delete ${file.kind}`}
        </button>
      </DialogFoot>
    </Dialog>
  )
}
