import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { Message } from '@crewroom/shared/model/message'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type {
  CommsQuery,
  MessagePlace,
  OwedQuery,
  Page,
  PageQuery,
  RowReader,
  TaskQuery,
  TimelinePage,
  TurnsQuery,
} from '../journal/ports/reader-port'
import type { EffectQuery } from '../journal/ports/effect-port'
import type { OverviewQuery } from '../journal/ports/overview-port'
import type { RolloutPage, RolloutQuery } from '../journal/ports/rollout-port'
import type { RunQuery } from '../journal/ports/run-port'
import type { SearchQuery } from '../journal/ports/search-port'
import type { UsageQuery } from '../journal/ports/usage-port'
import type { RowKind } from '../journal/ports/transfer-port'
import { admissionReader } from './admission-rows'
import { orm, type Sqlite } from './database'
import { commsRows } from './comms-rows'
import { crewRows } from './crew-rows'
import { deliveryRows, roundDeliveryRows, historyRows } from './delivery-rows'
import { effectRows } from './effect-rows'
import { eventRows } from './event-rows'
import { factRows } from './fact-rows'
import { type KeysetSource, keysetPage } from './keyset-page'
import { loadOneCrew } from './load'
import { mentionRows } from './mention-rows'
import { messagePageRows } from './message-page-rows'
import { messageBytes, messageRows } from './message-rows'
import { onFirstUse } from './on-first-use'
import { overviewRows } from './overview-rows'
import { pinnedRows } from './pinned-rows'
import { requestReader } from './request-rows'
import { rolloutRows } from './rollout-rows'
import { roundRows } from './round-rows'
import { runRows } from './run-rows'
import { searchRows } from './search-rows'
import { talkReader } from './talk-rows'
import { timelineRows, withMessages } from './timeline-rows'
import { turnRows, turnsById } from './turn-rows'
import { usageRows } from './usage-rows'

/** Reads the tables with statements that are prepared once, by the first read that needs them. */
export class Reader implements RowReader {
  readonly admissions: ReturnType<typeof admissionReader>
  readonly talk: ReturnType<typeof talkReader>
  readonly requests: ReturnType<typeof requestReader>
  readonly #sqlite: Sqlite
  readonly #messages: () => ReturnType<typeof messageRows>
  readonly #rounds: () => ReturnType<typeof roundRows>
  readonly #runs: () => ReturnType<typeof runRows>
  readonly #page: () => ReturnType<typeof messagePageRows>
  readonly #crew: () => ReturnType<typeof crewRows>
  readonly #rollouts: () => ReturnType<typeof rolloutRows>
  readonly #timeline: () => ReturnType<typeof timelineRows>
  readonly #mentions: () => ReturnType<typeof mentionRows>
  readonly #pinned: () => ReturnType<typeof pinnedRows>
  readonly #turns: () => ReturnType<typeof turnRows>
  readonly #turnsById: () => ReturnType<typeof turnsById>
  readonly #usage: () => ReturnType<typeof usageRows>
  readonly #overview: () => ReturnType<typeof overviewRows>
  readonly #effect: () => ReturnType<typeof effectRows>
  readonly #comms: () => ReturnType<typeof commsRows>
  readonly #search: () => ReturnType<typeof searchRows>
  readonly #facts: () => ReturnType<typeof factRows>
  readonly #events: () => ReturnType<typeof eventRows>
  readonly #position
  readonly #oldest
  readonly #deliveries
  readonly #turnsOfRounds
  readonly #historiesWith: () => ReturnType<typeof historyRows>

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite
    const db = orm(sqlite)
    this.admissions = admissionReader(db)
    this.talk = talkReader(sqlite)
    this.requests = requestReader(sqlite)
    this.#messages = onFirstUse(() => messageRows(db))
    this.#rounds = onFirstUse(() => roundRows(db))
    this.#runs = onFirstUse(() => runRows(db))
    this.#page = onFirstUse(() => messagePageRows(sqlite))
    this.#crew = onFirstUse(() => crewRows(db))
    this.#rollouts = onFirstUse(() => rolloutRows(db))
    this.#mentions = onFirstUse(() => mentionRows(sqlite, (ids) => this.#messages().inOrder(ids)))
    this.#pinned = onFirstUse(() => pinnedRows(sqlite, (ids) => this.#messages().inOrder(ids)))
    this.#turns = onFirstUse(() => turnRows(db))
    this.#turnsById = onFirstUse(() => turnsById(db))
    this.#usage = onFirstUse(() => usageRows(sqlite))
    this.#overview = onFirstUse(() => overviewRows(sqlite))
    this.#effect = onFirstUse(() => effectRows(sqlite))
    this.#comms = onFirstUse(() => commsRows(sqlite))
    this.#timeline = onFirstUse(() => timelineRows(sqlite))
    this.#search = onFirstUse(() => searchRows(sqlite, (ids) => this.#messages().inOrder(ids)))
    const talk = {
      messages: (ids: readonly string[]) => this.#messages().byIds(ids),
      changes: (ids: readonly string[]) => this.#messages().changes(ids),
      directMessages: (ids: readonly string[]) => this.#crew().directMessages(ids),
    }
    this.#facts = onFirstUse(() =>
      factRows(db, sqlite, { ...talk, deliveries: (ids) => this.deliveries(ids) }),
    )
    this.#events = onFirstUse(() => eventRows(db, talk))
    this.#position = onFirstUse(() =>
      sqlite.prepare('select coalesce(max(seq), 0) from journal where lead_id = ?').pluck(),
    )
    this.#oldest = onFirstUse(() =>
      sqlite.prepare('select coalesce(min(seq), 1) from journal where lead_id = ?').pluck(),
    )
    this.#deliveries = onFirstUse(() => deliveryRows(db))
    this.#turnsOfRounds = onFirstUse(() => roundDeliveryRows(db))
    this.#historiesWith = onFirstUse(() => historyRows(db))
  }

  message(leadId: string, groupName: string, messageId: string, sessionId = MAIN_SESSION) {
    return this.#messages().byId({ leadId, groupName, sessionId }, messageId)
  }

  messageById(messageId: string) {
    return this.#messages().inOrder([messageId])[0] ?? null
  }

  versionsOf(messageId: string) {
    return this.#messages().versionsOf(messageId)
  }

  historiesWith(agentIds: readonly string[], groupName: string, n: number) {
    return this.#historiesWith()(agentIds, groupName, n)
  }

  messageByN(leadId: string, groupName: string, n: number, sessionId = MAIN_SESSION) {
    return this.#messages().byN({ leadId, groupName, sessionId }, n)
  }

  repliesTo(leadId: string, groupName: string, messageId: string, limit: number) {
    const place = { leadId, groupName, sessionId: MAIN_SESSION }
    return this.#messages().repliesTo(place, messageId, limit)
  }

  round(leadId: string, runId: string, n: number) {
    return this.#snapshot(() => this.#rounds().round(leadId, runId, n))
  }

  rounds(leadId: string, sessionId: string, before: number, limit: number) {
    return this.#dated(leadId, () => this.#rounds().page(leadId, sessionId, before, limit))
  }

  run(id: string) {
    return this.#runs().run(id)
  }

  runs(query: RunQuery) {
    return this.#snapshot(() => this.#runs().page(query))
  }

  runSeq(id: string) {
    return this.#runs().runSeq(id)
  }

  roundsOfRun(leadId: string, runId: string, from: number, limit: number) {
    return this.#snapshot(() => this.#rounds().ofDiscussion(leadId, runId, from, limit))
  }

  messageByClient(
    leadId: string,
    groupName: string,
    from: string,
    clientId: string,
    sessionId = MAIN_SESSION,
  ) {
    return this.#messages().byClient({ leadId, groupName, sessionId }, from, clientId)
  }

  ordinalAt(leadId: string, groupName: string, seq: number, sessionId = MAIN_SESSION): number {
    return this.#messages().ordinalAt({ leadId, groupName, sessionId }, seq)
  }

  ownBetween(
    leadId: string,
    groupName: string,
    afterN: number,
    beforeN: number,
    sessionId = MAIN_SESSION,
  ): number {
    return this.#messages().ownBetween({ leadId, groupName, sessionId }, afterN, beforeN)
  }

  page(leadId: string, query: PageQuery): Page {
    return this.#snapshot(() => {
      const { rows, ...rest } = keysetPage(this.#source(leadId, query), query)
      return { messages: rows, ...rest, asOf: this.#asOf(leadId) }
    })
  }

  timeline(leadId: string, query: PageQuery): TimelinePage {
    const { groupName, viewer } = query
    const source = withMessages(this.#source(leadId, query), (side, seq, limit) =>
      this.#timeline()(side, leadId, groupName, seq, viewer, limit),
    )
    return this.#dated(leadId, () => keysetPage(source, query))
  }

  seqFrom(leadId: string, groupName: string, sessionId: string, time: string): number | null {
    return this.#messages().seqFrom({ leadId, groupName, sessionId }, time)
  }

  saidBefore(leadId: string, groupName: string, sessionId: string, seq: number): string | null {
    return this.#messages().saidBefore({ leadId, groupName, sessionId }, seq)
  }

  owedMessages(query: OwedQuery) {
    return this.#messages().owed(query)
  }

  owedRange(query: Omit<OwedQuery, 'limit'>) {
    return this.#messages().owedRange(query)
  }

  directMessages(ids: readonly string[]): ReadonlyMap<string, DirectMessage> {
    return ids.length === 0 ? new Map() : this.#crew().directMessages(ids)
  }

  directByClient(leadId: string, from: string, clientId: string) {
    return this.#comms().byClient(leadId, from, clientId)
  }

  comms(leadId: string, query: CommsQuery) {
    return this.#dated(leadId, () => this.#comms().page(leadId, query))
  }

  task(id: string) {
    return this.#crew().task(id)
  }

  tasksEnding(leadId: string, end: string) {
    return this.#crew().tasksEnding(leadId, end)
  }

  tasks(leadId: string, query: TaskQuery) {
    return this.#dated(leadId, () => this.#crew().tasks(leadId, query))
  }

  messagesByN(leadId: string, groupName: string, fromN: number, toN: number) {
    const place = { leadId, groupName, sessionId: MAIN_SESSION }
    return this.#messages().rangeByN(place, fromN, toN)
  }

  turns(leadId: string, query: TurnsQuery) {
    return this.#snapshot(() => ({
      turns: this.#turns()(leadId, query),
      recordsFrom: this.#rollouts().givenFrom(leadId),
      asOf: this.#asOf(leadId),
    }))
  }

  turnsById(ids: readonly string[]) {
    return ids.length === 0 ? [] : this.#turnsById()(ids)
  }

  usage(leadId: string, query: UsageQuery) {
    return this.#dated(leadId, () => this.#usage()(leadId, query))
  }

  effect(leadId: string, query: EffectQuery) {
    return this.#dated(leadId, () => this.#effect()(leadId, query))
  }

  overview(leadId: string, query: OverviewQuery) {
    return this.#dated(leadId, () => this.#overview()(leadId, query))
  }

  messagesAt(leadId: string, places: readonly MessagePlace[], limit: number) {
    return this.#snapshot(() => this.#mentions()(leadId, places, limit))
  }

  pinned(leadId: string, groupName: string, limit: number) {
    return this.#dated(leadId, () => this.#pinned()(leadId, groupName, limit))
  }

  deliveries(ids: readonly string[]) {
    // Most turns hold nothing but group messages: a read of nothing costs as much as one of a row.
    if (ids.length === 0) return []
    return this.#deliveries()(ids)
  }

  events(leadId: string, since: number, limit: number) {
    return this.#snapshot(() => {
      const { events, last, more } = this.#events().after(leadId, since, limit)
      return { events, last: last ?? Math.min(since, this.#asOf(leadId)), more }
    })
  }

  eventsBefore(leadId: string, before: number, limit: number) {
    return this.#dated(leadId, () => this.#events().before(leadId, before, limit))
  }

  rollout(leadId: string, query: RolloutQuery): RolloutPage {
    return this.#dated(leadId, () => this.#rollouts().page(query))
  }

  facts(leadId: string, since: number, to: number, limit: number) {
    return this.#snapshot(() => this.#facts().facts(leadId, since, to, limit))
  }

  hasSessions = (leadId: string, to: number) => this.#facts().hasSessions(leadId, to)
  hasChoices = (leadId: string, to: number) => this.#facts().hasChoices(leadId, to)
  hasInstructions = (leadId: string, to: number) => this.#facts().hasInstructions(leadId, to)
  hasAdmissions = (leadId: string, to: number) => this.#facts().hasAdmissions(leadId, to)
  hasChanges = (leadId: string, to: number, group?: string) =>
    this.#facts().hasChanges(leadId, to, group)

  authors = (leadId: string, groupName: string) => this.#facts().authors(leadId, groupName)
  hasReplies = (leadId: string, to: number, group?: string) =>
    this.#facts().hasReplies(leadId, to, group)
  hasRuns = (leadId: string, to: number) => this.#facts().hasRuns(leadId, to)
  hasPlacedRules = (leadId: string, to: number) => this.#facts().hasPlacedRules(leadId, to)
  hasSettled = (leadId: string, to: number) => this.#facts().hasSettled(leadId, to)
  hasWaiting = (leadId: string, to: number) => this.#facts().hasWaiting(leadId, to)

  hasFiles(leadId: string, to: number) {
    return this.#facts().hasFiles(leadId, to)
  }

  namesContent(leadId: string, groupName: string, sha256: string) {
    return this.#facts().namesContent(leadId, groupName, sha256)
  }

  taken(kind: RowKind, ids: readonly string[]) {
    return this.#facts().taken(kind, ids)
  }

  storedCrew(leadId: string) {
    return this.#snapshot(() => loadOneCrew(this.#sqlite, leadId))
  }

  indexedSeq(leadId: string): number {
    return this.#search().progress(leadId)
  }

  search(leadId: string, query: SearchQuery) {
    return this.#snapshot(() => {
      const hits = this.#search().search(leadId, query)
      return hits && { ...hits, ...this.#search().place(leadId) }
    })
  }

  turnsOfRounds(agentId: string, sessionId: string): ReadonlyMap<string, number> {
    return this.#turnsOfRounds()(agentId, sessionId)
  }

  lastRollout(agentId: string): number {
    return this.#rollouts().last(agentId)
  }

  oldestSeq(leadId: string): number {
    return this.#oldest().get(leadId) as number
  }

  close(): void {
    this.#sqlite.close()
  }

  #asOf = (leadId: string) => this.#position().get(leadId) as number

  #source(leadId: string, query: PageQuery): KeysetSource<Message> {
    const { groupName, sessionId = MAIN_SESSION, viewer } = query
    const place = { leadId, groupName, sessionId }
    return {
      before: (seq, limit) => this.#page()('before', place, seq, viewer, limit),
      after: (seq, limit) => this.#page()('after', place, seq, viewer, limit),
      find: (id) => {
        const found = this.#messages().byId(place, id)
        const seen = found && this.#page()('before', place, found.seq + 1, viewer, 1)[0]
        return found && seen?.id === found.id ? found.seq : null
      },
      bytes: messageBytes,
    }
  }

  /** What is read, with the journal position of the same moment. */
  #dated<T extends object>(leadId: string, read: () => T): T & { asOf: number } {
    return this.#snapshot(() => ({ ...read(), asOf: this.#asOf(leadId) }))
  }

  /** Everything read inside is of one moment. In process, inside a batch, it is the batch's own view. */
  #snapshot<T>(read: () => T): T {
    if (this.#sqlite.inTransaction) return read()
    this.#sqlite.exec('BEGIN')
    try {
      return read()
    } finally {
      this.#sqlite.exec('COMMIT')
    }
  }
}
