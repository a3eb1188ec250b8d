import { isPlaceholderLead } from '@crewroom/shared/model/agent'
import { HUMAN_ID, shortId, SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Fragment, useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import { isNamesake, knownAs, participantOf } from '../crew/participant'
import { paths } from '../shell/paths'
import { person } from '../sync/sync'
import { Link } from '../ui/Link'
import { type Names, type Part, UNKNOWN_SESSION } from './sentence'
import { groupNameIn } from '../groups/group-name'
import { sessionTitleIn } from '../sessions/session-title'

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

/** The same, with groups and sessions as people call them now. */
export function useSentenceNames(state: CrewState): Required<Names> {
  const nameOf = useNames(state)
  const { groups, sessions, lead } = state
  return useMemo(
    () => ({
      nameOf,
      groupOf: (name) => groupNameIn({ groups }, name),
      sessionOf: (id) => sessionTitleIn({ sessions }, id),
      groupOfSession: (id) => sessions[id]?.groupName,
      isPlaceholder: (id) => isPlaceholderLead(lead, id),
    }),
    [nameOf, groups, sessions, lead],
  )
}

/** A sentence with its names: agents, groups and sessions lead to where they are. */
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
    const { to, text } = placeOf(state, part)
    if (to === null) return <bdi key={key}>{text}</bdi>
    return (
      <Link key={key} to={to} className="s-link">
        <bdi>{text}</bdi>
      </Link>
    )
  })
}

/** Where a part leads to, and what it is called; what is gone leads nowhere. */
function placeOf(state: CrewState, part: Extract<Part, { group: unknown }>) {
  const leadId = state.lead.id
  if ('message' in part) {
    return { to: paths.message(leadId, part.group, part.message, part.session), text: part.text }
  }
  if ('session' in part) {
    const session = Object.hasOwn(state.sessions, part.session)
      ? state.sessions[part.session]
      : undefined
    const text = sessionTitleIn(state, part.session) ?? part.text ?? UNKNOWN_SESSION
    return { to: session ? paths.session(leadId, session.groupName, session.id) : null, text }
  }
  return { to: paths.group(leadId, part.group), text: part.text ?? groupNameIn(state, part.group) }
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
