import { type ReactNode, useId } from 'react'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'

interface DialogFormProps {
  readonly title: string
  readonly description: string
  readonly act: string
  /** Why it cannot be done yet. */
  readonly missing: string | null
  readonly problem?: string | null
  readonly isBusy: boolean
  readonly isDanger?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** A dialog of the circles: fields, and at its foot what it does or what is missing. */
export function DialogForm(props: DialogFormProps) {
  const { title, description, act, missing, problem, isBusy, isDanger, onClose, children } = props
  const form = useId()
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form
        id={form}
        className="dialog-body"
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === null && !isBusy) props.onSubmit()
        }}
      >
        {children}
      </form>
      <DialogFoot
        says={
          <span className="resolved" role="status">
            {problem && <span className="bad">{problem}</span>}
            {missing !== null && <span>{missing}</span>}
          </span>
        }
        onCancel={onClose}
      >
        <button
          type="submit"
          form={form}
          className={isDanger ? 'btn danger p' : 'btn p'}
          aria-disabled={missing !== null || isBusy}
          title={missing ?? undefined}
        >
          {act}
        </button>
      </DialogFoot>
    </Dialog>
  )
}
