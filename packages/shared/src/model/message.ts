import { cut } from './cut'
import type { Part } from './part'
import type { ReplyTo } from './reply'
import type { InRound } from './round'

/** emoji → ids of who reacted, in the order of their first reaction. Null prototype: emoji come from outside. */
export type Reactions = Record<string, readonly string[]>

export interface Message {
  readonly id: string
  /** The lead's journal number of the event that posted it. Order and paging use this. */
  readonly seq: number
  /** Ordinal in its group: 1, 2, 3 … */
  readonly n: number
  readonly group: string
  readonly leadId: string
  readonly sessionId: string
  readonly kind: 'message' | 'system'
  readonly from: string
  readonly fromRole: string
  readonly content: string
  /** ISO-8601 with milliseconds and Z, for people; ties are possible, `seq` decides. */
  readonly timestamp: string
  readonly mentions: readonly string[]
  readonly clientId?: string | undefined
  /**
   * How many hand-overs from agent to agent led to it, an answer that says little counting for three; 0 for what a
   * person or the system wrote. A task, the outcome of one, a person's message and the end of a hold reset it.
   */
  readonly hop: number
  readonly reactions: Reactions
  /** What it consists of, where that is more than one text; `content` is the same as one text. */
  readonly parts?: readonly Part[] | undefined
  /** The message of the same group or session that it replies to. */
  readonly replyTo?: ReplyTo | undefined
  /** How it belongs to a round; only in a session that is not the main one. */
  readonly round?: InRound | undefined
  /** When its writer last changed it. */
  readonly editedAt?: string | undefined
  /** When its writer deleted it: nothing of its text is left then. */
  readonly deletedAt?: string | undefined
}

/** What a change of a message gives it. */
export type MessageChange = Pick<Message, 'content' | 'mentions' | 'parts'>

/** A message as its writer changed it. */
export function editedMessage<M extends Message>(message: M, change: MessageChange, at: string): M {
  const { parts: _, ...rest } = message
  const { content, mentions, parts } = change
  return { ...(rest as M), content, mentions, ...(parts ? { parts } : {}), editedAt: at }
}

/** What is left of a message that its writer deleted: that it was there. */
export function deletedMessage<M extends Message>(message: M, at: string): M {
  const { parts: _, editedAt: __, ...rest } = message
  return { ...(rest as M), content: '', mentions: [], deletedAt: at }
}

/** A reply to a message that its writer deleted: nothing of that is quoted any more. */
export function unquoted<M extends Pick<Message, 'replyTo'>>(reply: M): M {
  return reply.replyTo ? { ...reply, replyTo: { ...reply.replyTo, text: '' } } : reply
}

/** A message as it is when it is posted; what is not given is as in a plain message that calls nobody. */
export function newMessage(
  given: Omit<Message, 'sessionId' | 'mentions' | 'hop' | 'reactions'> & Partial<Message>,
): Message {
  const { id, seq, n, group, leadId, kind, from, fromRole, content, timestamp, ...rest } = given
  const { clientId, ...other } = rest
  return {
    id,
    seq,
    n,
    group,
    leadId,
    // The main session: `model/session.ts` would import this file in turn.
    sessionId: 'main',
    kind,
    from,
    fromRole,
    content,
    timestamp,
    mentions: [],
    ...(clientId === undefined ? {} : { clientId }),
    hop: 0,
    reactions: {},
    ...other,
  }
}

/** The part of the newest message that lists show; `content` is cut at 100 characters. */
export interface LastMessage {
  readonly id: string
  readonly seq: number
  readonly n: number
  readonly kind: 'message' | 'system'
  readonly from: string
  readonly fromRole: string
  readonly content: string
  readonly timestamp: string
}

export const PREVIEW_LENGTH = 100

export function lastMessageOf(message: Omit<Message, 'reactions'>): LastMessage {
  return {
    id: message.id,
    seq: message.seq,
    n: message.n,
    kind: message.kind,
    from: message.from,
    fromRole: message.fromRole,
    content: cut(message.content, PREVIEW_LENGTH),
    timestamp: message.timestamp,
  }
}

/** A reaction set with one person's emoji added or removed; the same object when nothing changes. */
export function withReaction(
  reactions: Reactions,
  emoji: string,
  by: string,
  action: 'add' | 'remove',
): Reactions {
  const who = reactions[emoji] ?? []
  const has = who.includes(by)
  if (has === (action === 'add')) return reactions
  const next: Reactions = Object.assign(Object.create(null) as Reactions, reactions)
  const changed = has ? who.filter((id) => id !== by) : [...who, by]
  if (changed.length === 0) delete next[emoji]
  else next[emoji] = changed
  return next
}

/** Characters that a message holds in memory, its parts among them: about as many as its text has. */
export function messageUnits({ content, parts }: Pick<Message, 'content' | 'parts'>): number {
  return content.length * (parts ? 2 : 1)
}
