import { type Message, withReaction } from '@crewroom/shared/model/message'

/** Messages of a group kept in memory beyond those that are not durable yet. */
const KEPT = 64
/** Trimming moves an array; doing it in steps makes it a constant cost per message. */
const TRIM_STEP = 64

/**
 * The newest messages of one group: the last 64 and everything not durable. Also holds older messages with a
 * change that is not durable ("pinned"): whoever wants a message asks here first and the tables after.
 */
export class MessageWindow {
  #messages: Message[] = []
  readonly #byId = new Map<string, Message>()
  readonly #byClient = new Map<string, Message>()
  /** Number of the last reaction change of a message in the window, while it is not durable. */
  readonly #changedAt = new Map<string, number>()
  readonly #pinned = new Map<string, { message: Message; changedAt: number }>()

  /** Ascending. */
  get messages(): readonly Message[] {
    return this.#messages
  }

  push(message: Message): void {
    this.#messages.push(message)
    this.#byId.set(message.id, message)
    if (message.clientId !== undefined) {
      this.#byClient.set(clientKey(message.from, message.clientId), message)
    }
  }

  find(id: string): Message | undefined {
    return this.#byId.get(id) ?? this.#pinned.get(id)?.message
  }

  findByClient(from: string, clientId: string): Message | undefined {
    return this.#byClient.get(clientKey(from, clientId))
  }

  /** Whether every message after `seq` is here. */
  coversAfter(seq: number): boolean {
    const oldest = this.#messages[0]
    return oldest !== undefined && (oldest.n === 1 || oldest.seq <= seq + 1)
  }

  /** Keeps an older message, read from the tables, because its reactions are about to change at `seq`. */
  pin(message: Message, seq: number): void {
    if (!this.#byId.has(message.id)) this.#pinned.set(message.id, { message, changedAt: seq })
  }

  react(id: string, emoji: string, by: string, action: 'add' | 'remove', seq: number): void {
    const known = this.#byId.get(id)
    if (known) {
      const changed = { ...known, reactions: withReaction(known.reactions, emoji, by, action) }
      this.#byId.set(id, changed)
      const index = this.#messages.findIndex((message) => message.id === id)
      this.#messages[index] = changed
      this.#changedAt.set(id, seq)
      if (changed.clientId !== undefined) {
        this.#byClient.set(clientKey(changed.from, changed.clientId), changed)
      }
      return
    }
    const pinned = this.#pinned.get(id)
    if (!pinned) return
    pinned.message = {
      ...pinned.message,
      reactions: withReaction(pinned.message.reactions, emoji, by, action),
    }
    pinned.changedAt = seq
  }

  /** Everything up to `seq` can be read from the tables now. */
  settled(seq: number): void {
    for (const [id, pinned] of this.#pinned) {
      if (pinned.changedAt <= seq) this.#pinned.delete(id)
    }
    for (const [id, changedAt] of this.#changedAt) {
      if (changedAt <= seq) this.#changedAt.delete(id)
    }
    if (this.#messages.length <= KEPT + TRIM_STEP) return
    let drop = this.#messages.length - KEPT
    // A message whose own row is not durable stays.
    while (drop > 0 && (this.#messages[drop - 1]?.seq ?? 0) > seq) drop--
    for (const message of this.#messages.slice(0, drop)) {
      this.#byId.delete(message.id)
      const changedAt = this.#changedAt.get(message.id)
      if (changedAt !== undefined) this.pin(message, changedAt)
      if (message.clientId !== undefined) {
        this.#byClient.delete(clientKey(message.from, message.clientId))
      }
    }
    this.#messages = this.#messages.slice(drop)
  }
}

function clientKey(from: string, clientId: string): string {
  return `${from}\u0000${clientId}`
}
