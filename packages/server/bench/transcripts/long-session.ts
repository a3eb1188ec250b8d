import { readFileSync } from 'node:fs'
import path from 'node:path'

const SESSIONS = path.join(process.cwd(), 'packages/shared/test/transcripts/entireio')
const FILES = [
  'e1_2c3e2b3f2a_0.jsonl',
  '37_995ebed6e4_3.jsonl',
  '10_a740e118e0_0.jsonl',
  '00_c9e2351016_3.jsonl',
]
/** Where records name themselves and each other. */
const IDS: ReadonlySet<string> = new Set([
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'requestId',
  'id',
  'tool_use_id',
  'sourceToolAssistantUUID',
  'sourceToolUseID',
  'leafUuid',
])
const HOUR_MS = 3_600_000

/** A session of at least so many bytes: real ones again and again, with new ids, each a day after the one before. */
export function longSession(bytes: number): string {
  const sessions = FILES.map((name) =>
    readFileSync(path.join(SESSIONS, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line)),
  )
  const parts: string[] = []
  let size = 0
  for (let n = 0; size < bytes; n++) {
    for (const record of sessions[n % sessions.length] ?? []) {
      const line = `${JSON.stringify(renamed(record, n))}\n`
      parts.push(line)
      size += Buffer.byteLength(line)
    }
  }
  return parts.join('')
}

function renamed(value: unknown, n: number, key = ''): unknown {
  if (typeof value === 'string') {
    if (IDS.has(key)) return `${value}-${n}`
    if (key === 'timestamp') return new Date(Date.parse(value) + n * 24 * HOUR_MS).toISOString()
    return value
  }
  if (Array.isArray(value)) return value.map((one) => renamed(one, n))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, renamed(one, n, name)]),
  )
}
