import type { Random } from '../random'
import { pause } from '../speaker'
import { type Answer, ask, isNotNow } from './ask'
import type { Count, PersonLog, Post, Receipts } from './run-log'

const PATIENCE_MS = 240_000

export interface PersonsRun {
  readonly url: string
  readonly token: string
  readonly leadId: string
  readonly random: Random
  readonly count: Count
  readonly groups: readonly string[]
  readonly agents: readonly string[]
  /** This person's reactions are its own: the others of one token are the same participant. */
  readonly emoji: readonly string[]
}

/** The person at one browser: what may be sent again is sent again until there is an answer. */
export class BusyPerson {
  readonly log: PersonLog
  readonly #run: PersonsRun
  /** Messages that are there. */
  readonly #known: { readonly id: string; readonly seq: number; readonly group: string }[] = []

  constructor(name: string, run: PersonsRun) {
    this.#run = run
    const said = { posts: [], directs: [], reactions: [] }
    this.log = { name, ...said, marks: [], receipts: [], pages: [], refusals: [] }
  }

  async work(posts: number): Promise<void> {
    const { random } = this.#run
    while (this.log.posts.length < posts) {
      const act = random.below(20)
      if (act < 10 || this.#known.length === 0) await this.#post()
      else if (act < 13) await this.#react()
      else if (act < 15) await this.#markRead()
      else if (act < 16) await this.#write()
      else if (act < 18) await this.#lookAt(random.pick(this.#known.slice(-30)))
      else await this.askReceipts(random.pick(this.#known.slice(-30)).id)
    }
  }

  /** Where a message stands with each member. */
  async askReceipts(messageId: string): Promise<Receipts> {
    const group = this.#known.find(({ id }) => id === messageId)?.group
    const sentAt = this.#run.count.next()
    const body = await this.#until('GET', `groups/${group}/messages/${messageId}/receipts`)
    const receipts = body['receipts'] as { agentId: string; state: string }[]
    const states = Object.fromEntries(receipts.map(({ agentId, state }) => [agentId, state]))
    const asked = { sentAt, messageId, states }
    this.log.receipts.push(asked)
    return asked
  }

  async #post(): Promise<void> {
    const { random, groups } = this.#run
    const n = this.log.posts.length + 1
    const content = `${this.log.name} says ${n}`
    const replies: Post['replies'][number][] = []
    const post = { group: random.pick(groups), content, clientId: `${this.log.name}-${n}`, replies }
    this.log.posts.push(post)
    const send = async () => {
      const body = { content, clientId: post.clientId }
      const reply = await this.#answered('POST', `groups/${post.group}/messages`, body)
      const {
        id,
        seq,
        n: ordinal,
      } = reply.body['message'] as { id: string; seq: number; n: number }
      replies.push({ status: reply.status, id, seq, n: ordinal })
      this.#known.push({ id, seq, group: post.group })
    }
    // Twice at once, as by an impatient proxy; or again, as when the confirmation was lost.
    await (random.chance(0.15) ? Promise.all([send(), send()]) : send())
    if (random.chance(0.1)) await send()
  }

  async #react(): Promise<void> {
    const { random } = this.#run
    const { id: messageId, group } = random.pick(this.#known.slice(-30))
    const emoji = random.pick(this.#run.emoji)
    const isThere = random.chance(0.6)
    const path = `groups/${group}/messages/${messageId}/reactions`
    if (isThere) await this.#until('POST', path, { emoji })
    else await this.#until('DELETE', `${path}/${encodeURIComponent(emoji)}`)
    this.log.reactions.push({ messageId, emoji, isThere })
  }

  async #markRead(): Promise<void> {
    const { seq, group } = this.#run.random.pick(this.#known.slice(-30))
    const body = await this.#until('PUT', `groups/${group}/read`, { seq })
    this.log.marks.push({ group, asked: seq, lastSeq: body['lastSeq'] as number })
  }

  async #write(): Promise<void> {
    const { random, agents } = this.#run
    const { name, directs } = this.log
    const n = directs.length + 1
    const content = `${name} writes ${n}`
    const direct = { to: random.pick(agents), content, isAcknowledged: false }
    directs.push(direct)
    const body = { content, clientId: `${name}-direct-${n}` }
    const send = () => this.#until('POST', `/api/agents/${direct.to}/messages`, body)
    await (random.chance(0.3) ? Promise.all([send(), send()]) : send())
    direct.isAcknowledged = true
  }

  async #lookAt({ id, group }: { readonly id: string; readonly group: string }): Promise<void> {
    const { random } = this.#run
    const around = random.chance(0.5) ? id : null
    const query = `limit=${1 + random.below(40)}${around === null ? '' : `&around=${around}`}`
    const body = await this.#until('GET', `groups/${group}/messages?${query}`)
    const messages = body['messages'] as { id: string; seq: number }[]
    this.log.pages.push({ group, around, ids: messages.map((message) => message.id) })
    this.#known.push(...messages.slice(-3).map((message) => ({ ...message, group })))
  }

  async #until(method: string, route: string, body?: unknown): Promise<Answer['body']> {
    return (await this.#answered(method, route, body)).body
  }

  /** Asks again until there is an answer; a route is the crew's unless it begins with a slash. */
  async #answered(method: string, route: string, body?: unknown): Promise<Answer> {
    const { random, url, token, leadId } = this.#run
    const address = route.startsWith('/') ? `${url}${route}` : `${url}/api/lead/${leadId}/${route}`
    const until = performance.now() + PATIENCE_MS
    while (performance.now() < until) {
      const answer = await ask(random, address, token, [method, body])
      if (answer && answer.status < 300) return answer
      if (!isNotNow(answer)) this.log.refusals.push(JSON.stringify([method, route, answer]))
      await pause(10)
    }
    throw new Error(`${this.log.name} gave up: ${method} ${route}`)
  }
}
