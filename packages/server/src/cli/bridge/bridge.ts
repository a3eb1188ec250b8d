import { randomUUID } from 'node:crypto'
import { CLIENT_INFO_META_KEY, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { hintsOf, toolsWithInbox } from '@crewroom/shared/command/tools'
import { TOOL_SERVER } from '@crewroom/shared/text/manifest'
import { systemClock } from '../../clock'
import { StartFailed, StartRefused } from '../../start-refused'
import { VERSION } from '../../version'
import { type BridgeAgent, BridgeAgents } from './bridge-agents'
import {
  type Called,
  type CalledTool,
  type CallOptions,
  CrewroomClient,
  Refused,
  SilentServer,
  wasNotSent,
} from './crewroom-client'
import { AGAIN_FOR_MS, untilAnswered } from './until-answered'
import { enter, type WayIn } from './way-in'

export interface BridgeOptions {
  readonly way: WayIn
  readonly cwd: string
}

const UNKNOWN_CLIENT = 'mcp-client'
const NAME_UNITS = 60

/** What a client is given before its first call, where its agent is not known yet. */
const BEFORE = `This is Crewroom, where a crew of agents and the people who run them talk. Your agent joins with your first call of a tool. Call read_inbox first: what others write to you waits there, and nothing can wake you.`

const SENT_TWICE =
  '[System] The connection broke before the first answer, so this was sent twice: it may have run before that.'

/** What the SDK has checked and gives no type. */
interface NamedEnvelope {
  readonly [CLIENT_INFO_META_KEY]?: { readonly name: string }
}

interface Connected {
  readonly agent: Omit<BridgeAgent, 'pid'>
  readonly client: CrewroomClient
}

/** A call and what became of it so far. */
interface Sent extends Called {
  session: string | null
  /** The agent that it was sent for. */
  by: string | null
  /** How often it was sent, and no answer came. */
  lost: number
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

  /** Runs a call, and says in words why it could not. One whose answer was lost is sent again, as the same call. */
  async #call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<CalledTool> {
    const call: Sent = { id: randomUUID(), session: null, name, args, by: null, lost: 0 }
    const isWorthIt = (error: unknown) => !options.signal.aborted && mayBeAnswered(call, error)
    try {
      const answer = await untilAnswered(systemClock, () => this.#send(call, options), isWorthIt)
      // What is so already is refused the second time.
      const isRefused = answer.isError && call.lost > 0
      return isRefused ? { ...answer, text: `${answer.text}\n${SENT_TWICE}` } : answer
    } catch (error) {
      if (options.signal.aborted) throw error
      const problem = error instanceof Error ? error.message : String(error)
      if (call.lost === 0) return { text: `[System] Not run: ${problem}`, isError: true }
      const again = isWorthIt(error) ? `, and after it was sent again for ${AGAIN_FOR_MS / 1_000} seconds` : '' // prettier-ignore
      const text = `[System] The connection broke${again}, and whether this ran is not known: look before you call again: ${problem}`
      return { text, isError: true }
    }
  }

  /** Sends it once; what did not leave for another reason than that nobody is there, once more. */
  async #send(call: Sent, options: CallOptions): Promise<CalledTool> {
    for (let attempt = 1; ; attempt++) {
      const mayTryAgain = attempt === 1 && call.lost === 0
      const connecting = (this.#connecting ??= this.#connect())
      let connected: Connected
      try {
        connected = await connecting
      } catch (error) {
        this.#giveUp(connecting)
        const isSaid = error instanceof StartRefused || error instanceof StartFailed
        if (mayTryAgain && !isSaid) continue
        throw error
      }
      const { agent, client } = connected
      if (call.lost > 0 && call.by !== agent.agentId)
        throw new Error('Its agent is another one now.')
      call.by = agent.agentId
      call.session ??= client.session
      try {
        return await client.call(call, options)
      } catch (error) {
        const isUnknown = error instanceof Refused && error.status === 401
        // Refused at the door: it did not run, and others go on.
        if (error instanceof Refused && !isUnknown) throw error
        // Not closed: other calls are perhaps still answered over it.
        this.#giveUp(connecting)
        if (isUnknown) await this.#agents.forget(agent.agentId)
        const didNotRun = isUnknown || wasNotSent(error)
        if (!didNotRun) call.lost++
        if (!didNotRun || !mayTryAgain) throw error
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
      if (error instanceof Refused && error.status === 401) await this.#agents.forget(agent.agentId)
      throw error
    }
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

/** Whether it is sent again: its answer was lost, and the server knows it again. */
function mayBeAnswered({ lost, session }: Sent, error: unknown): boolean {
  if (lost === 0 || session === null || error instanceof SilentServer) return false
  return !(error instanceof Refused) || error.status === 503
}
