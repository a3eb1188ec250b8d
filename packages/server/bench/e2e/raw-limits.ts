import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { openForWriting } from '../../src/storage/database'
import { benchFolder } from '../bench-crew'
import { percentile } from '../measure'

const SYNCS = 200
const BLOCK = Buffer.alloc(4096, 1)
const CONTENT = 'x'.repeat(200)

/** What one write that survives a power cut takes here at least, milliseconds. */
export function fdatasyncP50(): number {
  const folder = benchFolder()
  const file = openSync(path.join(folder, 'sync'), 'w')
  const times: number[] = []
  for (let n = 0; n < SYNCS; n++) {
    writeSync(file, BLOCK)
    const began = performance.now()
    fdatasyncSync(file)
    times.push(performance.now() - began)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  return percentile(times, 0.5)
}

/** Messages per second when one message and one journal row each are all that is stored, so many in one transaction. */
export function groupCommit(inFlight: number, ms: number): number {
  const folder = benchFolder()
  const db = openForWriting(path.join(folder, 'raw.sqlite'))
  try {
    db.exec('create table message (id text primary key, seq integer, content text, at text)')
    db.exec('create table journal (seq integer primary key, type text, data text, at text)')
    const message = db.prepare('insert into message values (?, ?, ?, ?)')
    const journal = db.prepare('insert into journal values (?, ?, ?, ?)')
    const at = new Date().toISOString()
    const began = performance.now()
    let n = 0
    while (performance.now() - began < ms) {
      db.exec('BEGIN IMMEDIATE')
      for (let i = 0; i < inFlight; i++, n++) {
        message.run(`01234567-89ab-7def-8123-${String(n).padStart(12, '0')}`, n, CONTENT, at)
        journal.run(n, 'group:message', `{"messageId":"${n}"}`, at)
      }
      db.exec('COMMIT')
    }
    return n / ((performance.now() - began) / 1000)
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}
