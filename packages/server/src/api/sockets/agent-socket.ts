import { CLOSE } from '@crewroom/shared/protocol/close-codes'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { AgentFrame } from '@crewroom/shared/protocol/frames'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { iso } from '../../clock'
import { remoteAgentFor } from '../../agents/remote-agent'
import type { InboxPage } from '../../delivery/inbox-page'
import type { RemoteInbox, WaitsFor } from '../../delivery/remote-inbox'
import type { Intake, OutputInput } from '../../intake/intake'
import { answerByName, type NamedAnswer } from '../../rounds/answer-by-name'
import type { PresenceBook } from '../../crew/presence'
import type { Shard } from '../../crew/shard'
import type { Logger } from '../../logger'
import type { Envelope } from '../../journal/facts'
import type { RemoteRollouts } from '../../rollouts/remote-rollouts'
import type { Attempts } from '../attempts'
import { asCrewError } from '../errors'
import { assertTakesPart, type Authenticator, byOf, unauthorized } from '../principal'
import { renewedBy } from '../renewed-token'
import { InboxPush } from './inbox-push'
import { LeavingMarks } from './leaving-marks'
import { readFrame } from './read-frame'
import { TurnFrames } from './turn-frame'
import { refuseAttempt } from '../refuse-attempt'
import type { Connection } from './connection'
import type { Unanswered } from '../unanswered'
import { whenStored } from '../when-stored'

export interface AgentSocketPorts {
  readonly shard: Shard
  readonly intake: Intake
  readonly inbox: RemoteInbox
  readonly remoteRollouts: RemoteRollouts
  readonly presence: PresenceBook
  readonly authenticator: Authenticator
  readonly attempts: Attempts
  readonly unanswered: Unanswered
  readonly logger: Logger
}

/** What all connections share of what is pushed in one turn of the event loop. */
interface Pushes {
  readonly leaving: LeavingMarks
  readonly frames: TurnFrames
}

/** `/agent`: an agent's program on one connection. What it is owed is pushed, its output comes back. */
export class AgentSockets {
  readonly #ports: AgentSocketPorts
  readonly #consumers = new Map<string, AgentConnection>()
  readonly #pushes: Pushes

  constructor(ports: AgentSocketPorts) {
    this.#ports = ports
    this.#pushes = { leaving: new LeavingMarks(ports.shard), frames: new TurnFrames() }
  }

  connect(socket: Connection, headerToken: string | undefined): void {
    let connection: AgentConnection | null = null
    socket.onClose(() => {
      if (!connection) return
      connection.close()
      if (this.#consumers.get(connection.agentId) === connection) {
        this.#consumers.delete(connection.agentId)
        this.#ports.inbox.disconnects(connection.agentId, '/agent')
      }
    })
    let isRefused = false
    socket.onMessage((text) => {
      if (isRefused) return
      if (connection) {
        connection.receive(text)
        return
      }
      try {
        connection = this.#hello(socket, headerToken, readFrame(AgentFrame, text))
      } catch (error) {
        isRefused = true
        const { logger, attempts } = this.#ports
        void whenStored(this.#ports, asCrewError(error, logger)).then((refused) =>
          refuseAttempt(socket, attempts, refused, logger),
        )
      }
    })
  }

  /** Agents of a crew that was deleted have no token any more, and one whose token was renewed has another. */
  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      const renewed = renewedBy(entry)
      if (renewed !== null) this.#consumers.get(renewed)?.refuse()
      if (entry.type !== 'lead:deleted') continue
      for (const agentId of entry.data.agentIds) this.#consumers.get(agentId)?.refuse()
    }
  }

  #hello(socket: Connection, headerToken: string | undefined, frame: AgentFrame): AgentConnection {
    if (frame.type !== 'hello') throw new CrewError('malformed', 'The first frame must be hello.')
    const { shard, authenticator, inbox } = this.#ports
    const principal = authenticator.principal(frame.token ?? headerToken)
    if (!principal) throw unauthorized()
    assertTakesPart(shard, principal)
    const runHere = 'The server runs this agent itself.'
    const crew = remoteAgentFor(shard, byOf(principal), frame.agentId, runHere)
    socket.welcome()
    // One consumer per agent: a newer one takes over, so that a half-dead connection cannot hold the inbox.
    this.#consumers.get(frame.agentId)?.replace()
    const { agentId, for: waitsFor } = frame
    const connection = new AgentConnection(this.#ports, socket, this.#pushes, agentId, waitsFor)
    this.#consumers.set(frame.agentId, connection)
    inbox.connects(frame.agentId, '/agent')
    socket.sendJson({
      type: 'hello',
      serverTime: iso(shard.ports.clock.now()),
      agentId: frame.agentId,
      leadId: crew.state.lead.id,
      epoch: shard.journal.epoch,
    })
    connection.start()
    return connection
  }
}

class AgentConnection {
  readonly agentId: string
  readonly #ports: AgentSocketPorts
  readonly #socket: Connection
  readonly #pushes: Pushes
  readonly #push: InboxPush
  /** Where the text ends that came over this connection, by stream: a turn end comes behind that. */
  readonly #sentUpTo = new Map<string, number>()

  constructor(
    ports: AgentSocketPorts,
    socket: Connection,
    pushes: Pushes,
    agentId: string,
    waitsFor: WaitsFor | undefined,
  ) {
    this.#ports = ports
    this.#socket = socket
    this.#pushes = pushes
    this.agentId = agentId
    this.#push = new InboxPush(ports, {
      agentId,
      door: '/agent',
      waitsFor,
      mayPush: () => !this.#letGo(),
      send: (page) => this.#send(page),
      failed: (error) => void this.#failed(error),
    })
  }

  /** First what an earlier connection did not acknowledge, then what is new. */
  start(): void {
    // What an earlier connection of this agent sent may not be answered yet.
    this.#ports.unanswered.readInStep(this.agentId, this.#socket)
    this.#push.start()
  }

  /** Takes a frame in. While too much waits for its answer, the socket is not read. */
  receive(text: string | null): void {
    const { unanswered } = this.#ports
    const answered = unanswered.begin(this.agentId, text?.length ?? 0)
    unanswered.readInStep(this.agentId, this.#socket)
    void this.#answer(text)
      .catch((error: unknown) => {
        const { refused } = this.#ports.shard.ports.rate
        refused.slow(this.agentId, text?.length ?? 0, this.#socket, error)
        return this.#failed(error)
      })
      .finally(answered)
  }

  async #answer(text: string | null): Promise<void> {
    const { shard, inbox, presence } = this.#ports
    const frame = readFrame(AgentFrame, text)
    if (!shard.crewOf(this.agentId) || this.#letGo()) return
    switch (frame.type) {
      case 'hello':
        throw new CrewError('malformed', 'hello was already sent.')
      case 'output':
        this.#noteSent(frame)
        await this.#output({ ...frame, endOfTurn: false })
        return
      case 'turn_end': {
        const sentBehind = this.#sentUpTo.get(frame.stream)
        await this.#output({ ...frame, text: '', sentBehind, endOfTurn: true })
        return
      }
      case 'answer':
        await this.#answerRound(frame)
        return
      case 'ack': {
        inbox.confirm(this.agentId, frame.cursor)
        this.#push.confirmed()
        await inbox.confirmed()
        this.#socket.sendJson({ type: 'acked', cursor: frame.cursor })
        return
      }
      case 'status':
        presence.set(this.agentId, { status: frame.status })
        return
      case 'ping':
        this.#socket.sendJson({ type: 'pong', serverTime: iso(shard.ports.clock.now()) })
        return
      default:
        frame satisfies never
    }
  }

  async #answerRound({ deliveryId, content }: Omit<NamedAnswer, 'agentId'>): Promise<void> {
    const { shard, intake } = this.#ports
    const { agentId } = this
    const by = byOf({ kind: 'agent', agentId })
    const { crew, response } = await intake.behindOutput(agentId, () =>
      answerByName(shard, by, { agentId, deliveryId, content }),
    )
    await shard.journal.durable(crew.state.lead.id)
    this.#socket.sendJson({ type: 'answered', deliveryId, status: response.status })
  }

  /** The newest few streams are enough: a turn ends soon after its text. */
  #noteSent({ stream, offset, text }: Pick<OutputInput, 'stream' | 'offset' | 'text'>): void {
    this.#sentUpTo.delete(stream)
    if (offset !== undefined) this.#sentUpTo.set(stream, offset + text.length)
    const [oldest] = this.#sentUpTo.keys()
    if (this.#sentUpTo.size > LIMITS.streamsKept && oldest !== undefined)
      this.#sentUpTo.delete(oldest)
  }

  async #output(frame: OutputInput): Promise<void> {
    const { shard, intake, remoteRollouts } = this.#ports
    const crew = shard.crewOf(this.agentId)
    if (!crew) return
    const { text, stream, offset, sentBehind, endOfTurn, replies, answers } = frame
    const input = { text, stream, offset, sentBehind, endOfTurn, replies, answers }
    const before = crew.stream(this.agentId, stream)?.offset ?? 0
    const turnId = answers === undefined ? intake.asked(this.agentId) : answers
    const result = await intake.output(crew, this.agentId, input)
    remoteRollouts.output(this.agentId, input, before, result.offset, turnId)
    if (replies === 'inline') remoteRollouts.answered(this.agentId, result.results)
    this.#socket.sendJson({ type: 'output', ...result })
  }

  replace(): void {
    this.close()
    this.#socket.close(CLOSE.replaced, 'a newer connection took over')
  }

  refuse(): void {
    this.close()
    this.#socket.refuse(unauthorized())
  }

  close(): void {
    this.#push.close()
  }

  /** An agent that was terminated meanwhile is notified, and handed nothing more. */
  #letGo(): boolean {
    try {
      assertTakesPart(this.#ports.shard, { kind: 'agent', agentId: this.agentId })
      return false
    } catch (error) {
      this.close()
      const refused = asCrewError(error, this.#ports.logger)
      void whenStored(this.#ports, refused).then((told) => this.#socket.refuse(told))
      return true
    }
  }

  #send(page: InboxPage): boolean {
    if (!this.#socket.open) return false
    const { leaving, frames } = this.#pushes
    leaving.add(this.agentId)
    return this.#socket.sendAfter(leaving, frames.of(page))
  }

  async #failed(error: unknown): Promise<void> {
    const told = await whenStored(this.#ports, asCrewError(error, this.#ports.logger))
    this.#socket.sendError(told, { details: told.details ?? {} })
  }
}
