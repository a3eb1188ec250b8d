import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportCrew } from '../../src/transfer/export-crew'
import { exportGroup } from '../../src/transfer/export-group'
import { type ImportPorts, Imports } from '../../src/transfer/imports'
import { openScratchTables } from '../../src/storage/scratch-tables'
import { BY_PERSON, type TestCrew } from './test-crew'

export type Line = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests change lines freely

async function joined(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

/** A crew's file, from the domain. */
export async function crewText(crew: TestCrew, leadId = crew.leadId): Promise<string> {
  return joined(await exportCrew(crew.shard, crew.shard.crew(leadId)))
}

export async function groupText(crew: TestCrew, name: string): Promise<string> {
  const group = crew.crew.state.groups[name]
  if (!group) throw new Error(`no group ${name}`)
  return joined(await exportGroup(crew.shard, crew.crew, group))
}

const scratch = mkdtempSync(path.join(tmpdir(), 'crewroom-scratch-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
let tables = 0

/** What imports need of a crew's tables. */
export function importPortsOf(crew: TestCrew): ImportPorts {
  return {
    rehearse: () => openScratchTables(scratch, `${process.pid}-${++tables}`),
    stage: (file, act) => crew.staging.stage(file, act),
    discard: (file) => rmSync(file, { force: true }),
    free: () => Promise.resolve(null),
  }
}

/** Takes a file in, as it would arrive: in parts that end anywhere. */
export async function takeIn(crew: TestCrew, text: string, leadId?: string, part = 1_000) {
  const imports = new Imports(crew.shard, importPortsOf(crew))
  async function* body() {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += part) {
      yield await Promise.resolve(bytes.subarray(at, at + part))
    }
  }
  const taken = await imports.take(body(), BY_PERSON, { leadId })
  crew.check()
  return taken
}

export const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

/** A file with these lines and a trailer that fits them: what somebody makes who knows how. */
export function signed(lines: readonly unknown[]): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return `${text}${JSON.stringify({ end: true, lines: lines.length - 1, sha256 })}\n`
}

/** The file with its lines changed, the trailer not counted, and fitting again. */
export function forged(text: string, change: (lines: Line[]) => void): string {
  const lines = linesOf(text).slice(0, -1)
  change(lines)
  return signed(lines)
}
