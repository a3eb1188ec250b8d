import {
  type CommandResult,
  type InboxItem,
  readAgentFrame,
  type AgentServerFrame,
} from './agent-frames'
import { AgentInbox } from './agent-inbox'
import { AckRequest, AgentLine, AnswerRequest, isPassing } from './agent-line'
import { AgentTurn, isRoundOver, type Turn } from './agent-turn'
import { CrewroomError } from './crewroom-error'
import { type SocketClass, socketsAt } from './open-socket'
import { OutputRequest, OutputStream } from './output-stream'
import { type ConnectionState, ReconnectingSocket } from './reconnecting-socket'
import { systemTiming, type Timing } from './timing'

export interface AgentOptions {
  /** Where the server is, such as `http://127.0.0.1:4900`. */
  readonly url: string
  readonly agentId: string
  readonly token: string
  /**
   * Is handed what the agent is owed, one turn after the other. When it returns, the turn ends and the items are confirmed;
   * if it throws, they are not, and the connection ends as `failed`. Without it, `turns()` has them.
   */
  readonly onItems?: (items: readonly InboxItem[], turn: Turn) => void | Promise<void>
  /** `wake` (the default) waits for something worth thinking about, `all` for anything. */
  readonly for?: 'wake' | 'all'
  /** The stream that it writes to. Two programs that speak for one agent at the same time need two. */
  readonly stream?: string
  /** How many characters may wait to be taken by the server; `say` refuses more. 4 Mi by default. */
  readonly maxBuffered?: number
  readonly onState?: (state: ConnectionState) => void
  /** A class like the browser’s `WebSocket`, where there is none. */
  readonly WebSocket?: SocketClass
  readonly timing?: Timing
}

/** Why a connection does not come back. */
export interface ConnectionEnd {
  readonly reason:
    | 'closed'
    /** A newer connection speaks for the agent. */
    | 'replaced'
    /** The token opens nothing, or nothing any more. */
    | 'unauthorized'
    /** The token is of somebody else, or the agent was terminated. */
    | 'forbidden'
    /** The server will not have it, and `error` says why. */
    | 'refused'
    /** The program threw `error`. */
    | 'failed'
  readonly error: Error | null
}

export interface Agent {
  /** Settles when the connection ends for good; never rejects. */
  readonly ended: Promise<ConnectionEnd>
  /** The turns, for a program without `onItems`. A turn ends, and its items are confirmed, when the next one is asked for. */
  turns(): AsyncGenerator<Turn, void>
  /** Says something outside of turns. It answers no round. */
  say(text: string): Promise<readonly CommandResult[]>
  endTurn(): Promise<readonly CommandResult[]>
  /** Answers a round by the id of the item that asks. */
  answer(deliveryId: string, text: string): Promise<string>
  /** Shows what it does; turns do that on their own. */
  status(status: 'idle' | 'working'): void
  close(): void
}

interface Settled<T> {
  resolve(value: T): void
  reject(error: CrewroomError): void
}

/** What is not awaited does not end a Node.js process when the connection is closed before it is answered. */
function asked<T>(ask: (settled: Settled<T>) => void): Promise<T> {
  const promise = new Promise<T>((resolve, reject) => {
    ask({
      resolve,
      reject: (error) => {
        if (error.code === 'closed') queueMicrotask(() => void promise.catch(() => {}))
        reject(error)
      },
    })
  })
  return promise
}

const ENDS: ReadonlyMap<number, ConnectionEnd['reason']> = new Map([
  [4001, 'unauthorized'],
  [4003, 'forbidden'],
  [4009, 'replaced'],
])

/** Is an agent over `/agent`: through lost connections and restarts of the server, nothing is lost and nothing runs twice. */
export function connectAgent(options: AgentOptions): Agent {
  return new AgentConnection(options)
}

class AgentConnection implements Agent {
  readonly ended: Promise<ConnectionEnd>
  readonly #options: AgentOptions
  readonly #socket: ReconnectingSocket
  readonly #line: AgentLine
  readonly #inbox: AgentInbox
  readonly #stream: OutputStream
  #end: (end: ConnectionEnd) => void = () => {}
  #isOver = false
  #turn: AgentTurn | null = null
  #status: 'idle' | 'working' | null = null
  #buffered = 0
  /** The last refusal of the connection: the server says why before it closes. */
  #refusal: CrewroomError | null = null

  constructor(options: AgentOptions) {
    this.#options = options
    this.#stream = new OutputStream(options.stream ?? 'main')
    this.ended = new Promise((resolve) => (this.#end = resolve))
    this.#inbox = new AgentInbox(() => this.#turn?.interrupt())
    const open = socketsAt(options.url, '/agent', options.WebSocket)
    const socket = new ReconnectingSocket(
      { ...(options.timing ?? systemTiming), open },
      {
        opened: () => this.#hello(),
        heard: (text) => {
          const frame = readAgentFrame(text)
          if (frame) this.#heard(frame)
        },
        state: (state) => {
          if (state.phase !== 'live') this.#line.lost()
          options.onState?.(state)
        },
        ends: (code) => this.#endOf(code),
      },
    )
    this.#socket = socket
    this.#line = new AgentLine({
      send: (frame) => socket.send(frame),
      lose: (ms) => socket.lose(ms),
    })
    socket.start()
    if (options.onItems) void this.#work(options.onItems)
  }

  async *turns(): AsyncGenerator<Turn, void> {
    for (;;) {
      const page = await this.#inbox.next()
      if (!page) return
      const turn = new AgentTurn(page.items, {
        output: (text, endsTurn, answers) => this.#output(text, endsTurn, answers),
        answer: (id, text) => this.answer(id, text),
      })
      this.#turn = turn
      this.status('working')
      yield turn
      try {
        await turn.finish()
      } catch (error) {
        if (this.#isOver) return
        throw error
      }
      this.#turn = null
      this.status('idle')
      this.#line.add(new AckRequest(page.cursor, () => this.#inbox.confirmed(page)))
    }
  }

  say(text: string): Promise<readonly CommandResult[]> {
    return this.#output(text, false, null)
  }

  endTurn(): Promise<readonly CommandResult[]> {
    return this.#output('', true, null)
  }

  answer(deliveryId: string, text: string): Promise<string> {
    return asked((settled) => this.#line.add(new AnswerRequest(deliveryId, text, settled)))
  }

  status(status: 'idle' | 'working'): void {
    this.#status = status
    if (this.#socket.isLive) this.#socket.send({ type: 'status', status })
  }

  close(): void {
    this.#over({ reason: 'closed', error: null })
  }

  async #work(onItems: NonNullable<AgentOptions['onItems']>): Promise<void> {
    try {
      for await (const turn of this.turns()) {
        try {
          await onItems(turn.items, turn)
        } catch (error) {
          if (!isRoundOver(error)) throw error
        }
      }
    } catch (error) {
      this.#over({ reason: 'failed', error: error instanceof Error ? error : Error(String(error)) })
    }
  }

  #output(
    text: string,
    endsTurn: boolean,
    answers: string | null,
  ): Promise<readonly CommandResult[]> {
    const { maxBuffered = 4 * 1024 * 1024 } = this.#options
    const stream = this.#stream
    if (this.#buffered + (stream.end - stream.start) + text.length > maxBuffered) {
      return Promise.reject(
        new CrewroomError(
          0,
          'buffer_full',
          `More than ${maxBuffered} characters wait to be taken by the server. Wait for what say() returns before you say more, and end a turn in which a fence or a command is open.`,
        ),
      )
    }
    this.#buffered += text.length
    const output = { text, endsTurn, answers }
    return asked<readonly CommandResult[]>((settled) =>
      this.#line.add(
        new OutputRequest(stream, output, {
          resolve: (results) => {
            this.#buffered -= text.length
            settled.resolve(results)
          },
          reject: (error) => {
            this.#buffered -= text.length
            settled.reject(error)
          },
        }),
      ),
    )
  }

  #hello(): void {
    const { token, agentId, for: waitsFor = 'wake' } = this.#options
    this.#refusal = null
    this.#stream.isCertain = false
    this.#socket.send({ type: 'hello', token, agentId, for: waitsFor })
  }

  #heard(frame: AgentServerFrame): void {
    switch (frame.type) {
      case 'hello':
        this.#accepted()
        return
      case 'pong':
        this.#socket.rest()
        return
      case 'turn':
        this.#inbox.came(frame)
        return
      case 'error':
        if (!isPassing(frame)) {
          this.#refusal = new CrewroomError(0, frame.code, frame.message, frame.details)
        }
        this.#line.heard(frame)
        return
      default:
        this.#line.heard(frame)
    }
  }

  #accepted(): void {
    this.#refusal = null
    this.#socket.accepted(() => {
      if (this.#status === 'working') this.status('working')
      this.#line.connected()
    })
  }

  #endOf(code: number): (() => void) | null {
    // The server closes after a refusal of hello; one of something else leaves the connection open.
    const reason = ENDS.get(code) ?? (this.#refusal && code === 1008 ? 'refused' : null)
    return reason ? () => this.#over({ reason, error: this.#refusal }) : null
  }

  #over(end: ConnectionEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#socket.stop()
    this.#inbox.close()
    this.#turn?.interrupt()
    this.#line.close(
      new CrewroomError(
        0,
        'closed',
        `The agent’s connection has ended (${end.reason}). Connect again to say more.`,
      ),
    )
    this.#end(end)
  }
}
