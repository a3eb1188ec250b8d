import WebSocket from 'ws'
import type { Random } from '../random'
import { pause } from '../speaker'
import { Reading } from './reading'

interface Page {
  readonly deliveries: readonly { readonly id: string; readonly text: string; repeat: boolean }[]
  readonly cursor: string
}

/** An agent's program on `/agent`: comes back when its connection breaks, and works for a while on what it reads. */
export class SocketAgent {
  readonly reading: Reading
  readonly id: string
  readonly #url: string
  readonly #token: string
  #socket: WebSocket | null = null
  #isAway = false
  /** So many items it reads before it acknowledges them. */
  readonly #patience: number

  constructor(who: { name: string; id: string; token: string }, url: string, random: Random) {
    this.reading = new Reading(who.name)
    this.id = who.id
    this.#token = who.token
    this.#url = url
    this.#patience = 1 + random.below(120)
  }

  async run(goesOn: () => boolean, isUp: () => boolean): Promise<void> {
    while (goesOn()) {
      if (this.#isAway || !isUp()) await pause(5)
      else await this.#connect(goesOn)
    }
  }

  /** Closes its connection, reading what is on its way, and does not come back before it is told to. */
  leave(): void {
    this.#isAway = true
    this.#socket?.close()
  }

  comeBack(): void {
    this.#isAway = false
  }

  /** One connection, until it is closed; what had arrived by then is read. */
  async #connect(goesOn: () => boolean): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace(/^http/, 'ws')}/agent`)
    this.#socket = socket
    const pages: Page[] = []
    const ids = new Set<string>()
    let open = 0
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const ends = setInterval(() => {
      if (!goesOn()) socket.terminate()
    }, 20)
    // Told by `close`.
    socket.on('error', () => {})
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'hello', token: this.#token, agentId: this.id }))
    })
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as { type: string; cursor: string } & Page
      if (frame.type === 'turn') {
        this.#take(frame, ids)
        pages.push(frame)
        open += frame.deliveries.length
        // Confirmed all together, before so much is open that no more comes.
        if (open >= this.#patience) acknowledge()
      } else if (frame.type === 'acked') {
        const upTo = pages.findIndex(({ cursor }) => cursor === frame.cursor)
        const known = pages.splice(0, upTo + 1).flatMap(({ deliveries }) => deliveries)
        this.reading.acknowledged(known.map(({ id }) => id))
      } else if (frame.type === 'error') {
        this.reading.violations.push(`refused: ${JSON.stringify(frame)}`)
      }
    })
    const acknowledge = () => {
      const last = pages.at(-1)
      if (!last || socket.readyState !== WebSocket.OPEN) return
      open = 0
      socket.send(JSON.stringify({ type: 'ack', cursor: last.cursor }))
    }
    await closed
    clearInterval(ends)
    await pause(10)
  }

  #take({ deliveries }: Page, ids: Set<string>): void {
    for (const { id, text, repeat } of deliveries) {
      if (ids.has(id)) this.reading.violations.push(`twice on one connection: ${text}`)
      ids.add(id)
      this.reading.take(id, text, repeat)
    }
  }
}
