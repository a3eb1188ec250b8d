import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import { useGrowingBox } from '../ui/use-growing-box'
import { Examples } from './Examples'
import { changeQuick, quickStart } from './quick-start'

interface TaskFieldProps {
  readonly labelledBy: string
  readonly problem: string | null
  /** What is being done, while it is. */
  readonly status: string | null
  readonly action: string
  readonly isBusy: boolean
  /** The text beside the button. */
  readonly children: ReactNode
}

const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** The one thing to type, and the button that starts it. */
export function TaskField({
  labelledBy,
  problem,
  status,
  action,
  isBusy,
  children,
}: TaskFieldProps) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const task = useStore(quickStart, (quick) => quick.task)
  useGrowingBox(box, task)
  useEffect(() => {
    const field = box.current
    // Behind an open dialog nothing takes the focus away from it.
    if (!field || document.querySelector('dialog[open]')) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [])
  return (
    <>
      <div className="fr-box">
        <textarea
          ref={box}
          className="fr-task"
          value={task}
          rows={2}
          aria-labelledby={labelledBy}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-wrong`}
          placeholder="Make loading the config fast: each file is read once, nothing breaks for the plugins."
          onChange={({ target }) => changeQuick({ task: target.value })}
        />
        <div className="fr-row">
          {children}
          <span className="sp" />
          <span className="sr" role="status">
            {status}
          </span>
          <button
            type="submit"
            className="btn p fr-go"
            aria-disabled={isBusy}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {action}
            <kbd aria-hidden="true">{MOD} ↵</kbd>
          </button>
        </div>
      </div>
      {problem !== null && (
        <p className="fr-wrong" id={`${id}-wrong`} role="alert">
          {problem}
        </p>
      )}
      <Examples field={box} />
    </>
  )
}
