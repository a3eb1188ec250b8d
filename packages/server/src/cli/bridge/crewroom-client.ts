import { VERSION } from '../../version'
import { sentence } from '../sentence'
import { eventsIn } from './events-in'

/** So long a call may take without a sign of life; those that wait give one every ten seconds. */
const SILENT_MS = 60_000
/** The newest revision that opens with `initialize`, which gives a session. */
const REVISION = '2025-11-25'

export interface CalledTool {
  readonly text: string
  readonly isError: boolean
}

export interface CallOptions {
  readonly signal: AbortSignal
  readonly progress: (message: string | undefined) => void
}

/** A call, by which the server knows it again. */
export interface Called {
  readonly id: string
  readonly session: string | null
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; isError?: boolean }
  readonly error?: { readonly message?: unknown }
}

/** The server refused the request at its door, or said that it is none. */
export class Refused extends Error {
  /** Of HTTP. */
  readonly status: number

  constructor(status: number, said: unknown) {
    super(typeof said === 'string' ? sentence(said) : `The server answered ${status}.`)
    this.status = status
  }
}

/** One agent's connection to `/mcp` of its server. */
export class CrewroomClient {
  readonly #url: URL
  readonly #token: string
  #session: string | null = null

  private constructor(url: string, token: string) {
    this.#url = new URL('/mcp', url)
    this.#token = token
  }

  static async connect(url: string, token: string): Promise<CrewroomClient> {
    const client = new CrewroomClient(url, token)
    const params = {
      protocolVersion: REVISION,
      capabilities: {},
      clientInfo: { name: 'crewroom-bridge', version: VERSION },
    }
    const signal = AbortSignal.timeout(SILENT_MS)
    const response = await client.#post({ id: 'open', method: 'initialize', params }, null, signal)
    await response.text()
    client.#session = response.headers.get('mcp-session-id')
    return client
  }

  /** In which calls that are sent again run once; null: the server knows none again. */
  get session(): string | null {
    return this.#session
  }

  /** Throws `Refused`, or whatever broke the connection. */
  async call(called: Called, { signal, progress }: CallOptions): Promise<CalledTool> {
    const { id, session, name, args } = called
    const silent = new AbortController()
    const timer = setTimeout(() => silent.abort(new SilentServer()), SILENT_MS)
    try {
      const params = { name, arguments: args, _meta: { progressToken: id } }
      const either = AbortSignal.any([signal, silent.signal])
      const response = await this.#post({ id, method: 'tools/call', params }, session, either)
      for await (const text of eventsIn(response)) {
        timer.refresh()
        const said = JSON.parse(text) as { method?: string; params?: { message?: string } } & Answer
        if (said.method === 'notifications/progress') progress(said.params?.message)
        else if (said.error) throw new Refused(response.status, said.error.message)
        else if (said.result) return calledTool(said.result)
      }
    } finally {
      clearTimeout(timer)
    }
    throw new Error('The connection ended before the answer.')
  }

  async #post(request: object, session: string | null, signal: AbortSignal): Promise<Response> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session === null ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...request }),
      signal,
    })
    if (response.ok) return response
    const { error } = (await response.json().catch(() => ({}))) as Answer
    throw new Refused(response.status, error?.message)
  }
}

/** Nothing came for so long that whoever waits has given up, too. */
export class SilentServer extends Error {
  constructor() {
    super(`The server said nothing for ${SILENT_MS / 1_000} seconds.`)
  }
}

function calledTool({ content = [], isError = false }: NonNullable<Answer['result']>): CalledTool {
  return { text: content.map(({ text = '' }) => text).join('\n'), isError }
}

/** Whether nothing was sent, so that the call did not run. */
export function wasNotSent(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === 'ECONNREFUSED') return true
  }
  return false
}
