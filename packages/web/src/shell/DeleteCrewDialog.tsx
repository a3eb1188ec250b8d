import { FileDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import { api } from '../sync/api'
import { exportJobs } from '../sync/export-jobs'
import { exportToFile } from '../sync/exports'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Problem } from '../ui/Problem'
import { ProgressLine } from '../ui/ProgressLine'
import { toast } from '../ui/toasts'
import { useSeconds } from '../ui/use-seconds'
import { WhatStays } from '../ui/WhatStays'
import { ExportLine } from './ExportLines'

interface DeleteCrewDialogProps {
  readonly leadId: string
  readonly name: string
  readonly agents: number
  readonly onClose: () => void
}

/** Nothing brings a deleted crew back: its name has to be typed. */
export function DeleteCrewDialog({ leadId, name, agents, onClose }: DeleteCrewDialogProps) {
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const exporting = useStore(exportJobs).find((own) => own.leadId === leadId)
  // What is being read would be deleted under the reader.
  const canDelete = typed.trim() === name && !isBusy && exporting?.problem !== null
  const remove = async (event: FormEvent) => {
    event.preventDefault()
    if (!canDelete) return
    setIsBusy(true)
    setProblem(null)
    try {
      await api.deleteCrew(leadId, name)
      toast.news(`${name} is deleted.`)
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <form className="contents" onSubmit={(event) => void remove(event)}>
        <div className="dialog-body">
          <p>
            {agents === 1 ? 'Its agent is' : `All ${agents} agents are`} ended and their programs
            stopped; groups, messages, tasks and records are gone. This cannot be undone.
          </p>
          <WhatStays after="crew" />
          {exporting ? (
            <ExportLine job={exporting} />
          ) : (
            <p>
              <button
                type="button"
                className="btn"
                disabled={isBusy}
                onClick={() => void exportToFile({ leadId, title: name }).then(setIsSaved)}
              >
                <FileDown size={15} />
                {isSaved ? 'Export again' : 'Export first'}
              </button>{' '}
              <span className="hint" role="status">
                {isSaved && 'A copy is in your downloads.'}
              </span>
            </p>
          )}
          <p className="hint">
            From a shell: <code>npm run crewroom export -- --lead {leadId}</code>
          </p>
          <div className="field">
            <label htmlFor="delete-name">
              Type <b>{name}</b> to delete it
            </label>
            <input
              id="delete-name"
              className="input"
              value={typed}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
          {isBusy && <Deleting />}
          <Problem text={problem === null ? null : `It was not deleted. ${problem}`} />
        </div>
        <DialogFoot cancel="Keep it" onCancel={onClose}>
          <button type="submit" className="btn danger p" aria-disabled={!canDelete}>
            {isBusy ? 'Deleting…' : 'Delete crew'}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** A deletion that takes its time: all rows go at once or not at all, and with them this dialog. */
function Deleting() {
  const seconds = useSeconds()
  if (seconds < 1) return null
  return <ProgressLine what="Removing everything it has…" far={`${seconds} s`} share={null} />
}
