import type { Message } from '@crewroom/shared/model/message'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiError } from './request'
import type { SendAgain } from './send-again'

/** A message of the person that the server has not confirmed. */
export interface Pending {
  readonly clientId: string
  readonly leadId: string
  readonly group: string
  readonly content: string
  readonly writtenAt: string
  readonly status: 'sending' | 'failed'
  /** Why it was not taken; `passing` when it was not refused: it waits for the server and goes out again. */
  readonly problem: { readonly text: string; readonly passing: boolean } | null
}

export interface OutboxPorts {
  post(pending: Pending): Promise<Message>
  sent(message: Message): void
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly again: Pick<SendAgain, 'join' | 'unreached' | 'reached'>
  newId(): string
  now(): string
}

const KEY = 'crewroom:outbox'

/** Whether it is kept for a server that did not answer; what was refused does not wait. */
export function isWaiting({ problem }: Pick<Pending, 'problem'>): boolean {
  return problem?.passing === true
}

/**
 * Messages on their way. One after the other within a group, so that they arrive as they were written; none is
 * dropped before the server has it, and each may be sent again because the server knows it by its clientId.
 */
export class Outbox {
  readonly store: StoreApi<readonly Pending[]>
  readonly #ports: OutboxPorts
  readonly #busy = new Set<string>()

  constructor(ports: OutboxPorts) {
    this.#ports = ports
    this.store = createStore<readonly Pending[]>(() => this.#kept())
    ports.again.join(() => this.#retryPassing())
  }

  send(leadId: string, group: string, content: string): void {
    const pending: Pending = {
      clientId: this.#ports.newId(),
      leadId,
      group,
      content,
      writtenAt: this.#ports.now(),
      status: 'sending',
      problem: null,
    }
    this.#set([...this.store.getState(), pending])
    void this.#work(leadId, group)
  }

  retry(clientId: string): void {
    const pending = this.store.getState().find((own) => own.clientId === clientId)
    if (!pending) return
    this.#change(clientId, { status: 'sending', problem: null })
    void this.#work(pending.leadId, pending.group)
  }

  discard(clientId: string): void {
    const pending = this.store.getState().find((own) => own.clientId === clientId)
    this.#set(this.store.getState().filter((own) => own.clientId !== clientId))
    if (pending) void this.#work(pending.leadId, pending.group)
  }

  /** Sends what waits for the server; until that has answered it is said to wait. */
  #retryPassing(): boolean {
    const waiting = this.store.getState().filter(isWaiting)
    for (const { clientId, problem } of waiting) {
      this.#change(clientId, { status: 'sending', problem })
    }
    for (const { leadId, group } of waiting) void this.#work(leadId, group)
    return waiting.length > 0
  }

  async #work(leadId: string, group: string): Promise<void> {
    const lane = `${leadId}:${group}`
    if (this.#busy.has(lane)) return
    this.#busy.add(lane)
    try {
      for (;;) {
        const first = this.store
          .getState()
          .find((own) => own.leadId === leadId && own.group === group)
        // What follows a failed message waits for it: the order is part of what was said.
        if (!first || first.status === 'failed') return
        try {
          const message = await this.#ports.post(first)
          this.#ports.sent(message)
          this.#set(this.store.getState().filter((own) => own.clientId !== first.clientId))
          this.#ports.again.reached()
        } catch (error) {
          const passing = error instanceof ApiError && error.passing
          const text = error instanceof Error ? error.message : 'It could not be sent.'
          this.#change(first.clientId, { status: 'failed', problem: { text, passing } })
          if (passing) this.#ports.again.unreached()
        }
      }
    } finally {
      this.#busy.delete(lane)
    }
  }

  #change(clientId: string, change: Pick<Pending, 'status' | 'problem'>): void {
    this.#set(
      this.store.getState().map((own) => (own.clientId === clientId ? { ...own, ...change } : own)),
    )
  }

  #set(next: readonly Pending[]): void {
    this.store.setState(next, true)
    try {
      this.#ports.storage.setItem(KEY, JSON.stringify(next))
    } catch {
      // Storage may be denied or full; the list in memory is what is sent from.
    }
  }

  #kept(): readonly Pending[] {
    try {
      const kept = JSON.parse(this.#ports.storage.getItem(KEY) ?? '[]') as readonly Pending[]
      // A reload cut these off; whether they arrived is found out by sending them again.
      return kept.map((own) =>
        own.status === 'failed'
          ? own
          : { ...own, status: 'failed', problem: { text: 'The page was closed.', passing: true } },
      )
    } catch {
      return []
    }
  }
}
