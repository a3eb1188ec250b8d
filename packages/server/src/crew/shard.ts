import type { BudgetRecord } from '@crewroom/shared/model/budget'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Actor } from '@crewroom/shared/model/participant'
import { type Clock, iso } from '../clock'
import { Deadlines } from '../deadlines'
import { TurnBudget } from '../turn-budget'
import type { Ids } from '../ids'
import { Decision } from '../journal/decision'
import type { AnsweredRequest, Cause, Envelope, ProcessRecord, TokenRecord } from '../journal/facts'
import { SHARD_SCOPE } from '../journal/facts'
import { type Journal, storageFailed } from '../journal/journal'
import type { Environment, MaskPort, SecretMask } from '../journal/ports/mask-port'
import type { HandMarksPort } from '../journal/ports/hand-marks-port'
import type { RowReader } from '../journal/ports/reader-port'
import type { SearchPort } from '../journal/ports/search-port'
import { emptyCrewState } from '@crewroom/shared/state/crew-state'
import type { StoredCrew, StoredShard } from '../journal/ports/stored-shard'
import { AgentCrews } from './agent-crews'
import type { ConductGuard } from './conduct-guard'
import { Crew } from './crew'
import { CrewMasks } from './crew-masks'
import { HandEvents } from './hand-events'
import type { MessageRate } from './message-rate'
import { recallGroup } from './recall-group'
import type { Roles } from './roles'
import { PermissionBook } from './permission-book'
import { ServerFacts } from './server-facts'
import { type OneStatus, withOneStatus } from './two-crews'

/** Who asks and why; every verb takes it. */
export interface By {
  readonly actor: Actor
  readonly cause: Cause
  /** An observer: a person as far as reading goes, and refused whatever else it asks. */
  readonly readsOnly?: true
}

export interface ShardPorts {
  readonly clock: Clock
  readonly ids: Ids
  readonly reader: RowReader
  /** Brings the full-text index up to the tables. */
  readonly search: SearchPort
  /** What agents were handed, also by an earlier run of the server that was killed. */
  readonly handMarks: HandMarksPort
  /** Agents' posting rate; people are not limited. */
  readonly rate: MessageRate
  /** Tells when agents talk in circles. */
  readonly guard: ConductGuard
  /** How many groups of a crew may be in use. */
  readonly groupsPerLead: number
  readonly roles: Roles
  /** What a new crew may use. */
  readonly budget: Pick<BudgetRecord, 'usd' | 'tokens'>
  /** What leads may have their agents run, by name: what is there on this machine. */
  readonly programs: () => readonly string[]
  readonly mask: MaskPort
  /** What the person is called; no agent is. */
  readonly personName: string
  /** Below this folder group chats are written as files; null: they are not. */
  readonly workspaces: string | null
  /** What follows in one crew of an agent of two when its status has become this in the other. */
  readonly oneStatus: OneStatus
  /** What follows in a crew when an agent has answered a round, or will not, or has left a group. */
  readonly answered: (decision: Decision, crew: Crew) => void
}

/** After these nobody may be left to work in a group. */
const MAY_ARCHIVE: ReadonlySet<Envelope['type']> = new Set([
  'round:responded',
  'run:ended',
  'group:member_removed',
])
/** After these a discussion may have a next step. */
const ADVANCES: ReadonlySet<Envelope['type']> = new Set([
  'round:closed',
  'run:started',
  'run:stepped',
  'run:updated',
])

/**
 * Some leads, their memory, one journal: the unit that is loaded, recovered and, one day, moved as a whole.
 * Verbs decide on a crew and commit here; nothing else changes memory.
 */
export class Shard {
  readonly ports: ShardPorts
  readonly handEvents = new HandEvents()
  readonly turns: TurnBudget
  readonly permissions = new PermissionBook()
  #journal: Journal | null = null
  #crews = new Map<string, Crew>()
  readonly #agentCrews = new AgentCrews((leadId) => this.#crews.get(leadId))
  readonly #server = new ServerFacts()
  readonly #masks: CrewMasks
  /** Until when invitations are open. */
  readonly inviteEnds: Deadlines
  /** When memory was made of the tables. */
  loadedAt = ''

  constructor(ports: ShardPorts) {
    this.ports = ports
    this.turns = new TurnBudget(ports.clock)
    this.inviteEnds = new Deadlines(ports.clock)
    this.#masks = new CrewMasks(ports.mask, (agentId) => this.crewOf(agentId))
  }

  /** Takes the place of all memory: at start, and when a failure made memory more than the tables hold. */
  load(stored: StoredShard): void {
    this.#crews = new Map(stored.crews.map((crew) => [crew.state.lead.id, this.#remember(crew)]))
    this.#server.load(stored)
    this.loadedAt = iso(this.ports.clock.now())
    this.#agentCrews.clear()
    this.#masks.forget()
    this.permissions.forgetAnswers()
    for (const crew of this.#crews.values()) {
      for (const agentId of Object.keys(crew.state.agents)) {
        this.#agentCrews.joined(agentId, crew.state.lead.id)
        const marks = this.ports.handMarks.of(crew.state.lead.id, agentId)
        if (marks) crew.inHand.doubt.marked(agentId, marks)
      }
    }
    this.permissions.timed()
  }

  attach(journal: Journal): void {
    this.#journal = journal
  }

  get journal(): Journal {
    if (!this.#journal) throw new Error('the shard has no journal yet')
    return this.#journal
  }

  crews(): Iterable<Crew> {
    return this.#crews.values()
  }

  /** How far each crew is, by lead. */
  heads(): ReadonlyMap<string, number> {
    return new Map([...this.#crews].map(([leadId, { state }]) => [leadId, state.seq]))
  }

  findCrew(leadId: string): Crew | undefined {
    return this.#crews.get(leadId)
  }

  crew(leadId: string): Crew {
    const crew = this.#crews.get(leadId)
    if (!crew) {
      throw new CrewError(
        'lead_not_found',
        'There is no such crew. GET /api/lead lists those you can see.',
      )
    }
    return crew
  }

  /** The crew of an agent; of a sub-lead, the one that it leads. */
  crewOf(agentId: string): Crew | undefined {
    return this.crewsOf(agentId)[0]
  }

  /** All crews of an agent. Only a sub-lead has two: its own, and its parent's. */
  crewsOf(agentId: string): readonly Crew[] {
    return this.#agentCrews.of(agentId)
  }

  /** What an agent was given before stays masked as long as this server runs. */
  keepMasked(crew: Crew, former: Environment): void {
    this.#masks.keep(crew, former)
  }

  /** What agents of any crew were given, for texts that belong to none: the same list until that changes. */
  givenToAgents(): readonly Environment[] {
    return this.#masks.all(this.crews())
  }

  /** What must not be seen in any text of this crew; `more` is what an agent is about to be given. */
  maskOf(crew: Crew | null, more?: Environment): SecretMask {
    return more ? this.#masks.with(crew, more) : this.#masks.of(crew)
  }

  /** Whether a person has paused all crews: nothing is handed over then. */
  get paused(): boolean {
    return this.#server.paused
  }

  token(hash: string): TokenRecord | undefined {
    return this.#server.token(hash)
  }

  processes(): Iterable<ProcessRecord> {
    return this.#server.processes()
  }

  process(agentId: string): ProcessRecord | undefined {
    return this.#server.process(agentId)
  }

  /**
   * A decision to be made now about this crew; nothing has happened until `commit`. `given`: variables that it gives to
   * an agent, or that its words may contain.
   */
  decide(crew: Crew, given?: Environment): Decision {
    this.journal.assertWritable()
    this.crew(crew.state.lead.id)
    return this.#decision(crew, crew.state.seq, given)
  }

  /** The same for what completes something that was accepted already: it is not refused for being busy. */
  decideAccepted(crew: Crew, given?: Environment): Decision {
    this.journal.assertStored()
    // Whoever worked on it while it was deleted must not write after its last fact.
    this.crew(crew.state.lead.id)
    return this.#decision(crew, crew.state.seq, given)
  }

  #decision(crew: Crew | null, head: number, given: Environment = {}): Decision {
    return new Decision(head, iso(this.ports.clock.now()), this.maskOf(crew, given), given)
  }

  /** Numbers the decided facts, applies them to memory and gives them to the journal. */
  commit(crew: Crew, by: By, decision: Decision): void {
    this.commitTogether(by, new Map([[crew, decision]]))
  }

  /** The same for what is decided about several crews at once: all of it is stored, or nothing. */
  commitTogether(by: By, decided: ReadonlyMap<Crew, Decision>): void {
    const numbered = [...withOneStatus(this, decided)].map(([crew, decision]) => {
      const { lead, seq } = crew.state
      if (decision.drafts.some(({ type }) => MAY_ARCHIVE.has(type)))
        this.ports.answered(decision, crew)
      return { crew, envelopes: decision.envelopes(lead.id, seq, by.actor, by.cause) }
    })
    for (const { crew, envelopes } of numbered) {
      for (const envelope of envelopes) {
        crew.apply(envelope)
        this.#noteShared(envelope)
        if (envelope.type === 'agent:created') {
          this.#agentCrews.joined(envelope.data.agent.id, envelope.leadId)
        } else if (envelope.type === 'lead:deleted') this.#forget(crew)
      }
    }
    this.#append(numbered.flatMap(({ envelopes }) => envelopes))
    for (const { crew, envelopes } of numbered) {
      if (envelopes.some(({ type }) => ADVANCES.has(type))) this.handEvents.emit('advanced', crew)
    }
  }

  /** Starts a crew, `under` another one or not: its first fact is `lead:created`. */
  found(
    leadId: string,
    by: By,
    { under, given }: { readonly under: Crew | null; readonly given: Environment },
    decide: (decision: Decision) => void,
  ): Crew {
    this.journal.assertWritable()
    const decision = this.#decision(under, 0, given)
    decide(decision)
    const first = decision.drafts[0]
    if (first?.type !== 'lead:created') throw new Error('a crew begins with lead:created')
    const crew = this.#remember({
      state: emptyCrewState(first.data.lead, 0, null),
      inert: false,
      intervals: [],
      pending: [],
      inboxes: new Map(),
      turns: [],
      streams: [],
      budgets: [],
      invites: [],
      agents: new Map(),
      permissionRules: [],
      given: [],
      asked: [],
      gone: new Map(),
      recent: new Map(),
    })
    this.#crews.set(leadId, crew)
    this.#agentCrews.changed()
    this.commit(crew, by, decision)
    return crew
  }

  /** Remembers a session token, which belongs to no crew. */
  addSessionToken(token: TokenRecord, by: By): void {
    this.journal.assertWritable()
    const decision = this.#decision(null, this.#server.seq)
    decision.add('token:created', { token })
    this.#commitScope(by, decision)
  }

  /** Pauses or resumes all crews of this server. */
  pauseAll(paused: boolean, by: By): void {
    this.journal.assertWritable()
    if (this.#server.paused === paused) return
    const decision = this.#decision(null, this.#server.seq)
    decision.add('server:paused', { paused })
    this.#commitScope(by, decision)
  }

  /** Notes a request whose crew will not be there any more. */
  noteRequest(request: AnsweredRequest, by: By): void {
    const decision = this.#decision(null, this.#server.seq)
    decision.add('request:answered', { request })
    this.#commitScope(by, decision)
  }

  /** Notes that a program has ended whose crew is not there any more. */
  endProcess(agentId: string, by: By): void {
    this.journal.assertStored()
    if (!this.#server.process(agentId)) return
    const decision = this.#decision(null, this.#server.seq)
    decision.add('process:ended', { agentId, code: null, signal: null })
    this.#commitScope(by, decision)
  }

  /** Moves the durable horizons; called by the journal before it publishes. */
  settled(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      const crew = this.#crews.get(entry.leadId)
      crew?.settled(entry)
      if (crew && entry.staged) recallGroup(crew, entry, this.ports.reader)
      if (entry.type === 'crew:imported') this.#adopt(entry.data.leadId)
    }
  }

  #remember(stored: StoredCrew): Crew {
    const leadId = stored.state.lead.id
    return new Crew(stored, (id) => this.ports.reader.admissions.one(leadId, id))
  }

  /** Takes in a crew whose rows are staged. It is there once that is durable: read from the tables, as at a start. */
  importCrew(leadId: string, facts: number, by: By): void {
    this.journal.assertWritable()
    if (this.#crews.has(leadId)) throw new Error('a crew of this id is here')
    const decision = this.#decision(null, this.#server.seq)
    decision.add('crew:imported', { leadId, facts })
    this.#commitScope(by, decision)
  }

  #adopt(leadId: string): void {
    const stored = this.#crews.has(leadId) ? null : this.ports.reader.storedCrew(leadId)
    if (!stored) return
    this.#crews.set(leadId, this.#remember(stored))
    this.#agentCrews.changed()
    for (const agentId of Object.keys(stored.state.agents)) {
      this.#agentCrews.joined(agentId, leadId)
    }
  }

  /** Facts of this server, which belong to no crew. */
  #commitScope(by: By, decision: Decision): void {
    const envelopes = decision.envelopes(SHARD_SCOPE, this.#server.seq, by.actor, by.cause)
    for (const envelope of envelopes) this.#noteShared(envelope)
    this.#append(envelopes)
  }

  #append(envelopes: readonly Envelope[]): void {
    if (envelopes.length === 0) return
    this.journal.append(envelopes)
    // An in-process journal has settled by now; a failure there was already recovered, or still stands.
    if (this.#immediateFailure) {
      const failure = this.#immediateFailure
      this.#immediateFailure = null
      throw storageFailed(failure)
    }
  }

  #immediateFailure: { code: string; message: string } | null = null

  /** Told by an in-process journal that the decision being committed was refused. */
  refuse(failure: { code: string; message: string }): void {
    this.#immediateFailure = failure
  }

  /** Programs of its agents may still run: their records stay until they have ended. */
  #forget(crew: Crew): void {
    const leadId = crew.state.lead.id
    this.#crews.delete(leadId)
    this.#agentCrews.changed()
    for (const agentId of Object.keys(crew.state.agents)) {
      this.#agentCrews.left(agentId, leadId)
      this.#server.dropTokens(agentId)
    }
  }

  #noteShared(envelope: Envelope): void {
    this.#server.apply(envelope)
    // A sub-lead brings what it was given into its parent's crew.
    if (envelope.type === 'agent:environment' || envelope.type === 'agent:created') {
      this.#masks.forget()
    }
  }
}
