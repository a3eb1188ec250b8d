import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { StartRefused } from '../start-refused'
import type { DataDir, ServerFile } from '../data-dir'
import { FileReading } from '../transfer/read-file'
import { ask, runningServer } from './running-server'

export interface ExportOptions {
  readonly data: DataDir
  readonly lead: string | undefined
  readonly group: string | undefined
  /** `-` is standard output. */
  readonly out: string
  readonly stdout: NodeJS.WritableStream
  readonly note: (line: string) => void
}

/** Writes what the running server exports, whole or not at all; only its user may read the file. */
export async function exportTo(options: ExportOptions): Promise<void> {
  const { group, out, stdout, note } = options
  const server = await runningServer(options.data)
  const lead = options.lead ?? (await onlyCrew(server))
  const query = group === undefined ? '' : `?group=${encodeURIComponent(group)}`
  const response = await ask(server, `/api/lead/${encodeURIComponent(lead)}/export${query}`)
  if (out === '-') {
    const lines = await copy(response, stdout)
    note(`Exported ${lines} lines.`)
    return
  }
  const next = `${out}.${process.pid}.tmp`
  const file = createWriteStream(next, { mode: 0o600, flags: 'wx' })
  try {
    const lines = await copy(response, file)
    file.end()
    await finished(file)
    renameSync(next, out)
    note(`Exported ${lines} lines to ${out}.`)
  } catch (error) {
    file.destroy()
    rmSync(next, { force: true })
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`${out} cannot be written: ${String(error)}`)
  }
}

/** Copies the file while it arrives, and says how many lines it has. A file without its end does not count as an export. */
async function copy(response: Response, to: NodeJS.WritableStream): Promise<number> {
  let lines = 0
  const reading = new FileReading(() => ({ take: () => lines++ }))
  const body = response.body as AsyncIterable<Uint8Array> | null
  let failed: unknown = null
  to.once('error', (error) => (failed = error))
  try {
    for await (const chunk of body ?? []) {
      reading.write(chunk)
      if (failed) break
      if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')])
    }
    if (!failed) reading.end()
  } catch {
    if (failed) throw failed
    throw new StartRefused(
      'The export ended early, and what was written is not complete. Try again.',
    )
  }
  if (failed) throw failed
  return lines
}

async function onlyCrew(server: ServerFile): Promise<string> {
  const response = await ask(server, '/api/lead')
  const { leads } = (await response.json()) as { leads: { id: string; name: string }[] }
  const [only] = leads
  if (only && leads.length === 1) return only.id
  if (!only) throw new StartRefused('There is no crew on this server.')
  const list = leads.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new StartRefused(`There are ${leads.length} crews. Choose one with --lead:\n${list}`)
}
