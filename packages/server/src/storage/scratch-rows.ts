import type {
  FileRows,
  GroupRows,
  MessageOfFile,
  RowKind,
  SaidInFile,
} from '../journal/ports/transfer-port'
import type { Sqlite } from './database'

/** No table of a server begins like these: what is judged by them is not stored. */
const JUDGED = 'judged_rows'
const PAGE = 500
/** The same of a group's file. */
const SAID = 'judged_messages'
const REACTED = 'judged_reactions'

/** What a file has so far, beside the tables in which it is tried. */
export function scratchRows(sqlite: Sqlite): FileRows {
  sqlite.exec(`create table ${JUDGED} (
    kind text not null, id text not null, owner text not null, gone integer not null default 0,
    seq integer, n integer, sender text, role text, primary key (kind, id)) without rowid`)
  const insert = sqlite.prepare(
    `insert into ${JUDGED} (kind, id, owner) values (?, ?, ?) on conflict do nothing`,
  )
  const owner = sqlite
    .prepare<[string, string], string>(`select owner from ${JUDGED} where kind = ? and id = ?`)
    .pluck()
  const page = sqlite
    .prepare<[string, string], string>(
      `select id from ${JUDGED} where kind = ? and id > ? order by id limit ${PAGE}`,
    )
    .pluck()
  const said = sqlite.prepare<[string], SaidInFile>(
    `select seq, n, sender as "from", role as fromRole from ${JUDGED} where kind = 'message' and id = ? and n is not null`,
  )
  const says = sqlite.prepare(
    `update ${JUDGED} set seq = ?, n = ?, sender = ?, role = ? where kind = 'message' and id = ?`,
  )
  const gone = sqlite
    .prepare<[string], number>(`select gone from ${JUDGED} where kind = 'message' and id = ?`)
    .pluck()
  const goes = sqlite.prepare(`update ${JUDGED} set gone = 1 where kind = 'message' and id = ?`)
  const counts = new Map<RowKind, number>()
  return {
    begin: (kind, id, of) => {
      if (insert.run(kind, id, of).changes === 0) return false
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      return true
    },
    of: (kind, id) => owner.get(kind, id),
    count: (kind) => counts.get(kind) ?? 0,
    *ids(kind) {
      for (let ids = page.all(kind, ''); ids.length > 0; ids = page.all(kind, ids.at(-1) ?? '')) {
        yield ids
      }
    },
    said: (id) => said.get(id),
    says: (id, { seq, n, from, fromRole }) => void says.run(seq, n, from, fromRole, id),
    isGone: (id) => gone.get(id) === 1,
    goes: (id) => void goes.run(id),
  }
}

/** The messages of a group's file so far, and its reactions. */
export function scratchGroupRows(sqlite: Sqlite): GroupRows {
  sqlite.exec(`create table ${SAID} (
    n integer primary key, id text not null unique, here text not null unique, sender text not null, role text not null,
    gone integer not null default 0)`)
  sqlite.exec(`create table ${REACTED} (
    n integer, emoji text, sender text, primary key (n, emoji, sender)) without rowid`)
  const says = sqlite.prepare(
    `insert into ${SAID} (n, id, here, sender, role) values (?, ?, ?, ?, ?) on conflict do nothing`,
  )
  const said = sqlite.prepare<[number], MessageOfFile>(
    `select id, here as idHere, sender as "from", role as fromRole from ${SAID} where n = ?`,
  )
  const gone = sqlite.prepare<[number], number>(`select gone from ${SAID} where n = ?`).pluck()
  const goes = sqlite.prepare(`update ${SAID} set gone = 1 where n = ?`)
  const add = sqlite.prepare(`insert into ${REACTED} values (?, ?, ?) on conflict do nothing`)
  const drop = sqlite.prepare(`delete from ${REACTED} where n = ? and emoji = ? and sender = ?`)
  const page = sqlite
    .prepare<[string], string>(
      `select here from ${SAID} where here > ? order by here limit ${PAGE}`,
    )
    .pluck()
  return {
    says: (n, { id, idHere, from, fromRole }) =>
      says.run(n, id, idHere, from, fromRole).changes === 1,
    said: (n) => said.get(n),
    isGone: (n) => gone.get(n) === 1,
    goes: (n) => void goes.run(n),
    reacts: (n, emoji, from, action) =>
      (action === 'add' ? add : drop).run(n, emoji, from).changes === 1,
    *idsHere() {
      for (let ids = page.all(''); ids.length > 0; ids = page.all(ids.at(-1) ?? '')) yield ids
    },
  }
}
