import type { ReplyTo } from '@crewroom/shared/model/reply'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiError } from './request'
import type { SendAgain } from './send-again'

/** Where a message goes. */
export interface ToGroup {
  readonly leadId: string
  readonly group: string
  /** A session of it that is not the main one. */
  readonly sessionId?: string
  /** The agents of the session that are asked; without it those whom the group's setting names. */
  readonly asks?: readonly string[]
  /** The message of the same place that it replies to. */
  readonly replyTo?: ReplyTo
}
export interface ToAgents {
  readonly leadId: string
  /** One agent; null: everyone. */
  readonly to: string | null
}
type Place = ToGroup | ToAgents

interface Unconfirmed {
  readonly clientId: string
  readonly content: string
  readonly writtenAt: string
  readonly status: 'sending' | 'failed'
  /** Why it was not taken; `passing` when it was not refused: it waits for the server and goes out again. */
  readonly problem: { readonly text: string; readonly passing: boolean } | null
}

/** A message of the person that the server has not confirmed. */
export type Pending<To extends Place = ToGroup> = To & Unconfirmed

export interface OutboxPorts<To extends Place> {
  /** Name of what is kept across a reload. */
  readonly key: string
  /** Sends it and shows it from what the server answers. */
  post(pending: Pending<To>): Promise<void>
  /** Announces messages that the server has, even if its answer was lost. */
  onStored(listener: (clientId: string) => void): void
  /** What an older page has kept in another form. */
  adopt?(kept: unknown): readonly Pending<To>[]
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly again: Pick<SendAgain, 'join' | 'unreached' | 'reached'>
  newId(): string
  now(): string
}

/** Whether it is kept for a server that did not answer; what was refused does not wait. */
export function isWaiting({ problem }: Pick<Unconfirmed, 'problem'>): boolean {
  return problem?.passing === true
}

/**
 * Messages on their way. One after the other to the same place, so that they arrive as they were written; none is
 * dropped before the server has it, and each may be sent again because the server knows it by its clientId.
 */
export class Outbox<To extends Place> {
  readonly store: StoreApi<readonly Pending<To>[]>
  readonly #ports: OutboxPorts<To>
  readonly #busy = new Set<string>()
  readonly #taken = new Map<string, () => void>()

  constructor(ports: OutboxPorts<To>) {
    this.#ports = ports
    this.store = createStore<readonly Pending<To>[]>(() => this.#kept())
    ports.again.join(() => this.#retryPassing())
    ports.onStored((clientId) => this.#stored(clientId))
  }

  /** `taken` runs when the server has it, however long that takes. */
  send(to: To, content: string, taken?: () => void): void {
    const pending: Pending<To> = {
      ...to,
      clientId: this.#ports.newId(),
      content,
      writtenAt: this.#ports.now(),
      status: 'sending',
      problem: null,
    }
    if (taken) this.#taken.set(pending.clientId, taken)
    this.#set([...this.store.getState(), pending])
    void this.#work(placeOf(pending))
  }

  retry(clientId: string): void {
    const pending = this.#find(clientId)
    if (!pending) return
    this.#change(clientId, { status: 'sending', problem: null })
    void this.#work(placeOf(pending))
  }

  discard(clientId: string): void {
    const pending = this.#find(clientId)
    this.#taken.delete(clientId)
    this.#remove(clientId)
    if (pending) void this.#work(placeOf(pending))
  }

  /** Sends what waits for the server; until that has answered it is said to wait. */
  #retryPassing(): boolean {
    const waiting = this.store.getState().filter(isWaiting)
    for (const { clientId, problem } of waiting) {
      this.#change(clientId, { status: 'sending', problem })
    }
    for (const pending of waiting) void this.#work(placeOf(pending))
    return waiting.length > 0
  }

  async #work(place: string): Promise<void> {
    if (this.#busy.has(place)) return
    this.#busy.add(place)
    try {
      for (;;) {
        const first = this.store.getState().find((own) => placeOf(own) === place)
        // What follows a failed message waits for it: the order is part of what was said.
        if (!first || first.status === 'failed') return
        try {
          await this.#ports.post(first)
          this.#stored(first.clientId)
        } catch (error) {
          // Its event came before what became of its answer.
          if (!this.#find(first.clientId)) continue
          const passing = error instanceof ApiError && error.passing
          const text = error instanceof Error ? error.message : 'It could not be sent.'
          this.#change(first.clientId, { status: 'failed', problem: { text, passing } })
          if (passing) this.#ports.again.unreached()
        }
      }
    } finally {
      this.#busy.delete(place)
    }
  }

  /** The server has it; what waited for it follows. */
  #stored(clientId: string): void {
    const pending = this.#find(clientId)
    if (!pending) return
    this.#remove(clientId)
    this.#taken.get(clientId)?.()
    this.#taken.delete(clientId)
    void this.#work(placeOf(pending))
    this.#ports.again.reached()
  }

  #find(clientId: string): Pending<To> | undefined {
    return this.store.getState().find((own) => own.clientId === clientId)
  }

  #change(clientId: string, change: Pick<Unconfirmed, 'status' | 'problem'>): void {
    this.#set(
      this.store.getState().map((own) => (own.clientId === clientId ? { ...own, ...change } : own)),
    )
  }

  #remove(clientId: string): void {
    this.#set(this.store.getState().filter((own) => own.clientId !== clientId))
  }

  #set(next: readonly Pending<To>[]): void {
    this.store.setState(next, true)
    try {
      this.#ports.storage.setItem(this.#ports.key, JSON.stringify(next))
    } catch {
      // Storage may be denied or full; the list in memory is what is sent from.
    }
  }

  #kept(): readonly Pending<To>[] {
    try {
      const kept = JSON.parse(this.#ports.storage.getItem(this.#ports.key) ?? '[]') as unknown
      const own = this.#ports.adopt?.(kept) ?? (kept as readonly Pending<To>[])
      // A reload cut these off; whether they arrived is found out by sending them again.
      return own.map((one) =>
        one.status === 'failed'
          ? one
          : { ...one, status: 'failed', problem: { text: 'The page was closed.', passing: true } },
      )
    } catch {
      return []
    }
  }
}

/** Where messages follow each other. */
export function placeOf(pending: Place): string {
  return JSON.stringify(
    'group' in pending
      ? [pending.leadId, 'group', pending.group, pending.sessionId]
      : [pending.leadId, pending.to],
  )
}
