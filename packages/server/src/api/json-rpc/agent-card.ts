import type { AgentRecord } from '@crewroom/shared/model/agent'
import { isPlaceholderLead } from '@crewroom/shared/model/agent'
import { HUMAN_ID, HUMAN_ROLE, SYSTEM_ID, SYSTEM_ROLE } from '@crewroom/shared/model/participant'
import type { RpcAgent } from '@crewroom/shared/protocol/rpc/records'
import { isActive } from '../../crew/directory'
import { crewsSeenBy } from '../../crew/seen-crews'
import type { By, Shard } from '../../crew/shard'

/** Every agent that the caller has in its crews, ended ones too. The placeholder of a workspace is none. */
export function agentsSeenBy(shard: Shard, by: By): readonly AgentRecord[] {
  const found = crewsSeenBy(shard, by).flatMap(({ state }) =>
    Object.values(state.agents).filter(({ id }) => !isPlaceholderLead(state.lead, id)),
  )
  return [...new Map(found.map((agent) => [agent.id, agent])).values()]
}

export function cardOf(agent: AgentRecord): RpcAgent {
  return {
    id: agent.id,
    name: nameOf(agent),
    displayName: agent.name,
    description: agent.roleName,
    status: isActive(agent) ? 'active' : 'suspended',
  }
}

/** The other senders of messages, the person and the server: a client that looks up all senders asks for them too. */
export function cardsOfOthers({ ports }: Shard): readonly RpcAgent[] {
  const own = { status: 'active' } as const
  return [
    {
      id: HUMAN_ID,
      name: HUMAN_ID,
      displayName: ports.personName,
      description: HUMAN_ROLE,
      ...own,
    },
    { id: SYSTEM_ID, name: SYSTEM_ID, displayName: SYSTEM_ROLE, description: SYSTEM_ROLE, ...own },
  ]
}

/** The names that other programs of this protocol accept. */
const NAME = /^[a-z0-9][a-z0-9_-]{1,30}[a-z0-9]$/

/** The name of an agent, made to fit: the same for as long as it has that name. */
function nameOf({ id, name }: AgentRecord): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .slice(0, 32)
    .replace(/^[-_]+|[-_]+$/g, '')
  if (NAME.test(plain)) return plain
  return `${plain === '' ? 'agent' : plain}-${id.slice(0, 8)}`
}
