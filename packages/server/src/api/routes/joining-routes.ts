import path from 'node:path'
import express, { Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { PROGRAM_ADDRESS } from '@crewroom/shared/text/join-lines'

/** The program with which a coding agent elsewhere joins. Public, as the page's files are: whoever joins has no token yet. */
export function joiningRoutes(folder: string | null): Router {
  const router = Router()
  if (folder !== null) {
    router.get(PROGRAM_ADDRESS, express.static(path.resolve(folder), { index: false, maxAge: 0 }))
  }
  router.get(PROGRAM_ADDRESS, (_request, _response, next) => {
    next(new CrewError('not_found', `${PROGRAM_ADDRESS} is not built. Run: npm run build`))
  })
  return router
}
