import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface Bridged extends AsyncDisposable {
  tools(): Promise<string[]>
  /** The tools before which a program asks a person, because they may end or undo something. */
  feared(): Promise<string[]>
  call(name: string, args?: Record<string, unknown>): Promise<{ text: string; isError: boolean }>
}

/** `crewroom mcp` as a coding agent starts it, in the folder given. */
export async function bridge(
  data: string,
  args: readonly string[] = [],
  { client = 'claude-code', cwd = data, isNewest = false } = {},
): Promise<Bridged> {
  const newest = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const
  const connected = new Client({ name: client, version: '1' }, isNewest ? newest : {})
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', '--data', data, ...args],
    cwd,
    stderr: 'inherit',
  })
  await connected.connect(transport)
  return {
    tools: async () => (await connected.listTools()).tools.map(({ name }) => name),
    feared: async () => {
      const { tools } = await connected.listTools()
      return tools.flatMap(({ name, annotations }) => (annotations?.destructiveHint ? name : []))
    },
    call: async (name, given = {}) => {
      const { content, isError = false } = await connected.callTool({ name, arguments: given })
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      return { text, isError }
    },
    [Symbol.asyncDispose]: () => connected.close(),
  }
}
