import type { Message } from '@crewroom/shared/model/message'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { messageChanges } from '../../sync/api/message-changes'
import { isSendKey } from '../../ui/send-key'
import { useGrowingBox } from '../../ui/use-growing-box'
import './change.css'
import { useTellReaders } from './use-tell-readers'

/** What is being written, by message: rows come and go while one scrolls. */
const drafts = new Map<string, string>()

interface EditMessageProps {
  readonly message: Message
  readonly onClose: () => void
}

/** The text of a message of one's own, to be changed where it stands. */
export function EditMessage({ message, onClose }: EditMessageProps) {
  const { id, content } = message
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(drafts.get(id) ?? content)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const tellReaders = useTellReaders(message)
  useGrowingBox(box, text)
  useLayoutEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.setSelectionRange(text.length, text.length)
    // Only when it opens.
  }, []) // oxlint-disable-line react-hooks/exhaustive-deps
  const leave = () => {
    const row = box.current?.closest<HTMLElement>('[data-message]')
    drafts.delete(id)
    onClose()
    row?.focus({ preventScroll: true })
  }
  const tooLong = text.length > LIMITS.content
  const canSave = text.trim() !== '' && !tooLong && !isBusy
  const save = async () => {
    if (!canSave) return
    if (text === content) return leave()
    setBusy(true)
    setProblem(null)
    try {
      const { told } = await messageChanges.edit(message, text)
      tellReaders('Changed.', told)
      leave()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key !== 'Escape' && !isSendKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') leave()
    else void save()
  }
  const says = tooLong
    ? `${(text.length - LIMITS.content).toLocaleString()} characters too long`
    : (problem ?? 'Agents that have read it are notified.')
  return (
    <div className="edit-message">
      <textarea
        ref={box}
        rows={1}
        dir="auto"
        aria-label="Change the message"
        aria-invalid={tooLong}
        value={text}
        onChange={({ target }) => {
          drafts.set(id, target.value)
          setText(target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div className="edit-foot">
        <span role="status" className={problem !== null || tooLong ? 'bad' : undefined}>
          {says}
        </span>
        <button type="button" className="btn" disabled={isBusy} onClick={leave}>
          Cancel
        </button>
        <button type="button" className="btn p" disabled={!canSave} onClick={() => void save()}>
          Save
        </button>
      </div>
    </div>
  )
}
