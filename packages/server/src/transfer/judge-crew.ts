import type { AgentRecord, LeadRecord } from '@crewroom/shared/model/agent'
import type { Hold } from '@crewroom/shared/model/conduct'
import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { MAIN_SESSION, placeOfSession } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { membersFull } from '@crewroom/shared/text/members-full'
import type { References } from '../journal/fact-row'
import type { ConfirmedInboxes, FactData, HistoryItem, StreamPosition } from '../journal/facts'
import type { FileRows, RowKind } from '../journal/ports/transfer-port'
import { uuid } from './export-file'
import { FileNames, LEAD } from './file-names'
import { AdmissionBook } from './judge-admissions'
import { assertKnownDriver } from './judge-driver'
import { FileBook } from './judge-files'
import { SessionBook } from './judge-sessions'
import { TaskBook } from './judge-tasks'
import { assertQuotes, assertSaysParts } from './judge-written'
import { Misfit } from './read-file'
const ANOTHER_NAME = 'it gives the agent another name.'

interface KnownGroup {
  /** Empty while only its history was read. */
  readonly id: string
  readonly createdBy: string
  readonly members: Set<string>
  /** Messages of the group itself, so far. */
  messages: number
}

/**
 * What a crew has, as far as its file was read: each fact refers only to what came before it in the same file. A fact
 * that named a task, a message or an agent of another crew would otherwise change that one.
 */
export class CrewBook implements References {
  readonly #leadId: string
  readonly agents = new Map<string, AgentRecord>()
  /** Participants that acted here without being agents of the crew: from its parent's crew, or from one below it. */
  readonly strangers = new Set<string>()
  /** Streams of each agent. */
  readonly streams = new Map<string, Set<string>>()
  parentId: string | null = null
  readonly #groups = new Map<string, KnownGroup>()
  /** In lower case. */
  readonly #handles = new Set<string>()
  readonly #names: FileNames
  /** Of those who wrote in imported groups before. */
  readonly #elsewhere: FileNames
  readonly #rows: FileRows
  readonly sessions: SessionBook
  readonly runs: SessionBook['runs']
  readonly tasks = new TaskBook((id) => this.known('task', id))
  readonly files = new FileBook(this)
  readonly admissions = new AdmissionBook(this)
  /** A message has parts, or replies to another one. */
  hasReplies = false
  hasChanges = false
  /** The person dismissed a message that mentions them. */
  hasSettled = false
  hasAnswers = false

  /** `personName`: what the person is called where the crew goes. */
  constructor(leadId: string, personName: string, rows: FileRows) {
    this.#leadId = leadId
    this.#rows = rows
    this.sessions = new SessionBook((id) => this.agent(id), rows)
    this.runs = this.sessions.runs
    this.#names = new FileNames(personName)
    this.#elsewhere = new FileNames(personName)
  }

  answered = (): void => void (this.hasAnswers = true)

  /** Ids that must be free where the crew goes. */
  ids(kind: RowKind): Iterable<readonly string[]> {
    return this.#rows.ids(kind)
  }

  get groupCount(): number {
    return this.#groups.size
  }

  /** Messages of its groups, without those of their sessions. */
  get messageCount(): number {
    return this.#rows.count('message') - this.sessions.messageCount
  }

  /** The crew is whole. */
  end(): void {
    if (!this.agents.has(this.#leadId)) throw new Misfit('the crew has no lead.')
    for (const { id } of this.#groups.values()) {
      if (id === '') throw new Misfit('it has the history of a group that is not there.')
    }
  }

  own(leadId: string): void {
    if (leadId !== this.#leadId) throw new Misfit('it belongs to another crew.')
  }

  /** An agent of this crew. */
  agent(id: string): AgentRecord {
    const agent = this.agents.get(id)
    if (!agent) throw new Misfit('it names an agent that the crew does not have.')
    return agent
  }

  /** It is called or started another way from here on. */
  change(agent: AgentRecord): void {
    this.own(agent.leadId)
    this.agent(agent.id)
    this.#names.introduce(agent.id, agent, agent.id === this.#leadId)
    assertKnownDriver(agent)
    if (agent.handle !== this.agent(agent.id).handle) throw new Misfit(ANOTHER_NAME)
    this.agents.set(agent.id, agent)
    this.agentRecord(agent)
  }

  /** The same as a fact shows it: it is called as it was when it was changed last. */
  agentRecord(shown: AgentRecord): void {
    this.own(shown.leadId)
    const { name, role, roleName, handle } = this.agent(shown.id)
    if (
      shown.name !== name ||
      shown.role !== role ||
      shown.roleName !== roleName ||
      shown.handle !== handle
    ) {
      throw new Misfit(ANOTHER_NAME)
    }
    this.doer(shown.createdBy)
    this.hold(shown.hold)
  }

  participant(id: string): void {
    if (id !== HUMAN_ID) this.agent(id)
  }

  /** Its agents by their places, and nothing that is beyond the fact itself. */
  inboxes({ stays, addressed, chains, attached, detached }: ConfirmedInboxes, seq: number): void {
    const places = [
      ...[...stays, ...chains].flatMap(({ agents }) => agents),
      ...[...addressed, ...detached].map(({ agent }) => agent),
      ...attached,
    ]
    if (places.some((place) => place >= this.agents.size)) {
      throw new Misfit('it names an agent that the crew does not have.')
    }
    for (const { group, joined, seq: to } of stays) {
      this.group(group)
      this.upTo(joined, to)
      this.upTo(to, seq)
    }
    for (const { upTo } of [...addressed, ...detached]) this.upTo(upTo, seq)
    for (const entry of addressed) {
      for (const one of 'beyond' in entry ? entry.beyond : entry.skipped) this.upTo(one, seq)
    }
  }

  /** Who wrote, and under which role. */
  writer(id: string, role: string): void {
    if (id !== SYSTEM_ID) this.participant(id)
    this.#names.wroteAs(id, role)
  }

  /** Who did it. What is done to a sub-lead in one of its crews is told in the other, where nobody knows the doer. */
  doer(id: string): void {
    if (id === HUMAN_ID || id === SYSTEM_ID || this.agents.has(id)) return
    if (!uuid.safeParse(id).success) throw new Misfit('its actor cannot exist.')
    this.strangers.add(id)
  }

  founded({ id, name, parentId }: LeadRecord): void {
    this.own(id)
    if (parentId === id) throw new Misfit('a crew that is its own parent.')
    this.parentId = parentId
    // What the crew is called, and so its lead.
    this.#names.introduce(id, { name, role: null, roleName: null }, true)
  }

  lead({ id, parentId }: LeadRecord): void {
    this.own(id)
    if (parentId !== this.parentId) throw new Misfit('another parent.')
  }

  hire(agent: AgentRecord): void {
    this.own(agent.leadId)
    this.#names.introduce(agent.id, agent, agent.id === this.#leadId)
    if (this.agents.has(agent.id)) throw new Misfit('this agent already exists.')
    this.#handle(agent)
    assertKnownDriver(agent)
    this.doer(agent.createdBy)
    this.agents.set(agent.id, agent)
    this.hold(agent.hold)
  }

  /** Other programs find an agent by its handle: no other one has it. */
  #handle({ handle }: AgentRecord): void {
    if (handle === undefined) return
    const wanted = handle.toLowerCase()
    if (this.#handles.has(wanted)) throw new Misfit('another agent has this handle.')
    this.#handles.add(wanted)
  }

  hold(hold: Hold | null): void {
    for (const id of hold?.agentIds ?? []) this.participant(id)
  }

  stream({ agentId, stream }: StreamPosition): void {
    this.agent(agentId)
    const known = this.streams.get(agentId) ?? new Set()
    this.streams.set(agentId, known.add(stream))
  }

  group(name: string): KnownGroup {
    const group = this.#groups.get(name)
    if (!group) throw new Misfit('it names a group that the crew does not have.')
    return group
  }

  /** `elsewhere`: it was created on another server or in another crew, by anybody. */
  found(group: GroupRecord, seq: number, elsewhere = false): void {
    const { id, name, createdBy } = group
    const earlier = this.#groups.get(name)
    if (earlier?.id) throw new Misfit('this group already exists.')
    if (this.#groups.size >= LIMITS.groupsInFile) throw new Misfit('too many groups.')
    if (!elsewhere) this.doer(createdBy)
    const members = new Set<string>()
    for (const member of group.members) {
      if (members.has(member.id)) throw new Misfit('a member appears twice.')
      if (member.joinedSeq !== seq) throw new Misfit('it has a member that joined at another time.')
      members.add(member.id)
    }
    this.begin('group', id)
    this.#groups.set(name, { id, createdBy, members, messages: earlier?.messages ?? 0 })
    this.record(group)
  }

  /** A group of this crew, as a fact shows it. */
  record(group: GroupRecord, wakeOf?: string): void {
    this.own(group.leadId)
    const { id, createdBy } = this.group(group.name)
    if (id !== group.id) throw new Misfit('it gives the group another id.')
    if (createdBy !== group.createdBy) throw new Misfit('it gives the group another creator.')
    if (group.admissionId !== undefined) this.admissions.ofGroup(group.admissionId)
    for (const member of group.members) this.participant(member.id)
    for (const memberId of group.memberIds) this.participant(memberId)
    if (group.archivedBy !== null) this.doer(group.archivedBy)
    if (
      group.lastMessage &&
      this.#writer(group.name, group.lastMessage.id) !== group.lastMessage.from
    ) {
      throw new Misfit('it has a last message that the group does not have.')
    }
    this.hold(group.hold)
    if (wakeOf === undefined) return
    if (!this.group(group.name).members.has(wakeOf) || !memberOf(group, wakeOf)) {
      throw new Misfit('this is not a member.')
    }
  }

  join(joined: FactData['group:member_added'], seq: number): void {
    const { group: name, agentId, by, member, state } = joined
    if (state.name !== name || member.id !== agentId || member.joinedSeq !== seq) {
      throw new Misfit('a join that contradicts itself.')
    }
    const { members } = this.group(name)
    this.participant(agentId)
    if (members.has(agentId)) throw new Misfit('this member already exists.')
    if (members.size >= LIMITS.members && agentId !== HUMAN_ID) {
      throw new Misfit(membersFull({ at: 'file', group: name }))
    }
    members.add(agentId)
    this.record(state)
    this.doer(by)
  }

  leave(name: string, memberId: string): void {
    if (!this.group(name).members.delete(memberId)) throw new Misfit('this is not a member.')
  }

  sessionMessage(sessionId: string, groupName: string, message: Message, seq: number): void {
    if (message.group !== groupName || message.seq !== seq) throw new Misfit(OTHER_FACT)
    this.begin('message', message.id, placeOfSession(sessionId))
    this.#said(message, placeOfSession(sessionId))
    this.sessions.message(sessionId, message)
  }

  message(groupName: string, message: Message, seq: number): void {
    this.own(message.leadId)
    const group = this.group(groupName)
    if (message.group !== groupName || message.seq !== seq) throw new Misfit(OTHER_FACT)
    if (message.sessionId !== MAIN_SESSION || message.round) {
      throw new Misfit('a message of a session in the group itself.')
    }
    if (message.n !== group.messages + 1) {
      throw new Misfit('an ordinal is missing or appears twice.')
    }
    this.begin('message', message.id, groupName)
    this.#said(message, groupName)
    group.messages++
  }

  #said(message: Message, place: string): void {
    const { id, seq, n, from, fromRole, content, parts, replyTo } = message
    assertSaysParts(content, parts)
    if (replyTo) {
      this.known('message', replyTo.id, place)
      assertQuotes(replyTo, n, this.#rows.said(replyTo.id))
    }
    this.#rows.says(id, { seq, n, from, fromRole })
    if (parts ?? replyTo) this.hasReplies = true
  }

  settled({ id, messageId, agentId, groupName }: NeedRecord): void {
    if (id !== messageId || groupName === null) throw new Misfit('it settles no message.')
    this.group(groupName)
    if (this.#rows.said(id)?.from !== agentId) throw new Misfit('it settles another message.')
    this.begin('need', id)
    this.hasSettled = true
  }

  /** Who wrote a message of the group itself. */
  #writer(groupName: string, id: string): string | undefined {
    return this.#rows.of('message', id) === groupName ? this.#rows.said(id)?.from : undefined
  }

  messageIn(groupName: string, id: string): void {
    this.group(groupName)
    this.known('message', id, groupName)
  }

  changedMessage(
    groupName: string,
    id: string,
    by: string,
    said?: Pick<Message, 'content' | 'parts'>,
  ): void {
    this.messageIn(groupName, id)
    if (this.#writer(groupName, id) !== by) {
      throw new Misfit('a message that somebody else changed.')
    }
    if (this.#rows.isGone(id)) throw new Misfit('a message that was deleted before.')
    if (said) assertSaysParts(said.content, said.parts)
    else this.#rows.goes(id)
    this.hasChanges = true
  }

  /** What an imported group was elsewhere comes before the group itself, and may name anybody. */
  history(groupName: string, item: HistoryItem, seq: number): void {
    if (!this.#groups.has(groupName)) {
      this.#groups.set(groupName, { id: '', createdBy: '', members: new Set(), messages: 0 })
    }
    if (this.group(groupName).id !== '') throw new Misfit('history of a group in use.')
    if (item.kind === 'author') this.#elsewhere.introduce(item.id, item, item.role === LEAD)
    if (item.kind === 'message') {
      this.message(groupName, item.message, seq)
      this.#elsewhere.wroteAs(item.message.from, item.message.fromRole)
    }
    if (item.kind === 'reaction') this.messageIn(groupName, item.messageId)
    if (item.kind === 'edit' || item.kind === 'deletion') {
      const { messageId } = item
      const by = this.#writer(groupName, messageId) ?? ''
      this.changedMessage(groupName, messageId, by, item.kind === 'edit' ? item : undefined)
    }
  }

  same(number: number, seq: number): void {
    if (number !== seq) throw new Misfit('another number than that of its fact.')
  }

  upTo(number: number, seq: number): void {
    if (number > seq) throw new Misfit('a mark beyond its own number.')
  }

  /** A row that begins here; `of`: whose it is from now on. */
  begin(kind: RowKind, id: string, of = ''): void {
    if (!this.#rows.begin(kind, id, of)) throw new Misfit(`the id of a ${kind} appears twice.`)
  }

  known(kind: RowKind, id: string, of = ''): void {
    const known = this.#rows.of(kind, id)
    if (known === undefined || (of !== '' && known !== of)) {
      throw new Misfit(`it names a ${kind} that the crew does not have.`)
    }
  }
}

const OTHER_FACT = 'a message that contradicts its fact.'
