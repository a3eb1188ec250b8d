import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Delivered } from '@crewroom/shared/transcript/messages'
import { GivenFrom, GroupLink } from './GivenFrom'

interface DeliveredFromProps {
  readonly state: CrewState
  readonly personName: string
  readonly delivered: Delivered
}

/** Who gave an agent this, and where; a message of a group is linked. */
export function DeliveredFrom({ state, personName, delivered }: DeliveredFromProps) {
  const { kind, groupName: group, fromId, messageId } = delivered
  if (kind === 'reply') return <>Reply to a command:</>
  if (kind === 'other') {
    return group === null ? (
      <>From Crewroom:</>
    ) : (
      <>
        From Crewroom, about <GroupLink state={state} name={group} />:
      </>
    )
  }
  const given = { what: kind, group, fromId, messageId }
  return <GivenFrom state={state} personName={personName} {...given} />
}
