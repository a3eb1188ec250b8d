import type { ChildReply } from './child-server'
import type { Random } from './random'
import { pause } from './speaker'
import { patience } from '../../../shared/test/patience'

interface Item {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly messageId?: string
  readonly repeat: boolean
}

const DRAINED_WITHIN_MS = patience(20_000)

/** An agent's program that reads its inbox over HTTP, acknowledges most pages, and notes what should not be. */
export class InboxReader {
  readonly name: string
  readonly agentId: string
  readonly violations: string[] = []
  readonly met = { pages: 0, repeats: 0, broken: 0 }
  readonly #random: Random
  readonly #call: (method: string, route: string, body?: unknown) => Promise<ChildReply | null>
  /** In the order in which they were first seen. */
  readonly #seen = new Map<string, Item>()
  readonly #firstHanded = new Set<string>()
  readonly #acked = new Set<string>()

  constructor(
    name: string,
    agentId: string,
    random: Random,
    call: (method: string, route: string, body?: unknown) => Promise<ChildReply | null>,
  ) {
    this.name = name
    this.agentId = agentId
    this.#random = random
    this.#call = call
  }

  async run(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      if ((await this.#page(this.#random.chance(0.8))) === 0) await pause(5)
    }
  }

  /** Reads and acknowledges until there is nothing more. */
  async drain(): Promise<void> {
    const until = Date.now() + DRAINED_WITHIN_MS
    while (Date.now() < until) {
      if ((await this.#page(true)) === 0) return
    }
    throw new Error(`${this.name} is handed things without end`)
  }

  /** Ids of messages, in the order of their first hand-over. */
  messages(): string[] {
    return [...this.#seen.values()].flatMap(({ messageId }) => messageId ?? [])
  }

  texts(kind: string): string[] {
    return [...this.#seen.values()].filter((item) => item.kind === kind).map(({ text }) => text)
  }

  /** How many items came; -1 when nothing can be said. */
  async #page(acknowledges: boolean): Promise<number> {
    const reply = await this.#call('GET', `inbox?limit=${1 + this.#random.below(80)}`)
    if (reply?.status !== 200) return this.#notNow(reply)
    const items = reply.body['deliveries'] as Item[]
    this.met.pages++
    for (const item of items) this.#take(item)
    if (items.length > 0 && acknowledges) await this.#ack(reply.body['cursor'] as string, items)
    return items.length
  }

  #take(item: Item): void {
    const { id, repeat } = item
    if (repeat) this.met.repeats++
    if (this.#acked.has(id)) this.violations.push(`${id} was acknowledged and came again`)
    if (!repeat && this.#firstHanded.has(id)) this.violations.push(`${id} came first twice`)
    if (!repeat) this.#firstHanded.add(id)
    if (!this.#seen.has(id)) this.#seen.set(id, item)
  }

  async #ack(cursor: string, items: readonly Item[]): Promise<void> {
    const until = Date.now() + DRAINED_WITHIN_MS
    while (Date.now() < until) {
      const reply = await this.#call('POST', 'inbox/ack', { cursor })
      if (reply?.status === 200) {
        // Every page begins with the oldest that is not acknowledged: this is all of it, up to the cursor.
        for (const { id } of items) this.#acked.add(id)
        return
      }
      await this.#notNow(reply)
    }
    throw new Error(`${this.name} cannot acknowledge`)
  }

  async #notNow(reply: ChildReply | null): Promise<number> {
    if (reply !== null && reply.status !== 503) {
      throw new Error(`${this.name}: ${reply.status} ${JSON.stringify(reply.body)}`)
    }
    this.met.broken++
    await pause(25)
    return -1
  }
}
