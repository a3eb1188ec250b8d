import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Shard } from '../../crew/shard'
import { givenItems } from '../../delivery/given'
import type { InboxPage } from '../../delivery/inbox-page'
import type { OpenDoor, RemoteInbox, Sent, WaitsFor } from '../../delivery/remote-inbox'
import type { Intake } from '../../intake/intake'
import type { RemoteRollouts } from '../../rollouts/remote-rollouts'

export interface InboxPushPorts {
  readonly shard: Shard
  readonly intake: Intake
  readonly inbox: RemoteInbox
  readonly remoteRollouts: RemoteRollouts
}

export interface PushedAgent {
  readonly agentId: string
  readonly waitsFor?: WaitsFor | undefined
  readonly door: OpenDoor
  /** Asked before each push: whether it may be handed anything now. */
  readonly mayPush: () => boolean
  /** Puts a page on its way; false when there is no connection to put it on. */
  readonly send: (page: InboxPage) => boolean
  readonly failed: (error: unknown) => void
}

/** A push that storage refused is tried again after this long. */
const RETRY_MS = 1_000

/** What an agent is owed, pushed over its connection: at most a page of it is not confirmed at any time. */
export class InboxPush {
  readonly #ports: InboxPushPorts
  readonly #to: PushedAgent
  readonly #unwatch: () => void
  readonly #sent: Sent = new WeakMap()
  #closed = false
  #pushing = false
  /** It waits for its turn to push. */
  #isDue = false
  /** Items sent and not acknowledged: at most a page, so that a client that stopped reading is not buried. */
  #outstanding = 0

  constructor(ports: InboxPushPorts, to: PushedAgent) {
    this.#ports = ports
    this.#to = to
    this.#unwatch = ports.inbox.watch(to.agentId, () => this.push())
  }

  /** First what an earlier connection did not acknowledge, then what is new. */
  start(): void {
    this.#pushing = true
    const { inbox } = this.#ports
    const { agentId, waitsFor, door } = this.#to
    Promise.resolve(inbox.attach(agentId))
      .then(() =>
        inbox.fetch(agentId, {
          limit: LIMITS.turnItems,
          sent: this.#sent,
          ...(waitsFor === undefined ? {} : { for: waitsFor }),
          door,
        }),
      )
      .then((page) => this.#send(page))
      .catch((error: unknown) => this.#to.failed(error))
      .finally(() => {
        this.#pushing = false
        this.push()
      })
  }

  /** Hands over what is new, at once or in its turn: it is stored. */
  push(): void {
    if (this.#isDue) return
    this.#isDue = true
    this.#ports.shard.turns.run(this, () => {
      this.#isDue = false
      this.#pushNow()
    })
  }

  /** Only the first time something has to be stored before. */
  #pushNow(): void {
    try {
      const { inbox } = this.#ports
      const { agentId, waitsFor } = this.#to
      while (this.#mayPush() && inbox.hasNew(agentId, this.#sent, waitsFor)) {
        const attached = inbox.attach(agentId)
        if (attached) {
          this.#pushing = true
          attached
            .finally(() => (this.#pushing = false))
            .then(() => this.push())
            .catch((error: unknown) => this.#putOff(error))
          return
        }
        const room = LIMITS.turnItems - this.#outstanding
        const page = inbox.takeNew(agentId, room, this.#sent)
        if (!page) return
        this.#send(page)
        if (!page.more) return
      }
    } catch (error) {
      this.#putOff(error)
    }
  }

  /** The agent has confirmed something: there may be room for more. */
  confirmed(): void {
    this.#countOutstanding()
    this.push()
  }

  close(): void {
    this.#closed = true
    this.#unwatch()
  }

  #mayPush(): boolean {
    if (this.#pushing || this.#closed) return false
    // It may have acknowledged elsewhere what it was sent here.
    if (this.#outstanding >= LIMITS.turnItems) this.#countOutstanding()
    return this.#outstanding < LIMITS.turnItems && this.#to.mayPush()
  }

  #countOutstanding(): void {
    this.#outstanding = this.#ports.inbox.unconfirmed(this.#to.agentId, this.#sent)
  }

  /** Refused for now: it is still owed, and nothing else would ring for it. */
  #putOff(error: unknown): void {
    this.#to.failed(error)
    this.#ports.shard.ports.clock.after(RETRY_MS, () => this.push())
  }

  #send(page: InboxPage): void {
    if (page.deliveries.length === 0 || this.#closed || !this.#to.send(page)) return
    const { shard, intake, inbox, remoteRollouts } = this.#ports
    const { agentId } = this.#to
    this.#outstanding += page.deliveries.length
    intake.inboxRead(agentId)
    const given = givenItems(shard, agentId, page)
    remoteRollouts.handed(agentId, given, inbox.newestHeld(agentId))
  }
}
