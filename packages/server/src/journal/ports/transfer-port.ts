import type { Envelope } from '../facts'
import type { StorageFailure } from './append-port'
import type { StoredCrew } from './stored-shard'

/** Rows with ids of their own, which are the same in every crew. */
export const ROW_KINDS = [
  'message',
  'direct',
  'task',
  'need',
  'rule',
  'delivery',
  'turn',
  'group',
  'session',
  'run',
  'admission',
] as const
export type RowKind = (typeof ROW_KINDS)[number]

/** What taking a crew out and in needs to know of the tables. */
export interface TransferReader {
  /**
   * Facts of a crew in (since, to], at most `limit`, as they were decided. What the journal keeps no copy of is
   * missing: tokens, and the values of variables.
   */
  facts(leadId: string, since: number, to: number, limit: number): readonly Envelope[]
  /** Whether a fact of the crew up to `to` has opened a session, which may be deleted. */
  hasSessions(leadId: string, to: number): boolean
  /** Whether a fact of the crew up to `to` says of a session who was chosen to take part, if anybody was. */
  hasChoices(leadId: string, to: number): boolean
  /** Whether a fact of the crew up to `to` has dismissed a message that mentions the person. */
  hasSettled(leadId: string, to: number): boolean
  /** Whether a fact of the crew up to `to` says where a rule for permissions holds, or asks about those that do not. */
  hasPlacedRules(leadId: string, to: number): boolean
  /** Whether a fact of the crew up to `to` has given an agent instructions, or taken them away. */
  hasInstructions(leadId: string, to: number): boolean
  /** Whether a fact of the crew up to `to` has started a discussion, which may have ended. */
  hasRuns(leadId: string, to: number): boolean
  /** Whether a fact of the crew up to `to` has created an admission, which may be closed. */
  hasAdmissions(leadId: string, to: number): boolean
  /**
   * Whether a message of the crew up to `to` consists of more than a text, or replies to another one; with `group` one of
   * the group itself, and of none of its sessions.
   */
  hasChanges(leadId: string, to: number, group?: string): boolean
  hasReplies(leadId: string, to: number, group?: string): boolean
  /** Names of those who wrote in a group before it was imported, by their ids there. */
  authors(leadId: string, groupName: string): ReadonlyMap<string, string>
  /** Whether a task that a fact of the crew up to `to` has created had prerequisites. */
  hasWaiting(leadId: string, to: number): boolean
  /** Whether a fact of the crew up to `to` has brought a file, which may be removed. */
  hasFiles(leadId: string, to: number): boolean
  /** Whether a file of the group has this content. */
  namesContent(leadId: string, groupName: string, sha256: string): boolean
  /** Those of these ids that a row has. */
  taken(kind: RowKind, ids: readonly string[]): readonly string[]
  /** A crew as a restart would load it. */
  storedCrew(leadId: string): StoredCrew | null
}

/** What a message of a file is, for those that refer to it. */
export interface SaidInFile {
  readonly seq: number
  readonly n: number
  readonly from: string
  readonly fromRole: string
}

/** What a file has so far. A file may have more rows than there is memory. */
export interface FileRows {
  /** A row that begins; `of`: whose it is from now on. False: its id was there before. */
  begin(kind: RowKind, id: string, of: string): boolean
  /** Whose it is; undefined: there is none. */
  of(kind: RowKind, id: string): string | undefined
  count(kind: RowKind): number
  /** All ids, a page at a time. */
  ids(kind: RowKind): Iterable<readonly string[]>
  said(id: string): SaidInFile | undefined
  says(id: string, message: SaidInFile): void
  isGone(id: string): boolean
  goes(id: string): void
}

/** A message of a group's file. */
export interface MessageOfFile {
  readonly id: string
  /** What it is called here: its own id, if that is free. */
  readonly idHere: string
  readonly from: string
  readonly fromRole: string
}

/** The messages of a group's file so far, by ordinal, and who has reacted to them with what. */
export interface GroupRows {
  /** False: its id was there before. */
  says(n: number, message: MessageOfFile): boolean
  said(n: number): MessageOfFile | undefined
  isGone(n: number): boolean
  goes(n: number): void
  /** False: it changes nothing. */
  reacts(n: number, emoji: string, from: string, action: 'add' | 'remove'): boolean
  /** Their ids here, a page at a time. */
  idsHere(): Iterable<readonly string[]>
}

/** Tables of an import that was checked, in a file, from which the real ones are filled. */
export type StagedFile = string

/** Brings the rows of a staged file into the tables, a few at a time; others are stored in between. */
export interface StagingPort {
  /**
   * `copy`: everything but the crew's own row, so that nobody sees it before its fact is stored. `remove`: takes that back, unless the
   * crew is there. `open`: nothing yet; the fact that says so brings the rows, in its own transaction. `close`: lets go of the file.
   * Never rejects.
   */
  stage(file: StagedFile, act: StagingAct): Promise<StorageFailure | null>
}

export type StagingAct = 'copy' | 'remove' | 'open' | 'close'

/** Empty tables in a file of their own, written by the code that writes the real ones: what fits there fits here. */
export interface Rehearsal {
  readonly rows: FileRows
  /** Only the file of a group has them. */
  groupRows(): GroupRows
  /** Throws what the tables say against it. */
  take(entry: Envelope): void
  /** The crew as a restart would load it; throws when it could not. */
  load(leadId: string): StoredCrew | null
  /** Everything fits: the file stays, as a staged one. */
  keep(): Promise<StagedFile>
  /** Everything fits, and one transaction takes it all: the file stays as it is until `close`. */
  lend(): StagedFile
  /** The file goes, unless it stays. */
  close(): void
}
