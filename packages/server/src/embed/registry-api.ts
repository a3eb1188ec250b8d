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
