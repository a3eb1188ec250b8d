import type { ReplyTo } from '@crewroom/shared/model/reply'
import { useStore } from 'zustand'
import { type Participant, participantOf } from '../../crew/participant'
import { NO_CREW } from '../../crew/use-crew'
import { crews, person } from '../../sync/sync'

/** Who wrote a quoted message. */
export function useQuoted(leadId: string, { from, fromRole }: ReplyTo): Participant {
  // Not the whole state: it is another one with every event.
  const agents = useStore(crews, ({ views }) => (views[leadId]?.state ?? NO_CREW).agents)
  const lead = useStore(crews, ({ views }) => (views[leadId]?.state ?? NO_CREW).lead)
  const { name } = useStore(person)
  return participantOf({ agents, lead }, from, name, fromRole)
}
