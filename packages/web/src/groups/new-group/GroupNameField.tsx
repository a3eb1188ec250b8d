import type { RefObject } from 'react'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { paths } from '../../shell/paths'
import { Link } from '../../ui/Link'

interface GroupNameFieldProps extends NameHintProps {
  readonly id: string
  readonly leadId: string
  readonly box: RefObject<HTMLInputElement | null>
  readonly isTaken: boolean
  /** What the server has against it. */
  readonly problem: string | undefined
  readonly onChange: (name: string) => void
}

/** What people call the group, and below it what agents will. */
export function GroupNameField(props: GroupNameFieldProps) {
  const { id, leadId, box, name, slug, isTaken, isArchived, problem, onChange } = props
  return (
    <div className="field">
      <label htmlFor={`${id}-name`}>Name</label>
      <input
        ref={box}
        id={`${id}-name`}
        className="input"
        type="text"
        value={name}
        maxLength={LIMITS.displayName}
        placeholder="Config Team"
        autoComplete="off"
        aria-invalid={isTaken || problem !== undefined}
        aria-describedby={`${id}-name-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-name-hint`} className="hint" aria-live="polite">
        {isTaken ? (
          <span className="bad">
            {slug} exists.{' '}
            <Link to={paths.group(leadId, slug)} replace>
              Open it
            </Link>
          </span>
        ) : problem !== undefined ? (
          <span className="bad">{problem}</span>
        ) : (
          <NameHint name={name} slug={slug} isArchived={isArchived} />
        )}
      </span>
    </div>
  )
}

interface NameHintProps {
  readonly name: string
  readonly slug: string
  readonly isArchived: boolean
}

function NameHint({ name, slug, isArchived }: NameHintProps) {
  if (name.trim() === '') return <>Agents call it by its short form, such as config-team.</>
  if (slug === '' && /[\p{L}\p{N}]/u.test(name))
    return <>Agents call it group-1, or the next number that is free.</>
  if (slug === '') return <>A name needs a letter or a digit.</>
  if (isArchived) {
    return (
      <>
        <b className="mono">{slug}</b> is archived. Creating it brings it back, with its history.
      </>
    )
  }
  return (
    <>
      Agents call it <b className="mono">{slug}</b>.
    </>
  )
}
