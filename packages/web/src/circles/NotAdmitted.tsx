import type { CrewState } from '@crewroom/shared/state/crew-state'
import { knownAs } from '../crew/participant'
import { isolated } from '../groups/group-name'
import type { AdmitFirst } from './use-admit-first'

interface NotAdmittedProps {
  readonly state: CrewState
  readonly attempt: AdmitFirst
}

/** Whom the server refused, and the way out. */
export function NotAdmitted({ state, attempt }: NotAdmittedProps) {
  const { refused, problem, isBusy, admitFirst } = attempt
  if (problem !== null) return <span className="bad">{problem}</span>
  if (refused.length === 0) return null
  const names = refused.map((id) => isolated(knownAs(state, id)))
  return (
    <>
      <span className="bad">
        {names.join(', ')} {names.length === 1 ? 'is' : 'are'} not admitted to this circle.
      </span>{' '}
      <button type="button" className="btn" aria-disabled={isBusy} onClick={admitFirst}>
        Admit first
      </button>
    </>
  )
}
