import { listedIds } from '@crewroom/shared/model/group'
import { SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { TurnItem } from '../../crew/turn-item'
import type { Shard } from '../../crew/shard'
import { leaves } from '../../delivery/attach'
import { type InboxPage, itemsOfPage } from '../../delivery/inbox-page'
import type { Logger } from '../../logger'
import { InboxPush, type InboxPushPorts } from '../sockets/inbox-push'
import { assertCallerTakesPart } from './caller'
import { Notice } from './notice'
import type { RpcClient } from './rpc-client'

/** A program that reads its inbox elsewhere is asked again after this long whether it still does. */
const ASK_AGAIN_MS = 60_000

/** Kinds of items that say what notifications about conversations say, where the agent is a participant. */
const OF_CONVERSATIONS: ReadonlySet<TurnItem['kind']> = new Set(['group', 'history', 'system'])

export interface AgentItemsPorts extends InboxPushPorts {
  readonly logger: Logger
}

/**
 * The items that an agent on `/rpc/ws` is owed. Each is pushed to all of its connections as `agent/delivered`, unless a
 * notification said the same when it happened, and is confirmed once one connection has read it.
 */
export class AgentItems {
  readonly #ports: AgentItemsPorts
  readonly #agentId: string
  readonly #clients: ReadonlySet<RpcClient>
  readonly #conversations: ReadonlySet<string>
  readonly #push: InboxPush
  #isClosed = false
  #askAgain: (() => void) | null = null

  constructor(
    ports: AgentItemsPorts,
    agentId: string,
    {
      clients,
      conversations,
    }: { readonly clients: ReadonlySet<RpcClient>; readonly conversations: ReadonlySet<string> },
  ) {
    this.#ports = ports
    this.#agentId = agentId
    this.#clients = clients
    this.#conversations = conversations
    this.#push = new InboxPush(ports, {
      agentId,
      door: '/rpc/ws',
      mayPush: () => this.#mayPush(),
      send: (page) => this.#send(page),
      failed: (error) => ports.logger.warn({ error, agentId }, 'items could not be pushed'),
    })
  }

  start(): void {
    if (this.#mayPush()) this.#push.start()
  }

  close(): void {
    this.#isClosed = true
    this.#askAgain?.()
    this.#push.close()
  }

  #mayPush(): boolean {
    const { shard, inbox } = this.#ports
    if (this.#isClosed || !takesPart(shard, this.#agentId)) return false
    if (!inbox.isReadElsewhere(this.#agentId)) return true
    this.#askAgain ??= shard.ports.clock.after(ASK_AGAIN_MS, () => {
      this.#askAgain = null
      this.#push.push()
    })
    return false
  }

  #send(page: InboxPage): boolean {
    if (this.#clients.size === 0) return false
    leaves(this.#ports.shard, this.#agentId)
    // Behind what these connections are told in this turn of the event loop: facts are published after items become due.
    queueMicrotask(() => this.#tell(page))
    return true
  }

  #tell(page: InboxPage): void {
    const leadId = this.#ports.shard.crewOf(this.#agentId)?.state.lead.id
    if (this.#isClosed || leadId === undefined) return
    const told = new Set(
      itemsOfPage(page).flatMap(({ item }) => (this.#wasTold(item) ? item.id : [])),
    )
    const deliveries = page.deliveries.filter(({ id }) => !told.has(id))
    if (deliveries.length > 0) {
      const to = [this.#agentId]
      const told = { method: 'agent/delivered', params: { deliveries }, to } as const
      const notice = new Notice(this.#ports.shard, leadId, SYSTEM_ID, told)
      for (const client of this.#clients) client.tell(leadId, notice)
    }
    for (const client of this.#clients) client.afterRead(() => this.#hasRead(page))
  }

  #hasRead(page: InboxPage): void {
    const { shard, inbox } = this.#ports
    if (this.#isClosed || !shard.crewOf(this.#agentId)) return
    inbox.confirm(this.#agentId, page.cursor)
    this.#push.confirmed()
  }

  #wasTold({ kind, leadId, seq, groupName }: TurnItem): boolean {
    if (groupName === null || !OF_CONVERSATIONS.has(kind)) return false
    const group = this.#ports.shard.findCrew(leadId)?.state.groups[groupName]
    // One that was taken out of a conversation was told that, too.
    const isAbout =
      group && (listedIds(group).includes(this.#agentId) || this.#conversations.has(group.id))
    if (!isAbout) return false
    return [...this.#clients].some((client) => client.wasTold(leadId, seq))
  }
}

function takesPart(shard: Shard, agentId: string): boolean {
  if (!shard.crewOf(agentId)) return false
  try {
    assertCallerTakesPart(shard, { kind: 'agent', agentId })
    return true
  } catch {
    return false
  }
}
