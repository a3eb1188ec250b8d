import type { GroupFile } from '@crewroom/shared/model/group-file'
import { FileText, Trash2 } from 'lucide-react'
import { shownHidden } from '../groups/message/text-pieces'
import { bytesOf } from '../ui/amounts'
import { fullTime, listTime } from '../ui/times'
import { FileName } from './FileName'

interface FileRowProps {
  readonly file: GroupFile
  readonly addedBy: string
  readonly now: number
  readonly onSave: () => void
  /** Null: whoever looks may not remove it. */
  readonly onRemove: (() => void) | null
}

/** A file: pressing it saves it. */
export function FileRow({ file, addedBy, now, onSave, onRemove }: FileRowProps) {
  const name = shownHidden(file.name)
  return (
    <li className="fl-row">
      <button type="button" className="fl-save" onClick={onSave}>
        <span className="sr">Download {name}</span>
        <FileText size={18} strokeWidth={1.7} aria-hidden="true" />
        <span>
          <span aria-hidden="true">
            <FileName name={file.name} />
          </span>
          <small title={fullTime(file.addedAt)}>
            {bytesOf(file.size)} · <bdi>{addedBy}</bdi> · {listTime(file.addedAt, now)}
          </small>
        </span>
      </button>
      {onRemove && (
        <button type="button" className="ib" aria-label={`Delete ${name}`} onClick={onRemove}>
          <Trash2 size={15} />
        </button>
      )}
    </li>
  )
}
