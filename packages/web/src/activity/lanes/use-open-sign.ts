import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useNavigate } from 'react-router'
import { paths } from '../../shell/paths'
import { sentence } from '../feed-rows'
import type { Cluster } from './lane-clusters'

/** Goes to what signs are about: to a message where one is among them, or else to the agent of the row. */
export function useOpenSign(state: CrewState) {
  const navigate = useNavigate()
  return (key: string, { marks }: Cluster) => {
    const id = key.replace(/^agent /, '')
    const found = marks.map(({ event }) => sentence(event)).find(({ messageId }) => messageId)
    if (found?.messageId && found.group) {
      void navigate(paths.message(state.lead.id, found.group, found.messageId, found.sessionId))
    } else if (state.agents[id]) void navigate(paths.agent(state.lead.id, id))
  }
}
