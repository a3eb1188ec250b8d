import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { Hold } from '@crewroom/shared/model/conduct'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { replying } from '@crewroom/shared/text/names'
import { relayed } from '@crewroom/shared/text/relay'
import { Ink } from '../terminal-colors'
import { localTime } from '../local-time'
import { SessionLines } from './session-line'

/** How somebody is shown: agents in their role's colour. */
export interface Shown {
  readonly name: string
  readonly color: string
}

/** A lead bears its crew's name; it is shown as what it is. */
export function shownAgent(
  agent: Pick<AgentRecord, 'id' | 'leadId' | 'name' | 'roleName' | 'color'>,
): Shown {
  const { id, leadId, name, roleName, color } = agent
  return { name: id === leadId ? roleName : name, color }
}

/** Says events of `/ws` in words, one line each; null for what people need not see. */
export class EventLines {
  readonly sessions = new SessionLines()
  readonly #ink: Ink
  readonly #find: (id: string) => Shown | undefined

  constructor(colors: boolean, find: (id: string) => Shown | undefined) {
    this.#ink = new Ink(colors)
    this.#find = find
  }

  /** `crew` comes first when lines are about several crews. */
  line(event: CrewEvent, crew: string | null): string | null {
    const text = this.#text(event)
    if (text === null) return null
    const time = this.#ink.dim(localTime(event.at))
    const where = crew === null ? '' : `${this.#ink.dim(relayed(crew))} `
    return `${time} ${where}${text}`
  }

  #who(id: string): string {
    const found = this.#find(id)
    if (found) return this.#ink.paint(relayed(found.name), found.color)
    if (id === HUMAN_ID) return this.#ink.bold('You')
    return id === SYSTEM_ID ? 'The server' : id
  }

  /** Somebody and what they do: the verb as it follows "You". */
  #does(id: string, verb: string): string {
    const [first = '', ...rest] = verb.split(' ')
    const own = id === HUMAN_ID ? first : `${first}s`
    return [this.#who(id), own, ...rest].join(' ')
  }

  #text(event: CrewEvent): string | null {
    const group = (name: string) => this.#ink.bold(`#${name}`)
    switch (event.type) {
      case 'lead:created':
        return `the crew ${this.#ink.bold(relayed(event.lead.name))} is created`
      case 'lead:paused':
        return 'the crew is paused'
      case 'lead:resumed':
        return 'the crew is resumed'
      case 'agent:created': {
        const { id, roleName } = event.agent
        const as = this.#find(id)?.name === roleName ? '' : ` as ${roleName}`
        return `${this.#who(id)} joins the crew${as}`
      }
      case 'agent:resumed':
        return `${this.#who(event.agent.id)} is back`
      case 'agent:completed':
        return `${this.#who(event.agent.id)} has completed its work`
      case 'agent:failed':
        return `${this.#who(event.agent.id)} has failed${reason(event.agent.endedReason)}`
      case 'agent:terminated':
        return `${this.#who(event.agent.id)} is ended${reason(event.agent.endedReason)}`
      case 'agent:held':
        return `agents' messages to ${this.#who(event.agent.id)} are on hold until ${until(event.agent.hold)}`
      case 'agent:released':
        return `the hold on agents' messages to ${this.#who(event.agent.id)} has ended`
      case 'agent:updated':
        return `${this.#who(event.agent.id)} was changed: ${event.changed.join(', ')}`
      case 'group:created': {
        const { name, createdBy, memberIds } = event.group
        const others = memberIds.filter((id) => id !== createdBy).map((id) => this.#who(id))
        const whom = others.length === 0 ? '' : ` with ${others.join(', ')}`
        return `${this.#does(createdBy, 'create')} ${group(name)}${whom}`
      }
      case 'group:updated':
        return null
      case 'group:archived':
      case 'group:unarchived':
      case 'group:paused':
      case 'group:imported':
        return `${group(event.group.name)} is ${event.type.slice('group:'.length)}`
      case 'group:resumed':
        // A hold may end while a person's pause goes on.
        return `${group(event.group.name)} is ${event.group.paused ? 'no longer on hold, but paused' : 'resumed'}`
      case 'group:held':
        return `${group(event.group.name)} is on hold until ${until(event.group.hold)}`
      case 'group:member_added':
        return `${this.#does(event.agentId, 'join')} ${group(event.group)}`
      case 'group:member_removed':
        return `${this.#does(event.agentId, 'leave')} ${group(event.group)}`
      case 'group:message': {
        const { from, kind, content, replyTo } = event.message
        const who = kind === 'system' ? '' : ` ${this.#who(from)}${replying(replyTo)}:`
        return `${group(event.groupName)}${who} ${relayed(content)}`
      }
      case 'group:message_edited':
        return `${group(event.groupName)} ${this.#does(event.by, 'change')} message #${event.n}: ${relayed(event.content)}`
      case 'group:message_deleted':
        return `${group(event.groupName)} ${this.#does(event.by, 'delete')} message #${event.n}`
      case 'group:reaction': {
        const { agentId, groupName, action, emoji } = event
        return `${group(groupName)} ${this.#does(agentId, action === 'add' ? 'react' : 'remove')} ${emoji}`
      }
      case 'group:read':
        return null
      case 'task:created':
        return event.task.waits
          ? `${this.#does(event.task.by, 'keep')} a task for ${this.#who(event.task.agentId)} until others are done: ${relayed(event.task.text)}`
          : `${this.#does(event.task.by, 'give')} ${this.#who(event.task.agentId)} a task: ${relayed(event.task.text)}`
      case 'task:given':
        return `${this.#who(event.task.agentId)} is given a task that waited: ${relayed(event.task.text)}`
      case 'task:updated':
        // The end of the lost task was printed; the lead is notified of what waits for it.
        return null
      case 'task:completed':
        return `${this.#who(event.task.agentId)} completes a task${reason(event.task.summary)}`
      case 'task:failed':
        return `${this.#who(event.task.agentId)} fails at a task${reason(event.task.summary)}`
      case 'task:cancelled':
        return `a task of ${this.#who(event.task.agentId)} is cancelled${reason(event.task.summary)}`
      case 'direct:message': {
        const { kind, from, to, content } = event.message
        const verb = kind === 'interrupt' ? 'interrupt' : 'write to'
        const whom = to === null ? 'everybody' : this.#who(to)
        return `${this.#does(from, verb)} ${whom}: ${relayed(content)}`
      }
      case 'need:opened':
        return `${this.#ink.bold('Needs you:')} ${this.#who(event.need.agentId)}: ${relayed(event.need.text)}${answering(event.need)}`
      case 'session:created':
      case 'session:updated':
      case 'session:message':
      case 'session:reaction':
      case 'session:read':
      case 'round:opened':
      case 'round:responded':
      case 'round:closed':
      case 'run:started':
      case 'run:updated':
      case 'run:ended':
      case 'run:stepped':
        return this.sessions.text(event, {
          who: (id) => this.#who(id),
          does: (id, verb) => this.#does(id, verb),
          group,
        })
      case 'admission:created':
      case 'admission:updated':
      case 'admission:closed':
        return `${this.#does(event.by, CIRCLE_VERBS[event.type])} a circle`
      case 'file:added': {
        const { kind, name, addedBy } = event.file
        return `${group(event.groupName)} ${this.#does(addedBy, 'add')} the ${kind} ${relayed(name)}`
      }
      case 'file:removed': {
        const { kind, name } = event.file
        return `${group(event.groupName)} ${this.#does(event.by, 'remove')} the ${kind} ${relayed(name)}`
      }
      case 'work_files:changed':
        return event.shown
          ? 'files of working folders are shown to people'
          : 'files of working folders are not shown any more'
      case 'need:closed':
      case 'lead:updated':
      case 'lead:deleted':
        return null
      default:
        event satisfies never
        // A newer server may say more than this program knows.
        return null
    }
  }
}

const CIRCLE_VERBS = {
  'admission:created': 'create',
  'admission:updated': 'change',
  'admission:closed': 'close',
} as const

function until(hold: Hold | null): string {
  return hold ? localTime(hold.until) : 'it is released'
}

/** How it is answered without the dashboard: people who follow a crew in a terminal are there already. */
function answering({ id, kind, permission }: NeedRecord): string {
  if (kind === 'rules') return ` (crewroom needs answer ${id.slice(0, SHOWN_ID)} keep or drop)`
  if (!permission) return ''
  const options = permission.options.map(({ name }) => `"${relayed(name)}"`).join(' or ')
  return ` (crewroom needs answer ${id.slice(0, SHOWN_ID)} ${options})`
}

/** So much of an id tells what waits apart. */
const SHOWN_ID = 8

function reason(text: string | null): string {
  return text === null ? '' : `: ${relayed(text)}`
}
