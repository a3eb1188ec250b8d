import { LIMITS } from '@crewroom/shared/protocol/limits'

interface PurposeFieldProps {
  readonly id: string
  readonly purpose: string
  /** What the server has against it. */
  readonly problem: string | undefined
  readonly onChange: (purpose: string) => void
}

/** What the group is for, and how much of its room that takes. */
export function PurposeField({ id, purpose, problem, onChange }: PurposeFieldProps) {
  const { length } = purpose.trim()
  const isTooLong = length > LIMITS.purpose
  return (
    <div className="field">
      <label htmlFor={`${id}-purpose`}>
        Purpose <span className="cnt">optional</span>
      </label>
      <textarea
        id={`${id}-purpose`}
        className="input short"
        rows={2}
        value={purpose}
        placeholder="What its members decide here"
        aria-invalid={isTooLong || problem !== undefined}
        aria-describedby={`${id}-purpose-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-purpose-hint`} className="hint">
        {problem !== undefined ? (
          <span className="bad">{problem}</span>
        ) : (
          <span className={isTooLong ? 'bad' : undefined}>
            {length} of {LIMITS.purpose}
          </span>
        )}
      </span>
    </div>
  )
}
