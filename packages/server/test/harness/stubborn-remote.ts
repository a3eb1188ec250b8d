import { type ChildReply } from './child-server'
import type { Random } from './random'
import type { HandedItem } from './scripted-remote'
import { pause } from './speaker'
import { patience } from '../../../shared/test/patience'

const GIVE_UP_MS = patience(30_000)

/**
 * A program elsewhere that answers every round that it is handed, whatever happens to the server: each request is sent again
 * until it was heard, its words from where the server has them.
 */
export class StubbornRemote {
  readonly id: string
  readonly name: string
  readonly handed: HandedItem[] = []
  readonly met = { broken: 0, repeats: 0 }
  readonly #random: Random
  readonly #call: (method: string, route: string, body?: object) => Promise<ChildReply | null>
  #text = ''

  constructor(
    who: { readonly id: string; readonly name: string },
    random: Random,
    call: (method: string, route: string, body?: object) => Promise<ChildReply | null>,
  ) {
    this.id = who.id
    this.name = who.name
    this.#random = random
    this.#call = call
  }

  /** Reads and answers, with a pause before each step, until told to stop. */
  async run(goesOn: () => boolean, pauseMs: number): Promise<void> {
    const rest = () => pause(this.#random.below(pauseMs))
    while (goesOn()) {
      await rest()
      const page = await this.#until('GET', 'inbox?wait=1')
      const items = page['deliveries'] as HandedItem[]
      this.handed.push(...items)
      this.met.repeats += items.filter(({ repeat }) => repeat).length
      const confirm = () => this.#until('POST', 'inbox/ack', { cursor: page['cursor'] as string })
      const round = items.find(({ kind }) => kind === 'round')
      if (!round) {
        if (items.length > 0) await confirm()
        continue
      }
      const isEarly = this.#random.chance(0.5)
      if (isEarly) await confirm()
      await rest()
      const n = /^\[Round (\d+) /.exec(round.text)?.[1] ?? '?'
      await this.#says(`${this.name} answers ${n}`)
      if (!isEarly) await confirm()
    }
  }

  async #says(text: string): Promise<void> {
    const to = this.#text.length + text.length
    let from = this.#text.length
    this.#text += text
    const until = Date.now() + GIVE_UP_MS
    for (;;) {
      const body = {
        text: this.#text.slice(from, to),
        stream: 'answers',
        offset: from,
        endOfTurn: true,
      }
      const reply = await this.#call('POST', `/api/agents/${this.id}/output`, body)
      if (reply?.status === 200) return
      if (reply?.status === 409) from = reply.body['error'].details.expected as number
      else await this.#again(reply, until)
    }
  }

  async #until(method: string, route: string, body?: object): Promise<ChildReply['body']> {
    const until = Date.now() + GIVE_UP_MS
    for (;;) {
      const reply = await this.#call(method, `/api/agents/${this.id}/${route}`, body)
      if (reply?.status === 200) return reply.body
      await this.#again(reply, until)
    }
  }

  async #again(reply: ChildReply | null, until: number): Promise<void> {
    if (reply !== null && reply.status !== 503) {
      throw new Error(`${this.name}: ${reply.status} ${JSON.stringify(reply.body)}`)
    }
    if (Date.now() > until) throw new Error(`${this.name} gave up`)
    this.met.broken++
    await pause(20)
  }
}
