import WebSocket from 'ws'
import { RpcServerFrame } from '@crewroom/shared/protocol/rpc/frames'
import { RPC_SHAPES, type RpcMethod } from '@crewroom/shared/protocol/rpc/methods'
import {
  RPC_NOTIFICATIONS,
  type RpcNotification,
} from '@crewroom/shared/protocol/rpc/notifications'
import { RPC_PROTOCOL } from '@crewroom/shared/protocol/rpc/version'
import type { TestServer } from './test-server'
import { patience } from '../../../shared/test/patience'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read results freely
type Free = Record<string, any>

export interface Answer {
  readonly id: string | null
  readonly result?: Free
  readonly error?: { readonly code: number; readonly message: string; readonly data: Free }
}

export interface Notification {
  readonly method: RpcNotification
  readonly params: Free
}

export interface InboxItem {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly repeat: boolean
  readonly groupName?: string
  readonly round?: { readonly session: string; readonly n: number }
}

/** Words of other doors, which no refusal of this one has. */
const OTHER_DOORS = /\b(circle|crew|group|session|sub-?lead|lead)s?\b/i

/** So long nothing at all came. */
const GIVE_UP_MS = patience(30_000)

/** A program on the JSON-RPC door. Everything that it gets is held against the schemas of the protocol. */
export class RpcRemote {
  readonly answers: Answer[] = []
  /** What it was told of tasks, conversations and messages. */
  readonly notifications: Notification[] = []
  /** What it was handed besides. */
  readonly deliveries: InboxItem[] = []
  /** All that came, in order: ids of answers and methods of notifications. */
  readonly order: string[] = []
  /** What fits no schema. */
  readonly unfit: unknown[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #socket: WebSocket
  readonly #asked = new Map<string, string>()
  #next = 0
  /** Why nothing more comes, once it is so. */
  #over: string | null = null
  #arrived: (() => void)[] = []

  private constructor(url: string, options: WebSocket.ClientOptions = {}) {
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/rpc/ws`, options)
    this.#socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString('utf8'))))
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code, reason) =>
        resolve({ code, reason: reason.toString('utf8') }),
      )
      this.#socket.once('error', (error) => resolve({ code: -1, reason: error.message }))
    })
    void this.closed.then(({ code, reason }) => {
      this.#over = `closed with ${code} ${reason}`
      this.#wake()
    })
  }

  /** A connection that has said nothing. */
  static async open(server: Pick<TestServer, 'app'>): Promise<RpcRemote> {
    const remote = new RpcRemote(server.app.url)
    await remote.#opened()
    return remote
  }

  #opened(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#socket.once('open', () => resolve())
      this.#socket.once('error', reject)
    })
  }

  /** One that has connected as the agent of this token. */
  static async connect(
    server: Pick<TestServer, 'app'>,
    agentKey: string | undefined,
  ): Promise<RpcRemote> {
    const remote = await RpcRemote.open(server)
    const { error } = await remote.hello({ agentKey })
    if (error) throw new Error(error.message)
    return remote
  }

  hello(more: object): Promise<Answer> {
    const versions = { minProtocol: RPC_PROTOCOL, maxProtocol: RPC_PROTOCOL }
    return this.ask('network/connect', { ...versions, ...more })
  }

  /** A request, and its answer. */
  ask(method: string, params?: object, id = `q${++this.#next}`): Promise<Answer> {
    this.#asked.set(id, method)
    this.raw({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) })
    return this.answerTo(id)
  }

  /** The result of a request that has to succeed. */
  async done(method: RpcMethod, params?: object): Promise<Free> {
    const { result, error } = await this.ask(method, params)
    if (!result) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }

  /** The code of a request that has to be refused; 0 where it was not. */
  async refusal(method: string, params?: object): Promise<number> {
    const { error } = await this.ask(method, params)
    return error?.code ?? 0
  }

  /** Answers no pings: whatever it is sent counts as not read. */
  static async deaf(server: Pick<TestServer, 'app'>, agentKey: string | undefined) {
    const remote = new RpcRemote(server.app.url, { autoPong: false })
    await remote.#opened()
    const { error } = await remote.hello({ agentKey })
    if (error) throw new Error(error.message)
    return remote
  }

  raw(frame: unknown): void {
    const text = typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)
    this.#socket.send(text)
  }

  answerTo(id: string): Promise<Answer> {
    return this.#until(() => this.answers.find((answer) => answer.id === id), `answer ${id}`)
  }

  /** The first notification that fits, now or when it comes. */
  told(method: RpcNotification, fits: (params: Free) => boolean = () => true): Promise<Free> {
    const found = () =>
      this.notifications.find((one) => one.method === method && fits(one.params))?.params
    return this.#until(found, method)
  }

  /** The first item that it is handed with these words, now or when it comes. */
  handed(words: string): Promise<InboxItem> {
    return this.#until(() => this.deliveries.find(({ text }) => text.includes(words)), words)
  }

  answered(count: number): Promise<true> {
    return this.#until(() => (this.answers.length >= count ? true : undefined), `${count} answers`)
  }

  /** Everything that was decided before this has been told. */
  async quiet(): Promise<void> {
    await this.done('network/ping')
  }

  count(method: RpcNotification): number {
    return this.notifications.filter((one) => one.method === method).length
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Answers a ping with its own words: it has read what came before. */
  pongs(): void {
    this.#socket.on('ping', (data: Buffer) => this.#socket.pong(data))
  }

  [Symbol.dispose](): void {
    this.#socket.terminate()
  }

  #receive(value: unknown): void {
    const frame = RpcServerFrame.safeParse(value)
    if (!frame.success) this.unfit.push(value)
    else if ('method' in frame.data) this.#notified(frame.data)
    else {
      const { id } = frame.data
      if ('result' in frame.data) this.#checkResult(String(id), frame.data.result)
      else if (OTHER_DOORS.test(frame.data.error.message)) this.unfit.push(frame.data.error)
      this.answers.push(frame.data as Answer)
      this.order.push(String(id))
    }
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#arrived.splice(0)) wake()
  }

  #notified({ method, params }: { readonly method: string; readonly params: Free }): void {
    const schema = Object.hasOwn(RPC_NOTIFICATIONS, method)
      ? RPC_NOTIFICATIONS[method as RpcNotification]
      : undefined
    if (!schema?.safeParse(params).success) this.unfit.push({ method, params })
    if (method === 'agent/delivered') {
      this.deliveries.push(...(params['deliveries'] as InboxItem[]))
      return
    }
    this.notifications.push({ method: method as RpcNotification, params })
    this.order.push(method)
  }

  #checkResult(id: string, result: unknown): void {
    const method = this.#asked.get(id) ?? ''
    if (!Object.hasOwn(RPC_SHAPES, method)) return
    const { error } = RPC_SHAPES[method as RpcMethod].result.safeParse(result)
    if (error) this.unfit.push({ method, result, issues: error.issues })
  }

  async #until<T>(found: () => T | undefined, what: string): Promise<T> {
    let until = Date.now() + GIVE_UP_MS
    for (let came = this.order.length; ;) {
      const value = found()
      if (value !== undefined) return value
      // A busy server answers slowly, and is given up when it answers nothing any more.
      if (this.order.length > came) until = Date.now() + GIVE_UP_MS
      came = this.order.length
      const left = until - Date.now()
      if (this.#over !== null || left <= 0) {
        const last = this.order.slice(-50).join(', ')
        throw new Error(`no ${what}, ${this.#over ?? `within ${GIVE_UP_MS} ms`}; came: ${last}`)
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 1_000))
        this.#arrived.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }
}
