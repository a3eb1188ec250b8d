import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { openForReading } from '../../src/storage/database'
import { benchFolder } from '../bench-crew'
import type { BenchServer } from '../bench-server'

export interface Program {
  readonly pid: number
  readonly port: number
  readonly token: string
}

/** On a copy of the same tables, so that both find the same rows behind the same indexes. */
export async function startBare(
  { folder, token }: BenchServer,
  leadId: string,
  group: string,
): Promise<Program & { stop(): Promise<void> }> {
  const own = benchFolder()
  const copy = path.join(own, 'bare.sqlite')
  const tables = openForReading(path.join(folder, 'crewroom.sqlite'))
  tables.prepare('vacuum into ?').run(copy)
  tables.close()
  const script = new URL('./bare-program.js', import.meta.url).pathname
  const child = spawn(process.execPath, [script, copy, token, leadId, group], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`bare express ended with ${code}`)))
    child.stdout.once('data', (data: Buffer) => resolve(Number(data.toString('utf8'))))
  })
  return {
    pid: child.pid ?? 0,
    port,
    token,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(own, { recursive: true, force: true })
    },
  }
}
