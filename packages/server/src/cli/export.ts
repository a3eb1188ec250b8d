import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { StartRefused } from '../start-refused'
import type { DataDir, ServerFile } from '../data-dir'
import { endsAsDocument } from '@crewroom/shared/text/markdown-document'
import { FileReading } from '../transfer/read-file'
import { ask, runningServer } from './running-server'

export interface ExportOptions {
  readonly data: DataDir
  readonly lead: string | undefined
  readonly group: string | undefined
  /** One conversation as a document. */
  readonly markdown?:
    | { readonly kind: string; readonly of: string; readonly with?: string | undefined }
    | undefined
  /** `-` is standard output. */
  readonly out: string
  readonly stdout: NodeJS.WritableStream
  readonly note: (line: string) => void
}

/** Writes what the running server exports, whole or not at all; only its user may read the file. */
export async function exportTo(options: ExportOptions): Promise<void> {
  const { group, markdown, out, stdout, note } = options
  if (markdown && group !== undefined) {
    throw new StartRefused('--group and --markdown are two things: use --markdown group=<name>.')
  }
  const server = await runningServer(options.data)
  const lead = options.lead ?? (await onlyCrew(server))
  const asked = markdown ?? { group }
  const response = await ask(
    server,
    `/api/lead/${encodeURIComponent(lead)}/${markdown ? 'markdown' : 'export'}${queryOf(asked)}`,
  )
  const copy = (to: NodeJS.WritableStream) =>
    copied(response, to, markdown ? documentReading() : factsReading())
  if (out === '-') {
    const lines = await copy(stdout)
    note(`Exported ${lines} lines.`)
    return
  }
  const next = `${out}.${process.pid}.tmp`
  const file = createWriteStream(next, { mode: 0o600, flags: 'wx' })
  try {
    const lines = await copy(file)
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

function queryOf(asked: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** Looks at a file as it arrives: how many lines it has, and whether it came whole. */
interface Reading {
  write(chunk: Uint8Array): void
  /** Throws when its end is missing. */
  end(): void
  readonly lines: number
}

/** Header and trailer are not counted. */
function factsReading(): Reading {
  let lines = 0
  const reading = new FileReading(() => ({ take: () => lines++ }))
  return {
    write: (chunk) => reading.write(chunk),
    end: () => reading.end(),
    get lines() {
      return lines
    },
  }
}

const NEWLINE = 0x0a
/** The last line of a document is shorter. */
const END_BYTES = 200

function documentReading(): Reading {
  let lines = 0
  let tail = Buffer.alloc(0)
  return {
    write: (chunk) => {
      for (const byte of chunk) if (byte === NEWLINE) lines++
      tail = Buffer.concat([tail, chunk.subarray(-END_BYTES)]).subarray(-END_BYTES)
    },
    end: () => {
      if (!endsAsDocument(tail.toString())) throw new Error('cut off')
    },
    get lines() {
      return lines
    },
  }
}

/** Copies the file while it arrives, and says how many lines it has. A file without its end does not count as an export. */
async function copied(
  response: Response,
  to: NodeJS.WritableStream,
  reading: Reading,
): Promise<number> {
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
  return reading.lines
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
