import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiError } from '../sync/request'
import type { SendAgain } from '../sync/send-again'
import { hasArrived } from './has-arrived'

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
  /** Not refused: it waits for the server and goes out again. Missing in what an older page kept. */
  readonly isWaiting?: boolean
  /** The journal number after which it would stand, had it arrived. Set when it first goes out. */
  readonly afterSeq?: number
}

interface Ports {
  post(pending: PendingDirect): Promise<unknown>
  /** The newest of what was said outside of groups, with one agent or to all. */
  said(
    leadId: string,
    to: string | null,
  ): Promise<{ readonly messages: readonly DirectMessage[]; readonly hasMore: boolean }>
  /** The newest journal number of the crew that the page knows. */
  seqOf(leadId: string): number
  readonly again: Pick<SendAgain, 'join' | 'unreached' | 'reached'>
  follow(leadId: string, listener: (event: CrewEvent) => void): () => void
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  newId(): string
  now(): string
}

const KEY = 'crewroom:direct-outbox'
const UNSURE = 'The server did not answer. Look whether it arrived before you send it again.'

/**
 * Direct messages on their way, one after the other for each addressee. The server does not know them by an id of
 * ours, so before one is sent again it is looked for among what was said; where that is not clear, the person decides.
 */
export class DirectOutbox {
  readonly store: StoreApi<readonly PendingDirect[]>
  readonly #ports: Ports
  readonly #busy = new Set<string>()
  readonly #followed = new Set<string>()
  /** Pending messages whose event came before the answer, with a text the server has changed. */
  readonly #arrived = new Set<string>()
  /** Per crew the number of its last event that was seen here; the page's state follows a frame later. */
  readonly #seen = new Map<string, number>()
  readonly #taken = new Map<string, () => void>()

  constructor(ports: Ports) {
    this.#ports = ports
    this.store = createStore<readonly PendingDirect[]>(() => this.#kept())
    for (const { leadId } of this.store.getState()) this.#follow(leadId)
    ports.again.join(() => this.#sendWaiting())
  }

  /** `taken` runs when the server has it, however long that takes. */
  send(leadId: string, to: string | null, content: string, taken?: () => void): void {
    this.#follow(leadId)
    const pending: PendingDirect = {
      id: this.#ports.newId(),
      leadId,
      to,
      content,
      writtenAt: this.#ports.now(),
      status: 'sending',
      problem: null,
      isWaiting: false,
    }
    this.#set([...this.store.getState(), pending])
    if (taken) this.#taken.set(pending.id, taken)
    void this.#work(leadId, to)
  }

  retry(id: string): void {
    const pending = this.store.getState().find((own) => own.id === id)
    if (!pending) return
    // A person who retries it has checked whether it arrived.
    this.#change(id, { status: 'sending', problem: null, isWaiting: false, afterSeq: undefined })
    void this.#work(pending.leadId, pending.to)
  }

  discard(id: string): void {
    const pending = this.store.getState().find((own) => own.id === id)
    this.#taken.delete(id)
    this.#remove(id)
    if (pending) void this.#work(pending.leadId, pending.to)
  }

  #follow(leadId: string): void {
    if (this.#followed.has(leadId)) return
    this.#followed.add(leadId)
    this.#ports.follow(leadId, (event) => {
      this.#seen.set(leadId, event.seq)
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
      this.#has(sent.id)
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
        await this.#out(first)
      }
    } finally {
      this.#busy.delete(lane)
    }
  }

  async #out(first: PendingDirect): Promise<void> {
    const { id, leadId, to } = first
    try {
      if (first.afterSeq !== undefined) {
        const said = await this.#ports.said(leadId, to)
        const lane = this.store.getState().filter((own) => own.leadId === leadId && own.to === to)
        // Its event may have come meanwhile.
        if (!lane.some((own) => own.id === id)) return
        const found = hasArrived({ ...first, afterSeq: first.afterSeq }, said, lane)
        if (found === 'yes') return this.#has(id)
        if (found === 'unclear') {
          return this.#change(id, { status: 'failed', problem: UNSURE, isWaiting: false })
        }
      }
      const newest = Math.max(this.#seen.get(leadId) ?? 0, this.#ports.seqOf(leadId))
      this.#change(id, { afterSeq: first.afterSeq ?? newest })
      await this.#ports.post(first)
      if (this.#arrived.delete(id)) this.#has(id)
      else this.#change(id, { status: 'sent', problem: null, isWaiting: false })
      this.#taken.get(id)?.()
      this.#taken.delete(id)
      this.#ports.again.reached()
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'It could not be sent.'
      const isWaiting = error instanceof ApiError && error.passing
      this.#change(id, { status: 'failed', problem, isWaiting })
      if (isWaiting) this.#ports.again.unreached()
    }
  }

  /** Sends what waits for the server; until that has answered it is said to wait. */
  #sendWaiting(): boolean {
    const waiting = this.store.getState().filter(({ isWaiting }) => isWaiting)
    for (const { id } of waiting) this.#change(id, { status: 'sending' })
    for (const { leadId, to } of waiting) void this.#work(leadId, to)
    return waiting.length > 0
  }

  /** The server has it, and it is shown from there. */
  #has(id: string): void {
    this.#remove(id)
    this.#taken.get(id)?.()
    this.#taken.delete(id)
  }

  #change(
    id: string,
    change: Partial<Omit<PendingDirect, 'afterSeq'>> & { afterSeq?: number | undefined },
  ): void {
    this.#set(
      this.store.getState().map((own) => {
        if (own.id !== id) return own
        const { afterSeq, ...changed } = { ...own, ...change }
        return afterSeq === undefined ? changed : { ...changed, afterSeq }
      }),
    )
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
        .map((own) =>
          // What a reload cut off is looked for, and sent if it is not there. An older page did not tell them apart.
          own.isWaiting === true || (own.status === 'sending' && own.isWaiting === false)
            ? { ...own, status: 'failed', isWaiting: true }
            : { ...own, status: 'failed', problem: own.problem ?? UNSURE },
        )
    } catch {
      return []
    }
  }
}
