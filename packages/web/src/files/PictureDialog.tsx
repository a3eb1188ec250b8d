import type { GroupFile } from '@crewroom/shared/model/group-file'
import { ChevronLeft, ChevronRight, FileDown, ImageOff, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isolated } from '../groups/group-name'
import { shownHidden } from '../groups/message/text-pieces'
import { bytesOf } from '../ui/amounts'
import { Dialog } from '../ui/Dialog'
import { fullTime, listTime } from '../ui/times'
import { wholePicture } from './pictures'

interface PictureDialogProps {
  readonly chatId: string
  readonly pictures: readonly GroupFile[]
  readonly name: string
  readonly addedBy: (file: GroupFile) => string
  readonly now: number
  readonly onShow: (file: GroupFile) => void
  readonly onSave: (file: GroupFile) => void
  /** Null: whoever looks may not remove any. */
  readonly onRemove: ((file: GroupFile) => void) | null
  readonly onClose: () => void
}

/** A picture as large as there is room, and the way to the others. */
export function PictureDialog(props: PictureDialogProps) {
  const { chatId, pictures, name, addedBy, now, onShow, onSave, onRemove, onClose } = props
  const at = pictures.findIndex((own) => own.name === name)
  const file = pictures[at]
  const go = (by: 1 | -1) => {
    const next = pictures[at + by]
    if (next) onShow(next)
  }
  const stage = useRef<HTMLDivElement>(null)
  useArrows(stage, go)
  if (!file) return null
  return (
    <Dialog title={isolated(shownHidden(file.name))} onClose={onClose} width="wide">
      <div ref={stage} className="fl-stage">
        <Whole key={file.sha256} chatId={chatId} file={file} />
        <button
          type="button"
          className="fl-go back"
          aria-label="Previous picture"
          aria-keyshortcuts="ArrowLeft"
          aria-disabled={at === 0}
          onClick={() => go(-1)}
        >
          <ChevronLeft size={20} />
        </button>
        <button
          type="button"
          className="fl-go on"
          aria-label="Next picture"
          aria-keyshortcuts="ArrowRight"
          aria-disabled={at === pictures.length - 1}
          onClick={() => go(1)}
        >
          <ChevronRight size={20} />
        </button>
      </div>
      <footer className="fl-foot">
        <span title={fullTime(file.addedAt)}>
          {pictures.length > 1 && `${at + 1} of ${pictures.length} · `}
          {bytesOf(file.size)} · <bdi>{addedBy(file)}</bdi> · {listTime(file.addedAt, now)}
        </span>
        <span className="sp" />
        {onRemove && (
          <button type="button" className="btn danger" onClick={() => onRemove(file)}>
            <Trash2 size={15} />
            Delete
          </button>
        )}
        <button type="button" className="btn" onClick={() => onSave(file)}>
          <FileDown size={15} />
          Download
        </button>
      </footer>
    </Dialog>
  )
}

/** The arrow keys, wherever the focus is in this dialog; one that is open above it keeps its own. */
function useArrows(
  stage: { readonly current: HTMLElement | null },
  go: (by: 1 | -1) => void,
): void {
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
      const top = [...document.querySelectorAll('dialog[open]')].at(-1)
      if (by === null || event.altKey || !top?.contains(stage.current)) return
      event.preventDefault()
      latest.current(by)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [stage])
}

function Whole({ chatId, file }: { readonly chatId: string; readonly file: GroupFile }) {
  const [url, setUrl] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    let made: string | null = null
    wholePicture(chatId, file, abort.signal).then(
      (own) => {
        if (abort.signal.aborted) return URL.revokeObjectURL(own)
        made = own
        setUrl(own)
      },
      (error: unknown) => {
        if (!abort.signal.aborted)
          setProblem(error instanceof Error ? error.message : String(error))
      },
    )
    return () => {
      abort.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [chatId, file])
  if (problem !== null) {
    return (
      <p className="fl-none" role="status">
        <ImageOff size={28} strokeWidth={1.6} aria-hidden="true" />
        {problem}
      </p>
    )
  }
  return url === null ? (
    <span className="fl-none" role="status">
      <span className="sr">Loading the picture</span>
    </span>
  ) : (
    <img src={url} alt={shownHidden(file.name)} draggable={false} />
  )
}
