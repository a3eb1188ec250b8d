import { type Request, type Response, Router } from 'express'
import {
  showWorkFiles as showShape,
  WORK_FILE,
  WORK_FILE_SIZE,
  WorkFileQuery,
} from '@crewroom/shared/protocol/routes/work-files'
import type { Crew } from '../../crew/crew'
import { agentOf } from '../../crew/directory'
import { folderToChoose, showWorkFiles, shownFolder, workFoldersOf } from '../../agents/work-files'
import { markOf } from '../../programs/folder-mark'
import { OtherFolder, readWorkFile, type WorkFile, workFileMissing } from '../../programs/work-file'
import type { WorkFolders } from '../../programs/work-folders'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { By } from '../../crew/shard'
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
  /** The folders that the person chose. */
  readonly workFolders: WorkFolders
}

/** Whether files of working folders are shown in a crew. */
export const WORK_FILE_ROUTES: readonly RouteRow<
  Pick<WorkFileRoutePorts, 'workFolders'> & RoutePorts
>[] = [
  row('Crews', showShape, {
    id: 'showWorkFiles',
    who: 'owner',
    summary:
      'Lets people see files below the working folders of the crew’s agents, or does so no longer; off in a new and in an imported crew',
    errors: ['work_folder_changed'],
    sample: { body: { shown: true } },
    run: ({ crew, by, body: { shown, agentId } }, { shard, workFolders }) => {
      if (agentId !== undefined) chooseAgain(crew, by, agentId, workFolders)
      const body = { shown: showWorkFiles(shard, crew, by, shown) }
      // The person chooses with it what no earlier choice was about.
      if (shown) workFolders.allow(...workFoldersOf(crew).filter((one) => !workFolders.has(one)))
      return { body, leadId: crew.state.lead.id }
    },
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
  { shard, answers, dataFolder, workFolders }: WorkFileRoutePorts,
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
  const known = workFolders.markOf(folder)
  const how = { never: dataFolder, known, mask: (text: string) => mask.mask(text) }
  const file = await readWorkFile(folder, path, how).catch((error: unknown): WorkFile => {
    if (!(error instanceof OtherFolder)) throw error
    const now = principal.kind === 'owner' ? error.now : error.now && ''
    throw folderChanged(crew, param(request, 'agentId'), folder, now)
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

/** As it is now. Nothing can be chosen where no folder is. */
function chooseAgain(crew: Crew, by: By, agentId: string, workFolders: WorkFolders): void {
  const folder = folderToChoose(crew, by, agentId)
  if (folder === null) return
  if (markOf(folder) === null) throw folderChanged(crew, agentId, folder, null)
  workFolders.allow(folder)
}

/** `now`: where it leads; null: nowhere; empty: that is not for whoever asks. */
function folderChanged(crew: Crew, agentId: string, folder: string, now: string | null): CrewError {
  const { name } = agentOf(crew, agentId)
  const gone = `The working folder of ${name}, ${folder}, is not there. Put it back, or give ${name} another folder.`
  if (now === null) return new CrewError('work_folder_changed', gone, { why: gone })
  const leads = now === '' || now === folder ? '' : `: it leads to ${now} now`
  const why = `The working folder of ${name}, ${folder}, is not the one that was chosen${leads}. It may have been made again, moved, or replaced by a link.`
  const how = `Look at it, and choose it again to have its files shown: PUT /api/lead/${crew.state.lead.id}/work-files with {"shown": true, "agentId": "${agentId}"}.`
  return new CrewError('work_folder_changed', `${why} ${how}`, { why, canChoose: true })
}
