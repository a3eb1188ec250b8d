import { shortId } from '@crewroom/shared/model/participant'
import { isNamesake, participantOf } from '../../crew/participant'
import { shownHidden } from '../../groups/message/text-pieces'
import { useScope } from '../session-scope'

/** An agent as a session shows it; with its short id where another one has the same name. */
export function useAgent(agentId: string, fromRole?: string) {
  const { crew, personName } = useScope()
  const who = participantOf(crew, agentId, personName, fromRole)
  const label = shownHidden(who.label)
  return { who, name: isNamesake(crew, agentId) ? `${label} (${shortId(agentId)})` : label }
}

/** Its name in its role's colour, inside an element with that look. */
export function AgentName({ name }: { readonly name: string }) {
  return (
    <b className="sn-who">
      <bdi>{name}</bdi>
    </b>
  )
}
