import { type FormEvent, useState } from 'react'
import { api } from '../sync/api'
import { Dialog } from '../ui/Dialog'
import { toast } from '../ui/toasts'

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
  const [problem, setProblem] = useState<string | null>(null)
  const canDelete = typed.trim() === name && !isBusy
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
            stopped; groups, messages, tasks and records are gone. Nothing brings them back. To keep
            a copy, run <code>crewroom export --lead {leadId}</code> first.
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
          {problem !== null && (
            <p className="hint bad" role="alert">
              It was not deleted. {problem}
            </p>
          )}
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn" onClick={onClose}>
            Keep it
          </button>
          <button type="submit" className="btn danger p" aria-disabled={!canDelete}>
            {isBusy ? 'Deleting…' : 'Delete crew'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
