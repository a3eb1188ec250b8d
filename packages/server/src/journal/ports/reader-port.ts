import type { AdmissionReader } from './admission-port'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { Message, MessageChange } from '@crewroom/shared/model/message'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { TaskRecord, TaskStatus } from '@crewroom/shared/model/task'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { DeliveryRecord, TurnRecord } from '../facts'
import type { RequestReader } from './request-port'
import type { RolloutReader } from './rollout-port'
import type { RunReader } from './run-port'
import type { EffectReader } from './effect-port'
import type { OverviewReader } from './overview-port'
import type { SearchReader } from './search-port'
import type { TransferReader } from './transfer-port'
import type { TalkReader } from './talk-port'
import type { UsageReader } from './usage-port'

/** Which messages of a group: at most `limit`, ascending, from one side of a position. */
export interface PageQuery {
  readonly groupName: string
  /** One of its sessions; the main one where none is given. */
  readonly sessionId?: string
  readonly limit: number
  readonly before?: number
  readonly after?: number
  readonly around?: string
  /** Only what this participant may see; null sees all. */
  readonly viewer: string | null
}

export interface Page {
  readonly messages: readonly Message[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** Journal position of the lead in the same snapshot. */
  readonly asOf: number
}

/** The same with what happened to the group, in one order. */
export interface TimelinePage extends Omit<Page, 'messages'> {
  readonly rows: readonly TimelineRow[]
}

/** What was said outside of groups: the newest `limit` before a position, or the oldest behind another one. */
export interface CommsQuery {
  /** What this participant wrote or was told; null for everybody's. */
  readonly agentId: string | null
  readonly before: number
  readonly after?: number
  readonly limit: number
  /** And of that only what this one wrote or was told; null sees all. */
  readonly viewer: string | null
}

export interface CommsPage {
  /** Ascending. */
  readonly messages: readonly DirectMessage[]
  /** There are earlier ones; later ones where it began behind a position. */
  readonly hasMore: boolean
  readonly asOf: number
}

/** Hand-overs of a crew that were not over at a time: those under way first, then by their end, newest first. */
export interface TurnsQuery {
  readonly since: string
  /** Only what comes behind this one. */
  readonly before: { readonly endedAt: string | null; readonly seq: number } | null
  /** Those without a turn are read from agents' records up to here; memory has the later ones. */
  readonly recordsUntil: string
  readonly limit: number
}

/** Which tasks of a crew. */
export interface TaskQuery {
  readonly status: TaskStatus | null
  /** Only those that were given earlier than the task of this id. */
  readonly before: string | null
  readonly limit: number
}

/** A message of a session, or of a group's main one, by its ordinal there. */
export interface MessagePlace {
  readonly groupName: string
  readonly sessionId: string
  readonly n: number
}

/** Messages that an agent is owed: those after `after`, up to `to`, not written by `notFrom`. */
export interface OwedQuery {
  readonly leadId: string
  readonly groupName: string
  readonly sessionId?: string
  readonly after: number
  readonly to: number
  readonly notFrom: string
  readonly limit: number
}

export interface OwedRange {
  readonly count: number
  readonly fromN: number
  readonly toN: number
  readonly hop: number
  readonly seq: number
}

/** What was said outside of groups, and its deliveries in their order. */
export interface SentDirect {
  readonly message: DirectMessage
  readonly deliveries: readonly { readonly id: string; readonly agentId: string }[]
}

/**
 * Reads the tables: durable rows only. What is not durable yet is in memory; callers ask there first.
 * All statements are prepared once; every method is one of them or one read transaction.
 */
export interface RowReader
  extends
    RolloutReader,
    RunReader,
    OverviewReader,
    EffectReader,
    SearchReader,
    TransferReader,
    UsageReader {
  readonly admissions: AdmissionReader
  readonly talk: TalkReader
  readonly requests: RequestReader
  message(leadId: string, groupName: string, messageId: string, sessionId?: string): Message | null
  /** A message of any crew. */
  messageById(messageId: string): Message | null
  /** The newest pinned messages of a group and its sessions, ascending. */
  pinned(
    leadId: string,
    groupName: string,
    limit: number,
  ): { readonly messages: readonly Message[]; readonly hasMore: boolean; readonly asOf: number }
  /** What a message has said, oldest first; none where nobody changed it, or where it was deleted. */
  versionsOf(messageId: string): readonly (MessageChange & { readonly at: string })[]
  /** Histories with this message of a group that agents were to be given when they joined. */
  historiesWith(
    agentIds: readonly string[],
    groupName: string,
    n: number,
  ): readonly { readonly id: string; readonly agentId: string }[]
  messageByN(leadId: string, groupName: string, n: number, sessionId?: string): Message | null
  /** The newest messages of a group that reply to one of it. */
  repliesTo(
    leadId: string,
    groupName: string,
    messageId: string,
    limit: number,
  ): readonly Pick<Message, 'group' | 'sessionId' | 'seq' | 'n'>[]
  /** `sessionId`: in one of the group's sessions, without it in the main one; so in all that follow. */
  messageByClient(
    leadId: string,
    groupName: string,
    from: string,
    clientId: string,
    sessionId?: string,
  ): Message | null
  /** A round by its number, in memory or not; null when there is none. Durable rounds only. */
  round(leadId: string, runId: string, n: number): RoundRecord | null
  /** Rounds of a session before a number, at most `limit`, ascending; `hasMore`: there are earlier ones. */
  rounds(
    leadId: string,
    sessionId: string,
    before: number,
    limit: number,
  ): { readonly rounds: readonly RoundRecord[]; readonly hasMore: boolean; readonly asOf: number }
  /** Ordinal of the newest message of the group at or before `seq`, 0 when there is none. */
  ordinalAt(leadId: string, groupName: string, seq: number, sessionId?: string): number
  /** How many messages between two ordinals, both left out, the person wrote. */
  ownBetween(
    leadId: string,
    groupName: string,
    afterN: number,
    beforeN: number,
    sessionId?: string,
  ): number
  page(leadId: string, query: PageQuery): Page
  timeline(leadId: string, query: PageQuery): TimelinePage
  /** Number of the first message of a conversation at or after a time; null when there is none. */
  seqFrom(leadId: string, groupName: string, sessionId: string, time: string): number | null
  /** Time of the last message of a conversation before a number; null when there is none. */
  saidBefore(leadId: string, groupName: string, sessionId: string, seq: number): string | null
  owedMessages(query: OwedQuery): readonly Message[]
  /** The same messages in short: how many, their ordinals, the newest's number, and their highest hop. */
  owedRange(query: Omit<OwedQuery, 'limit'>): OwedRange
  directMessages(ids: readonly string[]): ReadonlyMap<string, DirectMessage>
  directByClient(leadId: string, from: string, clientId: string): SentDirect | null
  comms(leadId: string, query: CommsQuery): CommsPage
  task(id: string): TaskRecord | null
  /** Tasks of a crew whose ids end with this, a few at most. */
  tasksEnding(leadId: string, end: string): readonly TaskRecord[]
  /** Tasks of a crew, the newest that fit the query, ascending; `hasMore`: there are earlier ones. */
  tasks(
    leadId: string,
    query: TaskQuery,
  ): { tasks: readonly TaskRecord[]; hasMore: boolean; asOf: number }
  /** Messages of the ordinals [fromN, toN]. */
  messagesByN(leadId: string, groupName: string, fromN: number, toN: number): readonly Message[]
  turns(
    leadId: string,
    query: TurnsQuery,
  ): {
    turns: readonly TurnTimes[]
    /** Hand-overs without a turn that were earlier may be missing: entries of records were removed. Null: none were. */
    recordsFrom: string | null
    asOf: number
  }
  /** Hand-overs by their ids, over or not. */
  turnsById(ids: readonly string[]): readonly (TurnRecord & { readonly leadId: string })[]
  /** The newest `limit` messages at these places, ascending. */
  messagesAt(
    leadId: string,
    places: readonly MessagePlace[],
    limit: number,
  ): { messages: readonly Message[]; hasMore: boolean }
  deliveries(
    ids: readonly string[],
  ): readonly (DeliveryRecord & { leadId: string; seq: number; at: string })[]
  /** Events among the next `limit` facts after `since`, in the order of the journal; `more`: there are further facts. */
  events(
    leadId: string,
    since: number,
    limit: number,
  ): { events: readonly CrewEvent[]; last: number; more: boolean }
  /** The newest `limit` events before a position, ascending; `more`: there are earlier ones. */
  eventsBefore(
    leadId: string,
    before: number,
    limit: number,
  ): { events: readonly CrewEvent[]; more: boolean; asOf: number }
  /** The oldest journal number that can still be replayed. */
  oldestSeq(leadId: string): number
}
