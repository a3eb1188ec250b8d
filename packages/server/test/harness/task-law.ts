import { expect } from 'vitest'
import type { Crew } from '../../src/crew/crew'

/**
 * What is always true of tasks that wait: each waits for tasks of its crew that are there, in no circle, and has either lost
 * one of them or one is still open; otherwise it would have been given.
 */
export function checkTaskOrder(crew: Crew): void {
  const { tasks } = crew.state
  for (const task of Object.values(tasks)) {
    if (!task.waits) continue
    const after = task.after ?? []
    expect(after.length, 'prerequisites of a waiting task').toBeGreaterThan(0)
    expect(after, 'what it lost').toEqual(expect.arrayContaining([...task.waits.lost]))
    const open = after.filter((id) => tasks[id] !== undefined)
    expect(open.length + task.waits.lost.length, 'what it waits for').toBeGreaterThan(0)
    expect(
      task.waits.lost.filter((id) => tasks[id] !== undefined),
      'lost, and open',
    ).toEqual([])
    const seen = new Set(open)
    for (const id of seen) for (const next of tasks[id]?.after ?? []) seen.add(next)
    expect([...seen], 'what it waits for, directly or not').not.toContain(task.id)
  }
}
