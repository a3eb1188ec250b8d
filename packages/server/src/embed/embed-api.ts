// What an embedder's compiler sees: the build copies this file to dist/embed.d.ts, as it is. So it only declares, and
// imports nothing of ours; a test holds embed.ts against it.
import type { EventEmitter } from 'eventemitter3'

export interface ChatGroup {
  /** Unique among the lead's groups, in kebab case. */
  name: string
  leadId: string
  /** Always has the lead. */
  memberIds: Set<string>
  createdAt: string
  archived: boolean
}

export interface GroupMessage {
  id: string
  /** The group's name. */
  group: string
  from: string
  fromRole: string
  content: string
  timestamp: string
  /** Who reacted, by emoji. */
  reactions: Record<string, string[]>
}

export interface GroupReaction {
  leadId: string
  groupName: string
  messageId: string
  emoji: string
  agentId: string
  action: 'add' | 'remove'
}

/** Told before the method returns that they come from. */
export interface RegistryEvents {
  'group:created': [{ group: ChatGroup }]
  'group:message': [{ message: GroupMessage; recipientIds: string[] }]
  'group:reaction': [GroupReaction]
  'group:member_added': [{ group: string; agentId: string }]
  'group:member_removed': [{ group: string; agentId: string }]
  'group:archived': [{ group: string; leadId: string }]
}

/** What is used of a database of better-sqlite3. */
export interface SqliteDatabase {
  readonly open: boolean
  readonly inTransaction: boolean
  prepare(source: string): unknown
  exec(source: string): unknown
  pragma(source: string): unknown
  close(): unknown
}

/** Why something was refused; nothing was changed. `code` is one of the API's, such as `group_not_found`. */
export declare class CrewError extends Error {
  constructor(code: string, message: string, details?: Readonly<Record<string, unknown>>)
  readonly code: string
  readonly details: Readonly<Record<string, unknown>> | undefined
}

/**
 * Chat groups without a server, on a database of your own. Writing throws a `CrewError` when it is refused; reading what
 * is not there gives an empty list, or false.
 */
export declare class ChatGroupRegistry extends EventEmitter<RegistryEvents> {
  constructor(db: SqliteDatabase)

  /** The lead, and agents that are not known yet, are created by this. */
  create(leadId: string, name: string, memberIds: string[]): ChatGroup
  /** The ids of the new members. Agents that are not known yet are created by this. */
  addMembers(leadId: string, name: string, memberIds: string[]): string[]
  /** The ids of those who are not members any longer. */
  removeMembers(leadId: string, name: string, memberIds: string[]): string[]
  archiveGroup(leadId: string, name: string): void
  sendMessage(
    group: string,
    leadId: string,
    fromId: string,
    fromRole: string,
    content: string,
  ): GroupMessage
  /** False when it was there already. */
  addReaction(messageId: string, agentId: string, emoji: string): boolean
  /** False when it was not there. */
  removeReaction(messageId: string, agentId: string, emoji: string): boolean
  /** Without archived ones. */
  getGroups(leadId: string): ChatGroup[]
  /** Without archived ones. */
  getGroupsForAgent(agentId: string): ChatGroup[]
  /** The newest, oldest first; 50 without a limit. */
  getMessages(group: string, leadId: string, limit?: number): GroupMessage[]
  getMembers(group: string, leadId: string): string[]
  isMember(group: string, leadId: string, agentId: string): boolean
}

/** A message of a conversation, as functions and results have it. */
export interface ConversationMessage {
  id: string
  timestamp: Date
  /** `user` is the person: whoever began it, and the participant `human`. */
  role: 'user' | 'agent' | 'system'
  /** The agent's name. */
  name?: string
  content: string
  metadata?: {
    model?: string
    tokens?: number
    /** Milliseconds. */
    duration?: number
    /** US dollars. */
    cost?: number
  }
}

/** An answer, with what is known of it. */
export interface ChatAnswer {
  content: string
  metadata?: { model?: string; tokens?: number; cost?: number }
}

/**
 * Answers for a participant, from the whole history. A blank answer passes. An answer with `[DONE]` on a line of its own
 * ends the conversation; the line is not part of what is said. If it throws, the round has no answer of it.
 */
export type Chat = (
  history: ConversationMessage[],
  context: ChatContext,
) => string | ChatAnswer | Promise<string | ChatAnswer>

/** What answers for a participant: a function, or an object with one. */
export type GroupChatFunction =
  | Chat
  | { chat: Chat }
  | {
      execute(
        input: { conversationHistory: ConversationMessage[]; participants: string[]; task: string },
        context: ChatContext,
      ): ReturnType<Chat>
    }

/** What a function is given beside the history. */
export interface ChatContext {
  conversationId: string
  /** The participant that it answers for. */
  name: string
  /** How it is to work; null: nobody said. */
  instructions: string | null
  /** `select`: answer with `NEXT: <name>` or `TERMINATE`. `aggregate`: sum up. `manage`: mention with @name whom you ask. */
  ask: 'answer' | 'select' | 'aggregate' | 'manage'
  round: number
  /** The question as an agent reads it: what is asked, who takes part, and what was said since it was asked last. */
  prompt: string
  participants: ParticipantRole[]
  terminationCondition: string | null
  /** Aborted when the answer is not waited for any more. */
  signal: AbortSignal
  groupChat: {
    /**
     * Holds a conversation within this answer and resolves with its result, one for each answer. Names are those of the
     * outer conversation, its functions too. Rejects with a `CrewError`, such as `too_deep` for the fourth level.
     */
    start(input: NestedInput): Promise<GroupChatResult>
  }
}

export interface ParticipantRole {
  name: string
  role: string
  /** What it does. */
  description: string
  /** What it knows about. */
  expertise: string[]
}

/** Who a participant is; what is left out comes from `roles` and `actors`. */
export interface ParticipantInput extends Partial<ParticipantRole> {
  name: string
  /** How it is to work, at most 16,000 characters: kept with its agent, until others are given. */
  instructions?: string
  /** A function, or its name in `actors`. */
  actor?: string | GroupChatFunction
  actorType?: string
  chat?: Chat
}

/** How the next speaker is chosen. Without one: by `context.ai` if there is one, else by rules. */
export type GroupChatPolicy =
  /** One after the other. */
  | 'round-robin'
  /**
   * By whom the last message mentions, else by expertise, else in order (`rules`, as without a coordinator); by the person
   * (`human`); or by a coordinator, whose function answers with `NEXT: <name>` or `TERMINATE`.
   */
  | {
      kind: 'selection'
      coordinator?: string | GroupChatFunction | ParticipantInput
      /** Whether one may speak twice in a row. */
      repeat?: boolean
      prompt?: string
    }
  /** All at once; then the aggregator sums up. */
  | { kind: 'parallel'; aggregator?: string | GroupChatFunction | ParticipantInput }
  /** The manager asks those whom it mentions with @name, until it mentions nobody. */
  | { kind: 'hierarchical'; manager: string | GroupChatFunction | ParticipantInput }

export interface GroupChatLimits {
  /** Answers that are posted. */
  messages?: number
  /** How long a function may take; 600 if it is left out. */
  answerSeconds?: number
  /** How long the person may take; for ever if it is left out. */
  humanSeconds?: number
  onHumanTimeout?: 'stop' | 'skip'
  tokens?: number
  usd?: number
  /** Rounds in a row with nothing but passes and very short answers before it ends; without it those do not end it. */
  stall?: number
}

export interface NestedInput {
  participants: (string | ParticipantInput)[]
  message: string
  /** 10 if it is left out; 1 with one participant. */
  maxRounds?: number
  /** `round-robin` if it is left out. */
  policy?: GroupChatPolicy
  terminationCondition?: string
}

export interface GroupChatInput {
  /** In the order of turns; `human` is the person. */
  participants: (string | ParticipantInput)[]
  initialMessage: string
  /** 10 if it is left out. */
  maxRounds?: number
  /** In words, for the participants; or a function that is asked after each answer. */
  terminationCondition?: string | ((history: ConversationMessage[]) => boolean)
  roles?: ParticipantInput[]
  policy?: GroupChatPolicy
  limits?: GroupChatLimits
}

/** Goes on with a conversation of the database that is not over: what is left out is as it was begun. */
export interface ResumeInput {
  conversationId: string
  participants?: (string | ParticipantInput)[]
  policy?: GroupChatPolicy
  terminationCondition?: (history: ConversationMessage[]) => boolean
}

/** What a conversation is held with. */
export interface GroupChatContext {
  /** Who answers for a participant, by its name or by its `actor`. */
  actors?: Record<string, GroupChatFunction>
  /** The same, asked for a name that `actors` does not have. */
  discovery?: { resolveActor(name: string): GroupChatFunction | Promise<GroupChatFunction> }
  /** Chooses the next speaker, where the input names no policy. */
  ai?: { complete(prompt: string): Promise<string> }
  /** Answers for the participant `human`. A blank answer or an error passes the turn over. */
  onHuman?: (
    history: ConversationMessage[],
    prompt: string,
    turn: { conversationId: string; asks: 'answer' | 'choose'; signal: AbortSignal },
  ) => Promise<string>
  /** Stops the conversation; its result says `stopped`. */
  signal?: AbortSignal
}

export interface GroupChatResult {
  conversationId: string
  rounds: number
  /** `complete`, `max-rounds`, `error`, or why else it ended, such as `stopped` or `stalled`. */
  finalState: string
  /** `done`, `terminated`, `max_rounds`, `no_speakers` and so on. */
  stopReason: string | null
  /** Null when nobody said anything. */
  summary: string | null
  /** The whole history. */
  history: ConversationMessage[]
}

export interface HumanNeeded {
  conversationId: string
  history: ConversationMessage[]
  prompt: string
}

export type GroupChatUpdate =
  | { type: 'start'; conversationId: string; participants: string[] }
  | { type: 'speaker-selected'; speaker: string; round: number; reason: string }
  | { type: 'message'; speaker: string; content: string; message: ConversationMessage }
  | ({ type: 'human-needed' } & HumanNeeded)
  | ({ type: 'complete' } & GroupChatResult)

export interface GroupChatEvents {
  /** The person's turn, in this conversation or one within it, that no `onHuman` answers. */
  'chat:human-needed': [HumanNeeded]
  /** A function failed: the round goes on without its answer. */
  'chat:error': [{ conversationId: string; name: string; error: unknown }]
}

/**
 * Group chats of functions, without a server. They are stored on the database as they go; without one, in memory. Each
 * participant is an agent that answers one question at a time. Everything that is refused is a `CrewError`.
 */
export declare class GroupChatActor extends EventEmitter<GroupChatEvents> {
  /** `where`: a database of better-sqlite3, or a registry on one: only one of both may write to a database. */
  constructor(where?: SqliteDatabase | ChatGroupRegistry, options?: GroupChatOptions)

  /** Holds a conversation, or goes on with one, up to its end. */
  execute(input: GroupChatInput | ResumeInput, context?: GroupChatContext): Promise<GroupChatResult>
  /** The same, update by update. Leaving the loop stops the conversation. */
  stream(
    input: GroupChatInput | ResumeInput,
    context?: GroupChatContext,
  ): AsyncGenerator<GroupChatUpdate, void, undefined>
  /** The person's answer, while one is needed. */
  answer(conversationId: string, content: string): void
  /** Conversations of the database that are not over and that nothing is done for. */
  unfinished(): { conversationId: string; initialMessage: string; participants: string[] }[]
  /** Does nothing more; what is not over can be gone on with later. */
  close(): void
}

export interface GroupChatOptions {
  /** A crew by its lead's id: agents of it are participants by id or name. Without it crews are made as needed. */
  leadId?: string
}
