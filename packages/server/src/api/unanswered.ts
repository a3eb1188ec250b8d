import { LIMITS } from '@crewroom/shared/protocol/limits'

/** What a frame or a request costs beside its text. */
const EACH = 512

interface Sender {
  bytes: number
  readonly drained: (() => void)[]
}

/** A connection whose reading can be halted. */
interface Halting {
  pause(): void
  resume(): void
}

/**
 * How much of what somebody sent is not answered yet, over all of their connections. Above the limit their sockets are
 * not read and their output is refused: what is written faster than it can be stored waits with whoever writes it.
 */
export class Unanswered {
  readonly #senders = new Map<string, Sender>()

  /** Something of this length was taken in; the returned function says that it was answered. */
  begin(sender: string, length: number): () => void {
    let known = this.#senders.get(sender)
    if (!known) this.#senders.set(sender, (known = { bytes: 0, drained: [] }))
    const own = known
    const cost = length + EACH
    own.bytes += cost
    return () => {
      own.bytes -= cost
      if (own.bytes < LIMITS.unansweredBytes / 2) for (const run of own.drained.splice(0)) run()
      if (own.bytes === 0) this.#senders.delete(sender)
    }
  }

  isFull(sender: string): boolean {
    return (this.#senders.get(sender)?.bytes ?? 0) >= LIMITS.unansweredBytes
  }

  /** Reads a connection no further until half of the limit is answered, when the limit is reached. */
  readInStep(sender: string, connection: Halting): void {
    const known = this.#senders.get(sender)
    if (!known || !this.isFull(sender)) return
    connection.pause()
    known.drained.push(() => connection.resume())
  }
}
