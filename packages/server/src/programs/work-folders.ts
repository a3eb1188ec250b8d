import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { writePrivately } from '../durable-files'
import type { Envelope } from '../journal/facts'
import { type FolderMark, markOf } from './folder-mark'

const Kept = z.strictObject({
  folders: z
    .record(
      z.string(),
      z.strictObject({ real: z.string(), dev: z.string(), ino: z.string(), born: z.string() }),
    )
    .default({}),
})

/**
 * The working folders that the person chose, as they were then. It is about this machine alone: no crew's file, no
 * backup and no journal has it.
 */
export class WorkFolders {
  readonly #file: string
  /** The folders of all agents, as they are now. */
  readonly #used: () => readonly string[]
  readonly #failed: (error: unknown) => void
  readonly #marks = new Map<string, FolderMark>()

  constructor(file: string, used: () => readonly string[], failed: (error: unknown) => void) {
    this.#file = file
    this.#used = used
    this.#failed = failed
  }

  /** At a start. Where nothing was ever kept, folders are taken as they are. */
  begin(): void {
    const kept = this.#kept()
    const used = new Set(this.#used().map((folder) => path.resolve(folder)))
    for (const folder of used) {
      const mark = kept === null ? markOf(folder) : kept[folder]
      if (mark) this.#marks.set(folder, mark)
    }
    if (used.size > 0) this.#keep()
  }

  /** The person chose these as they are now. Nothing is chosen where no folder is. */
  allow(...folders: readonly string[]): void {
    for (const folder of folders.map((one) => path.resolve(one))) {
      const mark = markOf(folder)
      if (mark) this.#marks.set(folder, mark)
    }
    this.#keep()
  }

  has(folder: string): boolean {
    return this.#marks.has(path.resolve(folder))
  }

  /** Null: nobody chose it, or it was not there. */
  markOf(folder: string): FolderMark | null {
    return this.#marks.get(path.resolve(folder)) ?? null
  }

  /** An agent that makes another one chooses no folder: what it has in place of its own stays unknown. */
  published(entries: readonly Envelope[]): void {
    for (const { type, data, actor } of entries) {
      // Nothing of a crew that was deleted is kept.
      if (type === 'lead:deleted') this.#keep()
      if (type !== 'agent:created' && type !== 'agent:updated') continue
      if (actor.kind !== 'human' || data.agent.cwd === null) continue
      const isChosen = type === 'agent:created' || data.changed.includes('folder')
      if (isChosen) this.allow(data.agent.cwd)
    }
  }

  /** Null: there is no file. One that cannot be read keeps nothing. */
  #kept(): Readonly<Record<string, FolderMark>> | null {
    let text: string
    try {
      text = readFileSync(this.#file, 'utf8')
    } catch {
      return null
    }
    try {
      return Kept.parse(JSON.parse(text)).folders
    } catch {
      return {}
    }
  }

  #keep(): void {
    const used = new Set(this.#used().map((folder) => path.resolve(folder)))
    for (const folder of this.#marks.keys()) if (!used.has(folder)) this.#marks.delete(folder)
    try {
      writePrivately(
        this.#file,
        `${JSON.stringify({ folders: Object.fromEntries(this.#marks) }, null, 2)}\n`,
      )
    } catch (error) {
      this.#failed(error)
    }
  }
}
