import { cpSync, mkdirSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  answered,
  asked,
  SessionFolder,
  type SessionRecord,
} from '../../server/test/harness/session-folder'

/** A session file that a coding agent wrote. */
export const realSession = (name: string): string =>
  fileURLToPath(new URL(`../../shared/test/transcripts/${name}`, import.meta.url))

/** Session files below folders of projects, each last written so many hours ago. */
export class Sessions extends SessionFolder {
  copy(name: string, to: string, hoursAgo: number): string {
    mkdirSync(dirname(this.at(to)), { recursive: true })
    cpSync(realSession(name), this.at(to))
    return this.age(to, hoursAgo)
  }

  age(file: string, hoursAgo: number): string {
    const time = new Date(Date.now() - hoursAgo * 3_600_000)
    utimesSync(this.at(file), time, time)
    return this.id(file)
  }
}

interface Usage {
  readonly content: readonly SessionRecord[]
  readonly tokens: number
}

const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString()

const worked = (n: number, { content, tokens }: Usage): SessionRecord =>
  answered(n, '', {
    message: {
      id: `m-${n}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content,
      usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: tokens - 10 },
    },
  })
const call = (n: number, tokens: number, command: string): SessionRecord =>
  worked(n, {
    tokens,
    content: [{ type: 'tool_use', id: `t-${n}`, name: 'Bash', input: { command } }],
  })
const result = (n: number, of: number, content: string, isError = false): SessionRecord =>
  asked(n, '', {
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t-${of}`, content, is_error: isError }],
    },
  })

/** A session whose context was compacted once, with a large result before it and an error after it. */
export const compactedSession = (): readonly SessionRecord[] => [
  asked(1, 'Make loading the config fast.'),
  call(2, 50_000, 'cat everything.log'),
  result(3, 2, 'A line of a long log.\n'.repeat(400)),
  call(4, 162_000, 'ls'),
  result(5, 4, 'one file'),
  worked(6, { tokens: 162_000, content: [{ type: 'text', text: 'That was much to read.' }] }),
  {
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'c-7',
    parentUuid: null,
    sessionId: 'one',
    timestamp: at(7),
    isSidechain: false,
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'auto', preTokens: 162_000 },
  },
  asked(8, 'This session is being continued. The log was long.', { isCompactSummary: true }),
  call(9, 44_000, 'pytest -q'),
  result(10, 9, '1 failed', true),
  ...Array.from({ length: 30 }, (_, n) => [
    asked(20 + 2 * n, `Question ${n}`),
    worked(21 + 2 * n, {
      tokens: 45_000 + 1_100 * n,
      content: [{ type: 'text', text: `Answer ${n}` }],
    }),
  ]).flat(),
]
