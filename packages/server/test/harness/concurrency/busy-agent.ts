import WebSocket from 'ws'
import type { Random } from '../random'
import { eventually, pause } from '../speaker'
import { AgentOutput, type Surroundings } from './agent-output'
import { type Answer, ask, isNotNow } from './ask'
import { type Ack, type AgentLog, type Count, type Handed, shortened } from './run-log'

/** How often a connection breaks at a place where it can. */
const BREAKS = 0.15
const PATIENCE_MS = 240_000
/** At most so much that the server has is sent again: all of it would be too much for one request. */
const SENT_AGAIN = 50_000

interface Page {
  readonly deliveries: readonly (Omit<Handed, 'at'> & { readonly text: string })[]
  readonly cursor: string
}

/**
 * An agent's program that talks over HTTP and over `/agent` by turns, loses connections at any place, and sends again
 * what it does not know to be taken: from the last confirmed place of its output, or from somewhat before.
 */
export class BusyAgent {
  readonly log: AgentLog
  readonly token: string
  readonly #url: string
  readonly #count: Count
  readonly #random: Random
  readonly #output: AgentOutput
  readonly #around: Omit<Surroundings, 'messages'>
  readonly #messages: { id: string; group: string }[] = []
  /** Of pages that were acknowledged. */
  readonly #cursors: string[] = ['empty']
  /** Items of pages that were read and whose ack is not confirmed. */
  #open: { readonly cursor: string; readonly items: readonly string[] }[] = []

  constructor(
    who: { readonly name: string; readonly id: string; readonly roleName: string; token: string },
    run: { readonly url: string; readonly count: Count; readonly random: Random },
    around: Omit<Surroundings, 'messages'>,
  ) {
    const { name, id, roleName, token } = who
    this.token = token
    this.#url = run.url
    this.#count = run.count
    this.#random = run.random
    this.#around = around
    this.#output = new AgentOutput(name, run.random)
    const lists = { said: this.#output.said, handed: [], acks: [], refusals: [] }
    this.log = { name, id, roleName, confirmed: 0, ...lists }
  }

  /** Says so many things, and reads meanwhile. */
  async work(commands: number): Promise<void> {
    while (this.#output.said.length < commands) {
      if (this.#random.chance(0.5)) await this.#overHttp(1 + this.#random.below(4))
      else await this.#overSocket(1 + this.#random.below(6))
    }
    await eventually(`all that ${this.log.name} said is taken`, () => this.#send(), PATIENCE_MS)
  }

  /** Reads and acknowledges until nothing is left. */
  async readAll(): Promise<void> {
    await eventually(
      `${this.log.name} has read all`,
      async () => {
        const page = await this.#fetch(200)
        return page !== null && page.deliveries.length === 0
      },
      PATIENCE_MS,
    )
  }

  async #overHttp(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      this.#sayMore()
      // Sometimes a part, which may end in the middle of a command.
      if (this.#random.chance(0.4)) await this.#send(this.#somewhereLater())
      if (!(await this.#send())) await pause(25)
      if (this.#random.chance(0.5))
        await this.#fetch(1 + this.#random.below(this.#random.pick([4, 80])))
    }
  }

  #call(method: string, route: string, body?: unknown): Promise<Answer | null> {
    const url = `${this.#url}/api/agents/${this.log.id}/${route}`
    return ask(this.#random, url, this.token, [method, body])
  }

  /** Sends its output up to a place; whether the server has said that it has it. */
  async #send(to = this.#output.text.length): Promise<boolean> {
    const { confirmed } = this.log
    if (confirmed >= to) return true
    const offset = this.#startOfSending()
    const isWhole = to === this.#output.text.length
    const answer = await this.#call('POST', 'output', {
      text: this.#output.text.slice(offset, to),
      stream: 'main',
      offset,
      ...(isWhole && this.#random.chance(0.3) ? { endOfTurn: true } : {}),
    })
    if (answer?.status === 200) this.#confirm(answer.body)
    else if (answer?.status === 409) this.#goBackTo(answer.body['error'])
    else if (!isNotNow(answer)) this.log.refusals.push(JSON.stringify(answer))
    return this.log.confirmed >= to
  }

  #startOfSending(): number {
    const { confirmed } = this.log
    if (!this.#random.chance(0.3)) return confirmed
    return confirmed - this.#random.below(Math.min(confirmed, SENT_AGAIN) + 1)
  }

  #somewhereLater(): number {
    const { confirmed } = this.log
    return confirmed + 1 + this.#random.below(this.#output.text.length - confirmed)
  }

  #confirm({ offset, results }: Answer['body']): void {
    this.log.confirmed = Math.max(this.log.confirmed, offset as number)
    for (const { ok, reply } of results as { ok: boolean; reply: string }[]) {
      if (!ok) this.log.refusals.push(reply)
    }
  }

  /** A server that was started again wants a command that was not whole again, from its beginning; a busy one is asked again. */
  #goBackTo({ code, details }: Answer['body']): void {
    if (code === 'offset_conflict') this.log.confirmed = details.expected as number
    else if (code !== 'busy') this.log.refusals.push(JSON.stringify([code, details]))
  }

  #sayMore(): void {
    this.#output.sayMore({ ...this.#around, messages: this.#messages })
  }

  /** A page over HTTP, acknowledged for the most part. */
  async #fetch(limit: number): Promise<Page | null> {
    const answer = await this.#call('GET', `inbox?limit=${limit}`)
    if (answer?.status !== 200) {
      if (!isNotNow(answer)) this.log.refusals.push(JSON.stringify(answer))
      return null
    }
    const page = answer.body as unknown as Page
    // It begins with the oldest that is not acknowledged: what earlier pages held may be in it again, or in none.
    this.#open = []
    this.#take(page)
    if (page.deliveries.length === 0 || this.#random.chance(0.3)) return page
    const ack = this.#ackOf(page.cursor)
    if (await this.#acknowledge(page.cursor)) ack.confirmedAt = this.#count.next()
    // An old one once more, as a program does that was slow.
    if (this.#random.chance(0.2))
      await this.#acknowledge(this.#random.pick(this.#cursors.slice(-3)))
    this.#cursors.push(page.cursor)
    return page
  }

  async #acknowledge(cursor: string): Promise<boolean> {
    const confirmation = await this.#call('POST', 'inbox/ack', { cursor })
    if (confirmation?.status === 200) return true
    if (!isNotNow(confirmation)) this.log.refusals.push(JSON.stringify(confirmation))
    return false
  }

  #take({ deliveries, cursor }: Page): void {
    for (const item of deliveries) {
      // An answer is told by how it begins: it ends with everybody who is not there.
      const text = item.kind === 'reply' ? item.text.slice(0, 200) : shortened(item.text)
      this.log.handed.push({ ...item, text, at: this.#count.next() })
      const { messageId: id, groupName: group } = item
      if (item.kind === 'group' && id && group) this.#messages.push({ id, group })
    }
    this.#open.push({ cursor, items: deliveries.map(({ id }) => id) })
  }

  /** Acknowledges a page, and with it those before. */
  #ackOf(cursor: string): Ack {
    const upTo = this.#open.findIndex((page) => page.cursor === cursor)
    const items = this.#open.splice(0, upTo + 1).flatMap((page) => page.items)
    const ack: Ack = { sentAt: this.#count.next(), confirmedAt: null, items }
    this.log.acks.push(ack)
    return ack
  }

  /** One connection to `/agent`: output in pieces, several on their way; pages come in between. */
  async #overSocket(steps: number): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace(/^http/, 'ws')}/agent`)
    let underWay = 0
    let isOver = false
    const acks = new Map<string, Ack>()
    this.#open = []
    socket.on('close', () => (isOver = true))
    socket.on('error', () => (isOver = true))
    socket.on('message', (data: Buffer) => {
      if (isOver) return
      const frame = JSON.parse(data.toString('utf8')) as Answer['body']
      if (frame['type'] === 'turn') this.#take(frame as unknown as Page)
      if (frame['type'] === 'acked') {
        const ack = acks.get(frame['cursor'] as string)
        if (ack) ack.confirmedAt = this.#count.next()
      }
      if (frame['type'] === 'output') this.#confirm(frame)
      if (frame['type'] === 'error') this.#goBackTo(frame)
      if (frame['type'] === 'output' || frame['type'] === 'error') underWay--
    })
    const isReady = () => isOver || socket.readyState === WebSocket.OPEN
    await eventually('the connection is open', isReady, PATIENCE_MS)
    const send = (frame: object) => {
      if (!isOver) socket.send(JSON.stringify(frame))
    }
    send({ type: 'hello', token: this.token, agentId: this.log.id })
    const mayBreak = () => {
      if (!this.#random.chance(BREAKS)) return
      isOver = true
      socket.terminate()
    }
    for (let step = 0; step < steps && !isOver; step++) {
      this.#sayMore()
      for (const [offset, text] of this.#pieces()) {
        send({ type: 'output', text, stream: 'main', offset })
        underWay++
      }
      if (this.#random.chance(0.3)) {
        send({ type: 'turn_end' })
        underWay++
      }
      mayBreak()
      await eventually('the output is answered', () => isOver || underWay === 0, PATIENCE_MS)
      const page = this.#random.chance(0.6) ? this.#open.at(-1) : undefined
      if (page && !isOver) {
        acks.set(page.cursor, this.#ackOf(page.cursor))
        send({ type: 'ack', cursor: page.cursor })
      }
      mayBreak()
    }
    isOver = true
    socket.terminate()
    if (socket.readyState === WebSocket.CONNECTING) await pause(25)
  }

  /** What the server is not known to have, in one to four pieces. */
  #pieces(): (readonly [offset: number, text: string])[] {
    const { text } = this.#output
    const from = this.#startOfSending()
    const cuts = Array.from({ length: this.#random.below(4) }, () => this.#somewhereLater())
    const places = [
      from,
      ...cuts.filter((cut) => cut > from).toSorted((a, b) => a - b),
      text.length,
    ]
    return places.slice(1).map((end, at) => [places[at] ?? 0, text.slice(places[at], end)] as const)
  }
}
