import { type FormEvent, useId, useState } from 'react'
import { keepDraft, readDraft } from '../sync/drafts'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Problem } from '../ui/Problem'
import { tellDone } from '../ui/tell-done'

interface ActionDialogProps {
  readonly title: string
  /** What happens. */
  readonly about: string
  /** The label of the text that goes with it; without one, no text is asked for. */
  readonly label?: string
  readonly action: string
  /** Under what name the text is kept while it was not sent, in this browser. */
  readonly draft?: { readonly leadId: string; readonly name: string }
  readonly isNeeded?: boolean
  readonly isDanger?: boolean
  /** What follows is shown by whoever opened it. */
  readonly stays?: boolean
  readonly onClose: () => void
  readonly run: (text: string) => Promise<unknown>
  readonly done: string | null
}

/** Asks once, with what it leads to, and keeps what was written when the server says no. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, about, label, action, draft, isNeeded, isDanger, stays, onClose, run, done } =
    props
  const [text, setText] = useState(() => (draft ? readDraft(draft.leadId, draft.name) : ''))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const answer = await run(text.trim())
      if (draft) keepDraft(draft.leadId, draft.name, '')
      if (done !== null) tellDone(done, answer)
      if (!stays) onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} description={about} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="dialog-body">
          {label !== undefined && (
            <div className="field">
              <label htmlFor={id}>{label}</label>
              <textarea
                id={id}
                className="input"
                value={text}
                onChange={({ target }) => {
                  setText(target.value)
                  if (draft) keepDraft(draft.leadId, draft.name, target.value)
                }}
              />
            </div>
          )}
          <Problem text={problem} />
        </div>
        <DialogFoot onCancel={onClose}>
          <button
            type="submit"
            className={isDanger ? 'btn danger p' : 'btn p'}
            disabled={isBusy || (isNeeded === true && text.trim() === '')}
          >
            {action}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
