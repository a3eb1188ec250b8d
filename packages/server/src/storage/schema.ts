import { CALM } from '@crewroom/shared/model/conduct'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

export * from './delivery-schema'
export * from './file-schema'
export * from './message-schema'
export * from './need-schema'
export * from './admission-schema'
export * from './run-schema'
export * from './session-schema'
export * from './usage-schema'
export * from './journal-trim-schema'

/** One row: which journal this is and how far the tables have it. */
export const shard = sqliteTable('shard', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  epoch: text('epoch').notNull(),
  /** Last batch in the tables; stored in the transaction of that batch. */
  position: integer('position').notNull(),
  /** A person has paused all crews. */
  paused: integer('paused').notNull().default(0),
  /** Rows of the journal up to here were put side by side, after some between them had gone. */
  journalPacked: integer('journal_packed').notNull().default(0),
})

/** Every fact, in order. Content of messages and deliveries is in their own tables; the row refers to it. */
export const journal = sqliteTable(
  'journal',
  {
    leadId: text('lead_id').notNull(),
    seq: integer('seq').notNull(),
    type: text('type').notNull(),
    v: integer('v').notNull(),
    at: text('at').notNull(),
    actor: text('actor').notNull(),
    cause: text('cause').notNull(),
    data: text('data').notNull(),
    batchId: integer('batch_id').notNull(),
  },
  // Indexes that drizzle cannot write find what requests were answered, and rules: `request-rows.ts`, `fact-rows.ts`.
  (table) => [primaryKey({ columns: [table.leadId, table.seq] })],
)

export const leads = sqliteTable('leads', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  parentId: text('parent_id'),
  createdAt: text('created_at').notNull(),
  paused: integer('paused').notNull().default(0),
  autoGroups: integer('auto_groups').notNull().default(1),
  /** The workspace whose group chats it holds. */
  workspace: text('workspace'),
  /** Whether files of its agents' working folders are shown to people. */
  workFiles: integer('work_files').notNull().default(0),
})

export const agents = sqliteTable(
  'agents',
  {
    id: text('id').notNull(),
    leadId: text('lead_id').notNull(),
    name: text('name').notNull(),
    role: text('role').notNull(),
    roleName: text('role_name').notNull(),
    color: text('color').notNull(),
    driver: text('driver').notNull(),
    cwd: text('cwd'),
    task: text('task'),
    ended: text('ended'),
    createdAt: text('created_at').notNull(),
    endedReason: text('ended_reason'),
    createdBy: text('created_by').notNull().default('human'),
    hold: text('hold'),
    conduct: text('conduct').notNull().default(JSON.stringify(CALM)),
    stall: text('stall'),
    handle: text('handle'),
    model: text('model'),
    app: integer('app').notNull().default(0),
    /** How it is to work, beside what its role says; null: it never had such a text. */
    instructions: text('instructions'),
  },
  // A sub-lead is an agent of its parent's crew and of its own.
  (table) => [primaryKey({ columns: [table.leadId, table.id] })],
)

export const tokens = sqliteTable('tokens', {
  /** SHA-256 of the token, hex. */
  hash: text('hash').primaryKey(),
  kind: text('kind').notNull(),
  agentId: text('agent_id'),
  expiresAt: text('expires_at'),
  createdAt: text('created_at').notNull(),
})

/** Processes that run now: what is still here at the next start is a leftover. */
export const agentProcesses = sqliteTable('agent_processes', {
  agentId: text('agent_id').primaryKey(),
  pid: integer('pid').notNull(),
  startTime: text('start_time'),
  tag: text('tag').notNull().default(''),
})

/** Variables given to an agent's program. Apart from the agent, because nobody is shown them. */
export const agentEnvironments = sqliteTable('agent_environments', {
  agentId: text('agent_id').primaryKey(),
  values: text('values').notNull(),
})

/** The conversation that an agent's program keeps itself and can load again. */
export const agentSessions = sqliteTable('agent_sessions', {
  agentId: text('agent_id').primaryKey(),
  sessionId: text('session_id').notNull(),
})

export const tasks = sqliteTable(
  'tasks',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    agentId: text('agent_id').notNull(),
    by: text('by').notNull(),
    text: text('text').notNull(),
    context: text('context'),
    status: text('status').notNull(),
    summary: text('summary'),
    createdAt: text('created_at').notNull(),
    endedAt: text('ended_at'),
    /** The ids of its prerequisites, as JSON; null: it never had any. */
    after: text('after'),
    /** While it waits, the ids of prerequisites that will not be done, as JSON; null: its agent was given it. */
    waits: text('waits'),
    givenAt: text('given_at'),
  },
  (table) => [
    index('idx_tasks_lead').on(table.leadId, table.status),
    index('idx_tasks_agent').on(table.leadId, table.agentId, table.createdAt),
  ],
)

/** What was said outside of groups. */
export const directMessages = sqliteTable(
  'direct_messages',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    seq: integer('seq').notNull(),
    kind: text('kind').notNull(),
    fromId: text('from_id').notNull(),
    fromRole: text('from_role').notNull(),
    toId: text('to_id'),
    content: text('content').notNull(),
    timestamp: text('timestamp').notNull(),
    hop: integer('hop').notNull(),
    clientId: text('client_id'),
  },
  (table) => [
    uniqueIndex('idx_direct_messages_lead').on(table.leadId, table.seq),
    // What one agent said and was told is read without looking at what others did.
    index('idx_direct_messages_from').on(table.leadId, table.fromId, table.seq),
    index('idx_direct_messages_to').on(table.leadId, table.toId, table.seq),
    index('idx_direct_messages_client')
      .on(table.leadId, table.clientId)
      .where(sql`${table.clientId} is not null`),
  ],
)

export const chatGroups = sqliteTable(
  'chat_groups',
  {
    name: text('name').notNull(),
    leadId: text('lead_id').notNull(),
    archived: integer('archived').notNull().default(0),
    archivedBy: text('archived_by'),
    createdAt: text('created_at').notNull(),
    id: text('id').notNull(),
    displayName: text('display_name').notNull(),
    purpose: text('purpose'),
    auto: integer('auto').notNull().default(0),
    paused: integer('paused').notNull().default(0),
    hold: text('hold'),
    conduct: text('conduct').notNull().default(JSON.stringify(CALM)),
    createdBy: text('created_by').notNull(),
    roles: text('roles').notNull(),
    chat: text('chat'),
    admissionId: text('admission_id'),
    openHistory: integer('open_history').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.leadId] }),
    uniqueIndex('idx_chat_groups_id').on(table.id),
    index('idx_chat_groups_lead').on(table.leadId),
  ],
)

/** Current members only; chat_group_memberships has earlier ones and when they were. */
export const chatGroupMembers = sqliteTable(
  'chat_group_members',
  {
    groupName: text('group_name').notNull(),
    leadId: text('lead_id').notNull(),
    agentId: text('agent_id').notNull(),
    addedAt: text('added_at').notNull(),
    joinedSeq: integer('joined_seq').notNull(),
    /** Order of joining, also among those who joined in one event. */
    position: integer('position').notNull(),
    memberRole: text('member_role').notNull(),
    wake: text('wake').notNull(),
    /** 0 for a member that reads along and that nobody has named. */
    listed: integer('listed').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.groupName, table.leadId, table.agentId] })],
)

export const chatGroupMemberships = sqliteTable(
  'chat_group_memberships',
  {
    leadId: text('lead_id').notNull(),
    groupName: text('group_name').notNull(),
    agentId: text('agent_id').notNull(),
    joinedSeq: integer('joined_seq').notNull(),
    leftSeq: integer('left_seq'),
    handedSeq: integer('handed_seq').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.groupName, table.agentId, table.joinedSeq] }),
  ],
)

/** What the person wrote, in the words of the index that finds it: SQLite takes that for no other ones. */
export const ownMessage = (from: AnySQLiteColumn) => sql`${from} = 'human'`

/** The message that one replies to, in the words of the index over it (see the migration): SQLite takes that for no other ones. */
export const repliedId = (replyTo: AnySQLiteColumn) => sql`json_extract(${replyTo}, '$.id')`

export const chatGroupMessages = sqliteTable(
  'chat_group_messages',
  {
    id: text('id').primaryKey(),
    groupName: text('group_name').notNull(),
    leadId: text('lead_id').notNull(),
    fromAgentId: text('from_agent_id').notNull(),
    fromRole: text('from_role').notNull(),
    content: text('content').notNull(),
    timestamp: text('timestamp').notNull(),
    seq: integer('seq').notNull(),
    n: integer('n').notNull(),
    sessionId: text('session_id').notNull(),
    kind: text('kind').notNull(),
    mentions: text('mentions').notNull(),
    clientId: text('client_id'),
    hop: integer('hop').notNull().default(0),
    runId: text('run_id'),
    roundN: integer('round_n'),
    roundAs: text('round_as'),
    parts: text('parts'),
    replyTo: text('reply_to'),
    editedAt: text('edited_at'),
    deletedAt: text('deleted_at'),
  },
  (table) => [
    // The seed's index, with session and position behind it: paging reads it in order instead of sorting the group.
    uniqueIndex('idx_group_messages_group').on(
      table.groupName,
      table.leadId,
      table.sessionId,
      table.seq,
    ),
    uniqueIndex('idx_group_messages_n').on(table.groupName, table.leadId, table.sessionId, table.n),
    index('idx_group_messages_client')
      .on(table.groupName, table.leadId, table.clientId)
      .where(sql`${table.clientId} is not null`),
    // Few messages mention anybody: a start looks for those alone, and not through all that was ever said.
    index('idx_group_messages_mentions')
      .on(table.leadId, table.seq)
      .where(sql`${table.mentions} <> '[]'`),
    // The person's own messages are never unread to them: a start counts those after their marks.
    index('idx_group_messages_own')
      .on(table.leadId, table.groupName, table.sessionId, table.n)
      .where(ownMessage(table.fromAgentId)),
  ],
)

/** What pins a message, in the words of the index that finds it: SQLite takes that for no other ones. */
export const pinReaction = (emoji: AnySQLiteColumn) => sql`${emoji} = '📌'`

export const chatGroupReactions = sqliteTable(
  'chat_group_reactions',
  {
    messageId: text('message_id').notNull(),
    emoji: text('emoji').notNull(),
    agentId: text('agent_id').notNull(),
    seq: integer('seq').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.emoji, table.agentId] }),
    // Pinned messages, of which there are few, are found without looking at other reactions.
    index('idx_group_reactions_pin').on(table.messageId).where(pinReaction(table.emoji)),
  ],
)

export const readMarks = sqliteTable(
  'read_marks',
  {
    leadId: text('lead_id').notNull(),
    groupName: text('group_name').notNull(),
    sessionId: text('session_id').notNull().default(MAIN_SESSION),
    readerId: text('reader_id').notNull(),
    seq: integer('seq').notNull(),
    n: integer('n').notNull(),
    lastSeen: text('last_seen').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.groupName, table.sessionId, table.readerId] }),
  ],
)

export const agentStreams = sqliteTable(
  'agent_streams',
  {
    leadId: text('lead_id').notNull(),
    agentId: text('agent_id').notNull(),
    stream: text('stream').notNull(),
    offset: integer('offset').notNull(),
    safe: integer('safe').notNull(),
    done: integer('done').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.stream] })],
)

/** What an agent was given, in the words of the index that finds it: SQLite takes that for no other ones. */
export const givenPrompt = (kind: AnySQLiteColumn) => sql`${kind} = 'prompt'`

/** An agent's full record. Not journalled: what an agent says while working is not a fact of its crew. */
export const rolloutEntries = sqliteTable(
  'rollout_entries',
  {
    agentId: text('agent_id').notNull(),
    /** 1, 2, 3 … per agent, given out by the recorder. */
    n: integer('n').notNull(),
    leadId: text('lead_id').notNull(),
    at: text('at').notNull(),
    kind: text('kind').notNull(),
    turnId: text('turn_id'),
    text: text('text'),
    data: text('data'),
    cut: integer('cut').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.n] }),
    // One kind of a long record is read without looking at everything else the agent did.
    index('idx_rollout_entries_kind').on(table.agentId, table.kind, table.n),
    // What an agent did in the turns of one session, and not what else it did.
    index('idx_rollout_entries_turn').on(table.agentId, table.turnId, table.n),
    // Hand-overs without a turn are read from what agents were given.
    index('idx_rollout_entries_given').on(table.leadId, table.at).where(givenPrompt(table.kind)),
  ],
)

/**
 * Which message is which row of the full-text index `search_text` (fts5, without a copy of the text; written in
 * the migration, because drizzle knows no virtual tables). In a crew, a higher `docid` is a later message.
 */
export const searchDocuments = sqliteTable(
  'search_documents',
  {
    docid: integer('docid').primaryKey(),
    leadId: text('lead_id').notNull(),
    seq: integer('seq').notNull(),
    messageId: text('message_id').notNull(),
    /** Whether the index says that somebody has reacted to it. */
    reacted: integer('reacted').notNull().default(0),
  },
  (table) => [uniqueIndex('idx_search_documents_seq').on(table.leadId, table.seq)],
)

/** How far the index has read the journal of each crew. */
export const searchProgress = sqliteTable('search_progress', {
  leadId: text('lead_id').primaryKey(),
  seq: integer('seq').notNull(),
})

/** Rows of the index whose messages are gone: taken out a few at a time. */
export const searchGone = sqliteTable('search_gone', { docid: integer('docid').primaryKey() })

/** One row: the form of the index. If it differs from the program's, the index is rebuilt. */
export const searchState = sqliteTable('search_state', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
})
