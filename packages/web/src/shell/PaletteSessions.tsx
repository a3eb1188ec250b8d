import type { GroupRecord } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Command } from 'cmdk'
import { Archive, MessagesSquare, Plus, Waypoints } from 'lucide-react'
import { Fragment } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { groupAddress } from '../groups/group-address'
import { groupName, groupNameIn } from '../groups/group-name'
import { byActivity } from '../groups/list/group-order'
import { sessionTitle } from '../sessions/session-title'
import { person } from '../sync/sync'
import { score } from './palette-score'
import { paths } from './paths'

/** The most sessions that are listed: for another one, type more of its title. */
const MOST_SESSIONS = 60
/** Before anything is typed only the newest ones are listed. */
const MOST_AT_FIRST = 5
const MOST_COMMANDS = 8

interface PaletteSessionsProps {
  readonly state: CrewState
  readonly text: string
  readonly open: (to: string) => void
}

/** The sessions of a crew, by title. */
export function PaletteSessions({ state, text, open }: PaletteSessionsProps) {
  const found = listed(state, text)
  if (found.length === 0) return null
  return (
    <Command.Group heading="Sessions">
      {found.map((session) => {
        const { id, groupName: group, status } = session
        return (
          <Command.Item
            key={id}
            value={sessionWords(session)}
            onSelect={() => open(paths.session(state.lead.id, group, id))}
          >
            {status === 'archived' ? <Archive size={18} /> : <MessagesSquare size={18} />}
            <bdi className="hit" title={sessionTitle(session)}>
              {sessionTitle(session)}
            </bdi>
            <span className="cnt">
              in <bdi>{groupNameIn(state, group)}</bdi>
              {status === 'archived' && ', archived'}
            </span>
          </Command.Item>
        )
      })}
    </Command.Group>
  )
}

// With its id: two sessions may have the same title.
const sessionWords = (session: SessionRecord) => `session ${sessionTitle(session)} ${session.id}`

/** Those in use before the archived ones, the newest first. */
function listed({ sessions }: CrewState, text: string): readonly SessionRecord[] {
  const all = Object.values(sessions).toSorted(
    (a, b) =>
      Number(a.status === 'archived') - Number(b.status === 'archived') ||
      b.createdAt.localeCompare(a.createdAt),
  )
  if (text === '') return all.filter(({ status }) => status === 'active').slice(0, MOST_AT_FIRST)
  return all.filter((own) => score(sessionWords(own), text) > 0).slice(0, MOST_SESSIONS)
}

interface NewSessionItemsProps {
  readonly state: CrewState
  readonly text: string
  readonly create: (leadId: string, groupName: string) => void
  readonly discuss: (leadId: string, groupName: string) => void
}

/** Opens a session: in the open group first, or else in the one where somebody wrote last. What is typed may name another. */
export function NewSessionItems({ state, text, create, discuss }: NewSessionItemsProps) {
  const { pathname } = useLocation()
  const { isReader } = useStore(person)
  if (isReader) return null
  const isInCrew = pathname.startsWith(`${paths.section(state.lead.id, 'groups')}/`)
  const openName = isInCrew ? groupAddress(pathname, state.groups).name : undefined
  const groups = byActivity(Object.values(state.groups)).filter(
    (own) =>
      !own.archived &&
      (text === '' || score(newWords(own), text) > 0 || score(discussWords(own), text) > 0),
  )
  const shown = groups
    .toSorted((a, b) => Number(b.name === openName) - Number(a.name === openName))
    .slice(0, text === '' ? 1 : MOST_COMMANDS)
  return shown.map((group) => (
    <Fragment key={group.name}>
      <Command.Item value={newWords(group)} onSelect={() => create(state.lead.id, group.name)}>
        <Plus size={18} />
        New session
        <span className="cnt">
          in <bdi>{groupName(group)}</bdi>
        </span>
      </Command.Item>
      <Command.Item value={discussWords(group)} onSelect={() => discuss(state.lead.id, group.name)}>
        <Waypoints size={18} />
        New discussion
        <span className="cnt">
          in <bdi>{groupName(group)}</bdi>
        </span>
      </Command.Item>
    </Fragment>
  ))
}

const discussWords = ({ name, displayName }: GroupRecord) =>
  `New discussion in ${name} ${displayName}`

const newWords = ({ name, displayName }: GroupRecord) => `New session in ${name} ${displayName}`
