import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useRef } from 'react'
import { participantOf } from '../crew/participant'
import { announceMessages } from '../shell/announcer'

/** Reads out what arrives in an open conversation; history that is loaded is not news. */
export function useAnnounceDirect(
  messages: readonly DirectMessage[],
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
        return `${participantOf(crew, from, personName, fromRole).label}: ${content}`
      })
    if (lines.length > 0) announceMessages('Comms', lines)
  }, [messages, crew, personName])
}
