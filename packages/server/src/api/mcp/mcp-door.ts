import { type RequestHandler, Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Later } from '../../later'
import type { Logger } from '../../logger'
import type { Envelope } from '../../journal/facts'
import { remoteAgentFor } from '../../agents/remote-agent'
import type { ToolDoors } from '../../programs/tool-doors'
import type { Attempts } from '../attempts'
import { jsonBody } from '../json-body'
import { assertTakesPart, type Authenticator, bearerToken, byOf, unauthorized } from '../principal'
import { asCrewError, sendError } from '../errors'
import { refusedRequests } from '../refused-requests'
import { renewedBy } from '../renewed-token'
import { whenStored } from '../when-stored'
import type { McpServing, serveMcp } from './mcp-server'
import { Readers } from './readers'
import { SESSION_HEADER } from './session-id'
import type { Caller, ToolPorts } from './tool'

export interface McpDoorPorts extends Omit<ToolPorts, 'readers'> {
  readonly authenticator: Authenticator
  readonly attempts: Attempts
  readonly toolDoors: ToolDoors
  readonly later: { readonly mcp: Later<typeof serveMcp> }
  readonly version: string
  readonly logger: Logger
}

/** No revision that is spoken here has several requests in one, which would be counted as one and answered without a bound. */
const NO_BATCH = {
  jsonrpc: '2.0',
  error: { code: -32_600, message: 'Send one request at a time, not an array.' },
  id: null,
} as const

/**
 * `/mcp`: agents call tools of Crewroom over the Model Context Protocol. Nothing is kept between requests but which page
 * an agent's next call confirms; a session is a name by which a call is known that is sent again. Host and Origin were
 * looked at before.
 */
export class McpDoor {
  readonly handler: RequestHandler
  readonly #ports: McpDoorPorts
  readonly #readers: Readers
  readonly #underWay = new Map<string, number>()
  #serving: McpServing | null = null

  constructor(ports: McpDoorPorts) {
    this.#ports = ports
    this.#readers = new Readers(ports.inbox, ports.shard.ports.clock)
    const router = Router()
    router.use((request, response, next) => {
      // Clients look below the address for ways to log in, which there are not.
      if (request.path !== '/') {
        next('router')
        return
      }
      response.setHeader('Cache-Control', 'no-store')
      // Without sessions there is nothing to get and nothing to delete.
      if (request.method !== 'POST') {
        response.setHeader('Allow', 'POST')
        next(new CrewError('method_not_allowed', 'Send requests to this address with POST.'))
        return
      }
      next()
    })
    router.use(async (request, response, next) => {
      try {
        response.locals['caller'] = this.#caller(bearerToken(request.headers.authorization))
      } catch (error) {
        throw await whenStored(ports, this.#refused(error, request.socket.remoteAddress))
      }
      next()
    })
    const { refused } = ports.shard.ports.rate
    router.use(refusedRequests(refused, ({ locals }) => (locals['caller'] as Caller).agentId))
    router.use(jsonBody())
    router.use((request, response, next) => {
      if (Array.isArray(request.body)) response.status(400).json(NO_BATCH)
      else next()
    })
    router.use(async (request, response) => {
      const caller = response.locals['caller'] as Caller
      const method = methodOf(request.body)
      const isListening = method === 'subscriptions/listen'
      if (method === 'notifications/cancelled') {
        this.#readers.cancel(caller.agentId, cancelledBy(request.body))
      }
      if (method === 'initialize')
        response.setHeader(SESSION_HEADER, ports.shard.ports.ids.record())
      response.once('close', this.#begin(caller, isListening))
      try {
        this.#serving ??= await this.#serve()
        const token = bearerToken(request.headers.authorization) ?? ''
        await this.#serving(request, response, caller, token)
      } catch (error) {
        const refused = await whenStored(ports, asCrewError(error, ports.logger))
        if (!response.headersSent) sendError(response, refused)
      }
    })
    this.handler = router
  }

  /** Agents that are not there any more read nothing, nor does a program with a token that was replaced. */
  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      if (entry.type === 'lead:deleted') this.#readers.gone(entry.data.agentIds)
      if (entry.type === 'agent:terminated') this.#readers.gone([entry.data.agent.id])
      const renewed = renewedBy(entry)
      if (renewed !== null) this.#readers.gone([renewed])
    }
  }

  async #serve(): Promise<McpServing> {
    const serve = await this.#ports.later.mcp()
    return serve({ ...this.#ports, readers: this.#readers })
  }

  /** Whose token it is: an agent's own, or one that its program was started with. */
  #caller(token: string | undefined): Caller {
    const { shard, authenticator, toolDoors } = this.#ports
    const ofProgram = token === undefined ? null : toolDoors.agentOf(token)
    const principal =
      ofProgram === null
        ? authenticator.principal(token)
        : ({ kind: 'agent', agentId: ofProgram } as const)
    if (!principal) throw unauthorized()
    if (principal.kind !== 'agent') {
      throw new CrewError(
        'forbidden',
        'This address is for agents: send the token of an agent. "crewroom join" prints what to set up, and "crewroom invite" makes a code with which a program registers.',
      )
    }
    assertTakesPart(shard, principal)
    const { agentId } = principal
    const runsElsewhere = ofProgram === null
    if (runsElsewhere) remoteAgentFor(shard, byOf(principal), agentId)
    const isLead = shard.crewOf(agentId)?.state.lead.id === agentId
    return { agentId, isLead, runsElsewhere }
  }

  #refused(error: unknown, address: string | undefined): CrewError {
    const refused = asCrewError(error, this.#ports.logger)
    if (refused.code !== 'unauthorized') return refused
    try {
      this.#ports.attempts.failed(address)
      return refused
    } catch (limited) {
      return asCrewError(limited, this.#ports.logger)
    }
  }

  /** Counts a call until it is answered; a client that listens has one open for as long as it is there. */
  #begin({ agentId, runsElsewhere }: Caller, isListening: boolean): () => void {
    const count = this.#underWay.get(agentId) ?? 0
    if (count >= LIMITS.toolCalls) {
      const sentence = 'Too many calls of this agent are not answered yet. Wait for them.'
      throw new CrewError('busy', sentence, { retryAfter: 1 })
    }
    this.#underWay.set(agentId, count + 1)
    let end = (): void => {}
    if (runsElsewhere && isListening) end = this.#readers.listens(agentId)
    else if (runsElsewhere) this.#readers.tell(agentId)
    return () => {
      end()
      const left = (this.#underWay.get(agentId) ?? 1) - 1
      if (left > 0) this.#underWay.set(agentId, left)
      else this.#underWay.delete(agentId)
    }
  }
}

function methodOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined
}

/** Which request a client gave up. */
function cancelledBy({ params }: { readonly params?: unknown }): unknown {
  return typeof params === 'object' && params !== null && 'requestId' in params
    ? params.requestId
    : undefined
}
