import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { CrewError, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Logger } from '../logger'
import type { AllowedHosts } from './access'
import { asCrewError } from './errors'
import { bearerToken } from './principal'
import { refuseRaw } from './raw-refusal'
import { SocketSession } from './socket-session'

/** Takes over a connection at its path; `token` when it came in a header. */
export type SocketDoor = (session: SocketSession, token: string | undefined) => void

const HEARTBEAT_MS = 30_000

/** WebSocket upgrades: the same Host and Origin rules as HTTP, one limit on connections, one heartbeat. */
export class Upgrades {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.frameBytes,
    perMessageDeflate: false,
  })
  /** Open connections and the address each came to. */
  readonly #sessions = new Map<SocketSession, string>()
  readonly #timer: NodeJS.Timeout
  readonly #paths: readonly string[]

  constructor(
    http: Server,
    hosts: AllowedHosts,
    doors: Readonly<Record<string, SocketDoor>>,
    logger: Logger,
    refused: (code: ErrorCode) => void,
  ) {
    this.#paths = Object.keys(doors)
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      try {
        hosts.assertAllowed(request)
        const [path = ''] = (request.url ?? '').split('?')
        const door = Object.hasOwn(doors, path) ? doors[path] : undefined
        if (!door) throw new CrewError('not_found', 'There is no WebSocket at this address.')
        if (this.#sessions.size >= LIMITS.sockets) {
          throw new CrewError('busy', 'Too many connections.', { retryAfter: 5 })
        }
        this.#server.handleUpgrade(request, socket, head, (webSocket) => {
          const session = new SocketSession(
            webSocket,
            socket as Socket,
            request.socket.remoteAddress,
            refused,
          )
          this.#sessions.set(session, path)
          session.onClose(() => this.#sessions.delete(session))
          door(session, bearerToken(request.headers.authorization))
        })
      } catch (error) {
        const refusal = asCrewError(error, logger)
        refused(refusal.code)
        refuseRaw(socket, refusal)
      }
    })
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#timer.unref()
  }

  /** How many connections are open, by address. */
  *counts(): Iterable<readonly [string, number]> {
    const open = [...this.#sessions.values()]
    for (const path of this.#paths) yield [path, open.filter((one) => one === path).length]
  }

  close(code: number, reason: string): void {
    clearInterval(this.#timer)
    for (const session of this.#sessions.keys()) session.close(code, reason)
    // Who does not answer the close in time is cut: a stopping server does not wait for a sleeping browser.
    setTimeout(() => {
      for (const session of this.#sessions.keys()) session.terminate()
    }, 500).unref()
  }

  #beat(): void {
    for (const session of this.#sessions.keys()) session.beat()
  }
}
