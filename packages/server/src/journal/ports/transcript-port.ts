import type { DocumentPlace } from '@crewroom/shared/transcript/markdown-piece'
import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import type { TranscriptChange } from '@crewroom/shared/transcript/views'

/** What is asked of one transcript, by its id. */
export type TranscriptQuestion =
  | {
      readonly type: 'page'
      readonly transcript: string
      readonly before?: string | undefined
      readonly limit: number
    }
  | {
      readonly type: 'details'
      readonly transcript: string
      readonly item: string
      readonly piece?: string | undefined
      readonly after?: string | undefined
    }
  | { readonly type: 'context' | 'timeline'; readonly transcript: string }
  | {
      /** The next piece of it as a document. */
      readonly type: 'markdown'
      readonly transcript: string
      readonly from: DocumentPlace | null
      readonly last: string | null
    }
  | {
      readonly type: 'find'
      readonly transcript: string
      readonly words: string
      readonly limit: number
    }

/** What is known of an agent beside its record. */
export interface RecordAbout {
  readonly agentId: string
  readonly name: string
  readonly cwd: string | null
  readonly isWorking: boolean
  /** Answers to its commands that it was not handed yet, oldest first. */
  readonly replies: readonly string[]
}

/** More of an agent's record, for its transcript. */
export interface RecordPart {
  readonly type: 'record'
  readonly transcript: string
  /** The entries follow this one; 0 begins. */
  readonly after: number
  readonly entries: readonly RecordEntry[]
  readonly about: RecordAbout
}

/** Where a transcript is after a part of its record. */
export interface RecordPlace {
  /** Its newest entry: it takes what follows that. Null: it has none, and has to be given all again. */
  readonly n: number | null
  readonly revision: number
  /** Items that are new or changed by that part. */
  readonly changed: readonly string[] | 'all'
}

/** The agent is gone, and its texts with it. */
export interface ForgetRecord {
  readonly type: 'forget'
  readonly transcript: string
}

/** The id of the newest session file of this name. */
export interface NamedSession {
  readonly type: 'named'
  readonly name: string
}

/** Keeps transcripts of records beside everything else. Answers are JSON; that to a part is a `RecordPlace`. */
export interface TranscriptPort {
  ask(question: TranscriptQuestion | RecordPart | ForgetRecord | NamedSession): Promise<string>
}

/** Who follows a transcript. */
export type Follower = (change: TranscriptChange) => void

const PREFIX = 'agent-'

/** A record, or the part of it that belongs to one session. No id has a dot. */
export function recordKey(agentId: string, sessionId: string | undefined): string {
  return sessionId === undefined ? agentId : `${agentId}.${sessionId}`
}

/** `key`: an agent, or `recordKey`. */
export function recordId(key: string): string {
  return `${PREFIX}${key}`
}

/** The record that a transcript is of; null for those of files. */
export function recordOf(
  transcript: string,
): { readonly agentId: string; readonly sessionId: string | undefined } | null {
  if (!transcript.startsWith(PREFIX)) return null
  const [agentId = '', sessionId] = transcript.slice(PREFIX.length).split(/\.(.*)/s)
  return { agentId, sessionId }
}
