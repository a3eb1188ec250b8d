import { request } from '../child-server'
import type { Random } from '../random'
import { pause } from '../speaker'

/** A person's messages; `to` is null for those to the group. */
interface Said {
  readonly content: string
  readonly to: string | null
}

/** Somebody at a dashboard who writes to the group, to agents, and sometimes interrupts one. */
export class WritingPerson {
  readonly name: string
  /** What the server has said that it has. */
  readonly acknowledged: Said[] = []
  /** Nobody knows whether it stands: the server was killed before it answered. */
  readonly unanswered: Said[] = []
  readonly #url: string
  readonly #token: () => string
  readonly #around: { readonly leadId: string; readonly agentIds: readonly string[] }
  readonly #random: Random
  #said = 0

  constructor(
    name: string,
    server: { readonly url: string; readonly token: () => string },
    around: { readonly leadId: string; readonly agentIds: readonly string[] },
    random: Random,
  ) {
    this.name = name
    this.#url = server.url
    this.#token = server.token
    this.#around = around
    this.#random = random
  }

  async run(goesOn: () => boolean, isUp: () => boolean): Promise<void> {
    while (goesOn()) {
      if (!isUp()) {
        await pause(5)
        continue
      }
      const chance = this.#random.next()
      const to = chance < 0.7 ? null : this.#random.pick(this.#around.agentIds)
      if (!(await this.say(to, chance > 0.97 ? 'interrupt' : 'messages'))) await pause(20)
      await pause(2 + this.#random.below(10))
    }
  }

  /** Says something; whether the server has said that it has it. */
  async say(to: string | null, how: 'messages' | 'interrupt' = 'messages'): Promise<boolean> {
    const said = { content: `${this.name} says ${++this.#said}`, to }
    const route =
      to === null ? `lead/${this.#around.leadId}/groups/room/messages` : `agents/${to}/${how}`
    const body = { content: said.content }
    const reply = await request(`${this.#url}/api/${route}`, this.#token(), 'POST', body)
    if (reply !== null && reply.status >= 300 && reply.status !== 503) {
      throw new Error(`${route}: ${JSON.stringify(reply)}`)
    }
    const isTaken = reply !== null && reply.status < 300
    ;(isTaken ? this.acknowledged : this.unanswered).push(said)
    return isTaken
  }
}
