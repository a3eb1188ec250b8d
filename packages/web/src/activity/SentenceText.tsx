import { HUMAN_ID, shortId, SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Fragment, useCallback } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { isNamesake, knownAs, participantOf } from '../crew/participant'
import { paths } from '../shell/paths'
import { person } from '../sync/sync'
import type { Part } from './sentence'
import { groupNameIn } from '../groups/group-name'

/** Names as they stand inside a sentence. */
export function useNames(state: CrewState): (id: string) => string {
  const { name } = useStore(person)
  const { lead, agents } = state
  return useCallback(
    (id) =>
      id === HUMAN_ID ? name : id === SYSTEM_ID ? 'Crewroom' : knownAs({ lead, agents }, id),
    [lead, agents, name],
  )
}

/** A sentence with its names: agents and groups lead to where they are. */
export function SentenceText({
  state,
  parts,
}: {
  readonly state: CrewState
  readonly parts: readonly Part[]
}) {
  return parts.map((part, index) => {
    const key = index
    if (typeof part === 'string') return <Fragment key={key}>{part}</Fragment>
    if ('who' in part) {
      return <Who key={key} state={state} id={part.who} isFirst={index === 0} />
    }
    if ('many' in part) {
      return part.many.map((id, at) => (
        <Fragment key={`${key} ${id}`}>
          {at > 0 && (at === part.many.length - 1 ? ' and ' : ', ')}
          <Who state={state} id={id} isFirst={false} />
        </Fragment>
      ))
    }
    const to =
      'message' in part
        ? paths.message(state.lead.id, part.group, part.message)
        : paths.group(state.lead.id, part.group)
    return (
      <Link key={key} to={to} className="s-link">
        <bdi>{part.text ?? groupNameIn(state, part.group)}</bdi>
      </Link>
    )
  })
}

function Who({
  state,
  id,
  isFirst,
}: {
  readonly state: CrewState
  readonly id: string
  readonly isFirst: boolean
}) {
  const { name } = useStore(person)
  const who = participantOf(state, id, name)
  if (who.kind === 'human') return <b>{isFirst || name !== 'You' ? name : 'you'}</b>
  if (id === SYSTEM_ID) return <b>Crewroom</b>
  return (
    <Link to={paths.agent(state.lead.id, id)} className="s-who">
      <bdi>{who.label}</bdi>
      {((who.label === who.roleName && !who.isLead) || isNamesake(state, id)) && (
        <span className="mono"> {shortId(id)}</span>
      )}
    </Link>
  )
}
