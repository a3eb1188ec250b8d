import { Router } from 'express'
import { NoQuery, ProgramQuery } from '@crewroom/shared/protocol/rest'
import type { KnownDriver } from '../../programs/known-drivers'
import type { AnswerQueue } from '../answer-queue'
import { assertOpens, assertOwner } from '../gate'
import { lineOf, type Principal } from '../principal'
import { validated } from '../validate'

export interface ProgramAsked {
  readonly preset?: string | undefined
  readonly command?: string | undefined
  readonly cwd?: string | undefined
}

export interface DriverRoutePorts {
  readonly answers: AnswerQueue
  readonly drivers: () => readonly KnownDriver[]
  /** Why a program could not be started here; null when nothing is seen. */
  readonly problemOf: (asked: ProgramAsked) => string | null
}

/** The programs that agents can run on this machine. Nothing of it is in a journal, so nothing is waited for. */
export function driverRoutes({ answers, drivers, problemOf }: DriverRoutePorts): Router {
  const router = Router()
  router.get('/drivers', async (request, response) => {
    const principal = response.locals['principal'] as Principal
    assertOpens('readPrograms', principal)
    validated(NoQuery, request.query)
    if (!(await answers.enter(lineOf(principal), response))) return
    response.json({ presets: drivers() })
  })
  router.get('/drivers/check', async (request, response) => {
    const principal = response.locals['principal'] as Principal
    assertOwner(principal)
    const asked = validated(ProgramQuery, request.query)
    if (!(await answers.enter(lineOf(principal), response))) return
    response.json({ problem: problemOf(asked) })
  })
  return router
}
