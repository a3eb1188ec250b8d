import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { calledBy, wakesOf } from '@crewroom/shared/state/wakes'
import { useMemo } from 'react'
import { knownAs } from '../../crew/participant'
import { useIsPaused } from '../../crew/use-crew'

interface NotesProps {
  readonly group: GroupRecord
  readonly crew: Pick<CrewState, 'agents' | 'lead'>
}

const NAMED = 2

interface WakesProps extends NotesProps {
  readonly text: string
  /** Who is called because the text replies to its message. */
  readonly repliedTo: string | undefined
}

/** Whom the text would start: the server's own answer, before it is asked. Quiet: it changes with every word. */
export function Wakes({ group, crew, text, repliedTo = '' }: WakesProps) {
  const isPaused = useIsPaused(crew)
  const names = useMemo(() => {
    const mentions = [repliedTo, ...calledBy(crew, group, HUMAN_ID, text, '')]
    const woken = isPaused ? [] : wakesOf(crew, group, { from: HUMAN_ID, mentions })
    // Who is called first: a person looks for those.
    return [...woken.filter((id) => mentions.includes(id)), ...woken]
      .filter((id, index, all) => all.indexOf(id) === index)
      .map((id) => knownAs(crew, id))
  }, [crew, group, isPaused, text, repliedTo])
  if (text === '' || reachedBy(group, crew) === 0) return <span className="wakes" />
  if (names.length === 0) {
    const when = group.paused || isPaused ? 'when the pause ends' : 'at their next turn'
    return <span className="wakes">{`Wakes nobody: they read it ${when}`}</span>
  }
  const more = names.length - NAMED
  return (
    <span className="wakes" title={`Wakes ${names.join(', ')}`}>
      <span className="names">Wakes {names.slice(0, NAMED).join(', ')}</span>
      {more > 0 && <span className="more-names"> and {more} more</span>}
    </span>
  )
}

function reachedBy(group: GroupRecord, { agents }: NotesProps['crew']): number {
  return listedIds(group).filter((id) => agents[id]?.ended === null).length
}

interface NoteProps extends NotesProps {
  readonly isWriting: boolean
  readonly overBy: number
}

export function Note({ group, crew, isWriting, overBy }: NoteProps) {
  if (overBy > 0) {
    return (
      <span className="note bad" role="status">
        {overBy.toLocaleString()} characters too long
      </span>
    )
  }
  const reached = reachedBy(group, crew)
  const parts = [
    ...(isWriting && reached > 0
      ? []
      : [`Goes to ${reached} ${reached === 1 ? 'agent' : 'agents'}`]),
    ...(group.memberIds.includes(HUMAN_ID) ? [] : ['you join by writing']),
  ]
  return <span className="note">{parts.join(' · ')}</span>
}
