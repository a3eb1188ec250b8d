import type { TimelineEvent } from '@crewroom/shared/model/timeline'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { ReactNode } from 'react'
import { isNamesake, knownAs, participantOf } from '../../crew/participant'
import { shownHidden } from '../message/text-pieces'

type People = Pick<CrewState, 'lead' | 'agents'>

/** What happened to a group, as one sentence. */
export function eventSentence(crew: People, event: TimelineEvent, after: number): ReactNode {
  const who = <Names crew={crew} ids={event.memberIds} />
  const by = nameOf(crew, event.by)
  const isOwn = event.memberIds.includes(event.by)
  switch (event.event) {
    case 'joined': {
      const given = Math.min(after, LIMITS.historyOnJoin)
      const got =
        given > 0 && event.memberIds.some((id) => id !== HUMAN_ID)
          ? ` and received the last ${given === 1 ? 'message' : `${given} messages`}`
          : ''
      return (
        <>
          {who} joined{got}
        </>
      )
    }
    case 'left':
      return <>{who} left</>
    case 'removed':
      return isOwn || by === null ? (
        <>{who} left</>
      ) : (
        <>
          {who} was removed by <b>{by}</b>
        </>
      )
    case 'updated':
      return (
        <>
          {by === null ? 'The group changed' : <b>{by}</b>}
          {by !== null && ' changed the group'}
          {event.displayName !== null && (
            <>
              : <b>{shownHidden(event.displayName)}</b>
            </>
          )}
          {event.purpose !== null && `, ${shownHidden(event.purpose)}`}
        </>
      )
    case 'archived':
      return event.by === SYSTEM_ID || by === null ? (
        'Archived when all its agents had finished'
      ) : (
        <>
          <b>{by}</b> archived the group
        </>
      )
    case 'unarchived':
      return 'The group was unarchived'
    case 'paused':
      return 'Paused: messages are kept, and agents get them when the pause ends'
    case 'resumed':
      return 'Resumed: agents get messages again'
    case 'held':
      return 'On hold: its agents kept replying without new work'
    case 'imported':
      return 'Imported with its history'
    case 'created':
      return 'Created'
    default:
      return event.event satisfies never
  }
}

/** Names of members in a sentence: `Developer, QA Tester and 3 others`. */
export function Names({ crew, ids }: { readonly crew: People; readonly ids: readonly string[] }) {
  const MOST = 4
  const named = ids.length > MOST ? ids.slice(0, MOST - 1) : ids
  const rest = ids.length - named.length
  return named.map((id, index) => {
    const isLast = index === named.length - 1 && rest === 0
    return (
      <span key={id}>
        {index > 0 && (isLast ? ' and ' : ', ')}
        <b>{nameOf(crew, id)}</b>
        {index === named.length - 1 && rest > 0 && ` and ${rest} others`}
      </span>
    )
  })
}

function nameOf(crew: People, id: string): string | null {
  if (id === '') return null
  if (id === HUMAN_ID) return 'You'
  // The short id only where the name alone would mean several.
  return isNamesake(crew, id) ? knownAs(crew, id) : participantOf(crew, id, '').label
}
