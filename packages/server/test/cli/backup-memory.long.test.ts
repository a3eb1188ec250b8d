import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ChildServer } from '../harness/child-server'
import { CLI } from '../harness/crewroom'
import { Random } from '../harness/random'
import { tempFolder } from '../harness/temp-folder'

const MIB = 1024 * 1024
/** Pages of SQLite, buffers of streams, and what Node.js has not collected yet. */
const MORE_MIB = 96
const LARGE_MIB = Number(process.env['CREWROOM_BACKUP_MIB'] ?? 250)

/** The most memory that a command had, as the kernel counts it. */
async function peakOf(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: 'ignore' })
  let peak = 0
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024)
    } catch {
      // It has ended.
    }
  }, 10)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(look)
  expect([args[0], code]).toEqual([args[0], 0])
  return peak
}

/** Rows that do not become much smaller, in a table of their own. */
function fill(database: string): void {
  const random = new Random(20_260_103)
  const sqlite = new Database(database)
  sqlite.exec('create table filler (bytes blob)')
  const insert = sqlite.prepare('insert into filler values (?)')
  const block = Buffer.alloc(MIB)
  for (let n = 0; n < LARGE_MIB; n++) {
    for (let at = 0; at < MIB; at += 4) block.writeUInt32LE(random.below(2 ** 31), at)
    insert.run(block)
  }
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.close()
}

test.skipIf(process.platform !== 'linux')(
  'BK11 a backup and a restore of a large database take about as much memory as of a small one',
  async () => {
    using folder = tempFolder()
    const at = (name: string) => path.join(folder.path, name)
    mkdirSync(at('data'))
    const data = ['--data', at('data')]
    await (await ChildServer.start({ data: at('data'), port: 0 })).end('SIGTERM')
    const small = {
      backup: await peakOf(['backup', at('small'), ...data]),
      restore: await peakOf(['restore', at('small'), '--data', at('of-small')]),
    }
    fill(at('data/crewroom.sqlite'))
    const large = {
      backup: await peakOf(['backup', at('large'), ...data]),
      restore: await peakOf(['restore', at('large'), '--data', at('of-large')]),
    }
    expect(statSync(at('large')).size).toBeGreaterThan((LARGE_MIB * MIB) / 2)
    rmSync(at('large'))
    const shown = (bytes: number) => Math.round(bytes / MIB)
    process.stdout.write(
      `backup: ${shown(small.backup)} MiB, of ${LARGE_MIB} MiB ${shown(large.backup)}; restore: ${shown(small.restore)} and ${shown(large.restore)} MiB\n`,
    )
    expect(shown(large.backup - small.backup)).toBeLessThan(MORE_MIB)
    expect(shown(large.restore - small.restore)).toBeLessThan(MORE_MIB)
  },
  300_000,
)
