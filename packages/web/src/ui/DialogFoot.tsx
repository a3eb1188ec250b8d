import type { ReactNode } from 'react'

interface DialogFootProps {
  /** What stands before the buttons. */
  readonly says?: ReactNode
  /** The way out without doing anything; none where there is nothing else to do. */
  readonly onCancel?: () => void
  readonly cancel?: string
  readonly isCancelDisabled?: boolean
  /** The buttons that do something. */
  readonly children?: ReactNode
}

/** The end of a dialog: what is said there, the way out, and what the dialog does. */
export function DialogFoot(props: DialogFootProps) {
  const { says, onCancel, cancel = 'Cancel', isCancelDisabled = false, children } = props
  return (
    <footer className="dialog-foot">
      {says}
      {onCancel && (
        <button type="button" className="btn" disabled={isCancelDisabled} onClick={onCancel}>
          {cancel}
        </button>
      )}
      {children}
    </footer>
  )
}
