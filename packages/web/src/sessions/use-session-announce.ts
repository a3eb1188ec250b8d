import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useRef } from 'react'
import { participantOf } from '../crew/participant'
import { announceMessages } from '../shell/announcer'
import { thinkingWords } from './round-words'
import { sessionTitle } from './session-title'
import type { Rounds } from './use-rounds'

interface AnnounceInput {
  readonly session: SessionRecord
  readonly rows: readonly TimelineRow[]
  readonly isLive: boolean
  readonly rounds: Pick<Rounds, 'byNumber'>
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
  readonly personName: string
}

/** Says who answered and how many still think: `Dora answered, 2 thinking`. Whoever wants to reads the answers themselves. */
export function useSessionAnnounce(input: AnnounceInput): void {
  const { session, rows, isLive, rounds, crew, personName } = input
  const heard = useRef<number | null>(null)
  const title = sessionTitle(session)
  useEffect(() => {
    if (!isLive) {
      heard.current = null
      return
    }
    const newest = rows.at(-1)?.seq ?? 0
    const before = heard.current
    heard.current = newest
    if (before === null || newest <= before) return
    const hasAnswered = (n: number, agentId: string) =>
      rows.some(
        (row) =>
          row.kind !== 'event' &&
          row.seq > before &&
          row.message.from === agentId &&
          row.message.round?.n === n,
      )
    const thinking = thinkingWords(rounds.byNumber.values(), hasAnswered)
    const lines = rows.flatMap((row) => {
      if (row.kind === 'event' || row.seq <= before || row.message.from === HUMAN_ID) return []
      const { from, fromRole, content, round } = row.message
      const name = participantOf(crew, from, personName, fromRole).label
      if (round?.as !== 'answer' && round?.as !== 'late') return [`${name}: ${content}`]
      const words = round.as === 'late' ? `answered round ${round.n} late` : 'answered'
      return [[`${name} ${words}`, thinking].filter(Boolean).join(', ')]
    })
    if (lines.length > 0) announceMessages(title, lines)
  }, [title, rows, isLive, rounds.byNumber, crew, personName])
}
