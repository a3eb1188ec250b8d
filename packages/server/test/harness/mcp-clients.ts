import {
  Client as Client2,
  StreamableHTTPClientTransport as Http2,
} from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as Transport1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { TestServer } from './test-server'

/** The official clients, by how they open: the older SDK, the newer one, and that one with the newest revision alone. */
export const MCP_CLIENTS = ['v1', 'v2', 'v2 pinned'] as const
export type McpClientKind = (typeof MCP_CLIENTS)[number]

export interface McpAnswer {
  readonly text: string
  readonly isError: boolean
}

interface CallOptions {
  readonly signal?: AbortSignal
  readonly progress?: (message: string) => void
}

/** A client of one kind, as a coding agent has it. */
export interface McpClient extends AsyncDisposable {
  readonly instructions: string
  readonly protocol: string | undefined
  tools(): Promise<readonly { name: string; description?: string; inputSchema: object }[]>
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<McpAnswer>
}

const NEWEST = '2026-07-28'
const INFO = { name: 'test-client', version: '1.0.0' }

export async function mcpClient(
  server: Pick<TestServer, 'app'>,
  kind: McpClientKind,
  token: string,
): Promise<McpClient> {
  const url = new URL('/mcp', server.app.url)
  const options = { requestInit: { headers: { authorization: `Bearer ${token}` } } }
  if (kind === 'v1') {
    const client = new Client1(INFO)
    // The SDK's own types do not allow for exact optional properties.
    await client.connect(new Http1(url, options) as Transport1)
    return {
      instructions: client.getInstructions() ?? '',
      protocol: undefined,
      tools: async () => (await client.listTools()).tools.map(asTool),
      call: async (name, args = {}, { signal, progress } = {}) => {
        const request = { name, arguments: args }
        const result = await client.callTool(request, undefined, requestOptions(signal, progress))
        return answerOf(result)
      },
      [Symbol.asyncDispose]: () => client.close(),
    }
  }
  const pinned = { versionNegotiation: { mode: { pin: NEWEST } } } as const
  const client = new Client2(INFO, kind === 'v2 pinned' ? pinned : {})
  await client.connect(new Http2(url, options))
  return {
    instructions: client.getInstructions() ?? '',
    protocol: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools.map(asTool),
    call: async (name, args = {}, { signal, progress } = {}) =>
      answerOf(await client.callTool({ name, arguments: args }, requestOptions(signal, progress))),
    [Symbol.asyncDispose]: () => client.close(),
  }
}

function asTool({
  name,
  description,
  inputSchema,
}: {
  name: string
  description?: string | undefined
  inputSchema: object
}) {
  return { name, inputSchema, ...(description === undefined ? {} : { description }) }
}

function requestOptions(signal: AbortSignal | undefined, progress: CallOptions['progress']) {
  return {
    ...(signal ? { signal } : {}),
    ...(progress
      ? { onprogress: ({ message }: { message?: string | undefined }) => progress(message ?? '') }
      : {}),
  }
}

function answerOf(result: object): McpAnswer {
  const { content, isError = false } = result as {
    content: { type: string; text?: string }[]
    isError?: boolean
  }
  return { text: content.map(({ text }) => text ?? '').join('\n'), isError }
}
