import type { GroupRecord } from '@crewroom/shared/model/group'
import type { GroupFile } from '@crewroom/shared/model/group-file'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { files } from '../sync/api/files'
import { saveBlob } from '../sync/save-blob'
import { person } from '../sync/sync'
import { toast } from '../ui/toasts'
import { useNow } from '../ui/use-now'
import { FileRow } from './FileRow'
import { PictureDialog } from './PictureDialog'
import { RemoveFileDialog } from './RemoveFileDialog'
import { Thumb } from './Thumb'
import './files.css'

interface FileShelfProps {
  readonly group: GroupRecord
  readonly state: CrewState
  /** Takes the focus from a file that was deleted. */
  readonly onFocusLost: () => void
}

const FIRST = 9
const MORE = 60
const NONE: readonly GroupFile[] = []

/** Files and pictures of a group, the newest first. */
export function FileShelf({ group, state, onFocusLost }: FileShelfProps) {
  const { name: personName, isReader } = useStore(person)
  const now = useNow(60_000)
  const all = state.files[group.name] ?? NONE
  const [pictures, others] = useMemo(() => {
    const of = (kind: GroupFile['kind']) => all.filter((own) => own.kind === kind).toReversed()
    return [of('picture'), of('file')]
  }, [all])
  const [openName, setOpenName] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<GroupFile | null>(null)
  const addedBy = ({ addedBy: id }: GroupFile) => participantOf(state, id, personName).label
  const save = (file: GroupFile) => {
    files
      .content(group.id, file)
      // Never of a type that the browser would rather open.
      .then((blob) => saveBlob(new Blob([blob], { type: 'application/octet-stream' }), file.name))
      .catch((error: unknown) => toast.failed("It couldn't be downloaded.", error))
  }
  const open = (file: GroupFile) => setOpenName(file.name)
  const isOpen = pictures.some(({ name }) => name === openName)
  return (
    <>
      {all.length === 0 && (
        <p className="fl-empty">
          {isReader || group.archived
            ? 'No files.'
            : 'No files yet. Drop some on the chat, or choose them here.'}
        </p>
      )}
      <Part own={pictures} noun="pictures">
        {(shown) => (
          <ul className="fl-grid" aria-label="Pictures">
            {shown.map((file) => (
              <li key={file.name}>
                <Thumb chatId={group.id} file={file} onOpen={() => open(file)} />
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part own={others} noun="files">
        {(shown) => (
          <ul className="fl-rows" aria-label="Files">
            {shown.map((file) => (
              <FileRow
                key={file.name}
                file={file}
                addedBy={addedBy(file)}
                now={now}
                onSave={() => save(file)}
                onRemove={isReader ? null : () => setLeaving(file)}
              />
            ))}
          </ul>
        )}
      </Part>
      {isOpen && openName !== null && (
        <PictureDialog
          chatId={group.id}
          {...{ pictures, addedBy, now }}
          name={openName}
          onShow={open}
          onSave={save}
          onRemove={isReader ? null : setLeaving}
          onClose={() => setOpenName(null)}
        />
      )}
      {leaving && (
        <RemoveFileDialog
          group={group}
          file={leaving}
          onClose={() => {
            setLeaving(null)
            // The file that had the focus goes a moment later.
            requestAnimationFrame(onFocusLost)
          }}
        />
      )}
    </>
  )
}

interface PartProps {
  readonly own: readonly GroupFile[]
  readonly noun: string
  readonly children: (shown: readonly GroupFile[]) => React.ReactNode
}

/** A few of them, and more when asked. */
function Part({ own, noun, children }: PartProps) {
  const [most, setMost] = useState(FIRST)
  if (own.length === 0) return null
  const left = own.length - most
  return (
    <>
      {children(own.slice(0, most))}
      {left > 0 && (
        <button type="button" className="link fl-more" onClick={() => setMost(most + MORE)}>
          {`Show ${Math.min(left, MORE)} more ${noun}`}
        </button>
      )}
    </>
  )
}
