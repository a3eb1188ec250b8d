import { Router } from 'express'
import type { Metrics } from '../../metrics/metrics'
import type { AnswerQueue } from '../answer-queue'
import { assertOpens } from '../gate'
import { lineOf, type Principal } from '../principal'

export interface MetricsRoutePorts {
  readonly answers: AnswerQueue
  readonly metrics: Metrics
}

/** Numbers for Prometheus. They must be there when storage is not, so nothing is waited for. */
export function metricsRoutes({ answers, metrics }: MetricsRoutePorts): Router {
  const router = Router()
  router.get('/metrics', async (_request, response) => {
    const principal = response.locals['principal'] as Principal
    assertOpens('readMetrics', principal)
    if (!(await answers.enter(lineOf(principal), response))) return
    response.setHeader('Content-Type', metrics.contentType)
    response.send(await metrics.text())
  })
  return router
}
