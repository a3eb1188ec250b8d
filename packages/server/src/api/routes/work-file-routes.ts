import { type Request, type Response, Router } from 'express'
import {
  showWorkFiles as showShape,
  WORK_FILE,
  WORK_FILE_SIZE,
  WorkFileQuery,
} from '@crewroom/shared/protocol/routes/work-files'
import { showWorkFiles, shownFolder } from '../../agents/work-files'
import { readWorkFile, workFileMissing } from '../../programs/work-file'
import { asCrewError } from '../errors'
import { assertTakesPart, byOf, crewFor, lineOf, type Principal } from '../principal'
import { SAFE_CONTENT } from '../safe-content'
import { validated } from '../validate'
import { whenStored } from '../when-stored'
import { param, type RoutePorts } from './route'
import { row, type RouteRow } from './row'

export interface WorkFileRoutePorts extends RoutePorts {
  /** Nothing in it is shown, whichever working folder it lies in. */
  readonly dataFolder: string
}

/** Whether files of working folders are shown in a crew. */
export const WORK_FILE_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Crews', showShape, {
    id: 'showWorkFiles',
    who: 'owner',
    summary:
      'Lets people see files below the working folders of the crew’s agents, or does so no longer; off in a new and in an imported crew',
    sample: { body: { shown: true } },
    run: ({ crew, by, body }, { shard }) => ({
      body: { shown: showWorkFiles(shard, crew, by, body.shown) },
      leadId: crew.state.lead.id,
    }),
  }),
]

/** The files themselves: no JSON. */
export function workFileRoutes(ports: WorkFileRoutePorts): Router {
  const router = Router()
  router.get(WORK_FILE, async (request, response) => {
    const principal = response.locals['principal'] as Principal
    try {
      await give(ports, request, response, principal)
    } catch (error) {
      throw await whenStored(ports, asCrewError(error, ports.logger))
    }
  })
  return router
}

async function give(
  { shard, answers, dataFolder }: WorkFileRoutePorts,
  request: Request,
  response: Response,
  principal: Principal,
): Promise<void> {
  assertTakesPart(shard, principal)
  const crew = crewFor(shard, principal, param(request, 'id'))
  const { path } = validated(WorkFileQuery, request.query)
  if (!(await answers.enter(`file ${lineOf(principal)}`, response))) return
  const folder = shownFolder(crew, byOf(principal), param(request, 'agentId'))
  await shard.journal.durable(crew.state.lead.id)
  if (folder === null) throw workFileMissing()
  const mask = shard.maskOf(crew)
  const file = await readWorkFile(folder, path, {
    never: dataFolder,
    mask: (text) => mask.mask(text),
  })
  response.set({
    ...SAFE_CONTENT,
    'Cache-Control': 'no-store',
    'Content-Disposition': 'inline',
    'Content-Type': file.type ?? 'text/plain; charset=utf-8',
    [WORK_FILE_SIZE]: String(file.size),
  })
  response.status(200).end(file.bytes)
}
