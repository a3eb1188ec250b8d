import type { Request, RequestHandler, Response } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Shard } from '../../crew/shard'
import { leadOfRun } from '../../discussions/find-run'
import { leadOfChat } from '../../group-chats/chat-of'
import type { Logger } from '../../logger'
import type { AnswerQueue } from '../answer-queue'
import { beforeItLeaves } from '../leaving-answers'
import { asCrewError, sendError } from '../errors'
import { assertTakesPart, byOf, lineOf, type Principal, unauthorized } from '../principal'
import { attemptAt, secretsIn, sendAgain } from '../retries/keyed-route'
import type { Creating } from '../retries/posts'
import type { Attempt, Retries } from '../retries/retries'
import { whenStored } from '../when-stored'

/** A body that is JSON already, made where it kept nobody waiting. */
export class ReadyJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An answer and the lead whose memory it was computed from: it leaves when that is durable. */
export interface Answer {
  readonly status?: number
  readonly body: unknown
  readonly leadId?: string
  /** Runs right before it leaves. */
  readonly leaving?: () => void
}

export interface RoutePorts {
  readonly shard: Shard
  readonly answers: AnswerQueue
  readonly retries: Retries
  readonly logger: Logger
}

export interface RouteOptions {
  /** It answers a GET when something has happened, and must hold up no other answer until then. */
  readonly waits?: boolean
  /** It takes a key, and answers at once: whatever it makes is decided together with what is kept of its answer. */
  readonly creating?: Creating | null
}

/**
 * One request: who asks, the answer, and the release rule. The body is serialised at the head it was computed
 * from, then held until that head is durable; a refusal is held in the same way.
 */
export function route(
  ports: RoutePorts,
  answer: (request: Request, principal: Principal) => Answer | Promise<Answer>,
  { waits = false, creating = null }: RouteOptions = {},
): RequestHandler {
  return async (request, response) => {
    let leadId: string | undefined
    let attempt: Attempt | null = null
    try {
      const principal = principalOf(response)
      assertTakesPart(ports.shard, principal)
      if (request.method === 'GET' && !waits) {
        // A line for each crew: what waits for the storing of one crew's facts holds up no other's answers.
        const about = leadOfRequest(ports.shard, request)
        const line = `${lineOf(principal)} ${about ?? ''}`
        const stored = async () => {
          if (about !== undefined) await ports.shard.journal.durable(about)
        }
        if (!(await ports.answers.enter(line, response, stored))) return
        // Much may have happened while it waited.
        assertTakesPart(ports.shard, principal)
      }
      attempt = creating && attemptAt(ports.retries, request, lineOf(principal))
      if (attempt?.first) {
        sendAgain(response, attempt.first)
        return
      }
      const made = answer(request, principal)
      const {
        status = 200,
        body,
        leadId: lead,
        leaving,
      } = made instanceof Promise ? await made : made
      leadId = lead
      const text = body instanceof ReadyJson ? body.text : JSON.stringify(body)
      if (attempt && creating) {
        if (made instanceof Promise || lead === undefined)
          throw new Error('a key needs an answer at once')
        const { founds = false } = creating
        const kept = { status, text, secrets: secretsIn(body, creating), founds }
        attempt.keep(lead, byOf(principal), kept)
      }
      if (leadId !== undefined) await ports.shard.journal.durable(leadId)
      if (leaving) beforeItLeaves(response, leaving)
      response.status(status).type('application/json').send(text)
    } catch (error) {
      const refused = asCrewError(error, ports.logger)
      // That an agent was terminated may be a fact of another crew than the one it asks about.
      const isOfRequest = refused.code !== 'agent_terminal'
      const about = leadId ?? (isOfRequest ? leadOfRequest(ports.shard, request) : undefined)
      const told = await whenStored(ports, refused, about)
      if (!response.headersSent) sendError(response, told)
    } finally {
      attempt?.end()
    }
  }
}

/** Who asks, as the gate in front of all routes found out. */
function principalOf(response: Response): Principal {
  const principal = response.locals['principal'] as Principal | undefined
  if (!principal) throw unauthorized()
  return principal
}

function leadOfRequest(shard: Shard, request: Request): string | undefined {
  const lead = request.params['id']
  if (typeof lead === 'string' && shard.findCrew(lead)) return lead
  const chat = request.params['chatId']
  if (typeof chat === 'string') return leadOfChat(shard, chat)
  const run = request.params['runId']
  if (typeof run === 'string') return leadOfRun(shard, run)
  const agent = request.params['agentId']
  return typeof agent === 'string' ? shard.crewOf(agent)?.state.lead.id : undefined
}

/** A path parameter; express has decoded it once. */
export function param(request: Request, name: string): string {
  const value = request.params[name]
  if (typeof value !== 'string' || value.length > 512) {
    throw new CrewError('not_found', 'There is nothing at this address.')
  }
  return value
}
