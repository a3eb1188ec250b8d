import { type Message, messageUnits, unquoted, withReaction } from '@crewroom/shared/model/message'

/** Messages of a group kept in memory beyond those that are not durable yet, at most. */
const KEPT = 256
/** And so much of their text: with more of it, at least the newest few. */
const KEPT_UNITS = 128 * 1024
const KEPT_LEAST = 8
/** Trimming moves an array; doing it in steps makes it a constant cost per message. */
const TRIM_STEP = 64

/**
 * The newest messages of one group: the last 256, or 128 Ki characters of them, and everything not durable. Also holds older messages with a
 * change that is not durable ("pinned"): whoever wants a message asks here first and the tables after.
 */
export class MessageWindow {
  #messages: Message[] = []
  /** Characters of their texts. */
  #units = 0
  readonly #byId = new Map<string, Message>()
  readonly #byClient = new Map<string, Message>()
  /** Number of the last change of a message in the window, while it is not durable. */
  readonly #changedAt = new Map<string, number>()
  readonly #pinned = new Map<string, { message: Message; changedAt: number }>()

  /** Ascending. */
  get messages(): readonly Message[] {
    return this.#messages
  }

  push(message: Message): void {
    this.#messages.push(message)
    this.#units += messageUnits(message)
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

  /** Whether the tables know every change of what is here. */
  get isStored(): boolean {
    return this.#changedAt.size === 0
  }

  /** Those after `seq`, ascending: looked for from the end, where what is owed mostly is. */
  after(seq: number): readonly Message[] {
    let from = this.#messages.length
    while (from > 0 && (this.#messages[from - 1]?.seq ?? 0) > seq) from--
    return this.#messages.slice(from)
  }

  /** Keeps an older message, read from the tables, because it is about to change at `seq`. */
  pin(message: Message, seq: number): void {
    if (!this.#byId.has(message.id)) this.#pinned.set(message.id, { message, changedAt: seq })
  }

  react(id: string, emoji: string, by: string, action: 'add' | 'remove', seq: number): void {
    this.change(id, seq, (known) => ({
      ...known,
      reactions: withReaction(known.reactions, emoji, by, action),
    }))
  }

  /** Changes a message that is here, by the fact with this number. */
  change(id: string, seq: number, change: (message: Message) => Message): void {
    const known = this.#byId.get(id)
    if (known) {
      const changed = change(known)
      this.#units += messageUnits(changed) - messageUnits(known)
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
    pinned.message = change(pinned.message)
    pinned.changedAt = seq
  }

  /** Whoever replied to a message quotes nothing of it any more. */
  unquote(id: string, seq: number): void {
    const replies = [
      ...this.#byId.values(),
      ...[...this.#pinned.values()].map((one) => one.message),
    ]
    for (const reply of replies) {
      if (reply.replyTo?.id === id) this.change(reply.id, seq, unquoted)
    }
  }

  /** Everything up to `seq` can be read from the tables now. */
  settled(seq: number): void {
    for (const [id, pinned] of this.#pinned) {
      if (pinned.changedAt <= seq) this.#pinned.delete(id)
    }
    for (const [id, changedAt] of this.#changedAt) {
      if (changedAt <= seq) this.#changedAt.delete(id)
    }
    if (this.#messages.length <= KEPT + TRIM_STEP && this.#units <= 2 * KEPT_UNITS) return
    let drop = 0
    let left = this.#messages.length
    for (const message of this.#messages) {
      const isTooMuch = left > KEPT || (this.#units > KEPT_UNITS && left > KEPT_LEAST)
      // A message whose own row is not durable stays.
      if (!isTooMuch || message.seq > seq) break
      this.#units -= messageUnits(message)
      left--
      drop++
    }
    if (drop === 0) return
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
