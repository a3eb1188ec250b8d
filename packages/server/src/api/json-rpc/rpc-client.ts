import { CLOSE } from '@crewroom/shared/protocol/close-codes'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { RPC } from '@crewroom/shared/protocol/rpc/codes'
import type { RpcParams } from '@crewroom/shared/protocol/rpc/methods'
import { spokenVersion } from '@crewroom/shared/protocol/rpc/version'
import type { PresenceBook } from '../../crew/presence'
import type { Shard } from '../../crew/shard'
import type { ToolCalls } from '../../intake/tool-calls'
import type { Logger } from '../../logger'
import type { RemoteRollouts } from '../../rollouts/remote-rollouts'
import type { Attempts } from '../attempts'
import { asCrewError } from '../errors'
import { type Authenticator, byOf, type Principal } from '../principal'
import type { Connection } from '../sockets/connection'
import type { Unanswered } from '../unanswered'
import { validated } from '../validate'
import { whenStored } from '../when-stored'
import { AnswerLine } from './answer-line'
import { assertCallerTakesPart } from './caller'
import type { Caller, Era, EraDone, EraMethod, EraRequest } from './eras/era'
import { CONNECTS, DEFAULT_ERA, eraOf } from './eras/table'
import type { FramesBook } from './frames-book'
import { agentThatConnects } from './methods/connect'
import type { Notice } from './notice'
import { policyOf } from './policy'
import { type Understood, understood, valueIn } from './read-request'
import { RequestRate } from './request-rate'
import { codeOf, rpcErrorOf, RpcRefusal } from './rpc-errors'
import { calledCommand } from '../called-command'
import { withoutKeys } from './without-keys'

export interface RpcClientPorts {
  readonly shard: Shard
  readonly authenticator: Authenticator
  readonly attempts: Attempts
  readonly unanswered: Unanswered
  readonly frames: FramesBook
  readonly presence: PresenceBook
  readonly toolCalls: ToolCalls
  readonly remoteRollouts: RemoteRollouts
  readonly logger: Logger
}

type AgentPrincipal = Extract<Principal, { readonly kind: 'agent' }>

/** A request on its way: who asked, and how its answer leaves. */
interface UnderWay {
  readonly id: string | null
  readonly method: string | null
  readonly since: number
  readonly length: number
  readonly answer: (text: Buffer | null) => void
}

/** One connection: its requests, and the notifications that it gets. */
export class RpcClient {
  readonly #ports: RpcClientPorts
  readonly #connection: Connection
  readonly #line: AnswerLine
  readonly #rate: RequestRate
  readonly #connected: (agentId: string) => void
  #principal: AgentPrincipal | null = null
  /** What its first frame says that it speaks. */
  #era: Era | null = null
  #isOver = false
  /** How far each crew of its agent was published when it connected: what came later it was told as it happened. */
  #toldFrom: ReadonlyMap<string, number> = new Map()
  /** Those that read run one after the other. */
  #reads: Promise<void> = Promise.resolve()

  /** `connected`: the agent has said who it is. */
  constructor(ports: RpcClientPorts, connection: Connection, connected: (agentId: string) => void) {
    this.#ports = ports
    this.#connection = connection
    this.#connected = connected
    this.#line = new AnswerLine(connection)
    const { shard } = ports
    this.#rate = new RequestRate(shard.ports.clock, policyOf(shard).requestsPerMinute)
  }

  receive(text: string | null): void {
    if (this.#isOver) return
    const { unanswered, shard } = this.#ports
    const sender = this.#principal?.agentId ?? this.#connection.address ?? ''
    const answered = unanswered.begin(sender, text?.length ?? 0)
    unanswered.readInStep(sender, this.#connection)
    const place = this.#line.keepPlace()
    const answer = (frame: Buffer | null) => {
      place(frame)
      answered()
    }
    const frame = this.#understand(text)
    const since = shard.ports.clock.monotonic()
    const { id, method } = frame.kind === 'request' ? frame.request : { id: null, ...frame }
    const asked = { id, method, since, answer, length: text?.length ?? 0 }
    const isConnect = method !== null && CONNECTS.has(method)
    if (!isConnect) this.#note(asked, text ?? '')
    try {
      this.#rate.take()
      if (frame.kind === 'unasked') answer(null)
      else if (frame.kind === 'wrong') throw frame.refusal
      else this.#run(frame.request, asked)
    } catch (error) {
      void this.#refuse(asked, error)
    }
    // Before it, nobody knows whose frames these are.
    if (isConnect) this.#note(asked, text ?? '')
  }

  /** A notification, made once for all who get it. */
  tell(leadId: string, notice: Notice): void {
    const principal = this.#principal
    if (this.#isOver || !principal || !this.#connection.open) return
    const leaving = notice.in(this.#spoken)
    if (!leaving) return
    const { name: method, text } = leaving
    this.#line.tell(text)
    const { agentId } = principal
    const none = { id: null, ms: null, ok: null, code: null }
    this.#ports.frames.add(leadId, { direction: 'notification', method, agentId, text, ...none })
  }

  /** Whether this connection got what notifications say about a fact, as it happened. */
  wasTold(leadId: string, seq: number): boolean {
    return !this.#isOver && seq > (this.#toldFrom.get(leadId) ?? -1)
  }

  /** Runs once the client has read what it was sent until now. */
  afterRead(read: () => void): void {
    if (!this.#isOver) this.#line.behind(() => this.#connection.afterRead(read))
  }

  /** Its agent takes no part any more. */
  refuse(code: number, reason: string): void {
    this.#isOver = true
    this.#line.afterwards(() => this.#connection.close(code, reason))
  }

  newEpoch(): void {
    this.refuse(CLOSE.newEpoch, 'new epoch')
  }

  end(): void {
    this.#isOver = true
  }

  get #spoken(): Era {
    return this.#era ?? DEFAULT_ERA
  }

  #understand(text: string | null): Understood {
    const read = valueIn(text)
    if (read.kind === 'wrong') return read
    this.#era ??= eraOf(read.value)
    return understood(read.value, this.#spoken)
  }

  #run(request: EraRequest, asked: UnderWay): void {
    const { shard } = this.#ports
    const era = this.#spoken
    if (request.method === era.connect) {
      this.#answer(asked, this.#connect(request), [])
      return
    }
    const principal = this.#principal
    if (!principal) {
      throw new RpcRefusal(
        RPC.unauthorized,
        `Connect first: {"method":"${era.connect}","params":{"agentKey":"…","minProtocol":"…","maxProtocol":"…"}}.`,
        { code: 'unauthorized' },
      )
    }
    const row = methodOf(era, request.method)
    const params = paramsOf(row, request)
    assertCallerTakesPart(shard, principal)
    const run = (): EraDone | Promise<EraDone> => {
      if (!row.run) throw new CrewError('internal', 'This method has nothing to run.')
      return row.run(this.#caller(principal), params as never)
    }
    if (row.reads) {
      this.#reads = this.#reads.then(() => this.#read(asked, run))
      return
    }
    const done = run()
    if (done instanceof Promise) throw new Error('a method that waits must be one that reads')
    this.#answer(asked, done.result, done.leadIds)
  }

  /** Waits until the client has read what came before, so that many long answers are never in memory together. */
  async #read(asked: UnderWay, run: () => EraDone | Promise<EraDone>) {
    try {
      await this.#connection.drained()
      // Much may have happened while it waited.
      if (this.#principal) assertCallerTakesPart(this.#ports.shard, this.#principal)
      const { result, leadIds } = await run()
      this.#answer(asked, result, leadIds)
    } catch (error) {
      await this.#refuse(asked, error)
    }
  }

  #caller(principal: AgentPrincipal): Caller {
    const { shard, presence } = this.#ports
    const call = (name: string, payload: unknown) =>
      calledCommand(this.#ports, principal.agentId, name, payload)
    return { shard, by: byOf(principal), presence, call }
  }

  #connect(request: EraRequest): object {
    const { shard, authenticator } = this.#ports
    if (this.#principal) {
      throw new RpcRefusal(RPC.conflict, 'This connection has connected before.')
    }
    const era = this.#spoken
    const row = methodOf(era, request.method)
    const params = paramsOf(row, request) as RpcParams<'network/connect'>
    const principal = agentThatConnects(shard, authenticator, params, era.versions)
    this.#connection.welcome()
    this.#principal = principal
    this.#toldFrom = new Map(
      shard.crewsOf(principal.agentId).map((crew) => [crew.state.lead.id, crew.durableSeq]),
    )
    this.#connected(principal.agentId)
    const { minProtocol, maxProtocol } = params
    const protocolVersion = spokenVersion(minProtocol, maxProtocol, era.versions)
    const { agentId } = principal
    const result = { protocolVersion, agentId, policy: policyOf(shard) }
    return era.hello(result, this.#caller(principal))
  }

  /** Serialised now, as memory is, and sent when all of that is durable. */
  #answer(asked: UnderWay, result: object, leadIds: readonly string[]): void {
    const text = Buffer.from(JSON.stringify(this.#spoken.answer(asked.id, result)))
    const { journal } = this.#ports.shard
    const leave = () => {
      this.#noteAnswer(asked, text, null)
      asked.answer(text)
    }
    const refuse = (error: unknown) => void this.#refuse(asked, error)
    const [leadId, ...others] = leadIds
    if (leadId === undefined) leave()
    else if (others.length === 0) journal.release(leadId, leave, refuse)
    else Promise.all(leadIds.map((each) => journal.durable(each))).then(leave, refuse)
  }

  /** A refusal is held like any other answer: it may depend on what is not durable yet. */
  async #refuse(asked: UnderWay, error: unknown): Promise<void> {
    const { logger, shard } = this.#ports
    const sender = this.#principal?.agentId
    if (sender !== undefined) {
      shard.ports.rate.refused.slow(sender, asked.length, this.#connection, error)
    }
    const refused = error instanceof RpcRefusal ? error : asCrewError(error, logger)
    const told = await this.#told(refused)
    const object = rpcErrorOf(told)
    this.#connection.refused(codeOf(told))
    const text = Buffer.from(JSON.stringify(this.#spoken.refusal(asked.id, object)))
    this.#noteAnswer(asked, text, object.code)
    asked.answer(text)
  }

  async #told(refused: CrewError | RpcRefusal): Promise<CrewError | RpcRefusal> {
    const { attempts, logger } = this.#ports
    if (refused instanceof RpcRefusal) return refused
    const told = await whenStored(this.#ports, refused)
    if (told.code !== 'unauthorized' || this.#principal) return told
    try {
      attempts.failed(this.#connection.address)
      return told
    } catch (tooMany) {
      return asCrewError(tooMany, logger)
    }
  }

  #note({ id, method }: UnderWay, text: string): void {
    const agentId = this.#principal?.agentId
    const leadId = agentId === undefined ? undefined : this.#leadOf(agentId)
    if (agentId === undefined || leadId === undefined) return
    const none = { ms: null, ok: null, code: null }
    this.#ports.frames.add(leadId, {
      direction: 'in',
      method,
      id,
      agentId,
      text: withoutKeys(text),
      ...none,
    })
  }

  #noteAnswer({ id, method, since }: UnderWay, text: Buffer, code: number | null): void {
    const agentId = this.#principal?.agentId
    const leadId = agentId === undefined ? undefined : this.#leadOf(agentId)
    if (agentId === undefined || leadId === undefined) return
    const ms = Math.round((this.#ports.shard.ports.clock.monotonic() - since) * 100) / 100
    const ok = code === null
    this.#ports.frames.add(leadId, { direction: 'out', method, id, agentId, ms, ok, code, text })
  }

  #leadOf(agentId: string): string | undefined {
    return this.#ports.shard.crewOf(agentId)?.state.lead.id
  }
}

function methodOf({ methods }: Era, name: string): EraMethod {
  const found = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (found) return found
  throw new RpcRefusal(RPC.method, `Unknown method: ${name.slice(0, 100)}`)
}

function paramsOf(row: EraMethod, { params = {} }: EraRequest): unknown {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new RpcRefusal(RPC.params, 'params: must be an object', { code: 'validation' })
  }
  return validated(row.params, params)
}
