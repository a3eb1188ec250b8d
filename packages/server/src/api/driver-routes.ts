import { Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { NoQuery } from '@crewroom/shared/protocol/rest'
import type { KnownDriver } from '../crew/drivers/known-drivers'
import type { AnswerQueue } from './answer-queue'
import { lineOf, type Principal } from './principal'
import { validated } from './validate'

export interface DriverRoutePorts {
  readonly answers: AnswerQueue
  readonly drivers: () => readonly KnownDriver[]
}

/** The programs that agents can run on this machine. Nothing of it is in a journal, so nothing is waited for. */
export function driverRoutes({ answers, drivers }: DriverRoutePorts): Router {
  const router = Router()
  router.get('/drivers', async (request, response) => {
    const principal = response.locals['principal'] as Principal
    if (principal.kind === 'agent') {
      throw new CrewError('forbidden', 'What is installed on this machine is for people only.')
    }
    validated(NoQuery, request.query)
    if (!(await answers.enter(lineOf(principal), response))) return
    response.json({ presets: drivers() })
  })
  return router
}
