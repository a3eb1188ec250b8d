import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { CLOSE } from '@crewroom/shared/protocol/close-codes'
import { CrewError, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Clock } from '../../clock'
import type { TurnBudget } from '../../turn-budget'
import type { Logger } from '../../logger'
import type { AllowedHosts } from '../access'
import { asCrewError } from '../errors'
import { bearerToken } from '../principal'
import { refuseRaw } from './raw-refusal'
import { Connection } from './connection'
import { OrderedSocket } from './ordered-socket'
import { TurnWrites } from './turn-writes'

/** Every WebSocket of the server, by the name under which its connections are counted, whatever else their paths contain. */
export type SocketAddress =
  | '/ws'
  | '/agent'
  | '/rpc/ws'
  | '/api/group-chats/:chatId/sessions/:sid/ws'

/** Takes over a connection; `token` when it came in a header. */
export type TakeOver = (connection: Connection, token: string | undefined) => void

export interface SocketDoor {
  readonly address: SocketAddress
  /** Its clients resume with `since`. */
  readonly resumes?: boolean
  /**
   * What takes over a connection at this path; undefined when the path is none of this door's. Throws where it is, and cannot
   * be read.
   */
  readonly at: (path: string, query: string) => TakeOver | undefined
}

/** The door of one path. */
export function doorAt(address: SocketAddress, takeOver: TakeOver, resumes = false): SocketDoor {
  return { address, resumes, at: (path) => (path === address ? takeOver : undefined) }
}

export const HEARTBEAT_MS = 30_000
/** As RFC 6455 has it: there is no place for it now, and it connects again. */
const TRY_AGAIN_LATER = 1013
const HELLO_MS = 5_000

export interface UpgradePorts {
  readonly hosts: AllowedHosts
  readonly clock: Clock
  readonly turns: TurnBudget
  readonly logger: Logger
  /** Counts a refusal. */
  readonly refused: (code: ErrorCode) => void
}

/**
 * WebSocket upgrades: the same Host and Origin rules as HTTP, one heartbeat, and two limits on connections. One is for
 * those that said who they are. Those that did not yet have few places and 5 s; when these are taken the one that waited
 * longest goes, so that nobody who says hello at once is kept out by others who never do.
 */
export class Upgrades {
  readonly #writes = new TurnWrites()
  readonly #server = new WebSocketServer({
    WebSocket: OrderedSocket,
    noServer: true,
    maxPayload: LIMITS.frameBytes,
    perMessageDeflate: false,
  })
  /** Open connections that said hello, and the address of the door that each came through. */
  readonly #connections = new Map<Connection, string>()
  /** Those before hello, the oldest first, and what ends their wait. */
  readonly #strangers = new Map<Connection, () => void>()
  readonly #ports: UpgradePorts
  readonly #timer: NodeJS.Timeout
  readonly #doors: readonly SocketDoor[]

  constructor(http: Server, doors: readonly SocketDoor[], ports: UpgradePorts) {
    this.#ports = ports
    this.#doors = doors
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      try {
        ports.hosts.assertAllowed(request)
        const [path = '', ...query] = (request.url ?? '').split('?')
        const { address, resumes = false, takeOver } = this.#find(path, query.join('?'))
        this.#server.handleUpgrade(request, socket, head, (webSocket) => {
          const { remoteAddress } = request.socket
          const connection = new Connection(webSocket, socket as Socket, remoteAddress, {
            writes: this.#writes,
            turns: ports.turns,
            resumes,
            refused: ports.refused,
            welcome: () => this.#welcome(connection, address),
          })
          this.#await(connection)
          takeOver(connection, bearerToken(request.headers.authorization))
        })
      } catch (error) {
        const refusal = asCrewError(error, ports.logger)
        ports.refused(refusal.code)
        refuseRaw(socket, refusal)
      }
    })
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#timer.unref()
  }

  /** How many connections are open, by address. */
  *counts(): Iterable<readonly [string, number]> {
    const open = [...this.#connections.values()]
    for (const { address } of this.#doors) {
      yield [address, open.filter((one) => one === address).length]
    }
  }

  #find(path: string, query: string): SocketDoor & { readonly takeOver: TakeOver } {
    for (const door of this.#doors) {
      const takeOver = door.at(path, query)
      if (takeOver) return { ...door, takeOver }
    }
    throw new CrewError('not_found', 'There is no WebSocket at this address.')
  }

  #await(connection: Connection): void {
    const [oldest] = this.#strangers.keys()
    if (oldest && this.#strangers.size >= LIMITS.socketsBeforeHello) {
      this.#forget(oldest)
      oldest.cut(TRY_AGAIN_LATER, 'too many connections wait for a hello: connect again')
    }
    const cancel = this.#ports.clock.after(HELLO_MS, () => {
      this.#forget(connection)
      connection.cut(CLOSE.helloTimeout, 'no hello within 5 s')
    })
    this.#strangers.set(connection, cancel)
    connection.onClose(() => {
      this.#forget(connection)
      this.#connections.delete(connection)
    })
  }

  #forget(connection: Connection): void {
    this.#strangers.get(connection)?.()
    this.#strangers.delete(connection)
  }

  #welcome(connection: Connection, address: string): void {
    if (this.#connections.size >= LIMITS.sockets) {
      throw new CrewError('busy', 'Too many connections are open. Try again in a few seconds.', {
        retryAfter: 5,
      })
    }
    this.#forget(connection)
    this.#connections.set(connection, address)
  }

  close(code: number, reason: string): void {
    clearInterval(this.#timer)
    for (const connection of this.#all()) connection.close(code, reason)
    // A client that does not answer the close in time is cut off: a stopping server does not wait for a sleeping browser.
    setTimeout(() => {
      for (const connection of this.#all()) connection.terminate()
    }, 500).unref()
  }

  #all(): readonly Connection[] {
    return [...this.#connections.keys(), ...this.#strangers.keys()]
  }

  #beat(): void {
    for (const connection of this.#connections.keys()) connection.beat()
  }
}
