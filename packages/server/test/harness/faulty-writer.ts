import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { SQLITE_PACKAGE } from '../../src/storage/sqlite-package'
import { WRITER_SCRIPT } from './test-server'

/**
 * What the writer's thread does at its next commits, one step each:
 * `ok` commits; `before` and `after` end the thread on that side of the commit, without a word;
 * `fail CODE` rolls back and throws as SQLite would; `broken CODE` throws so after the commit was made; `hold` stands
 * before the commit until it is let go.
 */
export type Step = 'ok' | 'before' | 'after' | 'hold' | `fail ${string}` | `broken ${string}`

/** The real writer's script, run in a thread whose commits are noted and can be made to fail. */
export class FaultyWriter {
  readonly script: URL
  readonly #plan: string
  readonly #log: string
  readonly #held: string

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, 'faulty-writer.mjs')
    this.#plan = path.join(folder, 'plan')
    this.#log = path.join(folder, 'commits')
    this.#held = path.join(folder, 'held')
    writeFileSync(file, source(this.#plan, this.#log, this.#held))
    this.script = pathToFileURL(file)
  }

  plan(...steps: Step[]): void {
    writeFileSync(this.#plan, steps.join('\n'))
  }

  /** Whether the thread stands before a commit. */
  get holds(): boolean {
    return existsSync(this.#held)
  }

  /** The commit is made. */
  letGo(): void {
    rmSync(this.#held, { force: true })
  }

  /** Steps that no commit has met yet. */
  left(): number {
    if (!existsSync(this.#plan)) return 0
    return readFileSync(this.#plan, 'utf8').split('\n').filter(Boolean).length
  }

  /** `synchronous` and `journal_mode` of the connection at each commit. */
  commits(): string[] {
    if (!existsSync(this.#log)) return []
    return readFileSync(this.#log, 'utf8').split('\n').filter(Boolean)
  }

  forget(): void {
    rmSync(this.#log, { force: true })
  }
}

/** Notes the settings of a connection in this process at each of its commits. */
export function noteCommits(
  sqlite: { exec(sql: string): unknown; pragma(text: string, options: { simple: true }): unknown },
  commits: string[],
): void {
  const exec = sqlite.exec.bind(sqlite)
  sqlite.exec = (sql) => {
    if (sql === 'COMMIT') {
      const settings = ['synchronous', 'journal_mode'].map((name) =>
        sqlite.pragma(name, { simple: true }),
      )
      commits.push(settings.join(' '))
    }
    return exec(sql)
  }
}

function source(plan: string, log: string, held: string): string {
  const sqlite = pathToFileURL(createRequire(import.meta.url).resolve(SQLITE_PACKAGE)).href
  return `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import Database from ${JSON.stringify(sqlite)}

const plan = ${JSON.stringify(plan)}
const held = ${JSON.stringify(held)}
const still = new Int32Array(new SharedArrayBuffer(4))
const exec = Database.prototype.exec

function next() {
  if (!existsSync(plan)) return 'ok'
  const [step = 'ok', ...rest] = readFileSync(plan, 'utf8').split('\\n').filter(Boolean)
  writeFileSync(plan, rest.join('\\n'))
  return step
}

function failure(code) {
  return Object.assign(new Error('made to fail'), { code })
}

Database.prototype.exec = function (sql) {
  if (sql !== 'COMMIT') return exec.call(this, sql)
  const settings = ['synchronous', 'journal_mode'].map((name) => this.pragma(name, { simple: true }))
  appendFileSync(${JSON.stringify(log)}, settings.join(' ') + '\\n')
  const [step, code] = next().split(' ')
  if (step === 'before') process.exit(1)
  if (step === 'hold') {
    writeFileSync(held, '')
    while (existsSync(held)) Atomics.wait(still, 0, 0, 5)
  }
  if (step === 'fail') {
    exec.call(this, 'ROLLBACK')
    throw failure(code)
  }
  const result = exec.call(this, sql)
  if (step === 'after') process.exit(1)
  if (step === 'broken') throw failure(code)
  return result
}

await import(${JSON.stringify(WRITER_SCRIPT.href)})
`
}
