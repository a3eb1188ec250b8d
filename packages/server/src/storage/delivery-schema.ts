import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** In `turn_id`: confirmed without a turn, before something older was. */
export const CONFIRMED = 'confirmed'
/** In `turn_id`: taken back before anybody had it. */
export const WITHDRAWN = 'withdrawn'

/** What is addressed to one agent. Kept after hand-over: the record of what an agent was told. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    agentId: text('agent_id').notNull(),
    seq: integer('seq').notNull(),
    at: text('at').notNull(),
    kind: text('kind').notNull(),
    wake: integer('wake').notNull(),
    groupName: text('group_name'),
    content: text('content').notNull(),
    turnId: text('turn_id'),
    hop: integer('hop').notNull().default(0),
  },
  (table) => [
    index('idx_deliveries_agent').on(table.agentId, table.turnId, table.seq),
    // Few are questions of rounds, and the record of an agent in a session begins with finding these.
    index('idx_deliveries_rounds')
      .on(table.agentId)
      .where(sql`${table.kind} = 'round'`),
  ],
)

/**
 * How far an agent that is handed things without a turn has confirmed what is addressed to it: up to `up_to`, except
 * what an earlier version noted as `skipped`; what was confirmed beyond says so in its own row; the chain of hand-overs that it is in; and what it may hold: nothing newer than `in_hand_to`, or
 * anything while that is -1.
 */
export const agentInboxes = sqliteTable(
  'agent_inboxes',
  {
    leadId: text('lead_id').notNull(),
    agentId: text('agent_id').notNull(),
    upTo: integer('up_to').notNull().default(0),
    skipped: text('skipped').notNull().default('[]'),
    hop: integer('hop').notNull().default(0),
    turnSeq: integer('turn_seq').notNull().default(0),
    turnsInChain: integer('turns_in_chain').notNull().default(0),
    inHandTo: integer('in_hand_to').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.leadId, table.agentId] })],
)

/** One hand-over to one agent. `ended` is null while it is not confirmed. */
export const turns = sqliteTable(
  'turns',
  {
    id: text('id').primaryKey(),
    leadId: text('lead_id').notNull(),
    agentId: text('agent_id').notNull(),
    seq: integer('seq').notNull(),
    at: text('at').notNull(),
    driver: text('driver').notNull(),
    parts: text('parts').notNull(),
    deliveryIds: text('delivery_ids').notNull(),
    count: integer('count').notNull(),
    acked: integer('acked').notNull().default(0),
    ended: text('ended'),
    /** The agent's program has shown that it works on it. */
    seen: integer('seen').notNull().default(0),
    hop: integer('hop').notNull().default(0),
    usage: text('usage'),
    seenAt: text('seen_at'),
    endedAt: text('ended_at'),
  },
  (table) => [
    index('idx_turns_agent').on(table.agentId, table.ended),
    // What was under way since a time is read from its end, and what still is first.
    index('idx_turns_lead').on(table.leadId, table.endedAt, table.seq),
  ],
)
