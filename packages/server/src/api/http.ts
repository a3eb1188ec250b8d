import express, { type Express, type RequestHandler } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { diagramFrame, isOfSandbox } from './diagram-frame'
import { docsRoutes, type DocsRoutePorts } from './openapi/docs-routes'
import type { PresenceBook } from '../crew/presence'
import { SHARD_SCOPE } from '../journal/facts'
import { CreateSession, HealthQuery } from '@crewroom/shared/protocol/rest'
import type { Later } from '../later'
import type { AgentTranscripts } from '../agents/agent-transcripts'
import type { Transcripts } from '../transcripts/transcripts'
import type { AllowedHosts } from './access'
import type { LiveFeed } from '../crew/live-feed'
import { accessLog } from './access-log'
import type { Attempts } from './attempts'
import { bodiesInFlight } from './bodies-in-flight'
import { compressedAnswers } from './compressed-answers'
import { fixedHeaders } from './fixed-headers'
import { runStreamRoutes } from './routes/run-stream-routes'
import type { PublishedWaiters } from './published-waiters'
import { fileContentRoutes, type FileContentRoutePorts } from './routes/file-content-routes'
import { joiningRoutes } from './routes/joining-routes'
import { llmsRoutes } from './routes/llms-routes'
import { driverRoutes, type DriverRoutePorts } from './routes/driver-routes'
import { asCrewError, errorHandler, refusalOf } from './errors'
import { type AgentRoutePorts, agentRoutes } from './routes/agent-routes'
import { jsonBody } from './json-body'
import { leavingAnswers } from './leaving-answers'
import type { GroupChatRoutePorts } from './routes/group-chat-routes'
import { groupRoutes } from './routes/group-routes'
import { type LeadRoutePorts, leadRoutes } from './routes/lead-routes'
import type { LoginCodes } from './login-codes'
import { machineRoutes, type MachineRoutePorts } from './routes/machine-routes'
import { metricsRoutes, type MetricsRoutePorts } from './routes/metrics-routes'
import { messageRoutes } from './routes/message-routes'
import { page } from './page'
import { probeRoutes } from './routes/probe-routes'
import { assertOwner } from './gate'
import { type Authenticator, bearerToken, lineOf, type Principal, unauthorized } from './principal'
import { refusedRequests } from './refused-requests'
import { registerRoutes } from './routes/register-routes'
import { type RemoteRoutePorts, remoteRoutes } from './routes/remote-routes'
import { overviewRoutes } from './routes/overview-routes'
import { type RolloutRoutePorts, rolloutRoutes } from './routes/rollout-routes'
import { route, type RoutePorts } from './routes/route'
import type { RpcFrameRoutePorts } from './routes/rpc-frame-routes'
import { sampleRoutes, type SampleRoutePorts } from './routes/sample-routes'
import { type WorkFileRoutePorts, workFileRoutes } from './routes/work-file-routes'
import { searchRoutes } from './routes/search-routes'
import type { transferRoutes, TransferRoutePorts } from './routes/transfer-routes'
import { type Address, loadedRoutes } from './routes/loaded-routes'
import { serve } from './routes/row'
import type { TreeRoutePorts } from './routes/tree-routes'
import { ROUTE_TABLE } from './routes/table'
import { commsRoutes } from './routes/comms-routes'
import { mentionRoutes } from './routes/mention-routes'
import { serverRoutes } from './routes/server-routes'
import { validated } from './validate'
import { whenStored } from './when-stored'

/** What a router needs beside what every route has. */
type Beside<P extends RoutePorts> = Omit<P, keyof RoutePorts>

/** What the routes need, by subject; each router is handed what it names. */
export interface HttpPorts extends RoutePorts {
  readonly hosts: AllowedHosts
  readonly signIn: {
    readonly authenticator: Authenticator
    readonly logins: LoginCodes
    readonly attempts: Attempts
    /** What shows that this server wrote its server.json. */
    readonly prove: (challenge: string) => string
  }
  readonly presence: PresenceBook
  readonly personName: string
  readonly hasTranscripts: () => boolean
  readonly remote: Beside<RemoteRoutePorts>
  readonly programs: Pick<AgentRoutePorts, 'start'> &
    Pick<LeadRoutePorts, 'programsEnded' | 'agentProblem'> &
    Omit<DriverRoutePorts, 'answers'> &
    Pick<GroupChatRoutePorts, 'choice'>
  readonly machine: Beside<MachineRoutePorts & WorkFileRoutePorts>
  readonly rollouts: RolloutRoutePorts['rollouts']
  readonly transcripts: Transcripts
  readonly agentTranscripts: AgentTranscripts
  readonly tree: TreeRoutePorts['tree']
  readonly keeper: FileContentRoutePorts['keeper']
  readonly published: PublishedWaiters
  readonly live: LiveFeed
  readonly samples: SampleRoutePorts['samples']
  readonly rpcFrames: RpcFrameRoutePorts['rpcFrames']
  /** The door for clients of the Model Context Protocol. */
  readonly mcp: RequestHandler
  readonly importing: TransferRoutePorts['importing']
  /** What is loaded by its first use. */
  readonly later: Pick<DocsRoutePorts, 'openapi' | 'openrpc'> & {
    readonly transfer: Later<typeof transferRoutes>
  }
  readonly metrics: MetricsRoutePorts['metrics']
  readonly version: string
  readonly pages: Pick<DocsRoutePorts, 'docs'> & {
    /** Folder of the built dashboard; null serves the API alone. */
    readonly web: string | null
    /** Folder of the built sandbox for diagrams; null draws none. */
    readonly diagrams: string | null
    /** Folder of the built program with which coding agents elsewhere join; null offers none. */
    readonly joining: string | null
  }
}

const TRANSFER_ADDRESSES: readonly Address[] = [
  'get /lead/:id/export',
  'get /lead/:id/markdown',
  'get /transcripts/:id/markdown',
  'get /imports',
  'post /import',
]

/** The HTTP door: its gate, the formats it reads, and the routes behind it. */
export function createHttp(ports: HttpPorts): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use((_request, response, next) => {
    response.once('finish', () => {
      const code = refusalOf(response)
      if (code) ports.metrics.refused('http', code)
    })
    next()
  })
  app.use(accessLog(ports.logger))
  app.use(fixedHeaders())
  app.use((request, _response, next) => {
    ports.hosts.assertAllowed(request, isOfSandbox(request))
    next()
  })
  app.use(probeRoutes(ports.shard))
  app.use('/mcp', ports.mcp)
  app.use(llmsRoutes())
  app.use(joiningRoutes(ports.pages.joining))
  app.use('/api', api(ports))
  if (ports.pages.diagrams) app.use('/diagrams', diagramFrame(ports.pages.diagrams))
  if (ports.pages.web) app.use(page(ports.pages.web))
  app.use((_request, _response, next) => {
    next(new CrewError('not_found', 'There is nothing at this address.'))
  })
  app.use(errorHandler(ports.logger))
  return app
}

function api(ports: HttpPorts): express.Router {
  const { shard, answers, retries, logger, presence, personName, programs, rollouts, transcripts } =
    ports
  const { hasTranscripts, agentTranscripts } = ports
  const every: RoutePorts = { shard, answers, retries, logger }
  const router = express.Router()
  router.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store')
    next()
  })
  router.use(leavingAnswers())
  router.use(compressedAnswers())
  router.get('/health', (request, response) => {
    const { challenge } = validated(HealthQuery, request.query)
    const { failure } = ports.shard.journal
    response.status(failure ? 503 : 200).json({
      ok: failure === null,
      version: ports.version,
      ...(failure ? { storage: failure.code } : {}),
      ...(challenge === undefined ? {} : { proof: ports.signIn.prove(challenge) }),
    })
  })
  const { transfer, ...documents } = ports.later
  router.use(docsRoutes({ answers, version: ports.version, docs: ports.pages.docs, ...documents }))
  router.post('/session', jsonBody(), async (request, response) => {
    try {
      const session = ports.signIn.logins.redeem(validated(CreateSession, request.body).code)
      await ports.shard.journal.durable(SHARD_SCOPE)
      response.json(session)
    } catch (error) {
      const refused = asCrewError(error, ports.logger)
      if (refused.code === 'unauthorized')
        ports.signIn.attempts.failed(request.socket.remoteAddress)
      throw refused
    }
  })
  // The code of an invitation is enough here, and nowhere else.
  const { attempts } = ports.signIn
  router.use(registerRoutes({ shard, retries, logger, attempts, body: jsonBody() }))
  router.use(async (request, response, next) => {
    const principal = ports.signIn.authenticator.principal(
      bearerToken(request.headers.authorization),
    )
    if (!principal) {
      ports.signIn.attempts.failed(request.socket.remoteAddress)
      throw await whenStored(ports, unauthorized())
    }
    response.locals['principal'] = { ...principal, cause: { kind: 'request' } }
    next()
  })
  router.use(
    refusedRequests(shard.ports.rate.refused, ({ locals }) =>
      lineOf(locals['principal'] as Principal),
    ),
  )
  router.use(
    loadedRoutes(TRANSFER_ADDRESSES, async () => {
      const routes = await transfer()
      return routes({
        ...every,
        importing: ports.importing,
        keeper: ports.keeper,
        rollouts,
        transcripts,
      })
    }),
  )
  router.use(fileContentRoutes({ ...every, keeper: ports.keeper }))
  router.use(workFileRoutes({ ...every, ...ports.machine }))
  router.use(runStreamRoutes({ ...every, published: ports.published, live: ports.live }))
  // After the gate: a client without a token learns that first, whatever it sends.
  router.use(bodiesInFlight())
  router.use(jsonBody())
  router.post(
    '/login-codes',
    route(every, (_request, principal) => {
      assertOwner(principal)
      return { status: 201, body: { code: ports.signIn.logins.issue() } }
    }),
  )
  // What is asked for most comes first: express tries the routes of each one after the other.
  router.use('/lead/:id/groups', messageRoutes({ ...every, presence }))
  router.use('/lead/:id/groups', groupRoutes({ ...every, presence, personName }))
  router.use(metricsRoutes({ answers, metrics: ports.metrics }))
  router.use(driverRoutes({ answers, drivers: programs.drivers, problemOf: programs.problemOf }))
  router.use(machineRoutes({ ...every, ...ports.machine }))
  router.use(serverRoutes({ ...every, presence, personName, hasTranscripts }))
  router.use(leadRoutes({ ...every, presence, ...programs }))
  router.use(sampleRoutes({ ...every, presence, samples: ports.samples }))
  router.use(
    serve(
      {
        ...every,
        presence,
        rollouts,
        transcripts,
        agentTranscripts,
        tree: ports.tree,
        workFolders: ports.machine.workFolders,
        choice: programs.choice,
        rpcFrames: ports.rpcFrames,
      },
      ROUTE_TABLE,
    ),
  )
  router.use(commsRoutes(every))
  router.use(mentionRoutes(every))
  router.use(overviewRoutes({ ...every, rollouts }))
  router.use(searchRoutes(every))
  router.use('/agents', agentRoutes({ ...every, presence, start: programs.start }))
  router.use('/agents', remoteRoutes({ ...every, ...ports.remote }))
  router.use('/agents', rolloutRoutes({ ...every, rollouts }))
  router.use((_request, _response, next) => {
    next(new CrewError('not_found', 'There is no such API address.'))
  })
  return router
}
