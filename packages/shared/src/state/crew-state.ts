import type { AdmissionRecord } from '../model/admission'
import type { AgentRecord, LeadRecord } from '../model/agent'
import type { GroupRecord } from '../model/group'
import type { GroupFile } from '../model/group-file'
import type { NeedRecord } from '../model/need'
import type { RoundRecord } from '../model/round'
import type { RunRecord } from '../model/run'
import type { SessionRecord } from '../model/session'
import { HUMAN_ID } from '../model/participant'
import type { TaskRecord } from '../model/task'
import type { Usage } from '../model/usage'

/** How far a reader has read a group: the seq it named, and the ordinal of the newest message up to it. */
export interface ReadMark {
  readonly seq: number
  readonly n: number
  readonly lastSeen: string
}

/** A message that mentions the person, who wrote nothing below it; it waits for them while they have no reaction there. */
export interface Asked {
  readonly id: string
  readonly n: number
  /** How many reactions of the person it has, if any. */
  readonly reactions?: number | undefined
}

/**
 * What events rebuild, and nothing else: `applyEvents(snapshot before, events)` equals a fresh snapshot, on the
 * server, in a client and after a restart. Containers are changed in place, records inside are replaced.
 */
export interface CrewState {
  /** Journal number of the last event that was applied or looked at. */
  seq: number
  /** Null: sees the whole crew. Otherwise the agent whose own groups these are. */
  viewer: string | null
  lead: LeadRecord
  agents: Record<string, AgentRecord>
  /** By group name, which never changes. */
  groups: Record<string, GroupRecord>
  /** Open tasks by id, in the order in which agents were given them, waiting ones among them; those that ended are in the tables. */
  tasks: Record<string, TaskRecord>
  /** What waits for a person, by id, oldest first. Empty for an agent. */
  needs: Record<string, NeedRecord>
  /** All but deleted ones, by id, in the order in which they were created. Empty for an agent. */
  sessions: Record<string, SessionRecord>
  /**
   * By run: its newest round, and older ones in which somebody still thinks, ascending. Empty for an agent; other rounds
   * are in the tables.
   */
  rounds: Record<string, readonly RoundRecord[]>
  /** Discussions that have not ended, by id, in the order in which they were started. Empty for an agent. */
  runs: Record<string, RunRecord>
  /**
   * Admissions that are not closed, by id, in the order in which they were created; that of the crew itself is not among
   * them. For an agent but the lead those that concern it.
   */
  admissions: Record<string, AdmissionRecord>
  /**
   * By group's name, in the order in which they were added; a group without any is not there. Empty for an agent, which
   * asks for those of its groups.
   */
  files: Record<string, readonly GroupFile[]>
  /** A person lets the dashboard show files of agents' working folders. Not there for an agent. */
  workFiles?: true | undefined
  /** reader id → place (`model/session.ts`: a group's name, or the key of a session) → mark */
  readMarks: Record<string, Record<string, ReadMark>>
  /** place → messages of the person beyond their own mark: nobody has those to read. Empty for an agent. */
  ownUnread: Record<string, number>
  /** reader id → place → ordinals of the newest unread messages that mention the reader, ascending. */
  mentions: Record<string, Record<string, readonly number[]>>
  /**
   * place → newest messages that mention the person and that they have not answered, ascending: nothing of theirs is below
   * it, and they have not dismissed it. Having read it answers nothing. Empty for an agent.
   */
  asked: Record<string, readonly Asked[]>
}

/** Latest-wins facts about an agent; they travel as `live:*` frames and are in no log. */
export interface LiveAgent {
  readonly status: 'starting' | 'idle' | 'working'
  readonly connection: 'none' | 'connected' | 'lost'
  readonly owed: { readonly count: number; readonly oldestAt: string | null }
  readonly usage: Usage | null
  /** Why nothing is happening, or what is, in one line. */
  readonly why: Why
  /**
   * When requests for permission are refused if nobody answers, by the ids of their needs, where that is not the `until`
   * with which they were opened; null: the time stands, in a pause or a hold.
   */
  readonly requestEnds?: Readonly<Record<string, string | null>> | undefined
}

export type WhyCode =
  | 'ended'
  | 'starting'
  | 'restarting'
  | 'paused'
  | 'working'
  | 'disconnected'
  | 'behind'
  /** Nothing can start its program: it reads when it asks. */
  | 'asks'
  | 'held'
  | 'waiting'
  | 'asleep'
  | 'idle'

export interface Why {
  readonly code: WhyCode
  /** Since when, where that is known. */
  readonly since: string | null
  readonly text: string
  /** The round that it was handed and answers now; not there if it answers none. */
  readonly round?: { readonly session: string; readonly n: number } | undefined
}

/** How far a group's messages were handed to an agent, and how far it has confirmed that. */
export interface HandedTo {
  readonly sentSeq: number
  readonly seenSeq: number
}

export interface LiveState {
  agents: Record<string, LiveAgent>
  /** By group in use and by agent in it; `live:receipt` goes on from there. */
  receipts?: Record<string, Record<string, HandedTo>> | undefined
}

/** A record keyed by text from outside: no prototype, so that a name like `constructor` is only a key. */
export function emptyRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>
}

/** A crew of which nothing but its lead is known. */
export function emptyCrewState(lead: LeadRecord, seq: number, viewer: string | null): CrewState {
  return {
    seq,
    viewer,
    lead,
    agents: emptyRecord(),
    groups: emptyRecord(),
    tasks: emptyRecord(),
    needs: emptyRecord(),
    sessions: emptyRecord(),
    rounds: emptyRecord(),
    runs: emptyRecord(),
    admissions: emptyRecord(),
    files: emptyRecord(),
    mentions: emptyRecord(),
    readMarks: emptyRecord(),
    ownUnread: emptyRecord(),
    asked: emptyRecord(),
  }
}

/** Messages of the group that the reader has not read, by count of ordinals; what the person wrote is not news to them. */
export function unreadCount(
  state: Pick<CrewState, 'readMarks' | 'ownUnread'>,
  group: Pick<GroupRecord, 'name' | 'messageCount'>,
  readerId: string,
): number {
  const mark = state.readMarks[readerId]?.[group.name]
  const own = readerId === HUMAN_ID ? (state.ownUnread[group.name] ?? 0) : 0
  return Math.max(0, group.messageCount - (mark?.n ?? 0) - own)
}

/** Messages of a place that wait for the person's answer. */
export function waitingIn({ asked }: Pick<CrewState, 'asked'>, place: string): readonly Asked[] {
  return (asked[place] ?? []).filter(({ reactions }) => reactions === undefined)
}

/** More unread mentions than this are not told apart: a badge says 99+. */
export const MENTIONS_KEPT = 100

/** The unread mentions of a reader with one more; the oldest goes when there are too many. */
export function withMention(unread: readonly number[], n: number): readonly number[] {
  return [...unread, n].slice(-MENTIONS_KEPT)
}

/** Unread messages of the group that mention the reader, 100 at most. */
export function mentionCount(
  state: CrewState,
  group: { readonly name: string },
  readerId: string,
): number {
  return state.mentions[readerId]?.[group.name]?.length ?? 0
}
