import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { relayed } from '@crewroom/shared/text/relay'
import { type SessionEvent, SessionLines } from '../cli/session-line'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { Ink } from '../terminal-colors'
import { localTime } from '../local-time'
import type { Envelope } from '../journal/facts'

/** Behind the time and the sign. */
const INDENT = ' '.repeat(11)

/** What happens in a crew, for a terminal: one line per event, names in their role's colour. */
export class Feed {
  readonly #shard: Shard
  readonly #ink: Ink
  /** Whose program has been started before. */
  readonly #started = new Set<string>()
  readonly #sessions = new SessionLines()

  constructor(shard: Shard, colors: boolean) {
    this.#shard = shard
    this.#ink = new Ink(colors)
  }

  /** Null for what people need not see. */
  line(entry: Envelope): string | null {
    const crew = this.#shard.findCrew(entry.leadId)
    const told = crew && this.#tell(crew, entry)
    if (!told) return null
    const [sign, text] = told
    const time = this.#ink.dim(localTime(entry.at))
    return `${time} ${sign} ${text.replaceAll('\n', `\n${INDENT}`)}`
  }

  /** A sign for what it is, and the text. */
  #tell(crew: Crew, entry: Envelope): readonly [string, string] | null {
    const ink = this.#ink
    const who = (id: string) => {
      const agent = crew.state.agents[id]
      if (agent) return ink.paint(agent.name, agent.color)
      return id === HUMAN_ID ? ink.bold('You') : id
    }
    const does = (id: string, verb: string) => `${who(id)} ${id === HUMAN_ID ? verb : `${verb}s`}`
    const group = (name: string) => ink.bold(`#${name}`)
    switch (entry.type) {
      case 'agent:created': {
        const { id, roleName, driver } = entry.data.agent
        return ['+', `${who(id)} joins the crew as ${roleName} ${ink.dim(`(${driver.kind})`)}`]
      }
      case 'agent:resumed':
        return ['↺', `${who(entry.data.agent.id)} is back`]
      case 'agent:failed':
        return ['✗', `${who(entry.data.agent.id)} has failed: ${entry.data.agent.endedReason}`]
      case 'process:started': {
        const { agentId } = entry.data.process
        const isAgain = this.#started.has(agentId)
        this.#started.add(agentId)
        return isAgain ? ['↺', `the program of ${who(agentId)} is restarted`] : null
      }
      case 'group:created': {
        const { name, createdBy, memberIds, auto, purpose } = entry.data.group
        const others = memberIds.filter((id) => id !== createdBy).map(who)
        const whom = `with ${others.join(', ')}`
        return auto
          ? ['+', `${group(name)} is created automatically, ${whom}. ${relayed(purpose ?? '')}`]
          : ['+', `${does(createdBy, 'create')} ${group(name)} ${whom}`]
      }
      case 'group:archived': {
        const { name, memberIds } = entry.data.group
        const hasEnded = (id: string) => crew.state.agents[id]?.ended !== null
        const isDone = memberIds.every((id) => id === entry.leadId || hasEnded(id))
        return ['▪', `${group(name)} is archived${isDone ? ': everyone in it is done' : ''}`]
      }
      case 'group:unarchived':
        return ['↺', `${group(entry.data.group.name)} is unarchived`]
      case 'group:member_added':
        return ['+', `${does(entry.data.agentId, 'join')} ${group(entry.data.group)}`]
      case 'group:member_removed':
        return ['-', `${does(entry.data.agentId, 'leave')} ${group(entry.data.group)}`]
      case 'group:message': {
        const { from, kind, content } = entry.data.message
        const writer = kind === 'system' ? '' : ` ${who(from)}:`
        return [' ', `${group(entry.data.groupName)}${writer} ${relayed(content)}`]
      }
      case 'group:reaction': {
        const { groupName, agentId, emoji, action } = entry.data
        const what = does(agentId, action === 'add' ? 'react' : 'remove')
        return [' ', `${group(groupName)} ${what} ${emoji}`]
      }
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
      case 'run:stepped': {
        const text = this.#sessions.text({ ...entry, ...entry.data } as SessionEvent, {
          who,
          does,
          group,
        })
        return text === null ? null : [entry.type === 'session:created' ? '+' : ' ', text]
      }
      case 'task:created': {
        const { by, agentId, text } = entry.data.task
        return ['▸', `${does(by, 'give')} ${who(agentId)} a task: ${relayed(text)}`]
      }
      case 'task:completed':
      case 'task:failed': {
        const { by, agentId, summary } = entry.data.task
        const isDone = entry.type === 'task:completed'
        const how = isDone ? '' : 'failure '
        const said = summary === null ? '.' : `: ${relayed(summary)}`
        return [
          isDone ? ink.green('✓') : ink.red('✗'),
          `${who(agentId)} reports ${how}to ${who(by)}${said}`,
        ]
      }
      case 'direct:message': {
        const { kind, from, to, content } = entry.data.message
        if (kind === 'interrupt') {
          const whom = who(to ?? '')
          return [ink.red('!'), `${does(from, 'interrupt')} ${whom}: ${relayed(content)}`]
        }
        const whom = to === null ? 'everybody' : who(to)
        return ['→', `${does(from, 'write')} to ${whom}: ${relayed(content)}`]
      }
      case 'turn:ended':
        return entry.data.reason === 'cancelled'
          ? [ink.red('■'), `${who(entry.data.agentId)} stops in the middle of its answer`]
          : null
      default:
        return null
    }
  }
}
