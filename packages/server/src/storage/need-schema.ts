import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What waits, or waited, for a person. */
export const needs = sqliteTable(
  'needs',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    kind: text('kind').notNull(),
    agentId: text('agent_id').notNull(),
    text: text('text').notNull(),
    messageId: text('message_id'),
    groupName: text('group_name'),
    permission: text('permission'),
    turn: text('turn'),
    createdAt: text('created_at').notNull(),
    closedAt: text('closed_at'),
  },
  (table) => [index('idx_needs_lead').on(table.leadId, table.closedAt)],
)

/** What a crew answers to requests for permission without asking a person. */
export const permissionRules = sqliteTable(
  'permission_rules',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    role: text('role'),
    toolKind: text('tool_kind').notNull(),
    prefix: text('prefix'),
    action: text('action').notNull(),
    /** Null: of an earlier version, or one that allows nothing; empty: everywhere. */
    folder: text('folder'),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [index('idx_permission_rules_lead').on(table.leadId)],
)

/**
 * As reader in `read_marks`: up to there no message waits for the person's answer. Written with the person's first mark in a place, of which it
 * keeps the one before: up to there an earlier version took reading for an answer.
 */
export const SETTLED_UP_TO = 'human:settled'
