import { ERRORS } from '@crewroom/shared/protocol/errors'
import type { Envelope } from '../../journal/facts'
import { renewedBy } from '../renewed-token'
import type { Connection } from '../sockets/connection'
import { doorAt, type SocketDoor } from '../sockets/upgrade'
import { ConversationBook } from './conversation-book'
import { Notice } from './notice'
import { type Told, toldOf } from './notifications'
import { AgentItems, type AgentItemsPorts } from './agent-items'
import { RpcClient, type RpcClientPorts } from './rpc-client'

const ADDRESS = '/rpc/ws'

/** An agent that is connected, and what it is owed. Agents that the server runs are owed nothing here. */
interface ConnectedAgent {
  readonly clients: Set<RpcClient>
  /** Ids of the conversations that notifications were about. */
  readonly conversations: Set<string>
  items: AgentItems | null
}

type RpcSocketPorts = RpcClientPorts & AgentItemsPorts

/** `/rpc/ws`: tasks, conversations and messages for programs that speak JSON-RPC 2.0. */
export class RpcSockets {
  readonly #ports: RpcSocketPorts
  readonly #book: ConversationBook
  readonly #byAgent = new Map<string, ConnectedAgent>()

  constructor(ports: RpcSocketPorts) {
    this.#ports = ports
    this.#book = new ConversationBook(ports.shard)
  }

  door(): SocketDoor {
    return doorAt(ADDRESS, (connection) => this.#connect(connection))
  }

  published(entries: readonly Envelope[]): void {
    this.#ports.frames.published(entries)
    for (const [at, entry] of entries.entries()) {
      if (this.#byAgent.size > 0) {
        const following = () => entries.slice(at + 1)
        for (const told of toldOf(entry, this.#book, following)) this.#tell(entry, told)
      }
      this.#book.apply(entry)
      if (entry.type === 'lead:deleted') {
        this.#refuse(entry.data.agentIds, ERRORS.unauthorized.close, 'the crew was deleted')
      }
      const renewed = renewedBy(entry)
      if (renewed !== null) {
        this.#refuse([renewed], ERRORS.unauthorized.close, 'the token was replaced')
      }
      if (entry.type === 'agent:terminated') {
        this.#refuse([entry.data.agent.id], ERRORS.agent_terminal.close, 'agent_terminal')
      }
    }
  }

  /** The journal has a new epoch: what clients were told may be void, so they come back and list again. */
  newEpoch(): void {
    this.#book.reload()
    for (const client of this.#all()) client.newEpoch()
  }

  #connect(connection: Connection): void {
    let agentId: string | null = null
    const client = new RpcClient(this.#ports, connection, (connected) => {
      agentId = connected
      this.#joins(connected, client)
    })
    connection.onClose(() => {
      client.end()
      if (agentId !== null) this.#leaves(agentId, client)
    })
    connection.onMessage((text) => client.receive(text))
  }

  #joins(agentId: string, client: RpcClient): void {
    const known = this.#byAgent.get(agentId)
    if (known) {
      known.clients.add(client)
      return
    }
    const agent: ConnectedAgent = {
      clients: new Set([client]),
      conversations: new Set(),
      items: null,
    }
    this.#byAgent.set(agentId, agent)
    const { shard, inbox } = this.#ports
    if (shard.crewOf(agentId)?.state.agents[agentId]?.driver.kind !== 'remote') return
    inbox.connects(agentId, ADDRESS)
    this.#begin(agentId, agent)
  }

  /** Items that this connection was sent and has not read go to the agent's other connections. */
  #leaves(agentId: string, client: RpcClient): void {
    const agent = this.#byAgent.get(agentId)
    if (!agent) return
    agent.clients.delete(client)
    const { items } = agent
    items?.close()
    if (agent.clients.size > 0) {
      if (items) this.#begin(agentId, agent)
      return
    }
    this.#byAgent.delete(agentId)
    if (items) this.#ports.inbox.disconnects(agentId, ADDRESS)
  }

  #begin(agentId: string, agent: ConnectedAgent): void {
    const items = new AgentItems(this.#ports, agentId, agent)
    agent.items = items
    // Its answer, that it is connected, comes first.
    setImmediate(() => items.start())
  }

  #tell({ leadId, actor }: Envelope, told: Told): void {
    const notice = new Notice(this.#ports.shard, leadId, actor.id, told)
    const about = conversationOf(told)
    for (const agentId of told.to) {
      const agent = this.#byAgent.get(agentId)
      if (!agent) continue
      if (about !== null) agent.conversations.add(about)
      for (const client of agent.clients) client.tell(leadId, notice)
    }
  }

  #refuse(agentIds: readonly string[], code: number, reason: string): void {
    for (const agentId of agentIds) {
      for (const client of this.#clientsOf(agentId)) client.refuse(code, reason)
    }
  }

  #clientsOf(agentId: string): Iterable<RpcClient> {
    return this.#byAgent.get(agentId)?.clients ?? []
  }

  #all(): readonly RpcClient[] {
    return [...this.#byAgent.values()].flatMap(({ clients }) => [...clients])
  }
}

/** Id of the conversation that a notification is about. */
function conversationOf({ params }: Told): string | null {
  if ('conversationId' in params) return params.conversationId
  return 'message' in params ? params.message.conversationId : null
}
