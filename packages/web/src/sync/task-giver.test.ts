import { expect, test } from 'vitest'
import type { agents } from './api/agents'
import { ApiError } from './request'
import { TaskGiver } from './task-giver'

type Delegate = (typeof agents)['delegate']

/** Refuses what it has as the server does, and notes what it was asked. */
function server() {
  const asked: (readonly [agentId: string, task: string, again: boolean | undefined])[] = []
  const open = new Set<string>()
  const delegate = ((
    agentId: string,
    task: string,
    _context: null,
    { again }: { again?: boolean },
  ) => {
    asked.push([agentId, task, again])
    if (task === 'broken') throw new ApiError(503, 'busy', 'Try again.')
    if (open.has(agentId + task) && again !== true) {
      throw new ApiError(422, 'validation', 'It has it.', { taskId: 't1', fields: { again: 'x' } })
    }
    open.add(agentId + task)
    return Promise.resolve({ task: { id: 't2' } })
  }) as unknown as Delegate
  return { asked, delegate }
}

test('UI844 a task that its agent has is given once more when it is sent again, and only then', async () => {
  const { asked, delegate } = server()
  const give = new TaskGiver(delegate)
  await give.to('a', 'Ada', 'draw')
  const refused =
    'Ada has this task already, and it is open. Press the button again to give it once more.'
  await expect(give.to('a', 'Ada', 'draw')).rejects.toThrow(refused)
  await give.to('a', 'Ada', 'draw')
  expect(asked.map(([, , again]) => again)).toEqual([false, false, true])
})

test('UI844 another agent or text in between is another task, which the server may refuse as well', async () => {
  const { asked, delegate } = server()
  const give = new TaskGiver(delegate)
  await give.to('a', 'Ada', 'draw')
  await give.to('b', 'Ben', 'draw')
  await expect(give.to('a', 'Ada', 'draw')).rejects.toThrow('Ada has')
  await expect(give.to('b', 'Ben', 'draw')).rejects.toThrow('Ben has')
  await expect(give.to('a', 'Ada', 'draw')).rejects.toThrow('Ada has')
  expect(asked.map(([, , again]) => again)).not.toContain(true)
})

test('UI844 other refusals are told as they are', async () => {
  const { delegate } = server()
  const give = new TaskGiver(delegate)
  await expect(give.to('a', 'Ada', 'broken')).rejects.toThrow('Try again.')
})
