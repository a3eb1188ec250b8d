import type { PermissionRule } from '@crewroom/shared/model/need'
import { type GroupRecord, type Member, memberOf } from '@crewroom/shared/model/group'
import type { InviteRecord } from '@crewroom/shared/model/invite'
import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import { isBudget } from '@crewroom/shared/model/budget'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { placeOfSession } from '@crewroom/shared/model/session'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { addUsage, NO_USAGE } from '@crewroom/shared/model/usage'
import { applyEvent } from '@crewroom/shared/state/apply-event'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { ConfirmedInboxes, Envelope, StreamPosition } from '../journal/facts'
import { crewEvent } from '../journal/visibility'
import {
  ANYTHING,
  NOTHING_REMEMBERED,
  type StoredAgent,
  type StoredBudget,
  type StoredCrew,
} from '../journal/ports/stored-shard'
import { changeMessages } from './change-messages'
import { DirectWindow } from './direct-window'
import { GoneBook } from './gone-book'
import { HandBook } from './hand-book'
import { HANDED_ALL, Memberships, moveHanded } from './memberships'
import { MessageWindow } from './message-window'
import { OwedBook } from './owed'
import { PastAdmissions } from './past-admissions'
import { PastSight } from './past-sight'
import { PastTasks } from './past-tasks'
import { RoundBook } from './round-book'

/** Facts that are about messages of a group. */
const GROUP_MESSAGES: ReadonlySet<string> = new Set([
  'group:message',
  'group:message_edited',
  'group:message_deleted',
  'group:reaction',
  'group:history',
])

/**
 * One lead's crew in memory: what verbs decide on. Changed only by `apply`, one envelope at a time, so that the
 * same envelopes give the same memory on the server, after a restart and in a test.
 */
export class Crew {
  readonly state: CrewState
  /** It was imported and nobody has resumed it: no program of it is started. */
  inert: boolean
  /** Everything up to here is in the tables: only this may be handed over or shown. */
  durableSeq: number
  /** The newest `conduct.freshSeq` of all groups: no group concerns an agent whose turn began later. */
  freshSeq: number
  readonly memberships = new Memberships()
  readonly direct = new DirectWindow()
  /** By id, oldest first. */
  readonly permissionRules = new Map<string, PermissionRule>()
  /** Codes that are not used up or withdrawn, by id, oldest first. */
  readonly invites = new Map<string, InviteRecord>()
  readonly pastAdmissions: PastAdmissions
  readonly pastTasks = new PastTasks()
  readonly past = new PastSight(this)
  /** What agents hold of it and are owed, as it is now: beside the crew, and never in a table. */
  readonly inHand: HandBook
  /** The agents that are asked in rounds, and what each was given of sessions. */
  readonly rounds: RoundBook
  readonly gone: GoneBook
  readonly #owed = new Map<string, OwedBook>()
  readonly #streams = new Map<string, Map<string, StreamPosition>>()
  readonly #remembered = new Map<string, StoredAgent>()
  readonly #budgets = new Map<string | null, StoredBudget>()
  readonly #windows = new Map<string, MessageWindow>()

  constructor(
    stored: StoredCrew,
    storedAdmission: (id: string) => AdmissionRecord | null = () => null,
  ) {
    this.pastAdmissions = new PastAdmissions(storedAdmission)
    this.state = stored.state
    this.inert = stored.inert
    this.durableSeq = stored.state.seq
    this.freshSeq = Object.values(stored.state.groups).reduce(
      (newest, { conduct }) => Math.max(newest, conduct.freshSeq),
      0,
    )
    this.inHand = new HandBook(this, stored.state.seq)
    this.rounds = new RoundBook(this, stored)
    this.gone = new GoneBook(stored.gone)
    for (const interval of stored.intervals) this.memberships.add({ ...interval })
    for (const delivery of stored.pending) this.owed(delivery.agentId).pending.push(delivery)
    for (const [agentId, inbox] of stored.inboxes) this.owed(agentId).load(inbox)
    for (const turn of stored.turns) this.owed(turn.agentId).turns.push({ ...turn })
    for (const [agentId, remembered] of stored.agents) this.#remembered.set(agentId, remembered)
    for (const position of stored.streams) this.#putStream(position)
    for (const rule of stored.permissionRules) this.permissionRules.set(rule.id, rule)
    for (const invite of stored.invites) this.invites.set(invite.id, invite)
    for (const budget of stored.budgets) this.#putBudget(budget)
    for (const [name, messages] of stored.recent) {
      for (const message of messages) this.window(name).push(message)
    }
  }

  /** An admission, closed or not; not that of the crew itself. */
  admission(id: string): AdmissionRecord | undefined {
    return this.state.admissions[id] ?? this.pastAdmissions.find(id)
  }

  owed(agentId: string): OwedBook {
    let book = this.#owed.get(agentId)
    if (!book) this.#owed.set(agentId, (book = new OwedBook()))
    return book
  }

  /** What is remembered of an agent beside its record. */
  remembered(agentId: string): StoredAgent {
    return this.#remembered.get(agentId) ?? NOTHING_REMEMBERED
  }

  /** What an agent, or with null the crew, may use; null: as much as it likes. */
  budget(agentId: string | null): StoredBudget | null {
    return this.#budgets.get(agentId) ?? null
  }

  /** That of the crew first. */
  budgets(): readonly StoredBudget[] {
    const rank = ({ agentId }: StoredBudget) => agentId ?? ''
    return [...this.#budgets.values()].toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  }

  /** Open tasks that an agent was given, in that order. */
  openTasks(agentId: string): TaskRecord[] {
    return Object.values(this.state.tasks).filter((task) => task.agentId === agentId && !task.waits)
  }

  /** Open tasks that their agents were not given yet, in the order in which they were delegated. */
  waitingTasks(): TaskRecord[] {
    return Object.values(this.state.tasks).filter(({ waits }) => waits !== undefined)
  }

  streamCount(agentId: string): number {
    return this.#streams.get(agentId)?.size ?? 0
  }

  stream(agentId: string, stream: string): StreamPosition | undefined {
    return this.#streams.get(agentId)?.get(stream)
  }

  streams(agentId: string): Iterable<StreamPosition> {
    return this.#streams.get(agentId)?.values() ?? []
  }

  /** The newest messages of a place: a group's name, or `placeOfSession`. */
  window(place: string): MessageWindow {
    let window = this.#windows.get(place)
    if (!window) this.#windows.set(place, (window = new MessageWindow()))
    return window
  }

  apply(envelope: Envelope): void {
    const event = crewEvent(envelope)
    if (event) applyEvent(this.state, event)
    else this.state.seq = envelope.seq
    this.#noteFresh(envelope)
    this.rounds.apply(envelope)
    this.gone.apply(envelope)
    this.pastAdmissions.apply(envelope)
    this.pastTasks.apply(envelope)
    changeMessages(this, envelope)
    switch (envelope.type) {
      case 'group:created':
      case 'group:imported':
        for (const member of envelope.data.group.members) {
          this.#join(envelope.data.group.name, member, envelope.seq)
        }
        return
      case 'group:member_added':
        this.#join(envelope.data.group, envelope.data.member, envelope.seq)
        return
      case 'group:member_removed':
        this.memberships.close(envelope.data.group, envelope.data.agentId, envelope.seq)
        return
      case 'group:message': {
        const { message, groupName } = envelope.data
        this.window(groupName).push(message)
        for (const interval of this.memberships.current(groupName)) {
          if (interval.agentId === message.from || interval.agentId === HUMAN_ID) continue
          if (interval.handedSeq === HANDED_ALL) continue
          this.memberships.owe(interval)
          const calls = message.from === HUMAN_ID || message.mentions.includes(interval.agentId)
          if (calls) interval.callSeq = message.seq
          this.inHand.owes(interval, calls ? message.seq : null)
        }
        return
      }
      case 'session:message':
        this.window(placeOfSession(envelope.data.sessionId)).push(envelope.data.message)
        return
      case 'session:updated':
        if (envelope.data.session.status === 'deleted') {
          this.#windows.delete(placeOfSession(envelope.data.session.id))
        }
        return
      case 'delivery:withdrawn': {
        const { agentId, deliveryIds } = envelope.data
        this.owed(agentId).withdraw(deliveryIds)
        this.inHand.withdraw(agentId, deliveryIds, envelope.at)
        return
      }
      case 'lead:resumed':
        this.inert = false
        return
      case 'direct:message':
        this.direct.push(envelope.data.message)
        return
      case 'delivery:created':
        this.direct.deliver(envelope.data.delivery)
        this.owed(envelope.data.delivery.agentId).add(
          envelope.data.delivery,
          envelope.seq,
          envelope.at,
        )
        this.inHand.fresh.add(envelope.data.delivery, envelope.seq)
        return
      case 'turn:sent': {
        const { turn } = envelope.data
        for (const part of turn.parts) {
          const interval = this.memberships.stay(part.groupName, turn.agentId, part.joinedSeq)
          if (!interval) continue
          moveHanded(interval, part.to, part.count)
        }
        this.#remember(turn.agentId, {
          hop: turn.hop,
          turnSeq: envelope.seq,
          turnsInChain: turn.hop === 0 ? 0 : this.remembered(turn.agentId).turnsInChain + 1,
        })
        this.owed(turn.agentId).sent(turn, envelope.seq, envelope.at)
        for (const id of turn.deliveryIds) this.inHand.fresh.delete(id)
        return
      }
      case 'inbox:confirmed':
        this.#confirm(envelope.data)
        return
      case 'turn:acked':
        this.owed(envelope.data.agentId).acked(envelope.data.turnId, envelope.data.acked)
        return
      case 'turn:seen':
        this.owed(envelope.data.agentId).sawTurn(envelope.data.turnId)
        return
      case 'turn:ended': {
        const { agentId, turnId, usage } = envelope.data
        this.owed(agentId).ended(turnId)
        if (usage)
          this.#remember(agentId, {
            usage: addUsage(this.remembered(agentId).usage ?? NO_USAGE, usage),
          })
        return
      }
      case 'group:updated': {
        const { group, wakeOf } = envelope.data
        if (wakeOf !== undefined) this.#list(group, wakeOf, envelope.seq)
        return
      }
      case 'invite:changed': {
        const { invite } = envelope.data
        // With one that is used up or withdrawn nobody registers again, and nothing else needs it.
        if (invite.revokedAt === null && invite.used < invite.uses)
          this.invites.set(invite.id, { ...this.invites.get(invite.id), ...invite })
        else this.invites.delete(invite.id)
        return
      }
      case 'budget:changed':
        this.#putBudget({ ...envelope.data.budget, seq: envelope.seq })
        return
      case 'agent:session':
        this.#remember(envelope.data.session.agentId, {
          acpSessionId: envelope.data.session.sessionId,
        })
        return
      case 'agent:stalled':
        this.#remember(envelope.data.agentId, { stall: envelope.data.stall })
        return
      case 'agent:environment':
        this.#remember(envelope.data.agentId, { environment: envelope.data.values })
        return
      case 'agent:instructed':
        this.#remember(envelope.data.agentId, { instructions: envelope.data.instructions })
        return
      case 'permission:rule_added':
        this.permissionRules.set(envelope.data.rule.id, envelope.data.rule)
        return
      case 'permission:rule_removed':
        this.permissionRules.delete(envelope.data.rule.id)
        return
      case 'stream:advanced':
        this.#putStream(envelope.data.position)
        return
      default:
    }
  }

  #noteFresh({ type, seq, data }: Envelope): void {
    if (type === 'group:message') {
      if (data.begins) this.freshSeq = seq
    } else if ('group' in data && typeof data.group === 'object') {
      this.freshSeq = Math.max(this.freshSeq, data.group.conduct.freshSeq)
    }
  }

  /** Moves the durable horizon: what the tables hold need not stay in memory. */
  settled(envelope: Envelope): void {
    this.durableSeq = envelope.seq
    this.rounds.settled(envelope.seq)
    this.pastTasks.settled(envelope.seq)
    const { type } = envelope
    if (GROUP_MESSAGES.has(type)) {
      this.window((envelope.data as { readonly groupName: string }).groupName).settled(envelope.seq)
    } else if (type === 'session:message' || type === 'session:reaction') {
      // None is made again for a session that was deleted meanwhile.
      this.#windows.get(placeOfSession(envelope.data.sessionId))?.settled(envelope.seq)
    } else if (type === 'direct:message') this.direct.settled(envelope.seq)
    else if (type === 'admission:closed') this.pastAdmissions.settled(envelope.data.admission.id)
  }

  /** Agents are named by their place: those of a crew are never fewer. */
  #confirm({ stays, addressed, chains, attached, detached }: ConfirmedInboxes): void {
    const ids = Object.keys(this.state.agents)
    const at = (place: number) => ids[place] ?? ''
    for (const { group, joined, seq, count, agents } of stays) {
      for (const place of agents) {
        const interval = this.memberships.stay(group, at(place), joined)
        if (!interval) continue
        moveHanded(interval, seq, count)
        this.inHand.stayStored(interval, count)
      }
    }
    for (const entry of addressed) {
      this.owed(at(entry.agent)).confirmed(entry)
      this.inHand.addressedStored(at(entry.agent))
    }
    for (const { agents, ...chain } of chains) {
      for (const place of agents) {
        this.#remember(at(place), chain)
        this.inHand.chainStored(at(place), chain)
      }
    }
    for (const place of attached) this.owed(at(place)).inHandTo = ANYTHING
    for (const { agent, upTo } of detached) this.owed(at(agent)).inHandTo = upTo
  }

  /** Whoever only read along is handed everything from now on. */
  #list(group: GroupRecord, agentId: string, seq: number): void {
    if (memberOf(group, agentId)?.listed === false) return
    for (const stay of this.memberships.of(agentId, group.name)) {
      if (stay.leftSeq === null && stay.handedSeq === HANDED_ALL) stay.handedSeq = seq
    }
  }

  #join(groupName: string, { id, listed }: Member, seq: number): void {
    this.memberships.add({
      groupName,
      agentId: id,
      joinedSeq: seq,
      joinedN: this.state.groups[groupName]?.messageCount ?? 0,
      leftSeq: null,
      handedSeq: listed === false ? HANDED_ALL : seq,
      owed: 0,
      callSeq: 0,
    })
  }

  #remember(agentId: string, part: Partial<StoredAgent>): void {
    this.#remembered.set(agentId, { ...this.remembered(agentId), ...part })
  }

  #putBudget(budget: StoredBudget): void {
    if (isBudget(budget)) this.#budgets.set(budget.agentId, budget)
    else this.#budgets.delete(budget.agentId)
  }

  #putStream(position: StreamPosition): void {
    let streams = this.#streams.get(position.agentId)
    if (!streams) this.#streams.set(position.agentId, (streams = new Map()))
    streams.set(position.stream, position)
  }
}
