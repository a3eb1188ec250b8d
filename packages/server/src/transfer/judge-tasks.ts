import type { TaskRecord } from '@crewroom/shared/model/task'
import type { TaskReferences } from '../journal/task-references'
import { Misfit } from './read-file'

/** Which tasks wait for which, as far as a crew's file was read. */
export class TaskBook implements TaskReferences {
  readonly #known: (taskId: string) => void
  readonly #after = new Map<string, readonly string[]>()

  /** `known` throws for a task that the crew does not have. */
  constructor(known: (taskId: string) => void) {
    this.#known = known
  }

  /** Whether any task ever had prerequisites. */
  get hadAny(): boolean {
    return this.#after.size > 0
  }

  order({ id, after, waits }: TaskRecord): void {
    if (waits?.lost.some((one) => !after?.includes(one))) {
      throw new Misfit('a task that lost what it did not wait for.')
    }
    if (!after) return
    for (const one of after) this.#known(one)
    this.#after.set(id, after)
    if (waits && this.#leadsTo(after, id)) throw new Misfit('tasks that wait for each other.')
  }

  #leadsTo(from: readonly string[], id: string): boolean {
    const seen = new Set(from)
    for (const one of seen) {
      if (one === id) return true
      for (const next of this.#after.get(one) ?? []) seen.add(next)
    }
    return false
  }
}
