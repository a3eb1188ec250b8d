import { client, type ClientConnection, PROTOCOL_VERSION } from '@agentclientprotocol/sdk'
import { VERSION } from '../../version'
import { failureOf } from './acp-error'
import { AcpFailure, type AcpPhase } from './acp-failure'
import { SessionModes } from './acp-modes'
import { modelIn, modelOf } from './acp-model'
import { AcpQuiet } from './acp-quiet'
import type { AcpOpened, AcpOptions, AcpTurnEnd } from './acp-shapes'
import { AcpStream } from './acp-stream'
import {
  agentInfoOf,
  type Fields,
  fields,
  isTalk,
  loginOf,
  promptFields,
  usageIn,
} from './acp-values'
import type { AgentChild } from '../processes/agent-child'

const MAX_LINE_BYTES = 16 * 1024 * 1024
/** Output usually ends a moment before the program does, and the exit code is the better reason. */
const EXIT_MS = 1_000
/** A program that closed its input may finish what it is saying. */
const INPUT_LOST_MS = 2_000

/** One session with an agent that speaks ACP over its pipes. */
export class AcpConnection {
  /** Why the connection ended, as a sentence. Never rejects. */
  readonly closed: Promise<string>
  readonly #child: AgentChild
  readonly #options: AcpOptions
  readonly #stream: AcpStream
  readonly #sdk: ClientConnection
  readonly #quiet: AcpQuiet
  #resolveClosed: (reason: string) => void = () => {}
  #opened: AcpOpened | null = null
  readonly #modes = new SessionModes(
    (method, params) => this.#request(method, 'session', params, this.#options.sessionMs),
    () => this.#reason !== null,
  )
  /** The session whose updates count; null before one is open. */
  #sessionId: string | null = null
  #reason: string | null = null
  /** The model that the session said it runs. */
  #model: string | null = null
  #turn: Promise<unknown> | null = null
  /** The turn that is under way, or was last, is being cancelled. */
  #isCancelled = false
  /** How to log in, in case the agent requires it. */
  #login: string | null

  /** Resolves when a session is open; rejects with an {@link AcpFailure}. The caller stops the child. */
  static async open(child: AgentChild, options: AcpOptions): Promise<AcpConnection> {
    if (!(await child.spawned)) {
      const { error } = await child.exited
      throw new AcpFailure(error ?? 'The program could not be started.', 'initialize')
    }
    const connection = new AcpConnection(child, options)
    try {
      connection.#opened = await connection.#open()
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  private constructor(child: AgentChild, options: AcpOptions) {
    this.#child = child
    this.#options = options
    const { clock, handlers } = options
    this.#quiet = new AcpQuiet(clock)
    this.#login = options.login ?? null
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
    this.#stream = new AcpStream(child, {
      maxLineBytes: options.maxLineBytes ?? MAX_LINE_BYTES,
      ready: () => handlers.ready(),
      update: (params) => this.#update(params),
      inputLost: () => {
        clock.after(INPUT_LOST_MS, () => this.#finish('The agent closed its input.'))
      },
      ended: async (reason) => this.#finish(reason ?? (await this.#endOfOutput())),
    })
    // No file system and no terminal are offered; the SDK answers other requests with "method not found".
    this.#sdk = client({ name: 'crewroom' })
      // As the protocol says: requests made in a turn that is being cancelled are cancelled with it.
      .onRequest('session/request_permission', fields, async ({ params }) => ({
        outcome: await handlers.permission(params, this.#isCancelled || this.#reason !== null),
      }))
      .connect(this.#stream.stream)
  }

  get opened(): AcpOpened {
    if (!this.#opened) throw new Error('the connection is not open yet')
    return this.#opened
  }

  /**
   * Resolves when the agent has stopped talking unasked, or the wait for that is over. Once a prompt is under way,
   * everything counts as said in it.
   */
  async quiet(): Promise<void> {
    await this.#quiet.reached()
  }

  /**
   * One turn. Resolves after everything the agent said in it was handed over; rejects with an {@link AcpFailure} when
   * the agent answers with an error or the connection ends.
   */
  async prompt(text: string): Promise<AcpTurnEnd> {
    if (this.#turn) throw new Error('a prompt is under way')
    const { sessionId } = this.opened
    const turn = this.#request('session/prompt', 'prompt', {
      sessionId,
      prompt: [{ type: 'text', text }],
    })
    this.#turn = turn
    this.#isCancelled = false
    try {
      const answer = await turn
      const { stopReason } = answer
      if (typeof stopReason !== 'string') {
        throw new AcpFailure('The agent ended its turn without a stop reason.', 'prompt')
      }
      return { stopReason, usage: usageIn(answer), model: modelIn(answer) }
    } finally {
      this.#turn = null
    }
  }

  /**
   * Asks the agent to end its turn. `timeout`: it did not do so within `ms`, and only ending its program is left.
   * Without a prompt under way there is nothing to end.
   */
  cancel(ms: number): Promise<'confirmed' | 'timeout'> {
    const turn = this.#turn
    if (!turn) return Promise.resolve('confirmed')
    this.#isCancelled = true
    // Not awaited: an agent that does not read its input does not take this either.
    this.#sdk.agent.notify('session/cancel', { sessionId: this.opened.sessionId }).catch(() => {})
    this.#options.handlers.cancelled()
    return new Promise((resolve) => {
      const forget = this.#options.clock.after(ms, () => resolve('timeout'))
      turn
        .then(
          () => resolve('confirmed'),
          // An error answer ends the turn as well; a lost connection says nothing about what still runs.
          () => resolve(this.#reason === null ? 'confirmed' : 'timeout'),
        )
        .finally(forget)
    })
  }

  /** Puts the session into a mode (null: the one in which it began). Returns why that failed, or null. */
  setMode(wanted: string | null): Promise<string | null> {
    return this.#modes.set(this.opened.sessionId, wanted)
  }

  /** Ends the connection, not the program. */
  close(): void {
    this.#finish('The connection was closed by the server.')
  }

  async #open(): Promise<AcpOpened> {
    const { cwd, systemPrompt, sessionMeta, resume, initializeMs, sessionMs } = this.#options
    const { tools } = this.#options
    const about = await this.#request(
      'initialize',
      'initialize',
      {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: 'crewroom', version: VERSION },
        clientCapabilities: {},
      },
      initializeMs,
    )
    if (about['protocolVersion'] !== PROTOCOL_VERSION) {
      const other = `version ${String(about['protocolVersion'])} of ACP`
      throw new AcpFailure(`The agent speaks ${other}, not ${PROTOCOL_VERSION}.`, 'initialize')
    }
    this.#options.introduced?.(about)
    this.#login ??= loginOf(about['authMethods'])
    const capabilities = fields(about['agentCapabilities'])
    const offered = fields(capabilities['mcpCapabilities'])['http'] === true ? tools : null
    const prompt = offered ? null : promptFields(systemPrompt, capabilities, sessionMeta ?? null)
    const session = { cwd, mcpServers: offered ? [offered] : [], ...prompt }
    const rest = {
      canGoOn: capabilities['loadSession'] === true || resumes(capabilities),
      systemPromptTaken: prompt !== null,
      toolsOffered: Boolean(offered),
      agentInfo: agentInfoOf(about['agentInfo']),
    }
    if (resume !== null && (await this.#goOn(resume, capabilities, session))) {
      return { sessionId: resume, loaded: true, session: {}, ...rest, model: this.#model }
    }
    const opened = await this.#request('session/new', 'session', session, sessionMs)
    const { sessionId } = opened
    if (typeof sessionId !== 'string') {
      throw new AcpFailure('The agent opened a session without an id.', 'session')
    }
    this.#sessionId = sessionId
    await this.#chooseMode(sessionId, opened)
    return { sessionId, loaded: false, session: opened, ...rest, model: this.#model }
  }

  /**
   * Whether the earlier session continues: resumed if the agent offers that, which replays nothing, otherwise loaded.
   */
  async #goOn(sessionId: string, capabilities: Fields, session: object): Promise<boolean> {
    const params = { ...session, sessionId }
    if (resumes(capabilities) && (await this.#reopen('session/resume', params))) return true
    if (capabilities['loadSession'] !== true) return false
    if (!(await this.#reopen('session/load', params))) return false
    const { replayBeginsMs } = this.#options
    if (replayBeginsMs === null || replayBeginsMs === undefined) return true
    this.#quiet.replayBeginsWithin(replayBeginsMs)
    if (await this.#quiet.reached()) return true
    // A replay that goes on could not be told from what the agent says next; a new session can.
    this.#sessionId = null
    return false
  }

  /** False if the agent no longer has that session. */
  async #reopen(method: string, params: { readonly sessionId: string }): Promise<boolean> {
    try {
      const reopened = await this.#request(method, 'session', params, this.#options.sessionMs)
      this.#sessionId = params.sessionId
      await this.#chooseMode(params.sessionId, reopened)
      return true
    } catch (error) {
      const answered = error instanceof AcpFailure && error.phase === 'session' && !error.timeout
      if (answered && this.#reason === null) return false
      throw error
    }
  }

  async #chooseMode(sessionId: string, opened: Fields): Promise<void> {
    this.#model = modelOf(opened)
    const { mode, isModeChosen } = this.#options
    const problem = await this.#modes.begin(sessionId, opened, mode ?? null)
    if (problem !== null && isModeChosen) throw new AcpFailure(problem, 'mode')
  }

  /**
   * The agent's answer, unchecked: the SDK checks only requests. Without `ms` the agent may take as long as it likes.
   */
  async #request(method: string, phase: AcpPhase, params: object, ms?: number): Promise<Fields> {
    let forget = (): void => {}
    const late = new Promise<never>((_, reject) => {
      if (ms === undefined) return
      const reason = `The agent did not answer "${method}" within ${ms} ms.`
      forget = this.#options.clock.after(ms, () => reject(new AcpFailure(reason, phase, true)))
    })
    try {
      const answer = this.#sdk.agent.request<unknown, object>(method, params)
      return fields(await Promise.race([answer, late]))
    } catch (error) {
      if (this.#reason === null) throw failureOf(error, method, phase, this.#login)
      throw new AcpFailure(this.#reason, phase === 'prompt' ? 'closed' : phase)
    } finally {
      forget()
    }
  }

  #update(params: unknown): void {
    const { sessionId, update } = fields(params)
    if (this.#reason !== null || this.#isOther(sessionId)) return
    const { handlers } = this.#options
    const change = fields(update)
    if (this.#turn === null) {
      if (isTalk(change)) this.#quiet.stirred()
      if (typeof change['sessionUpdate'] === 'string') handlers.unasked(change)
      return
    }
    const { type, text } = fields(change['content'])
    const isText = type === 'text' && typeof text === 'string'
    const { messageId } = change
    const { noticesWithoutId, notices } = this.#options
    const isNotice =
      typeof messageId !== 'string' && (noticesWithoutId || (isText && notices?.test(text)))
    const passed = isText && text === '' && change['_meta'] ? 'update' : change['sessionUpdate']
    if (isText && passed === 'agent_message_chunk' && !isNotice) {
      if (text !== '') handlers.text(text, typeof messageId === 'string' ? messageId : null)
    } else if (isText && passed === 'agent_thought_chunk') {
      if (text !== '') handlers.thought(text)
    } else if (typeof change['sessionUpdate'] === 'string') {
      handlers.update(change)
    }
  }

  /**
   * Whether an update is not part of this session: it comes from a helper of the agent, or is the history of an earlier
   * session, which is sent before that one is open and was acted on in its time.
   */
  #isOther(sessionId: unknown): boolean {
    const named = typeof sessionId === 'string'
    if (this.#sessionId !== null) return named && sessionId !== this.#sessionId
    const { resume } = this.#options
    return resume !== null && (!named || sessionId === resume)
  }

  async #endOfOutput(): Promise<string> {
    const late = new Promise<null>((resolve) => {
      this.#options.clock.after(EXIT_MS, () => resolve(null))
    })
    const end = await Promise.race([this.#child.ended, late])
    if (!end) return 'The agent closed its output.'
    return end.signal
      ? `The agent's program was ended by ${end.signal}.`
      : `The agent's program ended with exit code ${end.code}.`
  }

  #finish(reason: string): void {
    if (this.#reason !== null) return
    this.#reason = reason
    this.#quiet.end()
    this.#options.handlers.cancelled()
    this.#stream.drop()
    this.#sdk.close()
    this.#resolveClosed(reason)
  }
}

/** Whether the agent can continue an earlier session without replaying it. */
function resumes(capabilities: Fields): boolean {
  const { resume } = fields(capabilities['sessionCapabilities'])
  return typeof resume === 'object' && resume !== null
}
