import { expect } from 'vitest'

export interface HandedItem {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly repeat: boolean
}

interface Answered {
  readonly status: number
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely
}

type Call = (method: string, route: string, body?: object) => Promise<Answered | null>

/** A program elsewhere that does what a test tells it, over HTTP: takes its inbox, confirms it, says something. */
export class ScriptedRemote {
  readonly id: string
  readonly #call: Call
  #cursor = ''

  constructor(id: string, call: Call) {
    this.id = id
    this.#call = call
  }

  /** One page of the inbox, for which it waits up to so long. */
  async take(waitSeconds = 0): Promise<readonly HandedItem[]> {
    const reply = await this.#ok('GET', `inbox?wait=${waitSeconds}`)
    this.#cursor = reply['cursor'] as string
    return reply['deliveries'] as HandedItem[]
  }

  async confirm(): Promise<void> {
    await this.#ok('POST', 'inbox/ack', { cursor: this.#cursor })
  }

  /** Takes and confirms until there is nothing more. */
  async drain(): Promise<readonly HandedItem[]> {
    const all: HandedItem[] = []
    for (;;) {
      const items = await this.take()
      if (items.length === 0) return all
      all.push(...items)
      await this.confirm()
    }
  }

  /** Takes the one round that it is asked, which stands alone; its text. */
  async asked(): Promise<string> {
    const items = await this.take(20)
    expect(items.map(({ kind }) => kind)).toEqual(['round'])
    return items[0]?.text ?? ''
  }

  /** Says this and ends its turn. */
  async says(text: string, endOfTurn = true): Promise<Answered['body']> {
    return this.#ok('POST', 'output', { text, endOfTurn })
  }

  async #ok(method: string, route: string, body?: object): Promise<Answered['body']> {
    const reply = await this.#call(method, `/api/agents/${this.id}/${route}`, body)
    expect([reply?.status, reply?.body]).toEqual([200, reply?.body])
    return reply?.body ?? {}
  }
}

/** A person at one session of a crew, over HTTP. */
export class SessionPerson {
  readonly path: string
  readonly #call: Call

  private constructor(call: Call, path: string) {
    this.#call = call
    this.path = path
  }

  static async open(
    call: Call,
    leadId: string,
    group: string,
    title: string,
  ): Promise<SessionPerson> {
    const sessions = `/api/lead/${leadId}/groups/${group}/sessions`
    const reply = await call('POST', sessions, { title })
    expect([reply?.status, reply?.body]).toEqual([201, reply?.body])
    return new SessionPerson(call, `${sessions}/${reply?.body['session'].id as string}`)
  }

  async writes(content: string, more: object = {}): Promise<Answered['body']> {
    const reply = await this.#call('POST', `${this.path}/messages`, { content, ...more })
    expect([reply?.status, reply?.body]).toEqual([201, reply?.body])
    return reply?.body ?? {}
  }

  async get(route = ''): Promise<Answered['body']> {
    const reply = await this.#call('GET', `${this.path}${route}`)
    expect([reply?.status, reply?.body]).toEqual([200, reply?.body])
    return reply?.body ?? {}
  }

  /** Number, writer, text and part of a round of each message. */
  async messages(): Promise<readonly unknown[][]> {
    const { messages } = await this.get('/messages?limit=200')
    return (messages as Said[]).map(({ n, from, content, round }) => [
      n,
      from,
      content,
      round?.n,
      round?.as,
    ])
  }

  /** Number and end of each round, and what became of each agent in it. */
  async rounds(): Promise<readonly unknown[][]> {
    const { rounds } = await this.get('/rounds?limit=100')
    return (rounds as Round[]).map(({ n, closed, responses }) => [
      n,
      closed,
      Object.fromEntries(
        responses.map(({ agentId, status, late }) => [agentId, late ? `${status}, late` : status]),
      ),
    ])
  }
}

interface Said {
  readonly n: number
  readonly from: string
  readonly content: string
  readonly round?: { readonly n: number; readonly as: string }
}

interface Round {
  readonly n: number
  readonly closed: string | null
  readonly responses: readonly { agentId: string; status: string; late: boolean }[]
}
