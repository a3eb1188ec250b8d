import path from 'node:path'
import { type Request, type Response, Router } from 'express'
import { FILE_KINDS, type FileKind, type GroupFile } from '@crewroom/shared/model/group-file'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { NoQuery } from '@crewroom/shared/protocol/rest'
import { addFile, addPicture } from '@crewroom/shared/protocol/routes/group-files'
import { uploadFile } from '../../group-chats/add-file'
import { chatOf, type GroupChatAt } from '../../group-chats/chat-of'
import type { FileKeeper } from '../../group-chats/file-keeper'
import { fileOf, fileReply } from '../../group-chats/files'
import { asCrewError } from '../errors'
import { assertWrites } from '../gate'
import { assertTakesPart, byOf, lineOf, type Principal } from '../principal'
import { SAFE_CONTENT } from '../safe-content'
import { UploadBody, UploadPlaces } from '../uploads'
import { validated } from '../validate'
import { whenStored } from '../when-stored'
import { param, route, type RoutePorts } from './route'

export interface FileContentRoutePorts extends RoutePorts {
  readonly keeper: FileKeeper
}

const OF_CONTENT = ['Content-Type', 'Content-Disposition', 'Cache-Control', 'ETag'] as const

const SHAPES = { file: addFile, picture: addPicture } as const

const SAFE_HEADERS = {
  ...SAFE_CONTENT,
  // The name may be another content's tomorrow: it is asked for again, and mostly answered with 304.
  'Cache-Control': 'private, no-cache',
} as const

/** Contents of files and pictures, in and out. Mounted before JSON bodies are read: a content may be of any type. */
export function fileContentRoutes(ports: FileContentRoutePorts): Router {
  const router = Router()
  const places = new UploadPlaces()
  for (const kind of FILE_KINDS) {
    const { path: address } = SHAPES[kind]
    router.post(
      address,
      route(ports, (request, principal) => receive(ports, places, kind, request, principal)),
    )
    router.get(address, async (request, response) => {
      const principal = response.locals['principal'] as Principal
      try {
        await give(ports, kind, request, response, principal)
      } catch (error) {
        throw await whenStored(ports, asCrewError(error, ports.logger))
      }
    })
  }
  return router
}

async function receive(
  { shard, keeper }: FileContentRoutePorts,
  places: UploadPlaces,
  kind: FileKind,
  request: Request,
  principal: Principal,
) {
  assertWrites(principal)
  validated(NoQuery, request.query)
  assertBytes(request)
  const by = byOf(principal)
  const at = chatOf(shard, by, param(request, 'chatId'))
  const leave = places.take(lineOf(principal))
  const body = new UploadBody(request, shard.ports.clock)
  try {
    const named = { kind, name: param(request, 'fileName'), size: lengthOf(request), body }
    const file = await uploadFile(shard, keeper, at, by, named)
    const reply = fileReply(at, file, shard.ports.personName)
    return { status: 201, body: { [kind]: reply }, leadId: at.crew.state.lead.id }
  } finally {
    body.leave()
    leave()
  }
}

async function give(
  { shard, keeper, answers }: FileContentRoutePorts,
  kind: FileKind,
  request: Request,
  response: Response,
  principal: Principal,
): Promise<void> {
  assertTakesPart(shard, principal)
  validated(NoQuery, request.query)
  if (!(await answers.enter(`file ${lineOf(principal)}`, response))) return
  assertTakesPart(shard, principal)
  const at = chatOf(shard, byOf(principal), param(request, 'chatId'))
  const file = fileOf(at, byOf(principal), { kind, name: param(request, 'fileName') })
  await shard.journal.durable(at.crew.state.lead.id)
  const { contents } = keeper
  if ((await contents.sizeOf(at.group.id, file.sha256)) !== file.size) throw missing(at, file)
  setHeaders(response, file)
  await send(response, contents.pathOf(at.group.id, file.sha256), file.size)
}

function setHeaders(response: Response, { kind, name, type, sha256 }: GroupFile): void {
  response.attachment(name)
  const disposition = String(response.getHeader('Content-Disposition'))
  response.set({
    ...SAFE_HEADERS,
    'Content-Type': type,
    'Content-Disposition':
      kind === 'picture' ? disposition.replace(/^attachment/, 'inline') : disposition,
    ETag: `"${sha256}"`,
  })
}

/** The content, the part or the 304 that was asked for, or 416 where the content ends before the part begins. */
async function send(response: Response, file: string, size: number): Promise<void> {
  const options = { root: path.dirname(file), lastModified: false, cacheControl: false }
  await new Promise<void>((resolve, reject) => {
    response.sendFile(path.basename(file), options, (error) => {
      // Whoever asked has gone.
      if (!error || response.headersSent || codeOf(error) === 'ECONNABORTED') resolve()
      else if ('status' in error && error.status === 416) {
        response.status(416).set('Content-Range', `bytes */${size}`).end()
        resolve()
      } else {
        // They are of the file, and what leaves is a refusal.
        for (const name of OF_CONTENT) response.removeHeader(name)
        reject(error)
      }
    })
  })
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : null
}

function missing({ group }: GroupChatAt, { kind, name }: GroupFile): CrewError {
  return new CrewError(
    'file_content_missing',
    `The content of "${name}" is not on this server: crews and groups are imported without contents. Delete it and add it again: POST /api/group-chats/${group.id}/${kind}s/${encodeURIComponent(name)}.`,
  )
}

/** The bytes as they are: no form around them, and not compressed. */
function assertBytes(request: Request): void {
  if (request.is('multipart/form-data')) {
    throw new CrewError(
      'unsupported_media_type',
      'Send the bytes of the file as the body, not in a form: curl --data-binary @report.pdf',
    )
  }
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    throw new CrewError(
      'unsupported_media_type',
      'Send the file as it is, without Content-Encoding.',
    )
  }
}

/** Bytes of the body; undefined where its end shows them. A request without a body has none. */
function lengthOf({ headers }: Request): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}
