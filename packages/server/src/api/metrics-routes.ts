import { Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Metrics } from '../metrics/metrics'
import type { Principal } from './principal'

export interface MetricsRoutePorts {
  readonly metrics: Metrics
}

/** Numbers for Prometheus. They must be there when storage is not, so nothing is waited for. */
export function metricsRoutes({ metrics }: MetricsRoutePorts): Router {
  const router = Router()
  router.get('/metrics', async (_request, response) => {
    const principal = response.locals['principal'] as Principal
    if (principal.kind === 'agent') {
      throw new CrewError(
        'forbidden',
        'Numbers of the server are for people: use the observer token.',
      )
    }
    response.setHeader('Content-Type', metrics.contentType)
    response.send(await metrics.text())
  })
  return router
}
