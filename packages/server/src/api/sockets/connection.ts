import type { Socket } from 'node:net'
import type { RawData } from 'ws'
import { CLOSE } from '@crewroom/shared/protocol/close-codes'
import type { CrewError, ErrorCode } from '@crewroom/shared/protocol/errors'
import { closeCode } from '../errors'
import type { TurnBudget } from '../../turn-budget'
import type { OrderedSocket } from './ordered-socket'
import { frameBytes } from './text-frames'
import type { TurnWrites, Written } from './turn-writes'

/** Above this much unsent data a client cannot keep up: it is closed and resumes with what it has. */
const MAX_BUFFERED = 8 * 1024 * 1024
/** With more frames that wait for their turn, no further ones are read. */
const MOST_WAITING = 64
/** A replay goes on below this much. */
const LOW_BUFFERED = 1024 * 1024

export interface ConnectionPorts {
  /** Counts a refusal. */
  readonly refused: (code: ErrorCode) => void
  /** The peer has said who it is; throws `busy` when there is no place for it. */
  readonly welcome: (connection: Connection) => void
  readonly writes: TurnWrites
  readonly turns: TurnBudget
  /** A client of this door that connects again can say from where on it goes on. */
  readonly resumes: boolean
}

/** One WebSocket: sends that never throw, and all frames of one turn of the event loop in one write. */
export class Connection {
  readonly #socket: OrderedSocket
  readonly #raw: Socket
  /** What this turn of the event loop sends, and how long it is as frames. */
  #texts: Buffer[] = []
  #textBytes = 0
  #paused = false
  /** Not read either: frames that came wait for their turn. */
  #behind = false
  /** Whether anything came from the peer since the last heartbeat. */
  #alive = true
  /** Told when the peer has read what was sent before their ping, by the number in it, oldest first. */
  readonly #readers = new Map<number, () => void>()
  #lastPing = 0

  readonly address: string | undefined
  readonly #ports: ConnectionPorts

  constructor(
    socket: OrderedSocket,
    raw: Socket,
    address: string | undefined,
    ports: ConnectionPorts,
  ) {
    this.#ports = ports
    this.#socket = socket
    this.#raw = raw
    this.address = address
    socket.on('pong', (number: Buffer) => {
      this.#alive = true
      this.#hasRead(Number(String(number)))
    })
    socket.beforeControl = this.#flush
    // Whoever sends no more may still read; the library ends the socket when it hears of it.
    raw.prependListener('end', this.#flush)
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  onMessage(receive: (text: string | null) => void): void {
    this.#socket.on('message', (data: RawData, binary: boolean) => {
      this.#alive = true
      // With the default binaryType a message is one Buffer; binary frames are not part of the protocol.
      const { turns } = this.#ports
      turns.run(this, () => {
        receive(binary || !Buffer.isBuffer(data) ? null : data.toString('utf8'))
        if (this.#behind && turns.waiting(this) < MOST_WAITING / 2) this.#catchUp()
      })
      if (this.#behind || turns.waiting(this) < MOST_WAITING) return
      this.#behind = true
      this.#socket.pause()
    })
  }

  onClose(closed: () => void): void {
    // What came before that is done before that.
    this.#socket.once('close', () => this.#ports.turns.run(this, closed))
    // An error is followed by close; without a listener it would end the process.
    this.#socket.on('error', () => {})
  }

  /** The peer's hello was accepted. Throws `busy` when too many connections are open. */
  welcome(): void {
    this.#ports.welcome(this)
  }

  sendJson(frame: object): void {
    this.send(Buffer.from(JSON.stringify(frame)))
  }

  /** Counts a refusal that is sent in words of its door. */
  refused(code: ErrorCode): void {
    this.#ports.refused(code)
  }

  /** Says what was refused; the connection goes on. */
  sendError(error: CrewError, more: object = {}): void {
    this.refused(error.code)
    this.sendJson({ type: 'error', code: error.code, message: error.message, ...more })
  }

  /** A frame that was serialised once for all sockets. False when the client was cut off. */
  send(text: Buffer): boolean {
    if (!this.open) return false
    if (this.#unsent() > MAX_BUFFERED) {
      this.close(
        CLOSE.slowConsumer,
        this.#ports.resumes ? 'too slow: resume with since' : 'too slow: connect again',
      )
      return false
    }
    if (this.#texts.length === 0) this.#ports.writes.add(this.#flush)
    this.#texts.push(text)
    this.#textBytes += frameBytes(text)
    return true
  }

  /** The same; `noted` is written right before it leaves: once for all connections. */
  sendAfter(noted: Written, text: Buffer): boolean {
    this.#ports.writes.before(noted)
    return this.send(text)
  }

  readonly #flush = (): void => {
    if (this.#texts.length === 0) return
    this.#ports.writes.note()
    const texts = this.#texts
    this.#texts = []
    this.#textBytes = 0
    if (this.open) this.#raw.write(this.#ports.writes.framesOf(texts))
  }

  #unsent(): number {
    return this.#socket.bufferedAmount + this.#textBytes
  }

  /** Resolves when what was sent has left for the most part: at once for a client that keeps up. */
  async drained(): Promise<void> {
    // What this turn sends leaves at its end.
    await new Promise<void>((resolve) => setImmediate(resolve))
    if (!this.open || this.#unsent() < LOW_BUFFERED) return
    await new Promise<void>((resolve) => {
      this.#raw.once('drain', resolve)
      this.#raw.once('close', resolve)
    })
  }

  /** Reads no further: what the peer sends waits with the peer. */
  pause(): void {
    this.#paused = true
    this.#socket.pause()
  }

  resume(): void {
    this.#paused = false
    if (this.open && !this.#behind) this.#socket.resume()
  }

  #catchUp(): void {
    this.#behind = false
    if (this.open && !this.#paused) this.#socket.resume()
  }

  /** Runs `read` once the peer has read what was sent until now: it answers the ping that follows that. */
  afterRead(read: () => void): void {
    if (!this.open) return
    this.#readers.set(++this.#lastPing, read)
    this.#socket.ping(String(this.#lastPing))
  }

  /** A peer may answer the newest of several pings alone. */
  #hasRead(upTo: number): void {
    for (const [number, read] of this.#readers) {
      // Not a number: an answer to nothing.
      if (!(number <= upTo)) return
      this.#readers.delete(number)
      read()
    }
  }

  /** Asks whether the peer is there, and cuts the connection when nothing came since it was asked before. */
  beat(): void {
    // While a peer is not read, none of its answers can be seen.
    if (!this.#alive && !this.#paused && !this.#behind) {
      this.terminate()
      return
    }
    this.#alive = false
    // A peer may answer this one alone, and then has read what came before those in between.
    if (this.open) this.#socket.ping(...(this.#lastPing === 0 ? [] : [String(this.#lastPing)]))
  }

  close(code: number, reason: string): void {
    if (this.open) this.#socket.close(code, reason.slice(0, 100))
  }

  /** Says why and cuts the connection: no answer of the peer is waited for. */
  cut(code: number, reason: string): void {
    this.close(code, reason)
    setImmediate(() => this.terminate())
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** Tells why, then closes. */
  refuse(error: CrewError): void {
    this.sendError(error)
    this.close(closeCode(error), error.code)
  }
}
