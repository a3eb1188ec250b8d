import { expect } from 'vitest'
import type { HandedItem } from './scripted-remote'
import { type Frame, TestSocket } from './test-socket'

/** A program elsewhere that does what a test tells it, over one connection to `/agent`. */
export class SocketRemote {
  readonly id: string
  readonly #socket: TestSocket

  private constructor(id: string, socket: TestSocket) {
    this.id = id
    this.#socket = socket
  }

  static async connect(url: string, id: string, token: string): Promise<SocketRemote> {
    const socket = new TestSocket(`${url}/agent`)
    await socket.opened()
    const remote = new SocketRemote(id, socket)
    remote.send({ type: 'hello', token, agentId: id })
    await remote.hears('hello')
    return remote
  }

  send(frame: object): void {
    this.#socket.send(frame)
  }

  /** The next frame of this type; it comes once. */
  async hears(type: string): Promise<Frame> {
    const frame = await this.#socket.wait((one) => one.type === type)
    this.#socket.frames.splice(this.#socket.frames.indexOf(frame), 1)
    return frame
  }

  /** Whether a frame of this type is there. */
  has(type: string): boolean {
    return this.#socket.frames.some((frame) => frame.type === type)
  }

  /** Confirms what it is handed up to the next round, which stands alone, and that as well unless told otherwise. */
  async asked(confirms = true): Promise<HandedItem> {
    for (;;) {
      const { deliveries, cursor } = await this.hears('turn')
      const items = deliveries as HandedItem[]
      const round = items.find(({ kind }) => kind === 'round')
      if (!round || confirms) await this.confirm(cursor as string)
      if (!round) continue
      expect(items).toEqual([round])
      return round
    }
  }

  async confirm(cursor: string): Promise<void> {
    this.send({ type: 'ack', cursor })
    await this.hears('acked')
  }

  /** Says this and ends its turn. */
  async says(text: string): Promise<void> {
    this.send({ type: 'output', text })
    this.send({ type: 'turn_end' })
    for (let n = 0; n < 2; n++) await this.hears('output')
  }

  /** Answers a round by its name; what became of that. */
  async answers(deliveryId: string, content: string): Promise<unknown> {
    this.send({ type: 'answer', deliveryId, content })
    return (await this.hears('answered'))['status']
  }

  async refused(frame: object): Promise<unknown> {
    this.send(frame)
    return (await this.hears('error'))['code']
  }

  [Symbol.dispose](): void {
    this.#socket[Symbol.dispose]()
  }
}
