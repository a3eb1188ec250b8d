import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { beyondRoom } from '@crewroom/shared/protocol/json-room'
import { JSON_ROOM } from '@crewroom/shared/protocol/limits'
import type { AgentChild } from '../processes/agent-child'

export interface AcpStreamPorts {
  readonly maxLineBytes: number
  /** Awaited before every line. */
  ready(): Promise<void>
  /** The parameters of one `session/update`, in the order in which they were sent. */
  update(params: unknown): void
  /** The child takes no more input; it may still be writing. */
  inputLost(): void
  /** Nothing further comes; with a reason unless it is the end of the output. The stream closes after it. */
  ended(reason: string | null): Promise<void>
}

/** How many of the agent's requests may be unanswered; more are not read until it takes the answers. */
const UNANSWERED = 64

/**
 * Protocol messages over a child's pipes, in the form that the SDK takes. The SDK's own `ndJsonStream` reads without
 * being asked, so that a fast agent fills the memory, and answers every line that is not JSON. This stream reads a line
 * when one is wanted and drops everything but messages. Updates do not go through the SDK, which refuses kinds it does
 * not know.
 */
export class AcpStream {
  readonly stream: Stream
  readonly #child: AgentChild
  readonly #ports: AcpStreamPorts
  readonly #lines: LineReader
  /** Our requests that wait for an answer. */
  readonly #asked = new Set<unknown>()
  /** A message that was read already and goes to the SDK next. */
  #next: AnyMessage | null = null
  #unanswered = 0
  #answered: () => void = () => {}
  #dropped = false

  constructor(child: AgentChild, ports: AcpStreamPorts) {
    this.#child = child
    this.#ports = ports
    this.#lines = new LineReader(child.stdout, ports.maxLineBytes)
    const readable = new ReadableStream<AnyMessage>(
      { pull: (controller) => this.#pull(controller) },
      // Nothing is read ahead: it would have to be kept.
      { highWaterMark: 0 },
    )
    const writable = new WritableStream<AnyMessage>({ write: (message) => this.#send(message) })
    this.stream = { readable, writable }
  }

  /** Stops passing anything on. The output is still read, so that a program that is ending does not block. */
  drop(): void {
    this.#dropped = true
    this.#lines.drain()
    this.#answered()
  }

  async #pull(controller: ReadableStreamDefaultController<AnyMessage>): Promise<void> {
    let reason: string | null = null
    try {
      const message = await this.#message()
      if (message) {
        controller.enqueue(message)
        // The SDK acts on it within this tick, so what follows an answer is passed on after its caller has the answer.
        await nextTurn()
        return
      }
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
    if (this.#dropped) return
    await this.#ports.ended(reason)
    this.#lines.drain()
    try {
      controller.close()
    } catch {
      // The connection was closed meanwhile.
    }
  }

  /** The next message for the SDK; null if there are no more. */
  async #message(): Promise<AnyMessage | null> {
    const message = this.#next ?? (await this.#passUpdates())
    this.#next = null
    if (message === null) return null
    if (!('method' in message)) {
      // Updates that came together with an answer belong to the turn that it ends: some agents write them in that
      // order.
      this.#next = await this.#passUpdates(() => this.#lines.hasLine)
    } else if ('id' in message) {
      await this.#room()
      this.#unanswered++
    }
    return message
  }

  /** Passes updates on, up to a message for the SDK; null if there is no further line. */
  async #passUpdates(more: () => boolean = () => true): Promise<AnyMessage | null> {
    while (more()) {
      await this.#ports.ready()
      const line = await this.#lines.next()
      if (line === null) return null
      const message = messageOf(line)
      if (!message) continue
      if (!('method' in message)) {
        if (this.#asked.delete(message.id)) return message
      } else if (!('id' in message) && message.method === 'session/update') {
        this.#ports.update(message.params)
      } else {
        return message
      }
    }
    return null
  }

  async #room(): Promise<void> {
    while (this.#unanswered >= UNANSWERED && !this.#dropped) {
      await new Promise<void>((resolve) => {
        this.#answered = resolve
      })
    }
  }

  async #send(message: AnyMessage): Promise<void> {
    if ('method' in message && 'id' in message) this.#asked.add(message.id)
    try {
      await this.#child.write(`${JSON.stringify(message)}\n`)
    } catch {
      // Not passed on: the SDK would close at once, and what the program wrote before it died would be lost.
      this.#ports.inputLost()
    }
    if ('method' in message) return
    this.#unanswered--
    this.#answered()
  }
}

/** Null for anything but a message: wrappers print warnings, and answering those would only confuse the agent. */
function messageOf(line: string): AnyMessage | null {
  if (!line.startsWith('{')) return null
  const beyond = beyondRoom(line, JSON_ROOM.program)
  if (beyond !== null) throw new Error(`The agent sent a message that ${beyond}.`)
  let value: Record<string, unknown>
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  if (value['jsonrpc'] !== '2.0') return null
  const { id, method } = value
  if (!('id' in value)) return typeof method === 'string' ? (value as AnyMessage) : null
  const named = id === null || typeof id === 'string' || typeof id === 'number'
  const whole = method === undefined ? 'result' in value || 'error' in value : true
  return named && whole && ['string', 'undefined'].includes(typeof method)
    ? (value as AnyMessage)
    : null
}

const NEWLINE = 0x0a

/** Lines of a byte stream, one at a time as they are asked for; throws for a line that is too long. */
class LineReader {
  readonly #stdout: Readable
  readonly #maxBytes: number
  #chunk: Buffer = Buffer.alloc(0)
  #parts: Buffer[] = []
  #partBytes = 0
  #ended = false
  #draining = false
  #wake: () => void = () => {}

  constructor(stdout: Readable, maxBytes: number) {
    this.#stdout = stdout
    this.#maxBytes = maxBytes
    const end = (): void => {
      this.#ended = true
      this.#wake()
    }
    stdout.on('readable', () => (this.#draining ? this.#discard() : this.#wake()))
    stdout.once('end', end).once('close', end).once('error', end)
    // Node drains the output of a program that has ended if nobody listens yet.
    if (stdout.readableEnded || stdout.destroyed) this.#ended = true
  }

  /** Whether a whole line was read and not taken yet. */
  get hasLine(): boolean {
    return this.#chunk.includes(NEWLINE)
  }

  async next(): Promise<string | null> {
    while (!this.#draining) {
      const at = this.#chunk.indexOf(NEWLINE)
      if (at >= 0) {
        const line = this.#take(this.#chunk.subarray(0, at))
        this.#chunk = this.#chunk.subarray(at + 1)
        return line
      }
      this.#keep(this.#chunk)
      this.#chunk = (this.#stdout.read() as Buffer | null) ?? Buffer.alloc(0)
      if (this.#chunk.length > 0) continue
      if (this.#ended) return this.#partBytes > 0 ? this.#take(this.#chunk) : null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return null
  }

  drain(): void {
    this.#draining = true
    this.#parts = []
    this.#chunk = Buffer.alloc(0)
    this.#discard()
    this.#wake()
  }

  #discard(): void {
    while (this.#stdout.read() !== null) continue
  }

  #keep(part: Buffer): void {
    this.#partBytes += part.length
    if (this.#partBytes > this.#maxBytes) {
      throw new Error(`The agent sent a line of more than ${this.#maxBytes} bytes.`)
    }
    if (part.length > 0) this.#parts.push(part)
  }

  /** Bytes that are not UTF-8 become U+FFFD. */
  #take(last: Buffer): string {
    this.#keep(last)
    const line = this.#parts.length > 1 ? Buffer.concat(this.#parts) : (this.#parts[0] ?? last)
    this.#parts = []
    this.#partBytes = 0
    return line.toString('utf8').trim()
  }
}
