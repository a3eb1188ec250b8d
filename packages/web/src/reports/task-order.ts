import type { TaskRecord } from '@crewroom/shared/model/task'

/** What a waiting task waits for: prerequisites that are open, and those that will not be done. */
export interface Awaited {
  readonly open: readonly TaskRecord[]
  readonly lost: readonly TaskRecord[]
}

/** Null for a task that does not wait. */
export function awaitedBy(
  { after = [], waits }: TaskRecord,
  taskOf: (id: string) => TaskRecord | undefined,
): Awaited | null {
  if (!waits) return null
  const known = after.flatMap((id) => taskOf(id) ?? [])
  return {
    open: known.filter(({ status }) => status === 'open'),
    lost: known.filter(({ id }) => waits.lost.includes(id)),
  }
}

/** A line from a prerequisite to the task that waits for it. */
export interface Dependency {
  readonly from: string
  readonly to: string
  readonly isLost: boolean
}

/** What waiting tasks still wait for, as lines between them. */
export function dependenciesOf(
  tasks: readonly TaskRecord[],
  taskOf: (id: string) => TaskRecord | undefined,
): readonly Dependency[] {
  return tasks.flatMap((task) => {
    const awaited = awaitedBy(task, taskOf)
    if (!awaited) return []
    return [
      ...awaited.open.map(({ id }) => ({ from: id, to: task.id, isLost: false })),
      ...awaited.lost.map(({ id }) => ({ from: id, to: task.id, isLost: true })),
    ]
  })
}
