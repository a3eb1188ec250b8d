import type { GroupRecord } from '@crewroom/shared/model/group'
import { shortId } from '@crewroom/shared/model/participant'
import { Command, defaultFilter } from 'cmdk'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Archive, Keyboard, MessageSquare, MessagesSquare, Plus, Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { byActivity } from '../groups/list/group-order'
import { begunWord } from '../sync/search-words'
import { crews, person } from '../sync/sync'
import { useMessageSearch } from '../sync/use-message-search'
import { SearchFar } from '../ui/SearchFar'
import { Avatar } from '../ui/Avatar'
import { Dialog } from '../ui/Dialog'
import { fullTime, listTime } from '../ui/times'
import { useNow } from '../ui/use-now'
import { openKeys } from './palette'
import { paths } from './paths'
import { SECTIONS } from './sections'
import { bothNames, groupName, groupNameIn } from '../groups/group-name'

const LEAST = 0.5
/** The most groups that are listed of a thousand: for another one, type more of its name. */
const MOST_GROUPS = 60

/**
 * Beginnings of words and whole parts of them count. Letters from here and there do not: `set` would find the
 * sections before the settings, and Enter takes what stands first.
 */
function score(value: string, search: string, matched: readonly string[] = []): number {
  // The server's results come after groups and agents with that name.
  if (matched.includes(search)) return LEAST
  const found = defaultFilter?.(value, search, []) ?? 0
  return found < LEAST ? 0 : found
}

interface PaletteProps {
  /** The crew whose groups and agents come first; null outside of one. */
  readonly leadId: string | null
  readonly onClose: () => void
}

const PAUSE_MS = 200
const SHORTEST = 3

/** Goes anywhere: sections, groups, agents, crews, and what can be made. */
export function Palette({ leadId, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const views = useStore(crews, (all) => all.views)
  const current = leadId === null ? undefined : views[leadId]?.state
  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  return (
    <Dialog title="Jump to" onClose={onClose}>
      <Command className="palette" label="Jump to" loop filter={score}>
        <Command.Input
          data-autofocus
          value={text}
          onValueChange={setText}
          placeholder="A group, an agent, a crew, a command…"
        />
        <Command.List>
          <Command.Empty>No group, agent or message matches “{text.trim()}”.</Command.Empty>
          {current && (
            <>
              <Command.Group heading="Groups">
                {listed(current, text).map((group) => (
                  <Command.Item
                    key={group.name}
                    value={groupWords(group)}
                    onSelect={() => go(paths.group(current.lead.id, group.name))}
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
              <Command.Group heading="Agents">
                {Object.values(current.agents).map(({ id, name, roleName }) => {
                  const who = participantOf(current, id, '')
                  return (
                    <Command.Item
                      key={id}
                      value={`agent ${name} ${roleName} ${id}`}
                      onSelect={() => go(paths.agent(current.lead.id, id))}
                    >
                      <Avatar who={who} size="sm" />
                      <bdi>{who.label}</bdi>
                      {who.label !== who.roleName && <span className="cnt">{who.roleName}</span>}
                      <span className="mono cnt">{shortId(id)}</span>
                    </Command.Item>
                  )
                })}
              </Command.Group>
              <Command.Group heading="Sections">
                {SECTIONS.map(({ id, label, icon: Icon }) => (
                  <Command.Item
                    key={id}
                    value={`section ${label}`}
                    onSelect={() => go(paths.section(current.lead.id, id))}
                  >
                    <Icon size={18} />
                    {label}
                  </Command.Item>
                ))}
              </Command.Group>
            </>
          )}
          {current && <Messages state={current} text={text} open={go} />}
          <Command.Group heading="Crews">
            {Object.values(views).map(({ state }) => (
              <Command.Item
                key={state.lead.id}
                value={`crew ${state.lead.name} ${state.lead.id}`}
                onSelect={() => go(paths.crewHome(state.lead.id))}
              >
                <Avatar who={participantOf(state, state.lead.id, '', 'Project Lead')} size="sm" />
                {state.lead.name} <span className="mono cnt">{shortId(state.lead.id)}</span>
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="Commands">
            {current && (
              <Command.Item onSelect={() => go(paths.newGroup(current.lead.id))}>
                <Plus size={18} />
                New group
              </Command.Item>
            )}
            <Command.Item onSelect={() => go(paths.newCrew)}>
              <Plus size={18} />
              New crew
            </Command.Item>
            <Command.Item onSelect={() => go(paths.settings)}>
              <Settings size={18} />
              Settings
            </Command.Item>
            <Command.Item onSelect={openKeys}>
              <Keyboard size={18} />
              Keyboard
            </Command.Item>
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
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

interface MessagesProps {
  readonly state: CrewState
  readonly text: string
  readonly open: (to: string) => void
}

/** Messages of all groups that have what was typed, found by the server. */
function Messages({ state, text, open }: MessagesProps) {
  const { name } = useStore(person)
  const now = useNow(60_000)
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const found = useMessageSearch(
    state.lead.id,
    { q: begunWord(asked), limit: 6 },
    asked.length >= SHORTEST,
  )
  if (asked !== text.trim()) return null
  const { hits = [] } = found.data ?? {}
  return (
    <>
      <div className="search-far" role="status">
        <SearchFar found={found} head={state.seq} />
      </div>
      {hits.length > 0 && (
        <Command.Group heading="Messages">
          {hits.map(({ message, snippet }) => (
            <Command.Item
              key={message.id}
              value={`message ${message.id}`}
              // The server has matched it already.
              keywords={[text]}
              onSelect={() => open(paths.message(state.lead.id, message.group, message.id))}
            >
              <MessageSquare size={18} />
              <span className="hit-lines">
                <span className="hit-head">
                  <b>{participantOf(state, message.from, name, message.fromRole).label}</b>
                  <span className="cnt">
                    in <bdi>{groupNameIn(state, message.group)}</bdi>
                  </span>
                  <time
                    className="cnt"
                    dateTime={message.timestamp}
                    title={fullTime(message.timestamp)}
                  >
                    {listTime(message.timestamp, now)}
                  </time>
                </span>
                <span className="hit">
                  {snippet.map((part, index) =>
                    part.hit ? <mark key={index}>{part.text}</mark> : part.text,
                  )}
                </span>
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  )
}
