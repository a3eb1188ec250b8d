import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { shownHidden } from '../message/text-pieces'

interface EditableTextProps {
  readonly label: string
  readonly value: string
  /** Shown where there is no text. */
  readonly empty: string
  /** The most characters it may have. */
  readonly most: number
  readonly isLong?: boolean
  readonly isRequired?: boolean
  readonly isFixed: boolean
  readonly save: (text: string) => Promise<unknown>
}

/** A text that is changed where it stands. What was written is kept until the server has it. */
export function EditableText(props: EditableTextProps) {
  const { label, value, empty, most, isLong = false, isRequired = false, isFixed, save } = props
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const id = useId()
  const end = () => {
    setDraft(null)
    setProblem(null)
  }
  // When the button is there again, however long that takes.
  const isEditing = draft !== null
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (draft === null) {
    return (
      <div className="editable">
        <span className="label">{label}</span>
        <p className={value === '' ? 'hint' : undefined} dir="auto">
          {value === '' ? empty : shownHidden(value)}
        </p>
        {!isFixed && (
          <button
            ref={edit}
            type="button"
            className="ib"
            aria-label={`Edit ${label.toLowerCase()}`}
            onClick={() => setDraft(value)}
          >
            <Pencil size={14} />
          </button>
        )}
      </div>
    )
  }
  const text = draft.trim()
  const wrong =
    text.length > most
      ? `${text.length - most} characters too long.`
      : isRequired && text === ''
        ? 'Enter a text.'
        : null
  const submit = async () => {
    if (wrong !== null || isBusy) return
    if (text === value) return end()
    setBusy(true)
    try {
      await save(text)
      end()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      end()
    } else if (
      event.key === 'Enter' &&
      !event.nativeEvent.isComposing &&
      (!isLong || event.metaKey || event.ctrlKey)
    ) {
      event.preventDefault()
      void submit()
    }
  }
  const field = {
    id,
    className: 'input',
    value: draft,
    autoFocus: true,
    'aria-invalid': wrong !== null || problem !== null,
    'aria-describedby': `${id}-hint`,
    onKeyDown,
    onChange: (event: { target: { value: string } }) => setDraft(event.target.value),
  }
  return (
    <form
      className="field editing"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea rows={3} dir="auto" {...field} />
      ) : (
        <input type="text" dir="auto" {...field} />
      )}
      <span id={`${id}-hint`} className="hint" role="status">
        <span className={(wrong ?? problem) ? 'bad' : undefined}>
          {wrong ?? problem ?? (isLong ? `${text.length} of ${most}` : '')}
        </span>
      </span>
      <div className="row">
        <button type="submit" className="btn p" aria-disabled={wrong !== null || isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
        <button type="button" className="btn" onClick={end}>
          Cancel
        </button>
      </div>
    </form>
  )
}
