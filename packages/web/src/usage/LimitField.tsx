import { useId } from 'react'

interface LimitFieldProps {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  readonly placeholder?: string
  readonly hint?: string | null
  readonly problem?: string | null
}

/** An amount as people write it. */
export function LimitField(props: LimitFieldProps) {
  const { label, value, change, placeholder, hint = null, problem = null } = props
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => change(target.value)}
      />
      <span id={`${id}-hint`} className={problem === null ? 'hint' : 'hint bad'}>
        {problem ?? hint}
      </span>
    </div>
  )
}
