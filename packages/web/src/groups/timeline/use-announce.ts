import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useRef } from 'react'
import { participantOf } from '../../crew/participant'
import { announceMessages } from '../../shell/announcer'

/** Reads out what arrives at the end of an open group; history that is loaded is not news. */
export function useAnnounce(
  groupName: string,
  rows: readonly TimelineRow[],
  isLive: boolean,
  crew: Pick<CrewState, 'lead' | 'agents'>,
  personName: string,
): void {
  const heard = useRef<number | null>(null)
  useEffect(() => {
    if (!isLive) {
      heard.current = null
      return
    }
    const newest = rows.at(-1)?.seq ?? 0
    const before = heard.current
    heard.current = newest
    if (before === null || newest <= before) return
    const lines = rows.flatMap((row) => {
      if (row.kind === 'event' || row.seq <= before || row.message.from === HUMAN_ID) return []
      const { from, fromRole, content } = row.message
      return [`${participantOf(crew, from, personName, fromRole).label}: ${content}`]
    })
    if (lines.length > 0) announceMessages(groupName, lines)
  }, [groupName, rows, isLive, crew, personName])
}
