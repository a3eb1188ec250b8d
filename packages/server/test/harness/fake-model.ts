import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from './speaker'

/** What an endpoint answers to one request. */
export interface ModelAnswer {
  /** Another status than 200: then `body` is all there is. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Pieces of its text, a chunk each. */
  readonly text?: readonly string[]
  readonly thoughts?: readonly string[]
  /** Tools to call, each with its arguments; a string is sent as it is. */
  readonly calls?: readonly (readonly [name: string, input: object | string])[]
  /** Bytes as they are, instead of chunks. */
  readonly raw?: readonly (string | Uint8Array)[]
  /** Input and output tokens, in a chunk of their own as OpenAI sends them. */
  readonly usage?: readonly [input: number, output: number]
  readonly cached?: number
  readonly finish?: string
  /** What comes behind the pieces instead of an end: the connection breaks, ends without one, or stays silent. */
  readonly ending?: 'cut' | 'close' | 'silence'
  /** Awaited behind the first piece of text. */
  readonly awaits?: Promise<unknown>
}

export interface ModelAsked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly body: Readonly<Record<string, unknown>>
  /** Whoever asked ended the connection before the answer was whole. */
  left: boolean
}

/** An endpoint that speaks the API of OpenAI's chat completions, and says what it is told to say. */
export class FakeModel {
  readonly asked: ModelAsked[] = []
  /** For the next requests, in order; then `otherwise`. */
  readonly answers: ModelAnswer[] = []
  otherwise: (asked: ModelAsked) => ModelAnswer = () => ({ text: ['ok'] })
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(...answers: ModelAnswer[]): Promise<FakeModel> {
    const server = createServer()
    const fake = new FakeModel(server)
    fake.answers.push(...answers)
    server.on('request', (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
        const asked: ModelAsked = {
          path: request.url ?? '',
          headers: request.headers,
          model: String(body['model']),
          messages: (body['messages'] ?? []) as ModelAsked['messages'],
          body,
          left: false,
        }
        fake.asked.push(asked)
        response.on('close', () => (asked.left = !response.writableFinished))
        void fake.#answer(fake.answers.shift() ?? fake.otherwise(asked), response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return fake
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  /** The driver of an agent whose model is this one. */
  driver(more: object = {}): object {
    return { kind: 'model', baseUrl: this.url, model: 'fake-1', ...more }
  }

  /** Waits for the request of this ordinal (1, 2, 3 …). */
  async request(n: number): Promise<ModelAsked> {
    await eventually(`the model is asked ${n} times`, () => this.asked.length >= n)
    const asked = this.asked[n - 1]
    if (!asked) throw new Error('a request that is not there')
    return asked
  }

  /** The newest prompt of a request. */
  static promptOf({ messages }: ModelAsked): string {
    return messages.at(-1)?.content ?? ''
  }

  async #answer(answer: ModelAnswer, response: ServerResponse): Promise<void> {
    const {
      status = 200,
      headers,
      body,
      ending,
      finish = answer.calls ? 'tool_calls' : 'stop',
      usage,
      cached = 0,
    } = answer
    if (status !== 200 || body !== undefined) {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body ?? '{"error":{"message":"no"}}')
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
    response.flushHeaders()
    for (const piece of answer.raw ?? []) response.write(piece)
    const chunk = (choices: readonly object[], more: object = {}) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'fake-1', choices, ...more })}\n\n`,
      )
    for (const thought of answer.thoughts ?? []) {
      chunk([{ index: 0, delta: { role: 'assistant', reasoning_content: thought } }])
    }
    for (const [n, content] of (answer.text ?? []).entries()) {
      chunk([{ index: 0, delta: { role: 'assistant', content } }])
      if (n === 0) await answer.awaits
    }
    for (const [index, [name, input]] of (answer.calls ?? []).entries()) {
      const given = typeof input === 'string' ? input : JSON.stringify(input)
      const call = { index, id: `call-${this.asked.length}-${index}`, type: 'function' }
      const begins = { name, arguments: given.slice(0, 5) }
      chunk([{ index: 0, delta: { tool_calls: [{ ...call, function: begins }] } }])
      const rest = { index, function: { arguments: given.slice(5) } }
      chunk([{ index: 0, delta: { tool_calls: [rest] } }])
    }
    if (ending === 'silence') return
    if (ending === 'cut') {
      // Not before what was written has left.
      await new Promise((resolve) => setTimeout(resolve, 50))
      response.destroy()
      return
    }
    if (ending !== 'close' && answer.raw === undefined) {
      chunk([{ index: 0, delta: {}, finish_reason: finish }])
      if (usage) {
        const [prompt, completion] = usage
        const all = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion } // prettier-ignore
        const details = { prompt_tokens_details: { cached_tokens: cached } }
        chunk([], { usage: { ...all, ...(cached > 0 ? details : {}) } })
      }
      response.write('data: [DONE]\n\n')
    }
    response.end()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
