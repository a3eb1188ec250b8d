import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DIALECTS,
  type Heard,
  type Json,
  newId,
  type Out,
  type Reached,
  type Said,
} from './model-apis'

// One server for all APIs of models. What it says is decided elsewhere, from the request alone.

const DELTA = 24

export class FakeModel implements AsyncDisposable {
  /** Tokens by key, as the answers told them: of the conversation, and with what was asked beside it. */
  readonly spent = new Map<string, number>()
  readonly spentInAll = new Map<string, number>()
  /** By key: Crewroom's tools that were called, and the newest request of the conversation. */
  readonly reached = new Map<string, readonly Reached[]>()
  readonly heard = new Map<string, Heard>()
  readonly #server: Server
  readonly #brain: (heard: Heard) => Said

  private constructor(brain: (heard: Heard) => Said) {
    this.#brain = brain
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        process.stderr.write(`fake model: ${String(error)}\n`)
        response.destroy()
      })
    })
  }

  static async start(brain: (heard: Heard) => Said): Promise<FakeModel> {
    const model = new FakeModel(brain)
    await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', resolve))
    return model
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url)
    const dialect = DIALECTS.find((one) => one.path.test(pathname))
    const sent: Buffer[] = []
    for await (const piece of request) sent.push(piece as Buffer)
    if (!dialect) {
      response.setHeader('content-type', 'application/json').end('{"data":[]}')
      return
    }
    const text = Buffer.concat(sent).toString('utf8')
    const body = JSON.parse(text) as Json
    const heard = dialect.hear(body)
    const said = this.#brain(heard)
    const key = keyOf(request)
    if (!said.isAside) this.heard.set(key, heard)
    if (said.reached) this.reached.set(key, [...(this.reached.get(key) ?? []), said.reached])
    const usage = { input: Math.ceil(text.length / 4), output: Math.ceil(said.text.length / 4) + 1 }
    for (const spent of said.isAside ? [this.spentInAll] : [this.spent, this.spentInAll]) {
      spent.set(key, (spent.get(key) ?? 0) + usage.input + usage.output)
    }
    const streams = body['stream'] === true || searchParams.get('alt') === 'sse'
    response.setHeader('content-type', streams ? 'text/event-stream' : 'application/json')
    if (!streams) {
      response.end(JSON.stringify(dialect.whole(newId(), said, usage)))
      return
    }
    const out: Out = {
      id: newId(),
      write: (event, data) => {
        const line = typeof data === 'string' ? data : JSON.stringify(data)
        response.write(`${event === null ? '' : `event: ${event}\n`}data: ${line}\n\n`)
      },
    }
    dialect.begin?.(out)
    const pieces = said.text.match(new RegExp(`[\\s\\S]{1,${DELTA}}`, 'gu')) ?? []
    for (const piece of pieces) {
      if (response.destroyed) return
      dialect.delta(out, piece)
      await pause((said.ms ?? 0) / pieces.length)
    }
    dialect.end(out, said, usage)
    response.end()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

function keyOf({ headers }: IncomingMessage): string {
  const given = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization
  return String(given ?? '').replace(/^Bearer /, '')
}
