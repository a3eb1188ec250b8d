import type { Message } from '@crewroom/shared/model/message'
import { useState } from 'react'
import { messageChanges } from '../../sync/api/message-changes'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { Problem } from '../../ui/Problem'
import { WhatStays } from '../../ui/WhatStays'
import './change.css'
import { useTellReaders } from './use-tell-readers'

interface DeleteMessageProps {
  readonly message: Message
  readonly onClose: () => void
}

/** Asks once: nothing brings the text back. */
export function DeleteMessage({ message, onClose }: DeleteMessageProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const tellReaders = useTellReaders(message)
  const remove = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { told } = await messageChanges.remove(message)
      tellReaders('Deleted.', told)
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title="Delete this message?" onClose={onClose}>
      <div className="dialog-body">
        <blockquote className="delete-quote" dir="auto">
          {message.content}
        </blockquote>
        <p>
          Its text, its earlier texts and quotes of it go, its place stays. Agents that have read it
          are told not to act on it.
        </p>
        <WhatStays after="message" />
        <Problem text={problem} />
      </div>
      <DialogFoot onCancel={onClose}>
        <button
          type="button"
          className="btn danger p"
          data-autofocus
          disabled={isBusy}
          onClick={() => void remove()}
        >
          Delete
        </button>
      </DialogFoot>
    </Dialog>
  )
}
