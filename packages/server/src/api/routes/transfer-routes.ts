import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Request, type Response, Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { ExportQuery, ImportQuery, MarkdownQuery, NoQuery } from '@crewroom/shared/protocol/rest'
import { groupView } from '@crewroom/shared/protocol/views'
import type { StoredRollouts } from '../../agents/read-rollout'
import type { FileKeeper } from '../../group-chats/file-keeper'
import { SHARD_SCOPE } from '../../journal/facts'
import { openMarkdown } from '../../markdown/open-markdown'
import { programsOf } from '../../transfer/import-crew'
import { type ImportPorts, Imports } from '../../transfer/imports'
import { openDocument } from '../../transcripts/open-document'
import type { Transcripts } from '../../transcripts/transcripts'
import { openExport } from '../../transfer/open-export'
import { asCrewError } from '../errors'
import { assertOpens, assertOwner } from '../gate'
import { byOf, lineOf, type Principal } from '../principal'
import { param, route, type RoutePorts } from './route'
import { sessionFileId } from './transcript-routes'
import { validated } from '../validate'
import { whenStored } from '../when-stored'

const NDJSON = 'application/x-ndjson'

export interface TransferRoutePorts extends RoutePorts {
  readonly importing: ImportPorts
  readonly keeper: FileKeeper
  readonly rollouts: StoredRollouts
  readonly transcripts: Pick<Transcripts, 'ask'>
}

/** A file on its way out, in parts. */
interface Sent {
  readonly parts: AsyncIterable<string> | Iterable<string>
  readonly file: string
}

/** Crews, groups and conversations as files, out, and in. Mounted before JSON bodies are read: a file is larger, and no JSON. */
export function transferRoutes(ports: TransferRoutePorts): Router {
  const { shard } = ports
  const router = Router()
  const imports = new Imports(shard, ports.importing)

  /** Sends a file as it is made: what is refused is refused before it begins. */
  const sends =
    (type: string, open: (request: Request, principal: Principal) => Promise<Sent>) =>
    async (request: Request, response: Response) => {
      const principal = response.locals['principal'] as Principal
      if (!(await ports.answers.enter(`export ${lineOf(principal)}`, response))) return
      const { parts, file } = await open(request, principal).catch(async (error: unknown) => {
        throw await whenStored(ports, asCrewError(error, ports.logger))
      })
      response.setHeader('Content-Type', type)
      response.setHeader('Content-Disposition', `attachment; filename="${file}"`)
      try {
        await pipeline(Readable.from(politely(parts), { objectMode: true }), response)
      } catch (error) {
        // The reader sees a file without its last line: that is what the line is for.
        response.destroy()
        ports.logger.debug({ error }, 'an export ended early')
      }
    }

  router.get(
    '/lead/:id/export',
    sends(NDJSON, async (request, principal) => {
      assertOpens('exportHistory', principal)
      const { group } = validated(ExportQuery, request.query)
      const opened = await openExport(shard, byOf(principal), param(request, 'id'), group)
      const { lines: parts, crew } = opened
      const of = opened.group ? opened.group.name : crew.state.lead.id.slice(0, 8)
      return { parts, file: `crewroom-${of}.ndjson` }
    }),
  )

  router.get(
    '/lead/:id/markdown',
    sends('text/markdown; charset=utf-8', (request, principal) => {
      assertOpens('exportHistory', principal)
      const asked = validated(MarkdownQuery, request.query)
      return openMarkdown(shard, byOf(principal), param(request, 'id'), asked, ports.rollouts)
    }),
  )

  router.get(
    '/transcripts/:id/markdown',
    sends('text/markdown; charset=utf-8', (request, principal) => {
      assertOwner(principal)
      validated(NoQuery, request.query)
      return openDocument(ports.transcripts, sessionFileId(param(request, 'id')))
    }),
  )

  router.get(
    '/imports',
    route(ports, (request, principal) => {
      assertOwner(principal)
      validated(NoQuery, request.query)
      return { body: { imports: imports.jobs.list() } }
    }),
  )

  router.post(
    '/import',
    route(ports, async (request, principal) => {
      assertOwner(principal)
      const { lead, id } = validated(ImportQuery, request.query)
      assertFile(request)
      const by = byOf(principal)
      const body = toItsEnd(request)
      try {
        const imported = await imports.take(body, by, {
          leadId: lead,
          id,
          bytes: Number(request.headers['content-length'] ?? 0),
        })
        const { state } = imported.crew
        const groupNames = imported.kind === 'group' ? [imported.group] : Object.keys(state.files)
        const missing = await ports.keeper.missingIn(imported.crew, groupNames)
        const filesMissing = missing > 0 ? { filesMissing: missing } : {}
        if (imported.kind === 'group') {
          const group = state.groups[imported.group]
          return {
            status: 201,
            body: {
              kind: 'group',
              leadId: state.lead.id,
              group: group && groupView(group, 0, 0),
              ...filesMissing,
              asOf: state.seq,
            },
            leadId: state.lead.id,
          }
        }
        const groups = Object.values(state.groups)
        return {
          status: 201,
          body: {
            kind: 'crew',
            leadId: state.lead.id,
            name: state.lead.name,
            facts: imported.facts,
            agents: Object.keys(state.agents).length,
            groups: groups.length,
            // Those of sessions, too, archived ones included.
            messages: [...groups, ...Object.values(state.sessions)].reduce(
              (sum, { messageCount }) => sum + messageCount,
              0,
            ),
            programs: programsOf(imported.crew),
            ...filesMissing,
            asOf: state.seq,
          },
          leadId: SHARD_SCOPE,
        }
      } finally {
        // A refused client is still sending, and reads the answer when it is done.
        await body.drain()
      }
    }),
  )

  return router
}

/** So much is sent at once. */
const SENT_UNITS = 64 * 1024

/** Pages come from tables, without waiting for anything: others get their turn in between. */
async function* politely(parts: Sent['parts']): AsyncIterable<string> {
  let held = ''
  for await (const part of parts) {
    held += part
    if (held.length < SENT_UNITS) continue
    yield held
    held = ''
    await nextTurn()
  }
  if (held !== '') yield held
}

function assertFile(request: Request): void {
  if (!request.is(NDJSON)) {
    throw new CrewError('unsupported_media_type', `Send the file as ${NDJSON}.`)
  }
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    throw new CrewError('unsupported_media_type', 'Send the file as it is, not compressed.')
  }
}

/** A body whose reading can be given up without the connection being given up. */
function toItsEnd(request: Request): AsyncIterable<Buffer> & { drain(): Promise<void> } {
  const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  return {
    // Without `return`: giving up the loop over it leaves the rest to `drain`.
    [Symbol.asyncIterator]: () => ({ next: () => parts.next() }),
    drain: async () => {
      try {
        while (!(await parts.next()).done);
      } catch {
        // The client has gone: nobody is there to be answered.
      }
    },
  }
}
