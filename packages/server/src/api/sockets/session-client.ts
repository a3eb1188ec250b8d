import { CLOSE } from '@crewroom/shared/protocol/close-codes'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { CrewEvent, CrewEventType } from '@crewroom/shared/protocol/events'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { SessionClientFrame, type SessionEvent } from '@crewroom/shared/protocol/session-frames'
import type { StoredRollouts } from '../../agents/read-rollout'
import type { PresenceBook } from '../../crew/presence'
import type { Shard } from '../../crew/shard'
import { type MemberNames, memberNames } from '../../group-chats/member-names'
import { postToChat } from '../../group-chats/post-to-chat'
import { readAgentView } from '../../group-chats/read-agent-view'
import { readChatMessages } from '../../group-chats/read-chat-messages'
import { timeInPlace } from '../../group-chats/time-in-place'
import { sessionEventsOf } from '../../group-chats/session-events'
import type { FanOut, SubscriptionHandle } from '../../journal/fan-out'
import type { Logger } from '../../logger'
import { interruptAnswer } from '../../sessions/interrupt-answer'
import { asCrewError } from '../errors'
import { assertRoom } from '../json-room'
import { byOf, lineOf, type Principal, unauthorized } from '../principal'
import type { Unanswered } from '../unanswered'
import { whenStored } from '../when-stored'
import type { Connection } from './connection'
import { readFrame } from './read-frame'
import { SentInOrder } from './sent-in-order'
import { placeFor, type SessionPlace } from './session-place'

export interface SessionClientPorts {
  readonly shard: Shard
  readonly fanOut: FanOut
  readonly presence: PresenceBook
  readonly rollouts: StoredRollouts
  readonly unanswered: Unanswered
  readonly logger: Logger
}

/** What may take from somebody the right to read a session. */
const CHANGES_RIGHTS: ReadonlySet<CrewEventType> = new Set<CrewEventType>([
  'lead:deleted',
  'agent:terminated',
  'group:archived',
  'group:updated',
  'group:member_removed',
  'session:updated',
])

type Sent = SessionEvent | { readonly type: 'view_data' | 'done' }
type Command = Exclude<SessionClientFrame, { type: 'hello' }>

/** A client that follows one session: its view, the events that it gets, and its commands. */
export class SessionClient {
  readonly principal: Principal
  readonly leadId: string
  /** Id of the session, whatever the address called it. */
  readonly sessionId: string
  readonly #ports: SessionClientPorts
  readonly #connection: Connection
  readonly #place: SessionPlace
  readonly #groupName: string
  readonly #subscription: SubscriptionHandle
  #view: 'ui' | 'agent' = 'ui'
  #isOver = false
  /** Commands run one after the other. */
  #commands: Promise<void> = Promise.resolve()
  readonly #line: SentInOrder<Sent>
  readonly #memberId: string | undefined

  constructor(
    ports: SessionClientPorts,
    connection: Connection,
    principal: Principal,
    { crew, group, session }: ReturnType<typeof placeFor>,
    /** What the address calls whoever connects. */
    memberId: string | undefined,
  ) {
    this.#memberId = memberId
    this.#ports = ports
    this.#connection = connection
    this.#line = new SentInOrder(connection, () => this.end())
    this.principal = principal
    this.leadId = crew.state.lead.id
    this.sessionId = session
    this.#place = { chatId: group.id, session }
    this.#groupName = group.name
    // The subscription begins where the first view ends: both are at what is durable now.
    const shown = this.#showPeople()
    this.#subscription = ports.fanOut.subscribe(
      {
        send: (event) => this.#tell(event),
        drained: () => connection.drained(),
        // It begins at the end, so nothing can be missing.
        gap: () => {},
      },
      this.leadId,
      // The right to read the session is checked here, at the facts that can change it.
      null,
      undefined,
    )
    shown.catch((error: unknown) => this.#lose(error))
  }

  /** A frame from the client, after hello. */
  receive(text: string | null): void {
    const { unanswered } = this.#ports
    const sender = lineOf(this.principal)
    const answered = unanswered.begin(sender, text?.length ?? 0)
    unanswered.readInStep(sender, this.#connection)
    this.#commands = this.#commands.then(() => this.#run(text)).finally(answered)
  }

  /** What an agent has written of its answer since the last time. */
  progress(agentId: string, delta: string): void {
    const group = this.#ports.shard.findCrew(this.leadId)?.state.groups[this.#groupName]
    // A colleague's half-finished thoughts are for people, not for other agents.
    if (group?.chat?.showThinking !== true || this.principal.kind === 'agent') return
    const names = this.#names()
    if (!names) return
    const [id, name] = [names.idOf(agentId), names.nameOf(agentId)]
    this.#event({ type: 'agent_progress', agent_id: id, agent_name: name, delta })
  }

  refuse(): void {
    this.end()
    this.#connection.refuse(unauthorized())
  }

  /** The connection is closed, or has to be. */
  end(): void {
    this.#isOver = true
    this.#subscription.leave()
  }

  /** Positions are void. The client still gets its refusals. */
  newEpoch(): void {
    this.end()
    const told = this.#commands.then(() => this.#line.sent())
    void told.then(() => this.#connection.close(CLOSE.newEpoch, 'new epoch'))
  }

  #names(): MemberNames | null {
    const { shard } = this.#ports
    const crew = shard.findCrew(this.leadId)
    const group = crew?.state.groups[this.#groupName]
    return crew && group ? memberNames(crew, group, shard.ports.personName) : null
  }

  #tell(event: CrewEvent): boolean {
    if (this.#isOver) return false
    const names = this.#names()
    const { reader } = this.#ports.shard.ports
    const place = { leadId: this.leadId, groupName: this.#groupName, sessionId: this.sessionId }
    const of = {
      group: { name: this.#groupName },
      session: this.sessionId,
      timeOf: (happened: Pick<CrewEvent, 'seq' | 'at'>) => timeInPlace(reader, place, happened),
    }
    if (names) for (const told of sessionEventsOf(event, of, names)) this.#event(told)
    if (!CHANGES_RIGHTS.has(event.type)) return true
    try {
      placeFor(this.#ports.shard, this.principal, this.#place)
      return true
    } catch (error) {
      this.#lose(error)
      return false
    }
  }

  /** Waits until everything in memory is stored, because the names come from there. */
  #event(event: SessionEvent): void {
    this.#line.put(this.#ports.shard.journal.durable(this.leadId).then(() => event))
  }

  /** The client may not read the session any more, or it is gone: nothing follows. */
  #lose(error: unknown): void {
    if (this.#isOver) return
    this.end()
    const told = whenStored(this.#ports, asCrewError(error, this.#ports.logger))
    void Promise.all([told, this.#line.sent()]).then(([refused]) =>
      this.#connection.refuse(refused),
    )
  }

  async #run(text: string | null): Promise<void> {
    if (this.#isOver) return
    try {
      const frame = readFrame(SessionClientFrame, text)
      if (frame.type === 'hello') throw new CrewError('malformed', 'hello was already sent.')
      const more = await this.#obey(frame)
      const { id } = frame
      if (more && id !== undefined) this.#line.put(Promise.resolve({ type: 'done', id, ...more }))
    } catch (error) {
      const refused = asCrewError(error, this.#ports.logger)
      if (refused.code === 'internal') {
        this.#lose(refused)
        return
      }
      const { rate } = this.#ports.shard.ports
      rate.refused.slow(lineOf(this.principal), text?.length ?? 0, this.#connection, error)
      const told = await whenStored(this.#ports, refused)
      const id = idIn(text)
      await this.#line.sent()
      this.#connection.sendError(told, id === undefined ? {} : { id })
    }
  }

  /** Members of the `done` frame, once the command is stored; null: another frame answers it. */
  async #obey(command: Command): Promise<object | null> {
    const { shard, presence } = this.#ports
    const by = byOf(this.principal)
    const { session, ...at } = placeFor(shard, this.principal, this.#place)
    switch (command.type) {
      case 'send_message': {
        if (this.#view === 'agent') {
          throw new CrewError(
            'read_only_view',
            'The view of an agent only reads. Send {"type":"switch_view","view":"ui"} first, then write.',
          )
        }
        const posted = postToChat(shard, presence, at, by, {
          session,
          content: command.content,
          sender: { ...command, member_id: command.member_id ?? this.#memberId },
        })
        const names = memberNames(at.crew, at.group, shard.ports.personName)
        await shard.journal.durable(this.leadId)
        return {
          message_id: posted.message.id,
          agents_triggered: posted.triggered.map((agentId) => names.idOf(agentId)),
          ...(posted.hint === null ? {} : { hint: posted.hint }),
          ...(posted.notice === null ? {} : { notice: posted.notice }),
          ...(posted.leftOut.length === 0 ? {} : { left_out: posted.leftOut }),
        }
      }
      case 'interrupt':
        interruptAnswer(shard, at.crew, by, {
          group: at.group.name,
          session,
          agent: command.agent_id,
        })
        await shard.journal.durable(this.leadId)
        return {}
      case 'switch_view':
        if (command.view === 'ui') await this.#showPeople(command.id)
        else await this.#showAgent(command.agent_id ?? '', command.id)
        this.#view = command.view
        return null
      default:
        command satisfies never
        throw new Error('a command that nobody knows')
    }
  }

  /**
   * The view of people, as it was at the last event that was sent. Later events follow it, however long the server takes to
   * read the page.
   */
  async #showPeople(id?: string): Promise<void> {
    const { shard } = this.#ports
    const { crew, session, ...at } = placeFor(shard, this.principal, this.#place)
    const query = { session, asOf: crew.durableSeq }
    const page = readChatMessages(shard, { crew, ...at }, byOf(this.principal), query)
    this.#line.put(page.then((shown) => ({ type: 'view_data', ...idOf(id), view: 'ui', ...shown })))
    await page
  }

  async #showAgent(agent: string, id: string | undefined): Promise<void> {
    const { shard, rollouts } = this.#ports
    const { session, ...at } = placeFor(shard, this.principal, this.#place)
    const by = byOf(this.principal)
    const page = await readAgentView(shard, rollouts, at, by, { session, agent })
    if (this.#isOver) return
    this.#line.put(Promise.resolve({ type: 'view_data', ...idOf(id), view: 'agent', ...page }))
  }
}

const idOf = (id: string | undefined) => (id === undefined ? {} : { id })

/** The id of a command that could not be read otherwise. */
function idIn(text: string | null): string | undefined {
  try {
    assertRoom(text ?? '', 'The frame')
    const value: unknown = JSON.parse(text ?? '')
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
    const isId = typeof id === 'string' && id.length > 0 && id.length <= LIMITS.commandId
    return isId ? id.toWellFormed() : undefined
  } catch {
    return undefined
  }
}
