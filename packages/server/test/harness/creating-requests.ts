import type { Sample } from '../../src/api/routes/operation'
import { OPERATIONS } from '../../src/api/openapi/operations'
import { parametersOf, type Operation } from '../../src/api/routes/operation'
import { creatingAt } from '../../src/api/retries/posts'
import { type Ask, buildExampleCrew, type ExampleCrew } from './example-crew'
import type { TestServer } from './test-server'

/** A request of a route that creates something, whole. */
export interface CreatingRequest {
  readonly id: string
  readonly address: string
  readonly body: object
  /** It needs no token: whoever asks is known by an invitation. */
  readonly isOpen: boolean
}

/** What parameters of addresses are, where a sample says nothing else. */
const USUAL: Readonly<Record<string, string>> = {
  id: '{atlas}',
  agentId: '{dora}',
  name: 'config-team',
}

export const CREATING = OPERATIONS.filter(({ method, path }) => creatingAt(method, path) !== null)

/** The crew of the API's examples at a server, and the sample of each route that creates something. */
export class CreatingRequests {
  readonly #ask: Ask
  readonly #crew: ExampleCrew = { names: {}, tokens: {} }

  constructor(server: Pick<TestServer, 'call'>) {
    this.#ask = async (method, address, body, as) => {
      const token = as === undefined ? {} : { token: this.#crew.tokens[as] ?? as }
      const isText = typeof body === 'string'
      const headers = isText ? { headers: { 'content-type': 'application/octet-stream' } } : {}
      const answer = await server.call(method, address, body, { ...token, ...headers })
      if (answer.status >= 400) throw new Error(`${method} ${address}: ${answer.status}`)
      return answer.body
    }
  }

  build(): Promise<void> {
    return buildExampleCrew(this.#ask, this.#crew)
  }

  token(name: string): string {
    return this.#crew.tokens[name] ?? ''
  }

  get leadId(): string {
    return String(this.#crew.names['atlas'])
  }

  /** The sample of an operation, with its values; what it follows is sent now. */
  async of(operation: Operation): Promise<CreatingRequest> {
    const { id, path, who, sample = {} } = operation
    for (const earlier of sample.after ?? []) await this.#perform(earlier)
    return {
      id,
      address: this.#addressOf(path, sample),
      body: this.#resolved(sample.body ?? {}) as object,
      isOpen: who === 'anyone',
    }
  }

  async #perform(id: string): Promise<void> {
    const operation = OPERATIONS.find((one) => one.id === id)
    if (!operation) throw new Error(`no operation ${id}`)
    const { address, body } = await this.of(operation)
    const answer = await this.#ask(operation.method.toUpperCase(), address, body)
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'string') this.#crew.names[name] = value
    }
  }

  #addressOf(path: string, sample: Sample): string {
    const values = Object.fromEntries(
      parametersOf(path).map((name) => [name, sample.path?.[name] ?? USUAL[name] ?? '']),
    )
    return `/api${path.replace(/:(\w+)/g, (_, name: string) => String(this.#resolved(values[name])))}`
  }

  #resolved(value: unknown): unknown {
    if (typeof value === 'string') {
      const whole = /^\{(\w+)\}$/.exec(value)?.[1]
      return whole === undefined ? value : this.#crew.names[whole]
    }
    if (Array.isArray(value)) return value.map((one) => this.#resolved(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#resolved(one)]))
  }
}
