import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { VERSION } from '../../version'
import { sentence } from '../sentence'

/** So long a call may take without a sign of life; those that wait give one every ten seconds. */
const SILENT_MS = 60_000

export interface CalledTool {
  readonly text: string
  readonly isError: boolean
}

interface CallOptions {
  readonly signal: AbortSignal
  readonly progress: (message: string | undefined) => void
}

/** One agent's connection to `/mcp` of its server. */
export class CrewroomClient {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async connect(url: string, token: string): Promise<CrewroomClient> {
    const client = new Client({ name: 'crewroom-bridge', version: VERSION })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit })
    await client.connect(transport)
    return new CrewroomClient(client)
  }

  /** Who the agent is and how it works here. */
  get instructions(): string {
    return this.#client.getInstructions() ?? ''
  }

  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { signal, progress }: CallOptions,
  ): Promise<CalledTool> {
    const result = await this.#client.callTool(
      { name, arguments: args },
      {
        signal,
        timeout: SILENT_MS,
        resetTimeoutOnProgress: true,
        onprogress: ({ message }) => progress(message),
      },
    )
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    return { text, isError: result.isError === true }
  }

  async close(): Promise<void> {
    await this.#client.close().catch(() => {})
  }
}

/** The HTTP status with which the server refused; undefined when the error is another one. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof SdkHttpError ? error.status : undefined
}

/** Why the server refused the request at its door, where no call has run yet; null when it did not. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof SdkHttpError)) return null
  const { status } = error
  if (status !== 503 && (status < 400 || status >= 500)) return null
  return saidIn(error.data['text']) ?? `The server answered ${status}.`
}

function saidIn(text: unknown): string | null {
  try {
    const { error } = JSON.parse(String(text)) as { error?: { message?: unknown } }
    return typeof error?.message === 'string' ? sentence(error.message) : null
  } catch {
    return null
  }
}

/** Whether nothing was sent, so that the call did not run. */
export function wasNotSent(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === 'ECONNREFUSED') return true
  }
  return false
}
