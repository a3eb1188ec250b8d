import type { Process } from './chunks'
import { linkProcesses } from './link-processes'
import type { ParsedMessage } from './messages'
import type { MetricsSum } from './metrics'
import { Sidechains } from './sidechains'
import type { SubagentFile } from './subagent-file'
import { SubagentTrack } from './subagent-track'
import { TaskCalls, type TaskCall } from './task-calls'

/** Sub-agents that began closer together work side by side. */
const PARALLEL_MS = 100

/** The sub-agents of a session: of their own files and of side chains in the session's. */
export class Processes {
  #all: readonly Process[] = []
  readonly #tracks = new Map<string, SubagentTrack>()
  readonly #sidechains = new Sidechains()
  readonly #calls = new TaskCalls()
  #links: ReadonlyMap<SubagentTrack, TaskCall> = new Map()
  /** A sub-agent or a call is new, or a call has its result. */
  #relink = false
  #grew = false

  /** In the order in which they began. */
  get all(): readonly Process[] {
    return this.#all
  }

  /** What each of them used, in the same order. */
  get sums(): readonly MetricsSum[] {
    return this.#all.flatMap(({ id }) => this.#tracks.get(id)?.sum ?? [])
  }

  /** A record of the session's own conversation. */
  addMain(message: ParsedMessage): void {
    if (this.#calls.add(message, null)) this.#relink = true
  }

  addInline(message: ParsedMessage): void {
    this.#add(this.#sidechains.chainOf(message), 'inline', message)
  }

  /** A record of a side chain has changed. */
  replaceInline(message: ParsedMessage): void {
    const id = this.#sidechains.chainOf(message)
    this.#tracks.get(id)?.replace(message)
    this.#grew = true
    if (this.#calls.add(message, id)) this.#relink = true
  }

  addFile(file: SubagentFile, message: ParsedMessage): void {
    this.#add(file.id, 'file', message, file)
  }

  #add(id: string, source: Process['source'], message: ParsedMessage, file?: SubagentFile): void {
    let track = this.#tracks.get(id)
    if (track === undefined) {
      track = new SubagentTrack(id, source, file)
      this.#tracks.set(id, track)
    }
    const began = track.startTime
    track.add(message)
    this.#grew = true
    if (track.startTime !== began) this.#relink = true
    if (this.#calls.add(message, id)) this.#relink = true
  }

  /** Whether a sub-agent is new or changed since the last time. Those that did not are the same objects. */
  update(): boolean {
    if (!this.#relink && !this.#grew) return false
    const shown = [...this.#tracks.values()].filter(({ isShown }) => isShown).toSorted(byStart)
    if (this.#relink) this.#link(shown)
    const starts = shown.map(({ startTime }) => Date.parse(startTime))
    const all = shown.map((track, at) =>
      track.process(this.#links.get(track) ?? null, isParallel(starts, at)),
    )
    this.#relink = false
    this.#grew = false
    const same =
      all.length === this.#all.length && all.every((process, at) => process === this.#all[at])
    this.#all = all
    return !same
  }

  #link(shown: readonly SubagentTrack[]): void {
    const links = linkProcesses(shown, [...this.#calls.all.values()])
    for (const track of shown) {
      if (links.get(track) !== this.#links.get(track)) track.forget()
    }
    this.#links = links
  }

  /** The sub-agent in whose records a call stands; null: in the session's own. */
  ownerOf(callId: string): string | null {
    return this.#calls.all.get(callId)?.owner ?? null
  }
}

const byStart = (a: SubagentTrack, b: SubagentTrack) =>
  a.startTime < b.startTime ? -1 : a.startTime > b.startTime ? 1 : a.id < b.id ? -1 : 1

function isParallel(starts: readonly number[], at: number): boolean {
  const own = starts[at] ?? 0
  const near = (other: number | undefined) =>
    other !== undefined && Math.abs(other - own) <= PARALLEL_MS
  return near(starts[at - 1]) || near(starts[at + 1])
}
