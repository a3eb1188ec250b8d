/**
 * What one participant wrote for another. A message is for whom it is sent to directly, else for the writer of the message
 * that it replies to, else for whom it mentions, else for everybody else who was in the group when it was written.
 */
export interface TalkLine {
  /** An agent's id or `human`. */
  readonly from: string
  readonly to: string
  /** Messages outside of groups. */
  readonly direct: number
  /** Messages in groups. */
  readonly inGroups: number
}

/** A message as one step of a replay: for whom it was, and not what it said. */
export interface TalkStep {
  readonly seq: number
  readonly at: string
  readonly from: string
  /** Ids; empty for a message that nobody else was there for. */
  readonly to: readonly string[]
  /** Null outside of groups. */
  readonly group: string | null
}

/** One of the newest messages between two. */
export interface TalkWords {
  readonly messageId: string
  readonly from: string
  readonly at: string
  /** Null outside of groups. */
  readonly group: string | null
  readonly sessionId: string | null
  /** Its text, cut at 200 characters. */
  readonly text: string
}

/** Who wrote to whom in a crew, counted. */
export interface Talk {
  readonly lines: readonly TalkLine[]
  /** Messages, by writer and by group; a writer or group without any is left out. */
  readonly byWriter: Readonly<Record<string, number>>
  readonly byGroup: Readonly<Record<string, number>>
  readonly messages: number
  /** Everything since then is counted: later than what was asked for where there was more than is looked at. */
  readonly since: string | null
  /** There were earlier messages in the time that was asked for, which are not counted. */
  readonly isPart: boolean
}

export const TALK_TEXT = 200
