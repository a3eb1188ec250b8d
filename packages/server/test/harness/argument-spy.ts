import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Programs put before the real ones on the PATH, which note their arguments first, as every user of the machine sees them. */
export class ArgumentSpy {
  readonly #log: string
  readonly #bin: string

  constructor(folder: string, programs: readonly string[]) {
    this.#log = path.join(folder, 'arguments')
    this.#bin = path.join(folder, 'spies')
    mkdirSync(this.#bin)
    for (const program of programs) {
      const { stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' })
      this.put(program, `exec '${stdout.trim()}' "$@"`)
    }
  }

  /** A program of this name that notes its arguments and runs this shell script. */
  put(program: string, script: string): void {
    const file = path.join(this.#bin, program)
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "${program} $*" >> '${this.#log}'\n${script}\n`)
    chmodSync(file, 0o755)
  }

  get path(): string {
    return `${this.#bin}${path.delimiter}${process.env['PATH'] ?? ''}`
  }

  /** A line for each program that was started. */
  lines(): readonly string[] {
    if (!existsSync(this.#log)) return []
    return readFileSync(this.#log, 'utf8').split('\n').slice(0, -1)
  }
}
