import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openForWriting } from '../../src/storage/database'
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
