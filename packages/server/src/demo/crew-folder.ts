import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Notes } from './notes'

type Ids = Readonly<Record<string, string>>

/** What the programs of one sample crew share, beside the server: who is who, and each one's notes. */
export class CrewFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  prepare(): void {
    mkdirSync(this.#folder, { recursive: true })
  }

  notesOf(name: string): Notes {
    return new Notes(path.join(this.#folder, `${name}.jsonl`))
  }

  /** By rename: an agent that looks reads the whole file or none. */
  announce(ids: Ids): void {
    writeFileSync(`${this.#names}.tmp`, JSON.stringify(ids))
    renameSync(`${this.#names}.tmp`, this.#names)
  }

  /** A text of a script with the ids of the crew; these are known when everyone was created. */
  async named(text: string): Promise<string> {
    if (!text.includes('{{')) return text
    while (!existsSync(this.#names)) await sleep(20)
    return withIds(text, JSON.parse(readFileSync(this.#names, 'utf8')) as Ids)
  }

  get #names(): string {
    return path.join(this.#folder, 'crew.json')
  }
}

/** Names in `{{…}}` become short ids; a name that nobody has is an error in the script. */
function withIds(source: string, ids: Readonly<Record<string, string>>): string {
  return source.replace(/\{\{([\w-]+)\}\}/g, (_match, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`the script names {{${name}}}, which is not in the crew`)
    return id.slice(0, 8)
  })
}
