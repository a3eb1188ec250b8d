import type { Envelope } from '../journal/facts'
import type { Shard } from '../crew/shard'
import { relayed } from '@crewroom/shared/text/relay'

/** One line per event, for a terminal: names in their role's colour. */
export function feedLine(shard: Shard, entry: Envelope, colors: boolean): string | null {
  const crew = shard.findCrew(entry.leadId)
  if (!crew) return null
  const time = entry.at.slice(11, 19)
  const who = (id: string) => {
    const agent = crew.state.agents[id]
    return agent ? paint(agent.name, agent.color, colors) : id
  }
  const line = (text: string) => `${dim(time, colors)} ${text}`
  switch (entry.type) {
    case 'agent:created':
      return line(`${who(entry.data.agent.id)} joins the crew as ${entry.data.agent.roleName}`)
    case 'group:created': {
      const { group } = entry.data
      return line(
        `${who(group.createdBy)} creates ${bold(group.name, colors)} with ${group.memberIds
          .filter((id) => id !== group.createdBy)
          .map(who)
          .join(', ')}`,
      )
    }
    case 'group:member_added':
      return line(`${who(entry.data.agentId)} joins ${bold(entry.data.group, colors)}`)
    case 'group:member_removed':
      return line(`${who(entry.data.agentId)} leaves ${bold(entry.data.group, colors)}`)
    case 'group:message': {
      const { message, groupName } = entry.data
      return line(
        `${bold(groupName, colors)} ${who(message.from)}: ${relayed(message.content).replaceAll('\n', '\n         ')}`,
      )
    }
    case 'group:reaction': {
      const { groupName, agentId, emoji, action } = entry.data
      return line(
        `${bold(groupName, colors)} ${who(agentId)} ${action === 'add' ? 'reacts' : 'takes back'} ${emoji}`,
      )
    }
    default:
      return null
  }
}

function paint(text: string, color: string, on: boolean): string {
  if (!on) return text
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return `\u001b[1;38;2;${r};${g};${b}m${text}\u001b[0m`
}

function bold(text: string, on: boolean): string {
  return on ? `\u001b[1m${text}\u001b[0m` : text
}

function dim(text: string, on: boolean): string {
  return on ? `\u001b[2m${text}\u001b[0m` : text
}
