import { utimesSync } from 'node:fs'
import { answered, asked, SessionFolder } from './session-folder'

/** Where a person would have it, and the id that it has there. */
const HOME = '/home/ada/.claude/projects'
const PROJECT = '-home-ada-atlas'
const SESSION_ID = 'pGJ2-wM0aT7q1vXnY4sKzQ'
const PROJECT_ID = 'c9R_uE3hLk5dOBtW8yNf2g'

const UUIDS = [
  '0a4f8c5e-1b7d-4e3a-9c26-5d81f0e7b342',
  '6d2b9f10-83c4-4a5e-b7f1-2e90c4d8a615',
  'b17e3c84-5f09-4d62-8a3b-c4f6e1d27095',
  'e95a0d37-6c18-4b2f-a5d4-71f8b3c0e629',
] as const

/** The session of a coding agent on the examples' machine. */
export class ExampleSession {
  readonly #folder = new SessionFolder()
  readonly #file = `${PROJECT}/2f6c1d3e-9a5b-4c70-8e14-b3d7a09f5c21.jsonl`
  readonly #id: string

  constructor() {
    const uuid = (n: number) => ({ uuid: UUIDS[n] })
    const usage = { input_tokens: 4, cache_read_input_tokens: 15_200, output_tokens: 310 }
    const message = { id: 'msg_01', role: 'assistant', model: 'claude-sonnet-4-5-20250929', usage }
    const call = { id: 'toolu_01', name: 'Grep', input: { pattern: 'RoPEConfig', path: 'src' } }
    const result = { tool_use_id: 'toolu_01', content: 'src/_configs.py:41: class RoPEConfig:' }
    this.#id = this.#folder.write(this.#file, [
      asked(1, 'Where is RoPEConfig defined?', uuid(0)),
      answered(4, '', {
        ...uuid(1),
        message: { ...message, content: [{ type: 'tool_use', ...call }] },
      }),
      asked(5, '', {
        ...uuid(2),
        message: { role: 'user', content: [{ type: 'tool_result', ...result }] },
      }),
      answered(9, 'RoPEConfig is defined in src/_configs.py, line 41.', uuid(3)),
    ])
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, 9))
    utimesSync(this.#folder.at(this.#file), at, at)
  }

  get root(): string {
    return this.#folder.path
  }

  /** A folder in which an agent works, with a plan in it. */
  workFolder(): string {
    this.#folder.write('work/docs/plan.md', '# Plan\n\nOne file for each model.\n')
    return this.#folder.at('work')
  }

  /** What the samples call it. */
  get names(): Readonly<Record<string, string>> {
    return { session: this.#id, item: `ai-${UUIDS[1]}` }
  }

  /** As it would be on that machine: ids come from places. */
  shown<T>(example: T): T {
    const text = JSON.stringify(example)
      .replaceAll(this.#folder.path, HOME)
      .replaceAll(this.#id, SESSION_ID)
      .replaceAll(this.#folder.id(PROJECT), PROJECT_ID)
    return JSON.parse(text) as T
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]()
  }
}
