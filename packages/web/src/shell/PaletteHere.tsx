import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Command } from 'cmdk'
import {
  Archive,
  ArchiveRestore,
  CheckCheck,
  ClipboardList,
  Copy,
  Link2,
  Pause,
  PenLine,
  Play,
  StopCircle,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { knownAs } from '../crew/participant'
import { groupAddress } from '../groups/group-address'
import { copyGroupLink, markGroupRead, setArchived, setPaused } from '../groups/group-actions'
import { groupName } from '../groups/group-name'
import { person } from '../sync/sync'
import { toast } from '../ui/toasts'
import { paths } from './paths'

/** With so many agents each of them is offered by name; with more, what is before one alone. */
const MOST_AGENTS = 60

const VERBS = ['interrupt', 'give', 'write']

/** What can be done with everybody is offered to whoever types what is to be done; a name alone leads to its agent. */
function beginsVerb(words: string): boolean {
  const [first = ''] = words.trim().toLowerCase().split(' ')
  return first.length >= 2 && VERBS.some((verb) => verb.startsWith(first))
}

/* What can be undone least comes last: Enter takes what is first. */
interface ActsProps {
  readonly state: CrewState
  readonly words: string
  readonly go: (to: string) => void
  readonly close: () => void
}

/** What can be done with what is before the person, and, once it is typed, with any agent. */
export function PaletteHere({ state, words, go, close }: ActsProps) {
  const { pathname, search } = useLocation()
  const isReader = useStore(person, (all) => all.isReader)
  const here = hereOf(state, pathname, search)
  if (isReader) return null
  const acts = { state, go, close }
  const others =
    !beginsVerb(words) || Object.keys(state.agents).length > MOST_AGENTS
      ? []
      : Object.values(state.agents).filter(
          ({ id, ended }) => ended !== 'terminated' && id !== here.agent?.id,
        )
  return (
    <>
      {here.agent && (
        <Command.Group heading={knownAs(state, here.agent.id)}>
          <AgentActs {...acts} agent={here.agent} />
        </Command.Group>
      )}
      {here.group && (
        <Command.Group heading={groupName(here.group)}>
          <GroupActs {...acts} group={here.group} />
        </Command.Group>
      )}
      {others.length > 0 && (
        <Command.Group heading="Do">
          {others.map((agent) => (
            <AgentActs key={agent.id} {...acts} agent={agent} isShort />
          ))}
        </Command.Group>
      )}
    </>
  )
}

type Here =
  | { readonly agent: AgentRecord; readonly group?: undefined }
  | { readonly agent?: undefined; readonly group: GroupRecord }
  | { readonly agent?: undefined; readonly group?: undefined }

/** The agent or group of an address. */
function hereOf(state: CrewState, pathname: string, search: string): Here {
  const [, , , section, id] = pathname.split('/')
  const agentId = section === 'crew' ? id : section === 'comms' ? new URLSearchParams(search).get('with') : null // prettier-ignore
  const agent = agentId && Object.hasOwn(state.agents, agentId) ? state.agents[agentId] : undefined
  if (agent) return { agent }
  const name = section === 'groups' ? groupAddress(pathname, state.groups).name : undefined
  const group =
    name !== undefined && Object.hasOwn(state.groups, name) ? state.groups[name] : undefined
  return group ? { group } : {}
}

interface AgentActsProps extends Omit<ActsProps, 'words'> {
  readonly agent: AgentRecord
  readonly isShort?: boolean
}

function AgentActs({ state, agent, go, close, isShort = false }: AgentActsProps) {
  const { id, ended } = agent
  const leadId = state.lead.id
  const name = knownAs(state, id)
  const ask = (what: string) => go(`${paths.agent(leadId, id)}?do=${what}`)
  return (
    <>
      <Act id={id} icon={<PenLine size={18} />} run={() => go(paths.comms(leadId, id))}>
        Write to {name}
      </Act>
      {id !== leadId && (
        <Act id={id} icon={<ClipboardList size={18} />} run={() => ask('task')}>
          Give {name} a task
        </Act>
      )}
      {ended === null && (
        <Act id={id} icon={<StopCircle size={18} />} run={() => ask('interrupt')}>
          Interrupt {name}
        </Act>
      )}
      {!isShort && (
        <Act
          id={id}
          icon={<Copy size={18} />}
          run={() => {
            close()
            copyText(id)
          }}
        >
          Copy the id of {name}
        </Act>
      )}
    </>
  )
}

function GroupActs({
  state,
  group,
  go,
  close,
}: Omit<ActsProps, 'words'> & { readonly group: GroupRecord }) {
  const { leadId, name, archived, paused } = group
  const shown = groupName(group)
  const act = (run: () => void) => () => {
    close()
    run()
  }
  return (
    <>
      <Act id={name} icon={<CheckCheck size={18} />} run={act(() => markGroupRead(state, group))}>
        Mark {shown} as read
      </Act>
      <Act id={name} icon={<Link2 size={18} />} run={act(() => copyGroupLink(leadId, name))}>
        Copy the link to {shown}
      </Act>
      {!archived && (
        <Act
          id={name}
          icon={<UserPlus size={18} />}
          run={() => go(`${paths.members(leadId, name)}?add=members`)}
        >
          Add members to {shown}
        </Act>
      )}
      {!archived && (
        <Act
          id={name}
          icon={paused ? <Play size={18} /> : <Pause size={18} />}
          run={act(() => void setPaused(group, !paused))}
        >
          {paused ? 'Resume' : 'Pause'} {shown}
        </Act>
      )}
      <Act
        id={name}
        icon={archived ? <ArchiveRestore size={18} /> : <Archive size={18} />}
        run={act(() => void setArchived(group, !archived))}
      >
        {archived ? 'Unarchive' : 'Archive'} {shown}
      </Act>
    </>
  )
}

interface ActProps {
  readonly id: string
  readonly icon: ReactNode
  readonly run: () => void
  readonly children: readonly string[]
}

function Act({ id, icon, run, children }: ActProps) {
  return (
    // With the id: two agents may have the same name.
    <Command.Item value={`${children.join('')} ${id}`} onSelect={run}>
      {icon}
      <span className="hit">{children}</span>
    </Command.Item>
  )
}

function copyText(text: string): void {
  // Without a secure context there is no clipboard.
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard.'))
  copied.then(
    () => toast.news('Id copied.'),
    () => toast.problem(`Couldn't copy. The id is ${text}`),
  )
}
