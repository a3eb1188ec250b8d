/** A content that was received and has no name yet. */
export interface ReceivedContent {
  readonly sha256: string
  /** Bytes; at least one. */
  readonly size: number
  /** Its first bytes, at most so many. */
  head(bytes: number): Promise<Uint8Array>
  /** Puts it where it is found by its sum; durable when this resolves. */
  keep(): Promise<void>
  /** Gives up its claim; what was not kept is gone. The content itself may go if nothing names it. */
  release(): Promise<void>
}

/** Why a content was not received. */
export type ContentFault = 'too_large' | 'empty' | 'disk_full' | 'unwritable'

export class ContentRefused extends Error {
  readonly fault: ContentFault

  constructor(fault: ContentFault, cause?: unknown) {
    super(fault, { cause })
    this.name = 'ContentRefused'
    this.fault = fault
  }
}

/** Where contents of files of groups lie, by group and sum. What names them is in memory and tables. */
export interface FileContentsPort {
  /** The file with a content. It may be missing. Throws when these cannot be an id and a sum. */
  pathOf(groupId: string, sha256: string): string
  /** Its bytes; null: it is missing. */
  sizeOf(groupId: string, sha256: string): Promise<number | null>
  /**
   * Takes in a content of at most `limit` bytes, without holding more than a piece of it in memory. Rejects with
   * `ContentRefused` and with what the body rejects with; nothing of it remains then.
   */
  receive(groupId: string, body: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedContent>
  /** Removes a content, unless somebody is adding it. */
  remove(groupId: string, sha256: string): void
  /** Groups that have anything here. */
  groups(): Promise<readonly string[]>
  /** Sums of what a group has here. What a crash left behind of contents that were not received is removed. */
  contentsOf(groupId: string): Promise<readonly string[]>
  /** Removes all contents that a group has here, and nothing else. */
  removeGroup(groupId: string): Promise<void>
}
