import { type Request, type RequestHandler, type Response, Router } from 'express'
import * as shapes from '@crewroom/shared/protocol/routes/invites'
import { type Registration, registerAgent } from '../../agents/register-agent'
import { tokenHash } from '../../agents/tokens'
import type { Shard } from '../../crew/shard'
import type { Logger } from '../../logger'
import type { Attempts } from '../attempts'
import { asCrewError } from '../errors'
import { attemptAt, secretsIn, sendAgain } from '../retries/keyed-route'
import { POSTS } from '../retries/posts'
import type { Attempt, Retries } from '../retries/retries'
import { validated } from '../validate'
import { whenStored } from '../when-stored'

interface RegisterRoutePorts {
  readonly shard: Shard
  readonly retries: Retries
  readonly logger: Logger
  readonly attempts: Attempts
  /** Reads the body of a request. */
  readonly body: RequestHandler
}

/** A route by which agents register, and what it answers. */
interface Registering {
  readonly post: '/api/v1/auth/register' | '/api/v1/apps/register'
  readonly answer: (id: string, token: string) => object
}

/** What needs no token but the code of an invitation. A code that opens nothing counts like a wrong token. */
export function registerRoutes(ports: RegisterRoutePorts): Router {
  const { shard, attempts, body } = ports
  const router = Router()

  const register = async (
    request: Request,
    response: Response,
    registration: Registration,
    { post, answer }: Registering,
  ) => {
    let attempt: Attempt | null = null
    try {
      // Whoever has the code may ask again, even when it was used up.
      const who = `invitation ${tokenHash(registration.inviteCode)}`
      attempt = attemptAt(ports.retries, request, who)
      if (attempt?.first) {
        sendAgain(response, attempt.first)
        return
      }
      const { crew, agent, token, by } = registerAgent(shard, registration)
      const leadId = crew.state.lead.id
      const body = answer(agent.id, token)
      const secrets = secretsIn(body, POSTS[post])
      attempt?.keep(leadId, by, { status: 201, text: JSON.stringify(body), secrets, founds: false })
      await shard.journal.durable(leadId)
      response.status(201).json(body)
    } catch (error) {
      const refused = asCrewError(error, ports.logger)
      if (refused.code === 'unauthorized') attempts.failed(request.socket.remoteAddress)
      throw await whenStored(ports, refused)
    } finally {
      attempt?.end()
    }
  }

  router.post(shapes.registerAgent.path, body, async (request, response) => {
    const given = validated(shapes.registerAgent.body, request.body)
    await register(request, response, given, {
      post: '/api/v1/auth/register',
      answer: (agentId, apiKey) => ({ agentId, apiKey }),
    })
  })

  router.post(shapes.registerApp.path, body, async (request, response) => {
    const given = validated(shapes.registerApp.body, request.body)
    await register(
      request,
      response,
      { ...given, app: true },
      {
        post: '/api/v1/apps/register',
        answer: (appId, appKey) => ({ appId, appKey }),
      },
    )
  })

  return router
}
