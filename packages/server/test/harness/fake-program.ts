import { PassThrough } from 'node:stream'
import type { AcpOpened, AcpOptions, AcpTurnEnd } from '../../src/programs/acp/acp-shapes'
import { AcpFailure } from '../../src/programs/acp/acp-failure'
import type { AcpUsage } from '../../src/programs/acp/acp-values'
import type { ChildEnd, ChildExit, ChildOptions } from '../../src/programs/processes/child-shapes'
import type { Child, AcpPeer } from '../../src/programs/program-run'
import type { FakePrograms } from './fake-programs'
import type { Fate, Nature, World } from './program-world'

const NO_END: ChildEnd = { code: null, signal: null }

/** One program: the child process and the connection to it in one. */
export class FakeProgram implements Child, AcpPeer {
  readonly agentId: string
  readonly nature: Nature
  readonly startedAt: number
  readonly pid = undefined
  readonly startTime = null
  readonly tag: string
  readonly stdin = new PassThrough()
  readonly stdout = new PassThrough()
  readonly spawned: Promise<boolean>
  readonly ended: Promise<ChildEnd>
  readonly exited: Promise<ChildExit>
  readonly closed: Promise<string>
  /** The texts of all prompts, as they came; of a program without ACP what was written to it. */
  readonly prompts: string[] = []
  /** Whether it ever worked on a prompt. */
  worked = false
  /** Whether it ends its turn when it is asked to. */
  obeysCancel = true
  #prompt: {
    resolve: (end: AcpTurnEnd) => void
    reject: (error: Error) => void
    readonly settled: (() => void)[]
  } | null = null
  readonly #home: FakePrograms
  readonly #world: World
  readonly #over: () => boolean
  #options: AcpOptions | null = null
  #session: { readonly id: string; readonly loaded: boolean } | null = null
  #becomeReady: () => void = () => {}
  #failOpening: (error: AcpFailure) => void = () => {}
  #end: ChildEnd | null = null
  #resolveEnded: (end: ChildEnd) => void = () => {}
  #resolveClosed: (reason: string) => void = () => {}
  #reason: string | null = null
  #stopped = false
  /** What it says is handed over one by one, each when the one before was acted on. */
  #tail: Promise<void> = Promise.resolve()

  constructor(home: FakePrograms, options: ChildOptions, world: World, over: () => boolean) {
    this.#home = home
    this.#world = world
    this.#over = over
    this.agentId = options.agentId
    this.tag = options.tag
    this.startedAt = options.clock.now()
    this.nature = world.nature(options.agentId)
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve))
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve))
    const missing = this.nature.beginning === 'missing'
    this.spawned = Promise.resolve(!missing)
    this.exited = this.ended.then((end) => ({
      ...end,
      error: missing ? 'There is no program "fake" on the PATH.' : null,
      stderr: '',
      left: 0,
    }))
    if (!missing) return
    this.#resolveEnded((this.#end = NO_END))
    void this.spawned.then(() => this.#tell('missing'))
  }

  get lives(): boolean {
    return this.#end === null
  }

  /** It was ready at some time. */
  get wasReady(): boolean {
    return this.#session !== null
  }

  /** It was to go on with an earlier session, and could not. */
  get forgot(): boolean {
    return typeof this.#options?.resume === 'string' && this.#session?.loaded === false
  }

  get starting(): boolean {
    return this.lives && this.#session === null
  }

  get ready(): boolean {
    return this.lives && this.#session !== null && !this.#stopped
  }

  /** Told to end by the server. */
  get stopping(): boolean {
    return this.#stopped
  }

  get prompted(): boolean {
    return this.#prompt !== null
  }

  /** Whether the model of its session was ever told who it is. */
  get briefed(): boolean {
    return this.#home.sessions.get(this.#session?.id ?? '')?.briefed ?? false
  }

  // What the server does with it.

  write(text: string): Promise<void> {
    this.prompts.push(text)
    return Promise.resolve()
  }

  stop(): Promise<void> {
    this.#stopped = true
    if (this.lives) this.#die({ code: null, signal: 'SIGTERM' })
    return Promise.resolve()
  }

  open(options: AcpOptions): Promise<AcpPeer> {
    this.#options = options
    return new Promise((resolve, reject) => {
      const forget = options.clock.after(options.initializeMs, () => {
        if (!this.starting) return
        reject(new AcpFailure('The agent did not answer "initialize".', 'initialize', true))
        this.#tell('no answer in time')
      })
      this.#failOpening = (error) => {
        forget()
        reject(error)
      }
      this.#becomeReady = () => {
        forget()
        this.#session = this.#openSession(options)
        resolve(this)
      }
      if (!this.lives) this.#failOpening(new AcpFailure('It has ended.', 'initialize'))
      else this.#begin()
    })
  }

  get opened(): AcpOpened {
    if (!this.#session) throw new Error('the connection is not open yet')
    return {
      sessionId: this.#session.id,
      loaded: this.#session.loaded,
      canGoOn: this.nature.sessions !== 'only new',
      systemPromptTaken: this.nature.takesSystemPrompt,
      toolsOffered: false,
      agentInfo: null,
      session: {},
      model: null,
    }
  }

  quiet(): Promise<void> {
    return Promise.resolve()
  }

  prompt(text: string): Promise<AcpTurnEnd> {
    // Nobody is there to hear of it any more.
    if (this.#over()) return new Promise(() => {})
    if (this.#prompt) throw new Error('a prompt is under way')
    if (this.#reason !== null) return Promise.reject(new AcpFailure(this.#reason, 'closed'))
    this.prompts.push(text)
    const session = this.#home.sessions.get(this.opened.sessionId)
    if (session) session.briefed ||= text.includes('== YOU ==')
    return new Promise((resolve, reject) => {
      this.#prompt = { resolve, reject, settled: [] }
      this.#world.prompted(this, text)
    })
  }

  setMode(): Promise<string | null> {
    return Promise.resolve(null)
  }

  cancel(ms: number): Promise<'confirmed' | 'timeout'> {
    const prompt = this.#prompt
    if (!prompt) return Promise.resolve('confirmed')
    this.#world.askedToCancel(this)
    return new Promise((resolve) => {
      const forget = this.#options?.clock.after(ms, () => {
        resolve('timeout')
        if (this.#prompt === prompt && this.lives && !this.#stopped) this.#tell('no cancel in time')
      })
      prompt.settled.push(() => {
        forget?.()
        resolve(this.#reason === null ? 'confirmed' : 'timeout')
      })
      if (this.obeysCancel) this.answers('cancelled')
    })
  }

  close(): void {
    this.#finish('The connection was closed by the server.')
  }

  // What the test makes it do.

  becomesReady(): void {
    this.#becomeReady()
  }

  /** The first sign that it works on its prompt. */
  works(): void {
    this.#says((handlers) => handlers.update({ sessionUpdate: 'tool_call', toolCallId: 'a tool' }))
  }

  thinks(thought: string): void {
    this.#says((handlers) => handlers.thought(thought))
  }

  /** Its own text, cut into these many units at a time. */
  writes(text: string, size: () => number): void {
    for (let from = 0; from < text.length;) {
      const to = from + Math.max(1, size())
      const part = text.slice(from, to)
      this.#says((handlers) => handlers.text(part, null))
      from = to
    }
  }

  /** Asks for permission, also while nothing is asked of it; what it is answered. */
  asksPermission(request: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (!this.#options) throw new Error('it has no connection')
    return this.#options.handlers.permission(request, false)
  }

  /** A program without ACP writes this. */
  prints(text: string): void {
    this.stdout.write(text)
  }

  /** Ends its turn. */
  answers(stopReason: string, usage: AcpUsage | null = null): void {
    const prompt = this.#prompt
    if (!prompt) return
    this.#inOrder(() => {
      if (this.#prompt !== prompt) return
      this.#prompt = null
      this.worked = true
      this.#world.answered(this)
      prompt.resolve({ stopReason, usage, model: null })
      for (const run of prompt.settled) run()
    })
  }

  /** Answers its prompt with an error. */
  errs(reason: string): void {
    const prompt = this.#prompt
    if (!prompt) return
    this.#inOrder(() => {
      if (this.#prompt !== prompt) return
      this.#prompt = null
      prompt.reject(new AcpFailure(reason, 'prompt'))
      for (const run of prompt.settled) run()
    })
  }

  exits(end: ChildEnd): void {
    this.#die(end)
  }

  abandon(): void {
    this.#reason ??= 'The server was killed.'
    this.#end ??= NO_END
  }

  #begin(): void {
    const { beginning } = this.nature
    if (beginning === 'ready') this.#becomeReady()
    if (beginning === 'dies') {
      this.#die({ code: 1, signal: null })
      this.#tell('died')
    }
    if (beginning === 'wants login') {
      this.#failOpening(new AcpFailure('The agent needs a login before it works here.', 'auth'))
      this.#tell('wants login')
    }
  }

  #openSession({ resume }: AcpOptions): { id: string; loaded: boolean } {
    const { sessions, takesSystemPrompt } = this.nature
    if (resume !== null && sessions === 'loads' && this.#home.sessions.has(resume)) {
      return { id: resume, loaded: true }
    }
    return { id: this.#home.newSession(takesSystemPrompt), loaded: false }
  }

  #says(say: (handlers: AcpOptions['handlers']) => void): void {
    this.#inOrder(() => {
      if (!this.#options) return
      this.worked ||= this.prompted
      this.#world.heard(this)
      say(this.#options.handlers)
    })
  }

  #inOrder(run: () => void): void {
    this.#tail = this.#tail.then(async () => {
      await this.#options?.handlers.ready()
      if (this.#reason === null) run()
    })
  }

  #die(end: ChildEnd): void {
    if (!this.lives) return
    this.#end = end
    if (this.#home.running.get(this.agentId) === this) this.#home.running.delete(this.agentId)
    this.#failOpening(new AcpFailure('The agent closed its output.', 'initialize'))
    this.#resolveEnded(end)
    this.stdout.end()
    const how = end.signal ? `was ended by ${end.signal}` : `ended with exit code ${end.code}`
    // What it said before its end is read first.
    this.#tail = this.#tail.then(async () => {
      await this.#options?.handlers.ready()
      if (this.#over()) return
      this.#world.gone(this)
      this.#finish(`The agent's program ${how}.`)
    })
  }

  #finish(reason: string): void {
    if (this.#reason !== null) return
    this.#reason = reason
    const prompt = this.#prompt
    this.#prompt = null
    prompt?.reject(new AcpFailure(reason, 'closed'))
    for (const run of prompt?.settled ?? []) run()
    this.#resolveClosed(reason)
  }

  #tell(fate: Fate): void {
    if (!this.#over()) this.#world.fell(this, fate)
  }
}
