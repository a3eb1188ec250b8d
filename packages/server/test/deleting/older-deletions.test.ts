import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { copiesIn, copyAt } from '../../src/copies-before'
import { openForWriting } from '../../src/storage/database'
import { TrimRound } from '../../src/storage/trim-round'
import { Writer } from '../../src/storage/writer'
import { filesWith } from '../harness/files-with'
import { olderDatabase } from '../harness/older-database'
import { tempFolder } from '../harness/temp-folder'

const AT = '2026-11-21T00:00:00.000Z'

test('DE23 what an earlier version deleted is erased at the first start, in quotes, answers and unused space', () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const older = olderDatabase(35, file)
  const secret = 'secret-of-an-earlier-version'
  const message = (n: number, content: string, replyTo: string | null, deletedAt: string | null) =>
    older
      .prepare(
        `insert into chat_group_messages (id, group_name, lead_id, from_agent_id, from_role, content, timestamp,
           seq, n, session_id, kind, mentions, reply_to, deleted_at)
         values (?, 'team', 'l1', 'human', 'Human', ?, '${AT}', ?, ?, 'main', 'message', '[]', ?, ?)`,
      )
      .run(`m${n}`, content, n, n, replyTo, deletedAt)
  older.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${AT}');
    insert into journal (lead_id, seq, type, v, at, actor, cause, data, batch_id) values
      ('l1', 9, 'request:answered', 1, '${AT}', '{}', '{}', '{"request":{"key":"k","parts":["m1 ${secret}"],"secrets":null}}', 1)`)
  for (let n = 2; n < 40; n++) message(n, `${secret} ${'word '.repeat(n)}`, null, null)
  message(1, '', null, AT)
  for (let n = 2; n < 40; n++) older.exec(`update chat_group_messages set content = 'short', deleted_at = '${AT}' where id = 'm${n}'`) // prettier-ignore
  message(40, 'reply', JSON.stringify({ id: 'm1', n: 1, text: secret }), null)
  message(41, 'reply', JSON.stringify({ id: 'm40', n: 40, text: 'reply' }), null)
  older.close()
  expect(filesWith(folder.path, secret)).not.toEqual([])

  const sqlite = openForWriting(file)
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2', ownsFile: true })
  while (!writer.isErased) expect(writer.eraseSlice(true)).toBe(true)
  expect(filesWith(folder.path, secret)).toEqual([])
  const quoted = sqlite.prepare(`select reply_to ->> 'text' from chat_group_messages where n >= 40`)
  expect(quoted.pluck().all()).toEqual(['', 'reply'])
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  writer.close()
})

test('DE34 a session that an earlier version deleted is erased at the first start: lines, facts, records and answers', () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const older = olderDatabase(37, file)
  const secret = 'secret-of-a-deleted-session'
  const session = { id: 's1', title: secret, lastMessage: { id: 'm1', content: secret } }
  const fact = (seq: number, type: string, data: object) =>
    older
      .prepare(
        `insert into journal (lead_id, seq, type, v, at, actor, cause, data, batch_id) values ('l1', ?, ?, 1, '${AT}', '{}', '{}', ?, 1)`,
      ) // prettier-ignore
      .run(seq, type, JSON.stringify(data))
  older.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${AT}');
    insert into agents (id, lead_id, name, role, role_name, color, driver, created_at)
      values ('a1', 'l1', 'ada', 'developer', 'Developer', '#000000', '{}', '${AT}');
    insert into sessions (id, lead_id, seq, group_name, title, status, active_agents, created_at, created_by, updated_at)
      values ('s1', 'l1', 1, 'team', '${secret}', 'deleted', '[]', '${AT}', 'human', '${AT}'),
        ('s2', 'l1', 2, 'team', 'Kept', 'active', '[]', '${AT}', 'human', '${AT}');
    insert into chat_group_messages (id, group_name, lead_id, from_agent_id, from_role, content, timestamp, seq, n, session_id, kind, mentions)
      values ('m1', 'team', 'l1', 'human', 'Human', '${secret}', '${AT}', 3, 1, 's1', 'message', '[]'),
        ('m2', 'team', 'l1', 'human', 'Human', 'It is kept.', '${AT}', 4, 1, 's2', 'message', '[]');
    insert into deliveries (id, lead_id, agent_id, seq, at, kind, wake, content)
      values ('d1', 'l1', 'a1', 5, '${AT}', 'round', 1, '{"form":"round","sessionId":"s1","note":"${secret}"}');
    insert into rollout_entries (agent_id, n, lead_id, at, kind, turn_id, text, data)
      values ('a1', 1, 'l1', '${AT}', 'text', 'd1', 'I think of ${secret}.', null),
        ('a1', 2, 'l1', '${AT}', 'text', null, 'Elsewhere: ${secret} and more.', null)`)
  fact(1, 'session:created', { session: { ...session, lastMessage: null } })
  fact(6, 'session:updated', { session })
  fact(7, 'request:answered', { request: { key: 'k', parts: [`"s1" ${secret}`], secrets: null } })
  older.close()

  const sqlite = openForWriting(file)
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e2', ownsFile: true })
  while (!writer.isErased) expect(writer.eraseSlice(true)).toBe(true)
  expect(filesWith(folder.path, secret)).toEqual([])
  const of = (text: string) => sqlite.prepare(text).pluck().all()
  expect(of('select title from sessions order by id')).toEqual(['', 'Kept'])
  expect(of('select content from chat_group_messages order by id')).toEqual(['', 'It is kept.'])
  expect(of('select text from rollout_entries order by n')).toEqual([
    '(deleted)',
    'Elsewhere: (deleted) and more.',
  ])
  writer.close()
})

test('DE35 what retention removed is in no byte of the file, and in no copy that is older than a day', () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const copies = path.join(folder.path, 'before-upgrade')
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
  const secret = 'secret-of-an-old-record'
  const sqlite = openForWriting(file)
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e1', ownsFile: true })
  const entry = { leadId: 'l1', agentId: 'a1', kind: 'text', turnId: null, data: null, cut: false } as const // prettier-ignore
  writer.writeRollouts(
    Array.from({ length: 60 }, (_, n) => ({
      ...entry,
      n: n + 1,
      at: daysAgo(n < 50 ? 40 : 1),
      text: n < 50 ? `${secret} ${'word '.repeat(n * 9)}` : 'new',
    })),
  )
  mkdirSync(copies)
  for (const days of [50, 3, 0]) writeFileSync(path.join(copies, copyAt(daysAgo(days))), `${days}`)
  const round = new TrimRound(writer, { of: 'records', since: daysAgo(30), bytes: null })
  while (!round.isDone) round.slice()
  expect(round.trimmed).toMatchObject({ entries: 50, failure: null })
  expect(writer.isErased).toBe(false)
  while (!writer.isErased) expect(writer.eraseSlice(true)).toBe(true)
  expect(filesWith(folder.path, secret)).toEqual([])
  // Older than what was removed, and younger than a day.
  expect(copiesIn(copies).map((name) => readFileSync(path.join(copies, name), 'utf8'))).toEqual([
    '50',
    '0',
  ])
  writer.close()
})

test('DE21 unused space of a large file is overwritten when nothing else is to be written, and of a small one at once', () => {
  for (const rows of [100, 16_500]) {
    using folder = tempFolder()
    const file = path.join(folder.path, 'crewroom.sqlite')
    const small = new Database(file)
    // Many pages that take little room.
    small.pragma('page_size = 512')
    small.exec('create table filling (content text)')
    small.close()
    const sqlite = openForWriting(file)
    const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'e1', ownsFile: true })
    sqlite.exec(`insert into erasures (lead_id, since) values ('l1', '${AT}');
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      insert into filling select hex(randomblob(200)) from n`)
    writer.close()
    const again = openForWriting(file)
    const busy = new Writer({ sqlite: again, shard: 'main', firstEpoch: 'e1', ownsFile: true })
    let slices = 0
    while (!busy.isErased && slices++ < 10) busy.eraseSlice(false)
    expect(busy.isErased, `${rows} rows`).toBe(rows === 100)
    while (!busy.isErased) expect(busy.eraseSlice(true)).toBe(true)
    busy.close()
  }
})
