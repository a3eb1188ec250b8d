import Database from 'better-sqlite3'

export interface TurnRow {
  readonly agent: string
  readonly driver: string
  readonly ended: string | null
  readonly usage: string | null
}

/** What one crew has left in the database, with names instead of ids; lists are in the order of events. */
export interface Tables {
  /** Name and label, by id. */
  readonly agents: ReadonlyMap<
    string,
    { readonly name: string; readonly roleName: string; readonly isLead: boolean }
  >
  readonly groups: readonly {
    name: string
    createdBy: string
    archived: number
    auto: number
    purpose: string | null
  }[]
  readonly members: readonly { group: string; agent: string }[]
  readonly messages: readonly {
    group: string
    n: number
    from: string
    content: string
    /** The number of the message that it replies to. */
    repliesTo: number | null
  }[]
  /** Sessions, a row for each of their rounds; no round if they have none. */
  readonly talks: readonly {
    group: string
    title: string
    createdBy: string
    n: number | null
    closed: string | null
  }[]
  readonly said: readonly { title: string; n: number; as: string; from: string; content: string }[]
  readonly responses: readonly {
    title: string
    n: number
    agent: string
    status: string
    late: number
    /** What it chose, where it was asked that. */
    decision: string | null
    done: number | null
    /** The session of the discussion that it started in its answer. */
    child: string | null
  }[]
  /** Rounds of discussions. */
  readonly asked: readonly {
    title: string
    n: number
    ask: string
    reason: string
    closed: string | null
    /** The discussion's own number. */
    of: number
  }[]
  readonly discussions: readonly {
    group: string
    title: string
    status: string
    /** A `RunRecord` without what has columns. */
    data: string
  }[]
  readonly reactions: readonly { group: string; n: number; emoji: string; agent: string }[]
  readonly tasks: readonly {
    by: string
    to: string
    text: string
    context: string | null
    status: string
    summary: string | null
  }[]
  readonly direct: readonly { kind: string; from: string; to: string; content: string }[]
  readonly needs: readonly { kind: string; agent: string }[]
  /** How agents ended and came back. */
  readonly lives: readonly { agent: string; event: string; batch: number }[]
  /** How groups came, went and came back; the same batch is the same moment. */
  readonly courses: readonly { group: string; event: string; batch: number }[]
  readonly told: readonly { agent: string; text: string }[]
  /** What is addressed to one agent and was not handed over. */
  readonly waiting: readonly { agent: string; kind: string }[]
  readonly turns: readonly TurnRow[]
  readonly sessions: readonly { agent: string; session: string }[]
}

/** In a turn, or confirmed without one. */
const HANDED = `(d.turn_id is not null or exists (select 1 from agent_inboxes i where i.lead_id = d.lead_id
  and i.agent_id = d.agent_id and d.seq <= i.up_to and d.seq not in (select value from json_each(i.skipped))))`

const QUERIES = {
  groups:
    'select name, created_by as createdBy, archived, auto, purpose from chat_groups where lead_id = ?',
  members:
    'select group_name as "group", agent_id as agent from chat_group_members where lead_id = ?',
  messages:
    'select group_name as "group", n, from_agent_id as "from", content, json_extract(reply_to, \'$.n\') as repliesTo from chat_group_messages where lead_id = ? and session_id = \'main\' order by seq',
  talks:
    'select s.group_name as "group", s.title, s.created_by as createdBy, r.n, r.closed from sessions s left join rounds r on r.run_id = s.id where s.lead_id = ? order by s.created_at, r.n',
  said: `select s.title, m.round_n as n, m.round_as as "as", m.from_agent_id as "from", m.content from chat_group_messages m
    join sessions s on s.id = m.session_id where m.lead_id = ? order by m.seq`,
  responses: `select s.title, p.n, p.agent_id as agent, p.status, p.late, p.decision, p.done, c.title as child from responses p
    join sessions s on s.id = p.run_id left join runs u on u.id = p.child left join sessions c on c.id = u.session_id
    where p.lead_id = ? order by p.n, p.position`,
  asked: `select s.title, r.n, r.ask, r.reason, r.closed, r.discussion_n as "of" from rounds r join sessions s on s.id = r.session_id
    where r.lead_id = ? and r.discussion_id is not null order by r.opened_seq`,
  discussions:
    'select r.group_name as "group", s.title, r.status, r.data from runs r join sessions s on s.id = r.session_id where r.lead_id = ? order by r.seq',
  reactions:
    'select m.group_name as "group", m.n as n, r.emoji as emoji, r.agent_id as agent from chat_group_reactions r join chat_group_messages m on m.id = r.message_id where m.lead_id = ?',
  tasks:
    'select "by", agent_id as "to", text, context, status, summary from tasks where lead_id = ? order by rowid',
  direct:
    'select kind, from_id as "from", to_id as "to", content from direct_messages where lead_id = ? order by seq',
  needs: 'select kind, agent_id as agent from needs where lead_id = ? and closed_at is null',
  lives:
    "select json_extract(data, '$.agent.id') as agent, substr(type, 7) as event, batch_id as batch from journal where lead_id = ? and type in ('agent:completed', 'agent:failed', 'agent:terminated', 'agent:resumed') order by seq",
  courses:
    "select json_extract(data, '$.group.name') as \"group\", substr(type, 7) as event, batch_id as batch from journal where lead_id = ? and type in ('group:created', 'group:archived', 'group:unarchived') order by seq",
  told: `select agent_id as agent, json_extract(content, '$.text') as text from deliveries d where lead_id = ? and kind = 'reply' and ${HANDED} order by seq`,
  waiting: `select agent_id as agent, kind from deliveries d where lead_id = ? and kind in ('direct', 'interrupt', 'task', 'report') and not ${HANDED}`,
  turns: 'select agent_id as agent, driver, ended, usage from turns where lead_id = ? order by seq',
  sessions:
    'select agent_id as agent, session_id as session from agent_sessions where agent_id in (select id from agents where lead_id = ?)',
} as const

/** Columns that hold ids of participants. */
const PARTICIPANTS = ['agent', 'by', 'createdBy', 'from', 'to']

/** Reads all of it at one moment. */
export function readTables(file: string, leadId: string): Tables {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return db.transaction(() => {
      const rows = db
        .prepare(
          'select id, name, role_name as roleName, id = lead_id as isLead from agents where lead_id = ?',
        )
        .all(leadId) as { id: string; name: string; roleName: string; isLead: number }[]
      const agents = new Map(
        rows.map(({ id, name, roleName, isLead }) => [
          id,
          { name, roleName, isLead: isLead === 1 },
        ]),
      )
      const named = (row: Record<string, unknown>) => {
        for (const column of PARTICIPANTS) {
          const id = row[column]
          if (typeof id === 'string') row[column] = agents.get(id)?.name ?? id
        }
        return row
      }
      const read = Object.entries(QUERIES).map(([name, query]) => [
        name,
        (db.prepare(query).all(leadId) as Record<string, unknown>[]).map(named),
      ])
      return { agents, ...Object.fromEntries(read) } as Tables
    })()
  } finally {
    db.close()
  }
}
