import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blankPages } from '../../src/storage/blank-pages'
import { openForWriting } from '../../src/storage/database'
import { filesWith } from '../harness/files-with'
import { often } from '../harness/long'
import { tempFolder } from '../harness/temp-folder'

const act = fc.record({
  at: fc.nat(400),
  words: fc.nat(often(60, 400)),
  does: fc.constantFrom('add', 'add', 'add', 'change', 'delete', 'drop'),
})

test('DE21 unused space of a database is overwritten, and every row stays as it is', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 50, maxLength: often(400, 1_500) }), (acts) => {
      using folder = tempFolder()
      const file = path.join(folder.path, 'rows.sqlite')
      const sqlite = openForWriting(file)
      // As earlier versions deleted.
      sqlite.pragma('secure_delete = OFF')
      sqlite.exec(`create table said (id text primary key, content text, place integer);
        create index said_place on said (place, content); create table other (content text)`)
      const known: string[] = []
      const gone: string[] = []
      for (const [n, { at, words, does }] of acts.entries()) {
        const id = `secret-${n}-${'x'.repeat(20)}-`
        const text = `${id}${'word '.repeat(words)}${id}`
        const chosen = known[at % Math.max(1, known.length)]
        if (does === 'add' || chosen === undefined) {
          sqlite.prepare('insert into said values (?, ?, ?)').run(id, text, at)
          known.push(id)
        } else if (does === 'change') {
          sqlite.prepare('update said set place = ? where id = ?').run(at, chosen)
        } else {
          gone.push(...known.splice(known.indexOf(chosen), 1))
          sqlite.prepare('delete from said where id = ?').run(chosen)
        }
        if (does !== 'drop' || known.includes(id)) continue
        sqlite.exec(`insert into other values ('${id}'); delete from other`)
        gone.push(id)
      }
      const rows = () => sqlite.prepare('select * from said order by id').all()
      const before = rows()
      sqlite.pragma('wal_checkpoint(TRUNCATE)')
      sqlite.exec('BEGIN IMMEDIATE')
      blankPages(sqlite, file)
      expect(blankPages(sqlite, file), 'all of it at once').toBe(0)
      sqlite.exec('ROLLBACK')
      sqlite.pragma('shrink_memory')
      expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(rows()).toEqual(before)
      expect(gone.filter((id) => filesWith(folder.path, id).length > 0)).toEqual([])
      // It is used again like any other.
      for (const id of gone) sqlite.prepare('insert into said values (?, ?, 1)').run(`${id}2`, 'y')
      sqlite.exec('delete from said; vacuum')
      expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
      sqlite.close()
    }),
    { numRuns: often(15, 300) },
  )
})
