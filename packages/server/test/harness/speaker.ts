import type { ChildReply } from './child-server'
import type { Random } from './random'
import { patience } from '../../../shared/test/patience'

interface Said {
  readonly content: string
  /** Where in the stream its command ends. */
  readonly end: number
}

const GIVE_UP_MS = patience(30_000)

/**
 * An agent's program that posts through its output: text with offsets, cut anywhere, sent again after a broken
 * connection or a refusal by storage, from where the server says when it says so.
 */
export class Speaker {
  readonly name: string
  /** In the order in which they were said. */
  readonly said: Said[] = []
  /** How many of them an accepted answer covers. */
  confirmed = 0
  readonly met = { broken: 0, unavailable: 0, conflicts: 0 }
  readonly #group: string
  readonly #random: Random
  readonly #post: (body: object) => Promise<ChildReply | null>
  #text = ''
  #taken = 0

  constructor(
    name: string,
    group: string,
    random: Random,
    post: (body: object) => Promise<ChildReply | null>,
  ) {
    this.name = name
    this.#group = group
    this.#random = random
    this.#post = post
  }

  /** Says one to three things, in one part or two; resolves when the server has taken all of it. */
  async say(): Promise<void> {
    const from = this.#text.length
    for (let count = 1 + this.#random.below(3); count > 0; count--) {
      const content = `${this.name} says ${this.said.length + 1}`
      const payload = JSON.stringify({ group: this.#group, content })
      this.#text += `working on it\n⟦⟦ GROUP_MESSAGE ${payload} ⟧⟧\n`
      this.said.push({ content, end: this.#text.length - 1 })
    }
    const to = this.#text.length
    if (this.#random.chance(0.4)) await this.#send(from + 1 + this.#random.below(to - from - 1))
    await this.#send(to)
  }

  /** Sends until the server has the stream up to `to`. */
  async #send(to: number): Promise<void> {
    const until = Date.now() + GIVE_UP_MS
    let from = this.#taken
    while (Date.now() < until) {
      const reply = await this.#post({
        text: this.#text.slice(from, to),
        stream: 'main',
        offset: from,
      })
      if (reply?.status === 200) {
        this.#accepted(reply.body, from, to)
        return
      }
      if (reply?.status === 409) {
        this.met.conflicts++
        from = reply.body['error'].details.expected as number
        if (from <= to) continue
        throw new Error(`${this.name}: the server expects ${from} of ${to} sent`)
      }
      if (reply !== null && reply.status !== 503) {
        throw new Error(`${this.name}: ${reply.status} ${JSON.stringify(reply.body)}`)
      }
      this.met[reply === null ? 'broken' : 'unavailable']++
      await pause(25)
    }
    throw new Error(`${this.name} gave up`)
  }

  #accepted(body: ChildReply['body'], from: number, to: number): void {
    if (body['offset'] !== to) throw new Error(`${this.name}: offset ${body['offset']}, not ${to}`)
    const results = body['results'] as { ok: boolean; reply: string }[]
    const possible = this.said.filter(({ end }) => end > from && end <= to).length
    const refused = results.find(({ ok }) => !ok)
    if (refused) throw new Error(`${this.name}: ${refused.reply}`)
    if (results.length > possible) throw new Error(`${this.name}: a command was answered twice`)
    this.#taken = to
    this.confirmed = this.said.filter(({ end }) => end <= to).length
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Asks again until the answer is yes; throws when it never is. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  // On a quiet machine; a busy one gets as many times more as it is slower.
  withinMs = 30_000,
): Promise<void> {
  const within = patience(withinMs)
  const until = Date.now() + within
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`not within ${within} ms: ${what}`)
    await pause(5)
  }
}
