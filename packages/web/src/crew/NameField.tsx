import { useId } from 'react'

interface NameFieldProps {
  readonly name: string
  /** The name itself, or one like it that nobody has. */
  readonly free: string
  /** What the agent is called where the field is empty. */
  readonly placeholder: string
  readonly change: (name: string) => void
  /** It is the first thing to fill in. */
  readonly isFirst?: boolean
}

/** What an agent is called. A name that another one has is refused, with one that is free. */
export function NameField({ name, free, placeholder, change, isFirst = false }: NameFieldProps) {
  const id = useId()
  const isTaken = name.trim() !== '' && free !== name.trim()
  return (
    <div className="field">
      <label htmlFor={id}>Name (optional)</label>
      <input
        id={id}
        data-name
        data-autofocus={isFirst ? '' : undefined}
        className="input"
        value={name}
        placeholder={placeholder}
        autoComplete="off"
        aria-invalid={isTaken}
        aria-describedby={`${id}-taken`}
        onChange={({ target }) => change(target.value)}
      />
      <div id={`${id}-taken`} aria-live="polite">
        {isTaken && (
          <p className="hint bad pc-shell">
            <span>
              This crew already has an agent called {name.trim()}: nobody could tell them apart.
            </span>
            <button type="button" className="btn" onClick={() => change(free)}>
              Call it {free}
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
