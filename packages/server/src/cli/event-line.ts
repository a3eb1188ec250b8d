import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { Hold } from '@crewroom/shared/model/conduct'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { relayed } from '@crewroom/shared/text/relay'
import { Ink } from '../ink'

/** How somebody is shown: agents in their role's colour. */
export interface Shown {
  readonly name: string
  readonly color: string
}

/** Says events of `/ws` in words, one line each; null for what people need not see. */
export class EventLines {
  readonly #ink: Ink
  readonly #find: (id: string) => Shown | undefined

  constructor(colors: boolean, find: (id: string) => Shown | undefined) {
    this.#ink = new Ink(colors)
    this.#find = find
  }

  /** `crew` stands in front where several crews are told of. */
  line(event: CrewEvent, crew: string | null): string | null {
    const text = this.#text(event)
    if (text === null) return null
    const time = this.#ink.dim(event.at.slice(11, 19))
    const where = crew === null ? '' : `${this.#ink.dim(relayed(crew))} `
    return `${time} ${where}${text}`
  }

  #who(id: string): string {
    const found = this.#find(id)
    if (found) return this.#ink.paint(relayed(found.name), found.color)
    return id === HUMAN_ID ? this.#ink.bold('You') : id
  }

  #text(event: CrewEvent): string | null {
    const group = (name: string) => this.#ink.bold(`#${name}`)
    switch (event.type) {
      case 'lead:created':
        return `${this.#ink.bold(relayed(event.lead.name))} is founded`
      case 'lead:paused':
        return 'the crew is paused'
      case 'lead:resumed':
        return 'the crew goes on'
      case 'agent:created':
        return `${this.#who(event.agent.id)} joins the crew as ${event.agent.roleName}`
      case 'agent:resumed':
        return `${this.#who(event.agent.id)} is back`
      case 'agent:completed':
        return `${this.#who(event.agent.id)} has completed its work`
      case 'agent:failed':
        return `${this.#who(event.agent.id)} has failed${reason(event.agent.endedReason)}`
      case 'agent:terminated':
        return `${this.#who(event.agent.id)} is ended${reason(event.agent.endedReason)}`
      case 'agent:held':
        return `what agents write to ${this.#who(event.agent.id)} is held until ${until(event.agent.hold)}`
      case 'agent:released':
        return `what agents write to ${this.#who(event.agent.id)} is handed over again`
      case 'group:created': {
        const { name, createdBy, memberIds } = event.group
        const others = memberIds.filter((id) => id !== createdBy).map((id) => this.#who(id))
        return `${this.#who(createdBy)} creates ${group(name)} with ${others.join(', ')}`
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
        return `${group(event.group.name)} is ${event.group.paused ? 'held no more, but paused' : 'resumed'}`
      case 'group:held':
        return `${group(event.group.name)} is held until ${until(event.group.hold)}`
      case 'group:member_added':
        return `${this.#who(event.agentId)} joins ${group(event.group)}`
      case 'group:member_removed':
        return `${this.#who(event.agentId)} leaves ${group(event.group)}`
      case 'group:message': {
        const { from, kind, content } = event.message
        const who = kind === 'system' ? '' : ` ${this.#who(from)}:`
        return `${group(event.groupName)}${who} ${relayed(content)}`
      }
      case 'group:reaction': {
        const { agentId, groupName, action, emoji } = event
        return `${group(groupName)} ${this.#who(agentId)} ${action === 'add' ? 'reacts' : 'takes back'} ${emoji}`
      }
      case 'group:read':
        return null
      case 'task:created':
        return `${this.#who(event.task.by)} gives ${this.#who(event.task.agentId)} a task: ${relayed(event.task.text)}`
      case 'task:completed':
      case 'task:failed':
      case 'task:cancelled': {
        const { agentId, summary } = event.task
        const how = event.type.slice('task:'.length)
        return `the task of ${this.#who(agentId)} is ${how}${reason(summary)}`
      }
      case 'direct:message': {
        const { kind, from, to, content } = event.message
        const verb = kind === 'interrupt' ? 'interrupts' : 'writes to'
        const whom = to === null ? 'everybody' : this.#who(to)
        return `${this.#who(from)} ${verb} ${whom}: ${relayed(content)}`
      }
      case 'need:opened':
        return `${this.#ink.bold('Needs you:')} ${this.#who(event.need.agentId)}: ${relayed(event.need.text)}`
      case 'need:closed':
        return null
      default:
        // A newer server may say more than this program knows.
        return null
    }
  }
}

function until(hold: Hold | null): string {
  return hold?.until.slice(11, 19) ?? 'it is released'
}

function reason(text: string | null): string {
  return text === null ? '' : `: ${relayed(text)}`
}
