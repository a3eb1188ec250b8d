import type { AgentRecord, LeadRecord } from '@crewroom/shared/model/agent'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { TimelineEventName } from '@crewroom/shared/model/timeline'
import type { CrewEventType } from '@crewroom/shared/protocol/events'
import type { EventTypeOnWire } from '@crewroom/shared/protocol/server-frames'
import type {
  ConfirmedInboxes,
  FactData,
  FactType,
  HistoryItem,
  StreamPosition,
  TokenRecord,
} from './facts'
import type { Subject } from './fact-subjects'
import type { FileReferences } from './file-references'
import type { Texts, TextsOf } from './fact-texts'
import type { RowKind } from './ports/transfer-port'
import type { AdmissionReferences } from './admission-references'
import type { RunReferences } from './run-references'
import type { SessionReferences } from './session-references'
import type { TaskReferences } from './task-references'

/** Who sees a fact. People see all except `private`, which is kept for restarts only. */
type Audience<T extends FactType> =
  | { readonly audience: 'everyone' | 'people' }
  | {
      readonly audience: 'named'
      /** Ids of the agents that are told; null when it is everybody. */
      readonly named: (data: FactData[T]) => readonly string[] | null
    }
  | {
      /** Who was in the group at the fact's number. */
      readonly audience: 'group'
      readonly group: (data: FactData[T]) => string
      /** The group as the fact leaves it, where the fact says so. */
      readonly after: ((data: FactData[T]) => GroupRecord) | null
      /** What its row in the group's timeline is called; null when it has none. */
      readonly timeline: TimelineEventName | null
      /** A part of it that only one participant is sent. */
      readonly aside?: {
        readonly field: keyof FactData[T]
        readonly to: (data: FactData[T]) => string
      }
    }

/** What a crew's file says goes through here: everything that a fact names has to be there already, in the same file. */
export interface References {
  /** The crew itself. */
  own(leadId: string): void
  founded(lead: LeadRecord): void
  lead(lead: LeadRecord): void
  agent(id: string): void
  hire(agent: AgentRecord): void
  change(agent: AgentRecord): void
  agentRecord(agent: AgentRecord): void
  /** An agent of the crew, or the person. */
  participant(id: string): void
  /** Who did it: in a sub-lead's crew it may be somebody of another crew. */
  doer(id: string): void
  writer(id: string, role: string): void
  /** A message that mentions the person waits no more. */
  settled(need: NeedRecord): void
  group(name: string): void
  found(group: GroupRecord, seq: number, elsewhere?: boolean): void
  record(group: GroupRecord, wakeOf?: string): void
  join(joined: FactData['group:member_added'], seq: number): void
  leave(name: string, memberId: string): void
  readonly sessions: SessionReferences
  readonly runs: RunReferences
  readonly files: FileReferences
  readonly admissions: AdmissionReferences
  readonly tasks: TaskReferences
  sessionMessage(sessionId: string, groupName: string, message: Message, seq: number): void
  message(groupName: string, message: Message, seq: number): void
  messageIn(groupName: string, id: string): void
  /** Its writer changed a message; without `said` it was deleted. */
  changedMessage(
    groupName: string,
    id: string,
    by: string,
    said?: Pick<Message, 'content' | 'parts'>,
  ): void
  history(groupName: string, item: HistoryItem, seq: number): void
  stream(position: StreamPosition): void
  inboxes(confirmed: ConfirmedInboxes, seq: number): void
  /** A number that is the fact's own, or not beyond it. */
  same(number: number, seq: number): void
  upTo(number: number, seq: number): void
  /** A request is known by its key. */
  answered(): void
  /** A row that begins here; `of`: whose it is. */
  begin(kind: RowKind, id: string, of?: string): void
  known(kind: RowKind, id: string, of?: string): void
}

/** What the journal keeps of a fact: of a token not its hash. */
export type Kept<T extends FactType> = T extends 'token:created'
  ? Pick<TokenRecord, 'kind' | 'agentId'>
  : FactData[T]

/** What a crew's file holds of it. */
type InFile<T extends FactType> =
  | {
      /** Names, to whoever reads a file, everything of the crew that the fact refers to. */
      readonly refs: (names: References, data: FactData[T], seq: number) => void
    }
  | {
      /** No file holds it: a secret, or a fact that concerns one machine only. Its owner's id replaces it. */
      readonly omitted: (kept: Kept<T>) => string | null
    }

interface Private<T extends FactType> {
  readonly audience: 'private'
  /**
   * What it says the latest of, where that is all that it says: the journal may lose it when later facts have said
   * something about each of these. Nobody is shown such a fact.
   */
  readonly subjects?: (kept: Kept<T>) => readonly Subject[]
}

interface Written<T extends FactType> {
  /** Which of its strings are words of somebody: they are masked and cut to these lengths before it is remembered. */
  readonly texts: TextsOf<FactData[T]>
}

/** Everything about facts of one type that does not depend on where one is used. */
type FactRow<T extends FactType> = Shown<T> & InFile<T> & Written<T>

/** Clients know the form of every event that they are sent. */
type Shown<T extends FactType> = T extends EventTypeOnWire
  ? Audience<T>
  : T extends CrewEventType
    ? 'protocol/server-frames.ts does not say what it looks like'
    : Private<T>

/** The row of a type that is known at run time only; it is asked about data of that type. */
export type AnyRow = (Audience<FactType> | Private<FactType>) &
  InFile<FactType> & { readonly texts: Texts }

export type FactRows = { readonly [T in FactType]: FactRow<T> }
