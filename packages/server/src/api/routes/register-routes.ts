import { type Request, type RequestHandler, Router } from 'express'
import * as shapes from '@crewroom/shared/protocol/routes/invites'
import { type Registration, registerAgent } from '../../agents/register-agent'
import type { Shard } from '../../crew/shard'
import type { Logger } from '../../logger'
import type { Attempts } from '../attempts'
import { asCrewError } from '../errors'
import { validated } from '../validate'
import { whenStored } from '../when-stored'

interface RegisterRoutePorts {
  readonly shard: Shard
  readonly logger: Logger
  readonly attempts: Attempts
  /** Reads the body of a request. */
  readonly body: RequestHandler
}

/** What needs no token but the code of an invitation. A code that opens nothing counts like a wrong token. */
export function registerRoutes(ports: RegisterRoutePorts): Router {
  const { shard, attempts, body } = ports
  const router = Router()

  const register = async (request: Request, registration: Registration) => {
    try {
      const { crew, agent, token } = registerAgent(shard, registration)
      await shard.journal.durable(crew.state.lead.id)
      return { id: agent.id, token }
    } catch (error) {
      const refused = asCrewError(error, ports.logger)
      if (refused.code === 'unauthorized') attempts.failed(request.socket.remoteAddress)
      throw await whenStored(ports, refused)
    }
  }

  router.post(shapes.registerAgent.path, body, async (request, response) => {
    const given = validated(shapes.registerAgent.body, request.body)
    const { id, token } = await register(request, given)
    response.status(201).json({ agentId: id, apiKey: token })
  })

  router.post(shapes.registerApp.path, body, async (request, response) => {
    const given = validated(shapes.registerApp.body, request.body)
    const { id, token } = await register(request, { ...given, app: true })
    response.status(201).json({ appId: id, appKey: token })
  })

  return router
}
