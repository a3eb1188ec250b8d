import type { FileRows, RowKind, SaidInFile } from '../journal/ports/transfer-port'
import type { Sqlite } from './database'

/** No table of a server: what is judged by it is not stored. */
export const JUDGED = 'judged_rows'
const PAGE = 500

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
