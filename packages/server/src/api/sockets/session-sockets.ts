import { CrewError } from '@crewroom/shared/protocol/errors'
import { SessionClientFrame, SessionSocketQuery } from '@crewroom/shared/protocol/session-frames'
import type { LiveFeed } from '../../crew/live-feed'
import { assertIsMember } from '../../group-chats/assert-is-member'
import type { Envelope } from '../../journal/facts'
import type { Attempts } from '../attempts'
import { asCrewError } from '../errors'
import { type Authenticator, byOf, unauthorized } from '../principal'
import { renewedBy } from '../renewed-token'
import { refuseAttempt } from '../refuse-attempt'
import { validated } from '../validate'
import { whenStored } from '../when-stored'
import { AnswerProgress } from './answer-progress'
import type { Connection } from './connection'
import { readFrame } from './read-frame'
import { SessionClient, type SessionClientPorts } from './session-client'
import { placeFor, type SessionPlace } from './session-place'
import type { SocketDoor } from './upgrade'

export interface SessionSocketPorts extends SessionClientPorts {
  readonly live: LiveFeed
  readonly authenticator: Authenticator
  readonly attempts: Attempts
}

interface Asked {
  readonly place: SessionPlace
  readonly member: SessionSocketQuery
}

const ADDRESS = '/api/group-chats/:chatId/sessions/:sid/ws'
const PATH = /^\/api\/group-chats\/([^/]+)\/sessions\/([^/]+)\/ws$/

/** `/api/group-chats/:chatId/sessions/:sid/ws`: one session of a group chat, as other programs follow it. */
export class SessionSockets {
  readonly #ports: SessionSocketPorts
  readonly #clients = new Set<SessionClient>()
  readonly #progress: AnswerProgress

  constructor(ports: SessionSocketPorts) {
    this.#ports = ports
    this.#progress = new AnswerProgress(
      ports.shard,
      ports.live,
      (sessionId) => [...this.#clients].some((client) => client.sessionId === sessionId),
      (crew, asked, delta) => {
        for (const client of this.#clients) {
          if (client.leadId !== crew.state.lead.id || client.sessionId !== asked.sessionId) continue
          client.progress(asked.agentId, delta)
        }
      },
    )
  }

  /** The door to all sessions. */
  door(): SocketDoor {
    return {
      address: ADDRESS,
      at: (path, query) => {
        const [, chatId, session] = PATH.exec(path) ?? []
        if (chatId === undefined || session === undefined) return undefined
        const asked = {
          place: { chatId: plain(chatId), session: plain(session) },
          member: memberIn(query),
        }
        return (connection, token) => this.#connect(connection, token, asked)
      },
    }
  }

  /** The journal has a new epoch: clients come back and are shown the session as it is. */
  newEpoch(): void {
    for (const client of this.#clients) client.newEpoch()
  }

  /** Connections made with a token that was replaced end. */
  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      const renewed = renewedBy(entry)
      for (const client of renewed === null ? [] : this.#clients) {
        const { principal } = client
        if (principal.kind === 'agent' && principal.agentId === renewed) client.refuse()
      }
    }
  }

  /** Sends nothing more of what agents write: the server is stopping. */
  stop(): void {
    this.#progress.stop()
  }

  /** A new connection. Without a token in its header its first frame must be hello. */
  #connect(connection: Connection, headerToken: string | undefined, asked: Asked): void {
    let client: SessionClient | null = null
    let isRefused = false
    connection.onClose(() => {
      isRefused = true
      if (!client) return
      client.end()
      this.#clients.delete(client)
    })
    const enter = (tokenOf: () => string | undefined) => {
      try {
        client = this.#enter(connection, tokenOf(), asked)
        this.#clients.add(client)
      } catch (error) {
        isRefused = true
        const { logger, attempts } = this.#ports
        void whenStored(this.#ports, asCrewError(error, logger)).then((refused) =>
          refuseAttempt(connection, attempts, refused, logger),
        )
      }
    }
    connection.onMessage((text) => {
      if (isRefused) return
      if (client) client.receive(text)
      else enter(() => tokenIn(text))
    })
    if (headerToken !== undefined) enter(() => headerToken)
  }

  #enter(
    connection: Connection,
    token: string | undefined,
    { place, member }: Asked,
  ): SessionClient {
    const { shard, authenticator } = this.#ports
    const principal = authenticator.principal(token)
    if (!principal) throw unauthorized()
    const at = placeFor(shard, principal, place)
    assertIsMember(at, byOf(principal), member)
    connection.welcome()
    return new SessionClient(this.#ports, connection, principal, at, member.member_id)
  }
}

function tokenIn(text: string | null): string | undefined {
  const frame = readFrame(SessionClientFrame, text)
  if (frame.type !== 'hello') throw new CrewError('malformed', 'The first frame must be hello.')
  return frame.token
}

function memberIn(query: string): SessionSocketQuery {
  const given = new URLSearchParams(query)
  const member = Object.fromEntries(given)
  if (Object.keys(member).length < given.size) {
    throw new CrewError('malformed', 'A parameter of the address is there twice.')
  }
  if ('token' in member) {
    throw new CrewError(
      'validation',
      'token: an address may be kept in logs. Send the token in the Authorization header, or in the first frame: {"type":"hello","token":"…"}.',
      { fields: { token: 'is not taken from the address' } },
    )
  }
  return validated(SessionSocketQuery, member)
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new CrewError('malformed', 'The address cannot be read.')
  }
}
