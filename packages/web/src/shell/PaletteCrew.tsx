import type { GroupRecord } from '@crewroom/shared/model/group'
import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Command } from 'cmdk'
import { Archive, MessagesSquare } from 'lucide-react'
import { participantOf } from '../crew/participant'
import { bothNames, groupName } from '../groups/group-name'
import { byActivity } from '../groups/list/group-order'
import { Avatar } from '../ui/Avatar'
import { score } from './palette-score'
import type { Scope } from './palette-text'
import type { Peeked } from './PalettePeek'
import { PaletteSessions } from './PaletteSessions'
import { paths } from './paths'
import { useSections } from './sections'

/** The most groups that are listed of a thousand: for another one, type more of its name. */
const MOST_GROUPS = 60

interface PaletteCrewProps {
  readonly state: CrewState
  readonly text: string
  /** What is looked through. */
  readonly scope: Scope
  readonly open: (to: string) => void
  /** Opens it, or only looks at it. */
  readonly choose: (what: Peeked, to: string) => void
}

/** What a crew has to go to: its groups, sessions, agents and sections. */
export function PaletteCrew({ state, text, scope, open, choose }: PaletteCrewProps) {
  const shows = (own: Scope) => scope === 'all' || scope === own
  const sections = useSections()
  return (
    <>
      {shows('groups') && (
        <Command.Group heading="Groups">
          {listed(state, text).map((group) => (
            <Command.Item
              key={group.name}
              value={groupWords(group)}
              onSelect={() => choose({ group }, paths.group(state.lead.id, group.name))}
            >
              {group.archived ? <Archive size={18} /> : <MessagesSquare size={18} />}
              <bdi className="hit" title={bothNames(group)}>
                {groupName(group)}
              </bdi>
              <span className="cnt">
                {group.archived ? 'archived' : `${group.memberCount} members`}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {scope === 'all' && <PaletteSessions {...{ state, text, open }} />}
      {shows('agents') && (
        <Command.Group heading="Agents">
          {Object.values(state.agents).map((agent) => {
            const { id, name, roleName } = agent
            const who = participantOf(state, id, '')
            return (
              <Command.Item
                key={id}
                value={`agent ${name} ${roleName} ${id}`}
                onSelect={() => choose({ agent }, paths.agent(state.lead.id, id))}
              >
                <Avatar who={who} size="sm" />
                <bdi>{who.label}</bdi>
                {who.label !== who.roleName && <span className="cnt">{who.roleName}</span>}
                <span className="mono cnt">{shortId(id)}</span>
              </Command.Item>
            )
          })}
        </Command.Group>
      )}
      {scope === 'all' && (
        <Command.Group heading="Sections">
          {sections.map(({ id, label, icon: Icon }) => (
            <Command.Item
              key={id}
              value={`section ${label}`}
              onSelect={() => open(paths.section(state.lead.id, id))}
            >
              <Icon size={18} />
              {label}
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  )
}

function groupWords({ name, displayName }: GroupRecord): string {
  return `group ${name} ${displayName}`
}

function listed({ groups }: CrewState, text: string): readonly GroupRecord[] {
  const all = byActivity(Object.values(groups))
  const matching = text === '' ? all : all.filter((group) => score(groupWords(group), text) > 0)
  return matching.slice(0, MOST_GROUPS)
}
