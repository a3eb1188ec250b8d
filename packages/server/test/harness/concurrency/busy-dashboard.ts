import WebSocket from 'ws'
import type { Random } from '../random'
import { eventually, pause } from '../speaker'
import {
  canonical,
  type Connection,
  type Count,
  type DashboardLog,
  type SeenEvent,
  shortened,
} from './run-log'

const PATIENCE_MS = 240_000

export interface FollowedRun {
  readonly url: string
  readonly token: string
  readonly leadId: string
  readonly viewer: string | null
  readonly random: Random
  readonly count: Count
  /** While so much happens to the other clients, at most, a slow reader reads nothing. */
  readonly slowFor: number
}

/**
 * A browser, or a tool of an agent, that follows a crew, goes away and comes back with the place it is at, asks the
 * server for that place, and at times reads nothing for long.
 */
export class BusyDashboard {
  readonly log: DashboardLog
  /** The larger of the newest event and what the server has said. */
  cursor = 0
  #seen = 0
  #pongs = 0
  readonly #run: FollowedRun
  readonly #bodies: Map<string, string>

  /** `bodies`: texts that several dashboards see are kept once. */
  constructor(name: string, run: FollowedRun, bodies: Map<string, string>) {
    this.log = { name, viewer: run.viewer, connections: [] }
    this.#run = run
    this.#bodies = bodies
  }

  /** Comes and goes until told to stop. */
  async follow(goesOn: () => boolean): Promise<void> {
    const { random } = this.#run
    while (goesOn()) {
      const wanted = this.#seen + random.below(30)
      const isSlow = random.chance(0.15)
      await this.#connect(async (socket, isOver) => {
        const isEnough = () => isOver() || !goesOn()
        if (isSlow) await this.#readNothing(socket, isEnough)
        while (!isEnough() && this.#seen < wanted) {
          if (random.chance(0.1)) socket.send(JSON.stringify({ type: 'ping' }))
          await pause(random.below(6))
          if (random.chance(0.05)) return
        }
      })
    }
  }

  /** One more connection, until everything up to a place was seen. */
  async catchUp(to: number): Promise<void> {
    await eventually(
      `${this.log.name} has seen all`,
      async () => {
        await this.#connect(async (socket, isOver) => {
          while (!isOver() && this.cursor < to) {
            socket.send(JSON.stringify({ type: 'ping' }))
            await pause(20)
          }
        })
        return this.cursor >= to
      },
      PATIENCE_MS,
    )
  }

  /** Nothing for a while, seldom a long one; then all that was sent meanwhile, or no more. */
  async #readNothing(socket: WebSocket, isEnough: () => boolean): Promise<void> {
    const { random, slowFor, count } = this.#run
    socket.pause()
    const until = count.now + random.below(random.chance(0.2) ? slowFor : slowFor / 20)
    while (!isEnough() && count.now < until) await pause(5)
    if (random.chance(0.3)) return
    socket.resume()
    const told = this.#pongs
    socket.send(JSON.stringify({ type: 'ping' }))
    while (!isEnough() && this.#pongs === told) await pause(5)
  }

  async #connect(stay: (socket: WebSocket, isOver: () => boolean) => Promise<void>): Promise<void> {
    const { url, token, leadId, random } = this.#run
    const { connections } = this.log
    const since = this.cursor
    const epoch = connections.findLast(({ hello }) => hello)?.hello?.epoch
    const own: Connection = { since, everything: random.chance(0.5), hello: null, frames: [] }
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`)
    let isOver = false
    socket.on('close', () => (isOver = true))
    socket.on('error', () => (isOver = true))
    socket.on('message', (data: Buffer) => {
      if (!isOver) this.#take(own, data.toString('utf8'))
    })
    const isOpen = () => isOver || socket.readyState === WebSocket.OPEN
    await eventually('the connection is open', isOpen, PATIENCE_MS)
    if (isOver) {
      await pause(25)
      return
    }
    connections.push(own)
    socket.send(
      JSON.stringify({
        type: 'hello',
        token,
        leads: own.everything ? '*' : [leadId],
        since: { [leadId]: since },
        ...(epoch === undefined ? {} : { epoch }),
      }),
    )
    await stay(socket, () => isOver)
    isOver = true
    if (random.chance(0.5)) socket.close()
    else socket.terminate()
  }

  #take(own: Connection, text: string): void {
    const frame = JSON.parse(text) as Frame
    const { leadId } = this.#run
    if (frame.type === 'hello') own.hello = { epoch: frame.epoch, at: frame.at[leadId] ?? -1 }
    else if (frame.type === 'gap') own.frames.push({ gap: true })
    else if (frame.type === 'pong') this.#told(own, frame.at[leadId] ?? -1)
    else if (frame.leadId !== undefined && frame.leadId !== leadId)
      own.frames.push({ elsewhere: `${frame.type} of ${frame.leadId}` })
    else if (frame.seq !== undefined) {
      own.frames.push(this.#event(frame))
      this.cursor = Math.max(this.cursor, frame.seq)
      this.#seen++
    }
  }

  #told(own: Connection, at: number): void {
    own.frames.push({ pong: at })
    this.#pongs++
    this.cursor = Math.max(this.cursor, at)
  }

  #event(frame: Frame): SeenEvent {
    let body = shortened(canonical(frame))
    const known = this.#bodies.get(body)
    if (known === undefined) this.#bodies.set(body, body)
    else body = known
    const { type, seq = 0 } = frame
    const seen = { seq, type, body }
    if (type === 'group:message') {
      const { id, n, group, from, content } = frame.message
      return { ...seen, message: { id, n, group, from, content: shortened(content) } }
    }
    if (type === 'group:reaction') {
      const { messageId, emoji, agentId, action } = frame
      return { ...seen, reaction: { messageId, emoji, agentId, action } }
    }
    if (type === 'group:read') {
      const { readerId, groupName, lastSeq } = frame
      return { ...seen, read: { readerId, group: groupName, lastSeq } }
    }
    return seen
  }
}

interface Frame {
  readonly type: string
  readonly seq?: number
  readonly leadId?: string
  readonly epoch: string
  readonly at: Readonly<Record<string, number>>
  readonly message: { id: string; n: number; group: string; from: string; content: string }
  readonly messageId: string
  readonly emoji: string
  readonly agentId: string
  readonly action: string
  readonly readerId: string
  readonly groupName: string
  readonly lastSeq: number
}
