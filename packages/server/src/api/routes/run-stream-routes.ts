import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Request, type Response, Router } from 'express'
import * as z from 'zod'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { NoQuery } from '@crewroom/shared/protocol/rest'
import type { LiveFeed } from '../../crew/live-feed'
import { findRun } from '../../discussions/find-run'
import { RunDeltas } from '../../discussions/run-deltas'
import { runMarkdown } from '../../discussions/run-markdown'
import { behindFact, RunPositionField } from '../../discussions/run-position'
import { type RunLine, runLines } from '../../discussions/run-stream'
import type { PublishedWaiters } from '../published-waiters'
import { asCrewError, sendError } from '../errors'
import { byOf, lineOf, type Principal } from '../principal'
import { validated } from '../validate'
import { whenStored } from '../when-stored'
import { param, type RoutePorts } from './route'

export const RunStreamQuery = z.strictObject({
  since: RunPositionField.optional(),
  /** With parts of answers while they are written. */
  deltas: z.enum(['true', 'false']).optional(),
})

export interface RunStreamPorts extends RoutePorts {
  readonly published: PublishedWaiters
  readonly live: LiveFeed
}

/** The course of a discussion while it happens, and as a document: neither is one JSON answer. */
export function runStreamRoutes(ports: RunStreamPorts): Router {
  const { shard, logger } = ports
  const router = Router()
  let open = 0

  const serve =
    (send: (request: Request, response: Response, principal: Principal) => Promise<void>) =>
    async (request: Request, response: Response) => {
      const principal = response.locals['principal'] as Principal
      try {
        await send(request, response, principal)
      } catch (error) {
        if (response.headersSent) {
          // The reader sees a stream that ends before its last line, and asks for the rest.
          response.destroy()
          logger.debug({ error }, 'a stream ended early')
          return
        }
        sendError(response, await whenStored(ports, asCrewError(error, logger)))
      }
    }

  router.get(
    '/runs/:runId/stream',
    serve(async (request, response, principal) => {
      const { since = behindFact(0), deltas: asksDeltas } = validated(RunStreamQuery, request.query)
      const by = byOf(principal)
      const id = param(request, 'runId')
      const { run } = findRun(shard, by, id)
      await shard.journal.durable(run.leadId)
      if (open >= LIMITS.streams) {
        throw new CrewError('rate_limited', 'Too many discussions are followed. Close one first.')
      }
      open++
      const deltas = asksDeltas === 'true' ? new RunDeltas(shard, ports.live, run) : undefined
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      try {
        response.status(200).type('application/x-ndjson')
        response.setHeader('Cache-Control', 'no-store')
        response.flushHeaders()
        const changed = (leadId: string, signal: AbortSignal) =>
          ports.published.next(leadId, signal)
        const lines = runLines({ shard, by, id, since, changed, signal: gone.signal, deltas })
        await pipeline(
          Readable.from(asText(lines), { objectMode: true, highWaterMark: 1 }),
          response,
        )
      } finally {
        open--
        deltas?.close()
        gone.abort()
      }
    }),
  )

  router.get(
    '/runs/:runId/export',
    serve(async (request, response, principal) => {
      validated(NoQuery, request.query)
      const by = byOf(principal)
      const id = param(request, 'runId')
      await shard.journal.durable(findRun(shard, by, id).run.leadId)
      if (!(await ports.answers.enter(`run ${lineOf(principal)}`, response))) return
      const { crew, run } = findRun(shard, by, id)
      response.status(200).type('text/markdown; charset=utf-8')
      response.setHeader('Content-Disposition', `attachment; filename="discussion-${run.id}.md"`)
      await pipeline(Readable.from(runMarkdown(shard, crew, run), { highWaterMark: 4 }), response)
    }),
  )
  return router
}

async function* asText(lines: AsyncIterable<RunLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}
