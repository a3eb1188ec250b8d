import type { IncomingMessage, ServerResponse } from 'node:http'
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  type McpRequestContext,
  type Tool as ListedTool,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { hintsOf } from '@crewroom/shared/command/tools'
import type { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TOOL_SERVER } from '@crewroom/shared/text/manifest'
import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import { manifestOf } from '../../agents/manifest'
import { owedOf } from '../../live/agent'
import type { Logger } from '../../logger'
import type { ToolDoors } from '../../programs/tool-doors'
import { asCrewError } from '../errors'
import { noteRefused } from '../refused-requests'
import { whenStored } from '../when-stored'
import { sessionOf } from './session-id'
import { toolsFor } from './tool-table'
import type { Caller, ToolAnswer, ToolPorts } from './tool'

export interface McpServerPorts extends ToolPorts {
  readonly toolDoors: ToolDoors
  readonly version: string
  readonly logger: Logger
}

/** Answers one request of a caller whose token was looked at. */
export type McpServing = (
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  caller: Caller,
  token: string,
) => Promise<void>

/** What comes with a request through the SDK, which knows only tokens. */
interface Asking {
  readonly caller: Caller
  readonly token: string
  readonly session: string | null
  readonly gone: AbortSignal
  readonly lost: (run: () => void) => void
  readonly refused: () => void
}

/**
 * Speaks the Model Context Protocol in every revision that clients open with, one server for each request. Answers are
 * streamed, because clients give up on a connection over which nothing comes.
 */
export function serveMcp(ports: McpServerPorts): McpServing {
  const handler = createMcpHandler((context) => serverFor(ports, context), {
    responseMode: 'sse',
    maxSubscriptions: LIMITS.toolListeners,
    maxRequestBodySize: LIMITS.bodyBytes,
    onerror: (error) => ports.logger.debug({ error }, 'a request over MCP was refused'),
  })
  const serve = toNodeHandler(handler)
  return async (request, response, caller, token) => {
    const gone = new AbortController()
    let lost = (): void => {}
    response.once('close', () => {
      gone.abort()
      if (!response.writableFinished) lost()
    })
    const session = sessionOf(request)
    const asking = {
      caller,
      token,
      session,
      gone: gone.signal,
      lost: (run: () => void) => (lost = run),
      refused: () => noteRefused(response),
    }
    const auth = { token, clientId: caller.agentId, scopes: [], extra: { asking } }
    await serve(Object.assign(request, { auth }) as NodeIncomingMessageLike, response, request.body)
  }
}

function serverFor(ports: McpServerPorts, context: McpRequestContext): Server {
  const asking = askingOf(context.authInfo?.extra)
  const server = new Server(
    { name: TOOL_SERVER, title: 'Crewroom', version: ports.version },
    // Lists never change; a client that listens for that shows by it how long it is there.
    {
      capabilities: { tools: { listChanged: true } },
      instructions: instructionsFor(ports, asking.caller),
    },
  )
  server.setRequestHandler('tools/list', () => {
    ports.toolDoors.noteListed(asking.token)
    return {
      tools: toolsFor(asking.caller).map(({ tool }) => ({
        name: tool.name,
        description: tool.description,
        inputSchema: tool.schema as unknown as ListedTool['inputSchema'],
        annotations: hintsOf(tool),
      })),
    }
  })
  server.setRequestHandler('tools/call', async ({ params }, call) => {
    const { text, isError } = await called(ports, asking, params.name, params.arguments, call)
    if (isError) asking.refused()
    return { content: [{ type: 'text', text }], isError }
  })
  return server
}

function askingOf(extra: Readonly<Record<string, unknown>> | undefined): Asking {
  const asking = extra?.['asking']
  if (typeof asking !== 'object' || asking === null) throw new Error('a request without a caller')
  return asking as Asking
}

/** Reaches models with the first request, even where a client shows them tools only later. */
function instructionsFor({ shard }: McpServerPorts, { agentId, runsElsewhere }: Caller): string {
  const crew = shard.crewOf(agentId)
  const agent = crew?.state.agents[agentId]
  if (!crew || !agent) return ''
  // A program that the server runs learns who it is with its first prompt.
  if (!runsElsewhere) return 'Your first prompt says how you work with these tools.'
  const manifest = manifestOf(shard, crew, agent, { withTasks: true, acts: 'inbox' })
  return `${TOOL_TEXT.waiting(owedOf(shard, crew, agentId).count)}\n\n${manifest}`
}

async function called(
  ports: McpServerPorts,
  { caller, session, gone, lost }: Asking,
  name: string,
  args: Readonly<Record<string, unknown>> | undefined,
  call: ServerContext,
): Promise<ToolAnswer> {
  const { shard, inbox, readers, logger } = ports
  const tools = toolsFor(caller)
  const found = tools.find(({ tool }) => tool.name === name)
  try {
    const { id: request } = call.mcpReq
    const cursor = readers.take(caller.agentId, { request, session })
    if (cursor !== null) await inbox.ack(caller.agentId, cursor)
    if (!found) {
      const names = tools.map(({ tool }) => tool.name)
      return { text: TOOL_TEXT.noTool(name, names), isError: true }
    }
    const signal = AbortSignal.any([gone, call.mcpReq.signal])
    const progress = (message: string) => tellProgress(call, message)
    const answer = await found.run(ports, {
      caller,
      request,
      session,
      args: args ?? {},
      gone: signal,
      progress,
    })
    if (answer.lost) lost(answer.lost)
    return answer
  } catch (error) {
    const refused = asCrewError(error, logger)
    const told = await whenStored({ shard, logger }, refused, leadOf(ports, caller, refused))
    return { text: TOOL_TEXT.notRun(told.message), isError: true }
  }
}

function leadOf(
  { shard }: ToolPorts,
  { agentId }: Caller,
  { code }: CrewError,
): string | undefined {
  return code === 'agent_terminal' ? undefined : shard.crewOf(agentId)?.state.lead.id
}

/** Only clients that gave a token for it hear of progress. */
function tellProgress({ mcpReq }: ServerContext, message: string): void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const params = { progressToken, progress: 0, message }
  mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
}
