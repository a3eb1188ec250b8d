import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newMessage } from '@crewroom/shared/model/message'
import { HUMAN } from '@crewroom/shared/model/participant'
import type { Envelope } from '../../src/journal/facts'
import { loadShard } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { Writer } from '../../src/storage/writer'
import { MIGRATIONS, olderDatabase } from '../harness/older-database'

test('ST42 a database of an older version is brought up to date and keeps its rows', () => {
  const all = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql')).length
  expect(all).toBeGreaterThan(1)
  const sqlite = olderDatabase(1)
  const at = '2026-11-21T00:00:00.000Z'
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${at}');
    insert into agents (id, lead_id, name, role, role_name, color, driver, task, created_at)
      values ('l1', 'l1', 'atlas', 'lead', 'Project Lead', '#000000', '{"kind":"remote"}', 'ship it', '${at}')`)
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  expect(writer.epoch).toBe('e1')
  const [crew] = loadShard(sqlite).crews
  expect(crew?.state.lead).toEqual({
    id: 'l1',
    name: 'atlas',
    parentId: null,
    paused: false,
    autoGroups: true,
    createdAt: at,
  })
  expect(crew?.state.agents['l1']).toMatchObject({
    task: 'ship it',
    createdBy: 'human',
    endedReason: null,
  })
  expect(crew?.state.tasks).toEqual({})
  sqlite.close()
})

test('ST42, TN10 turns of an older database get their times from the journal', () => {
  const sqlite = olderDatabase(9)
  const at = (minute: number) => `2026-11-21T00:0${minute}:00.000Z`
  const fact = (seq: number, type: string, turnId: string) =>
    `insert into journal (lead_id, seq, type, v, at, actor, cause, data, batch_id)
     values ('l1', ${seq}, '${type}', 1, '${at(seq)}', '{}', '{}', '{"turnId":"${turnId}"}', 1)`
  const turn = (id: string, seq: number, ended: string | null) =>
    `insert into turns (id, lead_id, agent_id, seq, at, driver, parts, delivery_ids, count, ended)
     values ('${id}', 'l1', 'a', ${seq}, '${at(seq)}', 'acp', '[]', '[]', 0, ${ended ? `'${ended}'` : 'null'})`
  sqlite.exec(
    [
      turn('t1', 1, 'end_turn'),
      fact(2, 'turn:seen', 't1'),
      fact(3, 'turn:ended', 't1'),
      turn('t2', 4, null),
      fact(5, 'turn:seen', 't2'),
      turn('t3', 6, 'acked'),
      fact(7, 'turn:ended', 't3'),
    ].join(';'),
  )
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e1' })
  const rows = sqlite.prepare('select id, seen_at, ended_at from turns order by seq').raw().all()
  expect(rows).toEqual([
    ['t1', at(2), at(3)],
    ['t2', at(5), null],
    ['t3', null, at(7)],
  ])
  sqlite.close()
})

test('ST42, CO7 what was said before direct messages had ids of their senders stays without one', () => {
  const sqlite = olderDatabase(13)
  const at = '2026-11-21T00:00:00.000Z'
  sqlite.exec(
    `insert into direct_messages (id, lead_id, seq, kind, from_id, from_role, to_id, content, timestamp, hop)
       values ('m1', 'l1', 1, 'direct', 'human', 'Human', 'a', 'hello', '${at}', 0)`,
  )
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e1' })
  const reader = new Reader(sqlite)
  const query = { agentId: null, before: 9, limit: 9, viewer: null }
  const message = {
    id: 'm1',
    leadId: 'l1',
    seq: 1,
    kind: 'direct',
    from: 'human',
    fromRole: 'Human',
    to: 'a',
    content: 'hello',
    timestamp: at,
    hop: 0,
  }
  expect(reader.comms('l1', query).messages).toEqual([message])
  expect([...reader.directMessages(['m1']).values()]).toEqual([message])
  sqlite.close()
})

test('ST42, LV20 who went quiet before quiet agents were noticed is left alone', () => {
  const sqlite = olderDatabase(11)
  const at = '2026-11-21T00:00:00.000Z'
  const crew = (id: string, turn: 'over' | 'open') =>
    `insert into leads (id, name, created_at) values ('${id}', '${id}', '${at}');
     insert into agents (id, lead_id, name, role, role_name, color, driver, created_at, ended)
       select '${id}-' || value, '${id}', value, 'developer', 'Developer', '#000000', '{"kind":"acp","command":"x"}',
         '${at}', nullif(value, 'dev') from json_each('["dev", "completed"]');
     insert into agents (id, lead_id, name, role, role_name, color, driver, created_at)
       values ('${id}-idle', '${id}', 'idle', 'developer', 'Developer', '#000000', '{"kind":"remote"}', '${at}');
     insert into tasks (id, lead_id, agent_id, by, text, status, created_at)
       select '${id}-' || value, '${id}', '${id}-' || value, 'human', 'build it', 'open', '${at}'
         from json_each('["dev", "completed"]');
     insert into turns (id, lead_id, agent_id, seq, at, driver, parts, delivery_ids, count, ended)
       values ('${id}', '${id}', '${id}-dev', 1, '${at}', 'acp', '[]', '[]', 0, ${turn === 'over' ? "'end_turn'" : 'null'})`
  sqlite.exec(`${crew('left', 'over')};${crew('busy', 'open')}`)
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e1' })
  const told = sqlite.prepare("select id from agents where stall = 'told'").pluck().all()
  expect(told).toEqual(['left-dev'])
  sqlite.close()
})

test('ST42, KP2 records of an older database are removed like others, and its messages stay', () => {
  const count = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .findIndex((name) =>
      readFileSync(new URL(name, MIGRATIONS), 'utf8').includes('rollout_entries'),
    )
  const sqlite = olderDatabase(count + 1)
  const entry = (n: number, day: number) =>
    `insert into rollout_entries (agent_id, n, lead_id, at, kind, text)
     values ('a', ${n}, 'l1', '2026-01-0${day}T00:00:00.000Z', 'text', 'word ${n}')`
  sqlite.exec(
    `insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
     insert into chat_group_messages (id, group_name, lead_id, from_agent_id, from_role, content,
       timestamp, seq, n, session_id, kind, mentions)
       values ('m', 'team', 'l1', 'a', 'developer', 'hello', '2026-01-01T00:00:00.000Z', 1, 1, 'main',
         'message', '[]');
     ${[entry(1, 1), entry(2, 2), entry(3, 8), entry(4, 9)].join(';')}`,
  )
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  writer.beginTrim({ since: '2026-01-05T00:00:00.000Z', bytes: null })
  expect(writer.trimSlice()).toMatchObject({ entries: 2, failure: null, isDone: true })
  const page = new Reader(sqlite).rollout('l1', { agentId: 'a', limit: 10 })
  expect(page).toMatchObject({ removed: 2, entries: [{ n: 3 }, { n: 4 }] })
  expect(sqlite.prepare('select content from chat_group_messages').pluck().all()).toEqual(['hello'])
  sqlite.close()
})

test('ST42, US8 what turns of an older database used is counted when it is brought up to date', () => {
  const sqlite = olderDatabase(15)
  const at = (minute: number) => `2026-11-21T01:${String(minute).padStart(2, '0')}:00.000Z`
  const turn = (n: number, ended: string | null, usage: object | null) =>
    `insert into turns (id, lead_id, agent_id, seq, at, driver, parts, delivery_ids, count, ended, ended_at, usage)
     values ('t${n}', 'l1', 'a', ${n}, '${at(n)}', 'acp', '[]', '[]', 0, ${ended && "'end_turn'"},
       ${ended && `'${ended}'`}, ${usage && `'${JSON.stringify(usage)}'`})`
  sqlite.exec(
    [
      `insert into tasks (id, lead_id, agent_id, by, text, status, created_at, ended_at)
       values ('k1', 'l1', 'a', 'human', 'x', 'completed', '${at(2)}', '${at(4)}')`,
      turn(1, at(1), { inputTokens: 3, outputTokens: 4, totalTokens: null, cost: 0.5 }),
      turn(3, at(4), { inputTokens: 10, outputTokens: 1, totalTokens: 11, cost: null }),
      turn(5, at(59), { inputTokens: null, outputTokens: null, totalTokens: null, cost: null }),
      turn(6, '2026-11-21T02:00:00.000Z', { totalTokens: 5 }),
      turn(7, null, null),
    ].join(';'),
  )
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e1' })
  const reader = new Reader(sqlite)
  const totals = (by: 'task' | 'hour') => reader.usage('l1', { by, sinceHour: '', limit: 9 }).totals
  expect(totals('task')).toMatchObject([
    { key: null, turns: 3, reported: 2, inputTokens: 3, totalTokens: 12, cost: 0.5 },
    { key: 'k1', turns: 1, reported: 1, inputTokens: 10, totalTokens: 11, cost: null },
  ])
  expect(totals('hour')).toMatchObject([
    { key: '2026-11-21T01', turns: 3 },
    { key: '2026-11-21T02', turns: 1 },
  ])
  const total = sqlite
    .prepare('explain query plan select * from usage_hours where lead_id = ? and hour >= ?')
    .all('l1', '') as { detail: string }[]
  expect(total[0]?.detail, 'a total reads rows of its crew and time only').toMatch(
    /^SEARCH .* USING INDEX/,
  )
  sqlite.close()
})

test('PM17, ST42 needs in an older database ask for no permission, and its crew has no rules', () => {
  const sqlite = olderDatabase(16)
  const at = '2026-11-21T00:00:00.000Z'
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${at}');
    insert into needs (id, lead_id, kind, agent_id, text, created_at)
      values ('n1', 'l1', 'refused', 'l1', 'It asked.', '${at}')`)
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  const [crew] = loadShard(sqlite).crews
  expect(crew?.state.needs['n1']).toEqual({
    id: 'n1',
    leadId: 'l1',
    kind: 'refused',
    agentId: 'l1',
    text: 'It asked.',
    messageId: null,
    groupName: null,
    permission: null,
    createdAt: at,
  })
  expect(crew?.permissionRules).toEqual([])
  sqlite.close()
})

test('ST42, SN34 sessions, rounds, answers and needs of a database without discussions are what they were', () => {
  const sqlite = olderDatabase(25)
  const at = '2026-11-21T00:00:00.000Z'
  const answered = (agent: string, position: number, status: string) =>
    `insert into responses (run_id, n, agent_id, lead_id, position, status, delivery_id)
       values ('s1', 1, '${agent}', 'l1', ${position}, '${status}', 'd${position}')`
  sqlite.exec(
    [
      `insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1)`,
      `insert into leads (id, name, created_at) values ('l1', 'atlas', '${at}')`,
      `insert into sessions (id, lead_id, seq, group_name, title, status, active_agents, created_at, created_by, updated_at)
         values ('s1', 'l1', 5, 'team', 'Session 1', 'active', '["l1"]', '${at}', 'human', '${at}')`,
      `insert into rounds (run_id, n, lead_id, session_id, group_name, ask, reason, trigger_seq, trigger_message_id, opened_seq, opened_at)
         values ('s1', 1, 'l1', 's1', 'team', 'answer', 'everybody is asked', 6, 'm1', 7, '${at}')`,
      answered('l1', 1, 'thinking'),
      answered('a1', 2, 'passed'),
      `insert into needs (id, lead_id, kind, agent_id, text, created_at)
         values ('n1', 'l1', 'question', 'l1', 'Which one?', '${at}')`,
    ].join(';'),
  )
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  const state = loadShard(sqlite).crews[0]?.state
  expect(state?.runs).toEqual({})
  expect(state?.sessions['s1']).toEqual({
    id: 's1',
    leadId: 'l1',
    groupName: 'team',
    title: 'Session 1',
    status: 'active',
    activeAgents: ['l1'],
    chosen: ['l1'],
    createdAt: at,
    createdBy: 'human',
    updatedAt: at,
    messageCount: 0,
    rounds: 1,
    lastMessage: null,
  })
  const response = { late: false, cut: false, messageId: null, error: null, endedAt: null }
  const round = {
    runId: 's1',
    sessionId: 's1',
    groupName: 'team',
    n: 1,
    ask: 'answer',
    reason: 'everybody is asked',
    triggerSeq: 6,
    triggerMessageId: 'm1',
    openedSeq: 7,
    openedAt: at,
    responses: [
      { ...response, agentId: 'l1', status: 'thinking', deliveryId: 'd1' },
      { ...response, agentId: 'a1', status: 'passed', deliveryId: 'd2' },
    ],
    closed: null,
  }
  expect(state?.rounds).toEqual({ s1: [round] })
  expect(state?.needs['n1']).not.toHaveProperty('turn')
  const reader = new Reader(sqlite)
  expect(reader.round('l1', 's1', 1)).toEqual(round)
  expect(reader.roundsOfRun('l1', 's1', 1, 9).rounds).toEqual([])
  sqlite.close()
})

test('ST42, KP9 what was replaced in the journal of an older database goes as in a new one', () => {
  const sqlite = olderDatabase(9)
  const at = (minute: number) => `2026-11-21T00:0${minute}:00.000Z`
  const position = (stream: string, offset: number) =>
    JSON.stringify({ position: { agentId: 'l1', stream, offset, safe: offset, done: 0 } })
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${at(0)}');
    insert into agents (id, lead_id, name, role, role_name, color, driver, task, created_at)
      values ('l1', 'l1', 'atlas', 'lead', 'Project Lead', '#000000', '{"kind":"remote"}', 'ship it', '${at(0)}')`)
  const fact =
    sqlite.prepare(`insert into journal (lead_id, seq, type, v, at, actor, cause, data, batch_id)
    values ('l1', ?, ?, 1, ?, '{}', '{}', ?, 1)`)
  const facts: [type: string, data: string][] = [
    ['lead:created', '{}'],
    ['stream:advanced', position('main', 1)],
    ['turn:sent', '{}'],
    ['turn:acked', '{}'],
    ['stream:advanced', position('main', 2)],
    ['turn:ended', '{}'],
    ['stream:advanced', position('other', 3)],
  ]
  for (const [index, [type, data]] of facts.entries()) fact.run(index + 1, type, at(index), data)
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  writer.beginJournalTrim(at(9))
  for (let isDone = false; !isDone;) ({ isDone } = writer.trimJournalSlice())
  expect(sqlite.prepare('select seq from journal order by seq').pluck().all()).toEqual([
    1, 3, 4, 5, 6, 7,
  ])
  sqlite.close()
})

test('ST42, SN15 groups, marks and deliveries of a database without sessions are those of the main one, and a session begins beside them', () => {
  const sqlite = olderDatabase(20)
  const at = '2026-11-21T00:00:00.000Z'
  const message = (n: number, from: string) =>
    `insert into chat_group_messages (id, group_name, lead_id, from_agent_id, from_role, content,
       timestamp, seq, n, session_id, kind, mentions)
       values ('m${n}', 'team', 'l1', '${from}', 'R', 'text ${n}', '${at}', ${n + 2}, ${n}, 'main', 'message', '["human"]')`
  sqlite.exec(
    [
      `insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1)`,
      `insert into leads (id, name, created_at) values ('l1', 'atlas', '${at}')`,
      `insert into chat_groups (name, lead_id, created_at, id, display_name, created_by, roles)
         values ('team', 'l1', '${at}', 'g1', 'Team', 'human', '[]')`,
      message(1, 'l1'),
      message(2, 'human'),
      message(3, 'l1'),
      `insert into read_marks (lead_id, group_name, reader_id, seq, n, last_seen)
         values ('l1', 'team', 'human', 4, 2, '${at}'), ('l1', 'team', 'l1', 3, 1, '${at}')`,
    ].join(';'),
  )
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  const before = loadShard(sqlite).crews[0]
  expect(before?.state).toMatchObject({
    groups: { team: { messageCount: 3, lastMessage: { id: 'm3' } } },
    sessions: {},
    rounds: {},
    readMarks: {
      human: { team: { seq: 4, n: 2, lastSeen: at } },
      l1: { team: { seq: 3, n: 1, lastSeen: at } },
    },
    mentions: { human: { team: [3] } },
  })
  expect(before?.state.groups['team']).not.toHaveProperty('chat')
  expect(before?.recent.get('team')?.map(({ id, round }) => [id, round])).toEqual([
    ['m1', undefined],
    ['m2', undefined],
    ['m3', undefined],
  ])
  const session = {
    id: 's1',
    leadId: 'l1',
    groupName: 'team',
    title: 'Session 1',
    status: 'active',
    activeAgents: ['l1'],
    chosen: ['l1'],
    createdAt: at,
    createdBy: 'human',
    updatedAt: at,
    messageCount: 0,
    rounds: 0,
    lastMessage: null,
  } as const
  const said = newMessage({
    id: 'm4',
    seq: 7,
    n: 1,
    group: 'team',
    leadId: 'l1',
    sessionId: 's1',
    kind: 'message',
    from: 'l1',
    fromRole: 'R',
    content: 'in the session',
    timestamp: at,
    round: { runId: 's1', n: 0, as: 'interjection' },
  })
  const own = { leadId: 'l1', v: 1, at, actor: HUMAN, cause: { kind: 'request' } } as const
  const batch = { v: 1, shard: 'main', epoch: 'e1', owner: 'a-test', batchId: 2, prev: 1 } as const
  const entries: Envelope[] = [
    { ...own, seq: 6, type: 'session:created', data: { session } },
    {
      ...own,
      seq: 7,
      type: 'session:message',
      data: { sessionId: 's1', groupName: 'team', message: said },
    },
  ]
  expect(writer.write([{ ...batch, entries }])).toEqual({ ok: true })
  const after = loadShard(sqlite).crews[0]
  expect(after?.state).toMatchObject({
    groups: { team: { messageCount: 3, lastMessage: { id: 'm3' } } },
    sessions: { s1: { messageCount: 1, lastMessage: { id: 'm4' } } },
    readMarks: before?.state.readMarks,
    mentions: before?.state.mentions,
  })
  expect(after?.recent.get('s:s1')).toEqual([said])
  sqlite.close()
})

test('ST42, RN21, RN22 rounds of a version that did not store who stopped an answer, and when it asked, stay as they are', () => {
  const sqlite = olderDatabase(21)
  const at = '2026-11-21T00:00:00.000Z'
  sqlite.exec(
    [
      `insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1)`,
      `insert into leads (id, name, created_at) values ('l1', 'atlas', '${at}')`,
      `insert into chat_groups (name, lead_id, created_at, id, display_name, created_by, roles)
         values ('team', 'l1', '${at}', 'g1', 'Team', 'human', '[]')`,
      `insert into sessions values ('s1', 'l1', 3, 'team', 'Names', 'active', '["a1"]', '${at}', 'human', '${at}')`,
      `insert into rounds values ('s1', 1, 'l1', 's1', 'team', 'answer', 'a person wrote', 4, 'm1', 5, '${at}', null)`,
      `insert into responses (run_id, n, agent_id, lead_id, position, status, delivery_id, ended_at)
         values ('s1', 1, 'a1', 'l1', 0, 'interrupted', 'd1', '${at}'), ('s1', 1, 'a2', 'l1', 1, 'thinking', 'd2', null)`,
    ].join(';'),
  )
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  const own = { late: false, cut: false, messageId: null, error: null }
  expect(loadShard(sqlite).crews[0]?.state.rounds['s1']?.[0]?.responses).toStrictEqual([
    { ...own, agentId: 'a1', status: 'interrupted', deliveryId: 'd1', endedAt: at },
    { ...own, agentId: 'a2', status: 'thinking', deliveryId: 'd2', endedAt: null },
  ])
  sqlite.close()
})

test('ST42, VB69 groups of a version without files have none, and get one like others', () => {
  const sqlite = olderDatabase(24)
  const at = '2026-11-21T00:00:00.000Z'
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${at}')`)
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  expect(loadShard(sqlite).crews[0]?.state.files).toEqual({})
  const file = {
    kind: 'file',
    name: 'a.txt',
    size: 1,
    type: 'application/octet-stream',
    sha256: '0'.repeat(64),
    addedBy: 'human',
    addedAt: at,
  } as const
  const own = { leadId: 'l1', v: 1, at, actor: HUMAN, cause: { kind: 'request' } } as const
  const batch = { v: 1, shard: 'main', epoch: 'e1', owner: 'a-test', batchId: 2, prev: 1 } as const
  const data = { groupName: 'plan', file }
  const entries: Envelope[] = [{ ...own, seq: 1, type: 'file:added', data }]
  expect(writer.write([{ ...batch, entries }])).toEqual({ ok: true })
  expect(loadShard(sqlite).crews[0]?.state.files).toEqual({ plan: [file] })
  sqlite.close()
})

test('ST42, GR92 messages of a version in which none were changed are as they were, and can be changed', () => {
  const sqlite = olderDatabase(28)
  const at = '2026-11-21T00:00:00.000Z'
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${at}');
    insert into chat_group_messages (id, group_name, lead_id, from_agent_id, from_role, content, timestamp, seq, n,
        session_id, kind, mentions)
      values ('m1', 'plan', 'l1', 'human', 'Human', 'one', '${at}', 1, 1, 'main', 'message', '["a1"]')`)
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  const read = () => new Reader(sqlite).message('l1', 'plan', 'm1')
  const before = read()
  expect(before).toMatchObject({ content: 'one', mentions: ['a1'] })
  expect(before).not.toHaveProperty('editedAt')
  const own = { leadId: 'l1', v: 1, at, actor: HUMAN, cause: { kind: 'request' } } as const
  const batch = { v: 1, shard: 'main', epoch: 'e1', owner: 'a-test', batchId: 2, prev: 1 } as const
  const data = {
    groupName: 'plan',
    messageId: 'm1',
    n: 1,
    by: 'human',
    content: 'two',
    mentions: [],
  }
  const entries: Envelope[] = [{ ...own, seq: 2, type: 'group:message_edited', data }]
  expect(writer.write([{ ...batch, entries }])).toEqual({ ok: true })
  expect(read()).toMatchObject({ content: 'two', mentions: [], editedAt: at })
  const said = new Reader(sqlite)
    .versionsOf('m1')
    .map(({ content, mentions }) => [content, mentions])
  expect(said).toEqual([
    ['one', ['a1']],
    ['two', []],
  ])
  sqlite.close()
})

test('ST42, WK1 a crew of a version that showed no files of working folders shows none, and can', () => {
  const sqlite = olderDatabase(29)
  const at = '2026-11-21T00:00:00.000Z'
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${at}')`)
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  const shown = () => loadShard(sqlite).crews[0]?.state.workFiles
  expect(shown()).toBeUndefined()
  const own = { leadId: 'l1', v: 1, at, actor: HUMAN, cause: { kind: 'request' } } as const
  const batch = { v: 1, shard: 'main', epoch: 'e1', owner: 'a-test', batchId: 2, prev: 1 } as const
  const entries: Envelope[] = [
    { ...own, seq: 1, type: 'work_files:changed', data: { shown: true } },
  ]
  expect(writer.write([{ ...batch, entries }])).toEqual({ ok: true })
  expect(shown()).toBe(true)
  sqlite.close()
})

test('ST42, TK36 tasks of a version in which none waited were given when they were delegated, and others can wait for them', () => {
  const sqlite = olderDatabase(30)
  const at = '2026-11-21T00:00:00.000Z'
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${at}');
    insert into tasks (id, lead_id, agent_id, "by", text, status, created_at)
      values ('t1', 'l1', 'a1', 'human', 'one', 'open', '${at}')`)
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2' })
  const tasks = () => Object.values(loadShard(sqlite).crews[0]?.state.tasks ?? {})
  const one = {
    id: 't1',
    leadId: 'l1',
    agentId: 'a1',
    by: 'human',
    text: 'one',
    context: null,
    status: 'open',
    summary: null,
    createdAt: at,
    endedAt: null,
  } as const
  expect(tasks()).toStrictEqual([one])
  const two = { ...one, id: 't2', text: 'two', after: ['t1'], waits: { lost: [] } }
  const own = { leadId: 'l1', v: 1, at, actor: HUMAN, cause: { kind: 'request' } } as const
  const batch = { v: 1, shard: 'main', epoch: 'e1', owner: 'a-test', batchId: 2, prev: 1 } as const
  const entries: Envelope[] = [{ ...own, seq: 1, type: 'task:created', data: { task: two } }]
  expect(writer.write([{ ...batch, entries }])).toEqual({ ok: true })
  expect(tasks()).toStrictEqual([one, two])
  sqlite.close()
})
