import type { TaskRecord } from '@crewroom/shared/model/task'
import type { Envelope } from '../journal/facts'

/** Tasks that have ended and are not in the tables as that yet. */
export class PastTasks {
  #ended: { readonly seq: number; readonly task: TaskRecord }[] = []

  apply({ type, seq, data }: Envelope): void {
    if (type !== 'task:completed' && type !== 'task:failed' && type !== 'task:cancelled') return
    this.#ended.push({ seq, task: data.task })
  }

  all(): readonly TaskRecord[] {
    return this.#ended.map(({ task }) => task)
  }

  settled(seq: number): void {
    if (this.#ended.length > 0) this.#ended = this.#ended.filter((one) => one.seq > seq)
  }
}
