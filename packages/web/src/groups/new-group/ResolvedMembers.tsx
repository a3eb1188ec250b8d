import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { knownAs } from '../../crew/participant'

const NAMED = 8

interface ResolvedMembersProps {
  readonly state: CrewState
  readonly picked: readonly AgentRecord[]
  readonly you: string
}

/** Who will be in the group, by name. */
export function ResolvedMembers({ state, picked, you }: ResolvedMembersProps) {
  if (picked.length === 0) return null
  const names = [state.lead.id, ...picked.map(({ id }) => id)].map((id) => knownAs(state, id))
  const rest = names.length - NAMED
  return (
    <span>
      <b>{names.length + 1} members:</b> {names.slice(0, NAMED).join(', ')}
      {rest > 0 && `, ${rest} more`} and {you === 'You' ? 'you' : `${you} (you)`}
    </span>
  )
}
