import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type FormEvent, useId, useState } from 'react'
import { InstructionsField } from '../crew/InstructionsField'
import { problemOf } from '../crew/instructions-problem'
import { useAction } from '../needs/NeedFrame'
import { invites as api } from '../sync/api/invites'
import type { RoleView } from '../sync/api/server'
import { Problem } from '../ui/Problem'

interface NewInviteProps {
  readonly leadId: string
  readonly roles: readonly RoleView[]
  /** None was made here before. */
  readonly isFirst: boolean
  readonly made: (code: string) => void
}

const HOUR = 60
const TIMES: readonly (readonly [minutes: number, words: string])[] = [
  [HOUR, 'an hour'],
  [LIMITS.inviteMinutesDefault, 'a day'],
  [7 * 24 * HOUR, 'a week'],
  [LIMITS.inviteMinutes, '30 days'],
]

/** What a new invitation is for: the role of the agents, how many, how long. */
export function NewInvite({ leadId, roles, isFirst, made }: NewInviteProps) {
  const id = useId()
  const { isBusy, problem, run } = useAction()
  const [role, setRole] = useState('')
  const [instructions, setInstructions] = useState('')
  const [uses, setUses] = useState('1')
  const [minutes, setMinutes] = useState<number>(LIMITS.inviteMinutesDefault)
  const count = /^\d{1,4}$/.test(uses.trim()) ? Number(uses) : 0
  const isFit = count >= 1 && count <= LIMITS.inviteUses
  const isTooLong = problemOf(instructions) !== undefined
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isFit || isTooLong) return
    await run(async () => {
      const body = {
        uses: count,
        minutes,
        ...(role === '' ? {} : { role }),
        ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
      }
      made((await api.createInvite(leadId, body)).code)
    })
  }
  return (
    <form
      className="invite-new"
      aria-label="New invitation"
      noValidate
      onSubmit={(event) => void make(event)}
    >
      <div className="field">
        <label htmlFor={`${id}-role`}>Role</label>
        <select
          id={`${id}-role`}
          className="input"
          data-autofocus
          value={role}
          onChange={({ target }) => setRole(target.value)}
        >
          <option value="">what each says it is</option>
          {roles.map((own) => (
            <option key={own.id} value={own.id}>
              {own.name}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-uses`}>For how many agents</label>
        <input
          id={`${id}-uses`}
          className="input"
          inputMode="numeric"
          value={uses}
          aria-invalid={!isFit}
          aria-describedby={isFit ? undefined : `${id}-problem`}
          onChange={({ target }) => setUses(target.value)}
        />
        {!isFit && (
          <span className="hint bad" id={`${id}-problem`}>
            A whole number from 1 to {LIMITS.inviteUses.toLocaleString('en')}.
          </span>
        )}
      </div>
      <div className="field">
        <label htmlFor={`${id}-minutes`}>Open for</label>
        <select
          id={`${id}-minutes`}
          className="input"
          value={minutes}
          onChange={({ target }) => setMinutes(Number(target.value))}
        >
          {TIMES.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <InstructionsField
        instructions={instructions}
        role={roles.find((own) => own.id === role)}
        change={setInstructions}
      />
      <Problem text={problem} />
      <button
        type="submit"
        className={isFirst ? 'btn p' : 'btn'}
        aria-disabled={isBusy || !isFit || isTooLong}
      >
        {isFirst ? 'Make a code' : 'Make another code'}
      </button>
    </form>
  )
}
