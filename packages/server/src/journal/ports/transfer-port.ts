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

/** Tables of an import that was checked, in a file, from which the real ones are filled. */
export type StagedFile = string

/** Brings the rows of a staged file into the tables, a few at a time; others are stored in between. */
export interface StagingPort {
  /**
   * `copy`: everything but the crew's own row, so that nobody sees it before its fact is stored. `remove`: takes that back, unless the
   * crew is there. `close`: lets go of the file. Never rejects.
   */
  stage(file: StagedFile, act: 'copy' | 'remove' | 'close'): Promise<StorageFailure | null>
}

/** Empty tables in a file of their own, written by the code that writes the real ones: what fits there fits here. */
export interface Rehearsal {
  readonly rows: FileRows
  /** Throws what the tables say against it. */
  take(entry: Envelope): void
  /** The crew as a restart would load it; throws when it could not. */
  load(leadId: string): StoredCrew | null
  /** Everything fits: the file stays, as a staged one. */
  keep(): Promise<StagedFile>
  /** The file goes, unless it stays. */
  close(): void
}
