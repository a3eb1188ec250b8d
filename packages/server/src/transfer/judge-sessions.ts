import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { LastMessage, Message } from '@crewroom/shared/model/message'
import {
  type RoundRecord,
  type RoundResponse,
  responseOf,
  withResponse,
} from '@crewroom/shared/model/round'
import { MAIN_SESSION, placeOfSession, type SessionRecord } from '@crewroom/shared/model/session'
import type { DeliveryRecord, FactData } from '../journal/facts'
import type { FileRows, SaidInFile } from '../journal/ports/transfer-port'
import type { SessionReferences } from '../journal/session-references'
import { RunBook } from './judge-runs'
import { Misfit } from './read-file'

type Said = Pick<Message, 'id' | 'seq' | 'n' | 'from'>

interface KnownSession {
  /** As its newest fact has it. */
  status: SessionRecord['status']
  readonly groupName: string
  readonly createdBy: string
  readonly createdAt: string
  messages: number
  newest: Said | null
  /** By their numbers, which have no holes. */
  readonly rounds: RoundRecord[]
}

/** A question to an agent, by the id of its delivery. */
interface KnownQuestion {
  readonly sessionId: string
  readonly n: number
  readonly agentId: string
  isWithdrawn: boolean
}

/** What a crew's sessions have, as far as its file was read: each fact follows from earlier ones of the same session. */
export class SessionBook implements SessionReferences {
  readonly #sessions = new Map<string, KnownSession>()
  /** Whether a fact says who was chosen. */
  hasChoices = false
  /** Sessions in use, by their group. */
  readonly #inUse = new Map<string, number>()
  readonly #questions = new Map<string, KnownQuestion>()
  /** Asserts that an agent is one of the crew. */
  readonly #agent: (id: string) => void

  readonly runs: RunBook

  readonly #rows: FileRows

  constructor(agent: (id: string) => void, rows: FileRows) {
    this.#agent = agent
    this.#rows = rows
    this.runs = new RunBook({
      agent,
      rounds: (id, group) =>
        (group === undefined ? this.#find(id) : this.session(id, group)).rounds,
    })
  }

  get count(): number {
    return this.#sessions.size
  }

  get messageCount(): number {
    return [...this.#sessions.values()].reduce((sum, { messages }) => sum + messages, 0)
  }

  /** A session of a group. */
  session(id: string, groupName: string): KnownSession {
    const session = this.#find(id)
    if (session.groupName !== groupName) throw new Misfit('it puts the session into another group.')
    return session
  }

  open(session: SessionRecord): void {
    const { id, groupName, createdBy, createdAt, status } = session
    if (id === MAIN_SESSION) throw new Misfit('the main session of a group is not opened.')
    if (status !== 'active') throw new Misfit('a session that begins out of use.')
    this.#count(groupName, 1)
    this.#sessions.set(id, {
      groupName,
      createdBy,
      createdAt,
      status,
      messages: 0,
      newest: null,
      rounds: [],
    })
    this.change(session)
  }

  /** A session as a fact shows it. */
  change(session: SessionRecord): void {
    const { id, groupName, createdBy, createdAt, activeAgents, chosen, status } = session
    const known = this.session(id, groupName)
    if (known.status === 'deleted') throw new Misfit('the session was deleted.')
    if (known.createdBy !== createdBy || known.createdAt !== createdAt) {
      throw new Misfit('it gives the session another beginning.')
    }
    this.hasChoices ||= chosen !== undefined
    for (const agents of [activeAgents, chosen ?? []]) {
      for (const agentId of agents) this.#agent(agentId)
      if (new Set(agents).size < agents.length) throw new Misfit('an agent takes part twice.')
    }
    if (session.messageCount !== known.messages || session.rounds !== known.rounds.length) {
      throw new Misfit('it gives the session other numbers of messages or rounds.')
    }
    assertNewest(session.lastMessage, known.newest)
    if (session.runId !== this.runs.newest(id)) {
      throw new Misfit('it names a discussion that the session does not have.')
    }
    this.runs.parent(session.parent)
    if (status === known.status) return
    if (known.status === 'active') this.#count(groupName, -1)
    else if (status === 'active') this.#count(groupName, 1)
    known.status = status
  }

  #count(groupName: string, change: 1 | -1): void {
    const there = (this.#inUse.get(groupName) ?? 0) + change
    if (there > LIMITS.sessionsPerGroup) throw new Misfit('too many sessions.')
    this.#inUse.set(groupName, there)
  }

  message(sessionId: string, message: Message): void {
    const known = this.session(sessionId, message.group)
    const { rounds } = known
    const { id, seq, n, from, round } = message
    if (message.sessionId !== sessionId) throw new Misfit('a message of another session.')
    if (n !== known.messages + 1) throw new Misfit('an ordinal is missing or appears twice.')
    known.newest = { id, seq, n, from }
    known.messages++
    if (!round) return
    assertOwnRun(round.runId, sessionId)
    if (round.as === 'start' ? round.n !== rounds.length + 1 : round.n > rounds.length) {
      throw new Misfit(NO_ROUND)
    }
    if (round.as !== 'answer' && round.as !== 'late') return
    const asked = rounds[round.n - 1]
    if (!asked || !responseOf(asked, from)) throw new Misfit(NOT_ASKED)
  }

  /** A message of the session. */
  messageIn(sessionId: string, groupName: string, id: string): void {
    this.session(sessionId, groupName)
    if (!this.#said(sessionId, id)) throw new Misfit(NO_MESSAGE)
  }

  /** A message of the session. */
  #said(sessionId: string, id: string): SaidInFile | undefined {
    const isOwn = this.#rows.of('message', id) === placeOfSession(sessionId)
    return isOwn ? this.#rows.said(id) : undefined
  }

  read({ sessionId, groupName, n }: FactData['session:read']): void {
    const { messages } = this.session(sessionId, groupName)
    if (n > messages) throw new Misfit('a mark beyond the last message.')
  }

  /** If a delivery brings a question, that is to a round which is there, or to the next one. */
  ask({ id, agentId, kind, groupName, content }: DeliveryRecord, seq: number): void {
    if ((kind === 'round') !== (content.form === 'round')) {
      throw new Misfit('a delivery that contradicts itself.')
    }
    if (content.form !== 'round') return
    const { sessionId, runId, n, fromSeq, toSeq } = content
    const { rounds } = this.session(sessionId, groupName ?? '')
    assertOwnRun(runId, sessionId)
    if (n > rounds.length + 1) throw new Misfit(NO_ROUND)
    if (fromSeq > toSeq || toSeq >= seq) throw new Misfit('it brings messages of no time.')
    this.#questions.set(id, { sessionId, n, agentId, isWithdrawn: false })
  }

  /** Questions that are not handed over, or not again. */
  withdraw({ agentId, deliveryIds }: FactData['delivery:withdrawn']): void {
    for (const id of deliveryIds) {
      const question = this.#questions.get(id)
      if (question?.agentId !== agentId) throw new Misfit('it names no question to the agent.')
      if (question.isWithdrawn) throw new Misfit('the question is withdrawn twice.')
      question.isWithdrawn = true
    }
  }

  /** A round that begins, or in which an agent is asked again. */
  round(round: RoundRecord, seq: number): void {
    const { runId, sessionId, groupName, n, triggerMessageId, triggerSeq, openedSeq } = round
    const { rounds } = this.session(sessionId, groupName)
    assertOwnRun(runId, sessionId)
    if (n > rounds.length + 1) throw new Misfit('a round is missing before it.')
    if (this.#said(sessionId, triggerMessageId)?.seq !== triggerSeq) {
      throw new Misfit(NO_MESSAGE)
    }
    if (openedSeq !== (rounds[n - 1]?.openedSeq ?? seq)) {
      throw new Misfit('another number than that of its fact.')
    }
    if (new Set(round.responses.map(({ agentId }) => agentId)).size < round.responses.length) {
      throw new Misfit('an agent is asked twice.')
    }
    this.runs.round(round, rounds[n - 1])
    for (const response of round.responses) this.#response(round, response)
    rounds[n - 1] = round
  }

  respond({ sessionId, runId, n, response }: FactData['round:responded']): void {
    const { rounds } = this.#find(sessionId)
    const round = this.#round(sessionId, runId, n)
    const before = responseOf(round, response.agentId)
    // What came out of the discussion that it started is a further delivery of the same question.
    const isOther = before?.status !== 'nested' && before?.deliveryId !== response.deliveryId
    if (!before || isOther) throw new Misfit(NOT_ASKED)
    this.#response(round, response)
    rounds[n - 1] = withResponse(round, response)
  }

  close({ sessionId, runId, n }: FactData['round:closed']): void {
    this.#round(sessionId, runId, n)
  }

  #find(id: string): KnownSession {
    const session = this.#sessions.get(id)
    if (!session) throw new Misfit('it names a session that the crew does not have.')
    return session
  }

  #round(sessionId: string, runId: string, n: number): RoundRecord {
    const { rounds } = this.#find(sessionId)
    assertOwnRun(runId, sessionId)
    const round = rounds[n - 1]
    if (!round) throw new Misfit(NO_ROUND)
    return round
  }

  #response(round: RoundRecord, response: RoundResponse): void {
    const { sessionId } = round
    const { agentId, deliveryId, messageId, child, stoppedBy = HUMAN_ID } = response
    if (agentId === HUMAN_ID) this.runs.turnOf(round, deliveryId)
    else this.#question(round, response)
    if (stoppedBy !== HUMAN_ID && stoppedBy !== SYSTEM_ID) this.#agent(stoppedBy)
    if (child !== undefined) this.runs.known(child)
    if (messageId === null) return
    if (this.#said(sessionId, messageId)?.from !== agentId) {
      throw new Misfit('it names an answer that is not there.')
    }
  }

  /** The question that an agent is asked. */
  #question({ sessionId, n, ask }: RoundRecord, { agentId, deliveryId }: RoundResponse): void {
    this.#agent(agentId)
    if (ask === 'human') throw new Misfit('the turn of the person is theirs alone.')
    const question = this.#questions.get(deliveryId)
    if (question?.agentId !== agentId || question.sessionId !== sessionId || question.n !== n) {
      throw new Misfit('it names a delivery that does not bring this question.')
    }
  }
}

const NO_ROUND = 'it names a round that the session does not have.'
const NO_MESSAGE = 'it names a message that the session does not have.'
const NOT_ASKED = 'it names an agent that was not asked this.'

/** Rounds are of their session alone. */
function assertOwnRun(runId: string, sessionId: string): void {
  if (runId !== sessionId) throw new Misfit('it names a run that the session does not have.')
}

/** The content of the last message is as it was masked then. */
function assertNewest(shown: LastMessage | null, newest: Said | null): void {
  const facts = ({ id, seq, n, from }: Said) => [id, seq, n, from].join()
  if ((shown && facts(shown)) === (newest && facts(newest))) return
  throw new Misfit('it has a last message that the session does not have.')
}
