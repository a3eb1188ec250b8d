import { request } from '../child-server'
import type { Random } from '../random'
import { pause } from '../speaker'
import { Reading } from './reading'

/** An agent's program that polls over HTTP, and acknowledges most pages. */
export class PollingAgent {
  readonly reading: Reading
  readonly id: string
  readonly token: string
  readonly #url: string
  readonly #random: Random

  constructor(who: { name: string; id: string; token: string }, url: string, random: Random) {
    this.reading = new Reading(who.name)
    this.id = who.id
    this.token = who.token
    this.#url = url
    this.#random = random
  }

  async run(goesOn: () => boolean, isUp: () => boolean): Promise<void> {
    while (goesOn()) await (isUp() ? this.#page() : pause(5))
  }

  call(method: string, route: string, body?: unknown): ReturnType<typeof request> {
    return request(`${this.#url}/api/agents/${this.id}/${route}`, this.token, method, body)
  }

  async #page(): Promise<void> {
    const page = await this.call('GET', `inbox?wait=1&limit=${1 + this.#random.below(80)}`)
    if (page?.status !== 200) return this.#notNow(page)
    const items = page.body['deliveries'] as { id: string; text: string; repeat: boolean }[]
    for (const { id, text, repeat } of items) this.reading.take(id, text, repeat)
    if (items.length === 0) return
    // Somebody who works on what it read.
    await pause(this.#random.below(30))
    if (this.#random.chance(0.2)) return
    const ack = await this.call('POST', 'inbox/ack', { cursor: page.body['cursor'] as string })
    if (ack?.status !== 200) return this.#notNow(ack)
    this.reading.acknowledged(items.map(({ id }) => id))
  }

  async #notNow(reply: Awaited<ReturnType<typeof request>>): Promise<void> {
    if (reply !== null && reply.status !== 503) {
      this.reading.violations.push(`refused: ${JSON.stringify(reply)}`)
    }
    await pause(20)
  }
}
