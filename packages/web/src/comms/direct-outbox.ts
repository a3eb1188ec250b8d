import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiError } from '../sync/request'

/** What the person wrote to one agent, or to all, and has not come back as an event yet. */
export interface PendingDirect {
  readonly id: string
  readonly leadId: string
  /** Null: everyone. */
  readonly to: string | null
  readonly content: string
  readonly writtenAt: string
  /** `sent`: the server has it, and its event is on its way. */
  readonly status: 'sending' | 'sent' | 'failed'
  readonly problem: string | null
}

interface Ports {
  post(pending: PendingDirect): Promise<unknown>
  follow(leadId: string, listener: (event: CrewEvent) => void): () => void
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  newId(): string
  now(): string
}

const KEY = 'crewroom:direct-outbox'
const UNSURE = 'The server did not answer. Look whether it arrived before you send it again.'

/**
 * Direct messages on their way, one after the other for each addressee. The server does not know them by an id of
 * ours, so none is sent a second time unless the person asks: what has arrived is recognised by its event.
 */
export class DirectOutbox {
  readonly store: StoreApi<readonly PendingDirect[]>
  readonly #ports: Ports
  readonly #busy = new Set<string>()
  readonly #followed = new Set<string>()
  /** Pending messages whose event came before the answer, with a text the server has changed. */
  readonly #arrived = new Set<string>()

  constructor(ports: Ports) {
    this.#ports = ports
    this.store = createStore<readonly PendingDirect[]>(() => this.#kept())
    for (const { leadId } of this.store.getState()) this.#follow(leadId)
  }

  send(leadId: string, to: string | null, content: string): void {
    this.#follow(leadId)
    const pending: PendingDirect = {
      id: this.#ports.newId(),
      leadId,
      to,
      content,
      writtenAt: this.#ports.now(),
      status: 'sending',
      problem: null,
    }
    this.#set([...this.store.getState(), pending])
    void this.#work(leadId, to)
  }

  retry(id: string): void {
    const pending = this.store.getState().find((own) => own.id === id)
    if (!pending) return
    this.#change(id, { status: 'sending', problem: null })
    void this.#work(pending.leadId, pending.to)
  }

  discard(id: string): void {
    const pending = this.store.getState().find((own) => own.id === id)
    this.#remove(id)
    if (pending) void this.#work(pending.leadId, pending.to)
  }

  #follow(leadId: string): void {
    if (this.#followed.has(leadId)) return
    this.#followed.add(leadId)
    this.#ports.follow(leadId, (event) => {
      if (event.type === 'direct:message') this.#came(event.message)
    })
  }

  #came(message: DirectMessage): void {
    if (message.from !== HUMAN_ID || message.kind === 'interrupt') return
    const lane = this.store
      .getState()
      .filter((own) => own.leadId === message.leadId && own.to === message.to)
    const same = lane.find((own) => own.content === message.content)
    const sent = same ?? lane.find((own) => own.status === 'sent')
    if (sent) {
      this.#remove(sent.id)
      return
    }
    const sending = lane.find((own) => own.status === 'sending' && !this.#arrived.has(own.id))
    if (sending) this.#arrived.add(sending.id)
  }

  async #work(leadId: string, to: string | null): Promise<void> {
    const lane = `${leadId} ${to}`
    if (this.#busy.has(lane)) return
    this.#busy.add(lane)
    try {
      for (;;) {
        const first = this.store
          .getState()
          .find((own) => own.leadId === leadId && own.to === to && own.status !== 'sent')
        // What follows a failed one waits for it: the order is part of what was said.
        if (!first || first.status === 'failed') return
        try {
          await this.#ports.post(first)
          if (this.#arrived.delete(first.id)) this.#remove(first.id)
          else this.#change(first.id, { status: 'sent', problem: null })
        } catch (error) {
          const isUnsure = error instanceof ApiError && error.status === 0
          const said = error instanceof Error ? error.message : 'It could not be sent.'
          this.#change(first.id, { status: 'failed', problem: isUnsure ? UNSURE : said })
        }
      }
    } finally {
      this.#busy.delete(lane)
    }
  }

  #change(id: string, change: Pick<PendingDirect, 'status' | 'problem'>): void {
    this.#set(this.store.getState().map((own) => (own.id === id ? { ...own, ...change } : own)))
  }

  #remove(id: string): void {
    this.#set(this.store.getState().filter((own) => own.id !== id))
  }

  #set(next: readonly PendingDirect[]): void {
    this.store.setState(next, true)
    try {
      this.#ports.storage.setItem(KEY, JSON.stringify(next))
    } catch {
      // Storage may be denied or full; the list in memory is what is sent from.
    }
  }

  #kept(): readonly PendingDirect[] {
    try {
      const kept = JSON.parse(this.#ports.storage.getItem(KEY) ?? '[]') as readonly PendingDirect[]
      return kept
        .filter(({ status }) => status !== 'sent')
        .map((own) => ({ ...own, status: 'failed', problem: own.problem ?? UNSURE }))
    } catch {
      return []
    }
  }
}
