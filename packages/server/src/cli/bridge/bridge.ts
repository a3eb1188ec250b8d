import { CLIENT_INFO_META_KEY, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { hintsOf, toolsWithInbox } from '@crewroom/shared/command/tools'
import { TOOL_SERVER } from '@crewroom/shared/text/manifest'
import { StartFailed, StartRefused } from '../../start-refused'
import { VERSION } from '../../version'
import { type BridgeAgent, BridgeAgents } from './bridge-agents'
import { type CalledTool, CrewroomClient, refusalOf, statusOf, wasNotSent } from './crewroom-client'
import { enter, type WayIn } from './way-in'

export interface BridgeOptions {
  readonly way: WayIn
  readonly cwd: string
}

const UNKNOWN_CLIENT = 'mcp-client'
const NAME_UNITS = 60

/** What a client is given before its first call, where its agent is not known yet. */
const BEFORE = `This is Crewroom, where a crew of agents and the people who run them talk. Your agent joins with your first call of a tool. Call read_inbox first: what others write to you waits there, and nothing can wake you.`

/** What the SDK has checked and gives no type. */
interface NamedEnvelope {
  readonly [CLIENT_INFO_META_KEY]?: { readonly name: string }
}

interface Connected {
  readonly agent: Omit<BridgeAgent, 'pid'>
  readonly client: CrewroomClient
}

/**
 * `crewroom mcp`: an MCP server on stdin and stdout for a coding agent, which speaks to a running Crewroom server over
 * `/mcp`. It makes its agent at the first call, because clients start servers only to list tools, too. Resolves when stdin ends.
 */
export class Bridge {
  readonly #options: BridgeOptions
  readonly #agents: BridgeAgents
  #client = UNKNOWN_CLIENT
  #connecting: Promise<Connected> | null = null

  constructor(options: BridgeOptions) {
    this.#options = options
    this.#agents = new BridgeAgents(options.way.data.folder)
  }

  async run(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve)
      process.stdin.once('close', resolve)
    })
    const handle = serveStdio(() => this.#server())
    await ended
    await handle.close()
    const connected = await this.#connecting?.catch(() => null)
    await connected?.client.close()
  }

  #server(): Server {
    const { way } = this.#options
    const server = new Server(
      { name: TOOL_SERVER, title: 'Crewroom', version: VERSION },
      { capabilities: { tools: {} }, instructions: BEFORE },
    )
    server.setRequestHandler('tools/list', () => ({
      tools: toolsWithInbox(way.isLead).map((tool) => ({
        name: tool.name,
        description: tool.description,
        inputSchema: tool.schema as unknown as { type: 'object' },
        annotations: hintsOf(tool),
      })),
    }))
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      // In the newest revision a client says with each request who it is, in earlier ones once.
      const { [CLIENT_INFO_META_KEY]: info } = (mcpReq.envelope ?? {}) as NamedEnvelope
      this.#client = nameOf((info ?? server.getClientVersion())?.name)
      const token = mcpReq._meta?.progressToken
      const progress = (message: string | undefined) => {
        if (token === undefined) return
        const about = {
          progressToken: token,
          progress: 0,
          ...(message === undefined ? {} : { message }),
        }
        mcpReq.notify({ method: 'notifications/progress', params: about }).catch(() => {})
      }
      const { text, isError } = await this.#call(params.name, params.arguments ?? {}, {
        signal: mcpReq.signal,
        progress,
      })
      return { content: [{ type: 'text', text }], isError }
    })
    return server
  }

  /** Runs a call, and says in words why it could not. One that was not sent is sent again once. */
  async #call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: Parameters<CrewroomClient['call']>[2],
  ): Promise<CalledTool> {
    for (let attempt = 1; ; attempt++) {
      const connecting = (this.#connecting ??= this.#connect())
      let connected: Connected
      try {
        connected = await connecting
      } catch (error) {
        this.#giveUp(connecting)
        if (error instanceof StartRefused || error instanceof StartFailed) {
          return { text: `[System] Not run: ${error.message}`, isError: true }
        }
        if (attempt === 1) continue
        return { text: `[System] Not run: ${this.#problem(error)}`, isError: true }
      }
      try {
        return await connected.client.call(name, args, options)
      } catch (error) {
        if (options.signal.aborted) throw error
        const isUnknown = statusOf(error) === 401
        const refusal = refusalOf(error)
        // Refused at the door: it did not run, and others go on.
        if (refusal !== null && !isUnknown) {
          return { text: `[System] Not run: ${refusal}`, isError: true }
        }
        // Not closed: other calls are perhaps still answered over it.
        this.#giveUp(connecting)
        if (isUnknown) await this.#agents.forget(connected.agent.agentId)
        const didNotRun = isUnknown || wasNotSent(error)
        if (didNotRun && attempt === 1) continue
        const what = didNotRun
          ? 'Not run'
          : 'The connection broke, and whether this ran is not known: look before you call again'
        return { text: `[System] ${what}: ${this.#problem(error)}`, isError: true }
      }
    }
  }

  /** The next call connects again, unless another one does already. */
  #giveUp(connecting: Promise<Connected>): void {
    if (this.#connecting === connecting) this.#connecting = null
  }

  async #connect(): Promise<Connected> {
    const { way, cwd } = this.#options
    const { agent, url } = await enter(way, this.#agents, this.#client, cwd)
    try {
      return { agent, client: await CrewroomClient.connect(url, agent.token) }
    } catch (error) {
      // Its crew was deleted, or its token was replaced: the next attempt makes another agent.
      if (statusOf(error) === 401) await this.#agents.forget(agent.agentId)
      throw error
    }
  }

  #problem(error: unknown): string {
    return refusalOf(error) ?? (error instanceof Error ? error.message : String(error))
  }
}

/** What an agent is called that comes with this client. */
function nameOf(client: string | undefined): string {
  const name = (client ?? '')
    .replaceAll(/[^\w .-]/g, '')
    .trim()
    .slice(0, NAME_UNITS)
  return name === '' ? UNKNOWN_CLIENT : name
}
