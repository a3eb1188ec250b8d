import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useRef } from 'react'
import { participantOf } from '../crew/participant'
import { announceMessages } from '../shell/announcer'

/** Reads out what arrives at the end of an open group; history that is loaded is not news. */
export function useAnnounce(
  groupName: string,
  messages: readonly Message[],
  crew: Pick<CrewState, 'lead' | 'agents'>,
  personName: string,
): void {
  const heard = useRef<number | null>(null)
  useEffect(() => {
    const newest = messages.at(-1)
    if (!newest) return
    const before = heard.current
    heard.current = newest.seq
    if (before === null || newest.seq <= before) return
    const lines = messages
      .filter(({ seq, from }) => seq > before && from !== HUMAN_ID)
      .map(({ from, fromRole, content }) => {
        const who = participantOf(crew, from, personName, fromRole)
        return `${who.label}: ${content}`
      })
    if (lines.length > 0) announceMessages(groupName, lines)
  }, [groupName, messages, crew, personName])
}
