import { ERRORS } from '@crewroom/shared/protocol/errors'
import type { Envelope } from '../../journal/facts'
import { renewedBy } from '../renewed-token'
import type { Connection } from '../sockets/connection'
import { doorAt, type SocketDoor } from '../sockets/upgrade'
import { ConversationBook } from './conversation-book'
import { type Told, toldOf } from './notifications'
import { RpcClient, type RpcClientPorts } from './rpc-client'

const ADDRESS = '/rpc/ws'

/** `/rpc/ws`: tasks, conversations and messages for programs that speak JSON-RPC 2.0. */
export class RpcSockets {
  readonly #ports: RpcClientPorts
  readonly #book: ConversationBook
  /** Connections by the agent that has connected over them. */
  readonly #byAgent = new Map<string, Set<RpcClient>>()

  constructor(ports: RpcClientPorts) {
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
        for (const told of toldOf(entry, this.#book, following)) this.#tell(entry.leadId, told)
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
      const clients = this.#byAgent.get(connected) ?? new Set()
      this.#byAgent.set(connected, clients.add(client))
    })
    connection.onClose(() => {
      client.end()
      if (agentId === null) return
      const clients = this.#byAgent.get(agentId)
      clients?.delete(client)
      if (clients?.size === 0) this.#byAgent.delete(agentId)
    })
    connection.onMessage((text) => client.receive(text))
  }

  #tell(leadId: string, { method, params, to }: Told): void {
    let text: Buffer | null = null
    for (const agentId of to) {
      for (const client of this.#byAgent.get(agentId) ?? []) {
        text ??= Buffer.from(JSON.stringify({ jsonrpc: '2.0', method, params }))
        client.tell(leadId, method, text)
      }
    }
  }

  #refuse(agentIds: readonly string[], code: number, reason: string): void {
    for (const agentId of agentIds) {
      for (const client of this.#byAgent.get(agentId) ?? []) client.refuse(code, reason)
    }
  }

  #all(): readonly RpcClient[] {
    return [...this.#byAgent.values()].flatMap((clients) => [...clients])
  }
}
