import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { idOf } from '../../src/transcripts/roots'

/** A record of a session, as a coding agent writes it. */
export type SessionRecord = Readonly<Record<string, unknown>>

const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString()

export function asked(n: number, content: string, more: SessionRecord = {}): SessionRecord {
  return {
    type: 'user',
    uuid: `u-${n}`,
    parentUuid: null,
    sessionId: 'one',
    timestamp: at(n),
    isSidechain: false,
    cwd: '/home/ada/atlas',
    gitBranch: 'main',
    message: { role: 'user', content },
    ...more,
  }
}

export function answered(n: number, text: string, more: SessionRecord = {}): SessionRecord {
  return {
    type: 'assistant',
    uuid: `a-${n}`,
    parentUuid: null,
    sessionId: 'one',
    timestamp: at(n),
    isSidechain: false,
    gitBranch: 'main',
    requestId: `r-${n}`,
    message: {
      id: `m-${n}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [{ type: 'text', text }],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
    ...more,
  }
}

export const lines = (records: readonly SessionRecord[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** A folder of session files that is gone when the test is. */
export class SessionFolder {
  /** Without links on the way. */
  readonly path = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'crewroom-sessions-')))

  at(file: string): string {
    return path.join(this.path, file)
  }

  id(file: string): string {
    return idOf(this.at(file))
  }

  /** The id of what was written. */
  write(file: string, content: readonly SessionRecord[] | string | Buffer): string {
    mkdirSync(path.dirname(this.at(file)), { recursive: true })
    writeFileSync(this.at(file), Array.isArray(content) ? lines(content) : (content as string))
    return this.id(file)
  }

  append(file: string, content: string | Buffer): void {
    appendFileSync(this.at(file), content)
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
