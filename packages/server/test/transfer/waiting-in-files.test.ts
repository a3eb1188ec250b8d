import { expect, test } from 'vitest'
import { pauseCrew } from '../../src/agents/pause'
import { completeTask, delegate } from '../../src/agents/tasks'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, linesOf, takeIn } from '../harness/export-text'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect' } as const
const elsewhere = () => testCrew({ ids: new CountingIds('b0b0', 'b-') })

/** A crew with a task that waits for one that is open, one behind a lost one, and one that was given. */
function waiting(): TestCrew {
  const crew = testCrew({ agents: AGENTS })
  const give = (to: keyof typeof AGENTS, text: string, after: readonly string[] = []) =>
    crew.act(() => delegate(crew.shard, crew.crew, BY_PERSON, { to: crew.id(to), text, after }))
      .task
  const end = (status: 'completed' | 'failed') =>
    crew.act(() =>
      completeTask(crew.shard, crew.crew, byAgent(crew.id('dev')), crew.id('dev'), { status }),
    )
  const first = give('dev', 'first')
  give('arch', 'given', [first.id])
  end('completed')
  const lost = give('dev', 'lost')
  give('arch', 'in vain', [lost.id])
  end('failed')
  const open = give('dev', 'open')
  give('arch', 'next', [open.id])
  return crew
}

test('EX44 a crew with tasks that wait is a file of version 6, and the crew that it becomes gives them', async () => {
  await using crew = waiting()
  const text = await crewText(crew)
  expect(linesOf(text)[0]).toMatchObject({ version: 6 })
  await using other = elsewhere()
  await takeIn(other, text)
  expect(await crewText(other, crew.leadId)).toBe(text)
  other.restart()
  expect(await crewText(other, crew.leadId)).toBe(text)
  const imported = () => other.shard.crew(crew.leadId)
  expect(imported().state.tasks).toEqual(crew.crew.state.tasks)
  const arch = crew.id('arch')
  const texts = () => imported().openTasks(arch).map((task) => task.text) // prettier-ignore
  expect(texts()).toEqual(['given'])
  other.act(() => pauseCrew(other.shard, imported(), BY_PERSON, false))
  other.act(() => completeTask(other.shard, imported(), byAgent(crew.id('dev')), crew.id('dev'), {})) // prettier-ignore
  expect(texts()).toEqual(['given', 'next'])
})

test('EX44 a crew whose tasks never waited is exported as before', async () => {
  await using crew = testCrew({ agents: AGENTS })
  crew.act(() => delegate(crew.shard, crew.crew, BY_PERSON, { to: crew.id('dev'), text: 'one' }))
  const text = await crewText(crew)
  expect(linesOf(text)[0]).toMatchObject({ version: 1 })
  expect(text).not.toContain('"after"')
})

test('EX44 a file in which the order of tasks is not one is refused', async () => {
  await using crew = waiting()
  const text = await crewText(crew)
  const next = Object.values(crew.crew.state.tasks).find((task) => task.text === 'next')
  const open = Object.values(crew.crew.state.tasks).find((task) => task.text === 'open')
  const changed = (id: string | undefined, more: object) =>
    forged(text, (lines) => {
      const line = lines.find((one) => one['type'] === 'task:created' && one['data'].task.id === id)
      Object.assign(line?.['data'].task, more)
    })
  for (const [file, why] of [
    [changed(next?.id, { after: ['nothing'] }), 'a task that the crew does not have'],
    [changed(next?.id, { after: [next?.id] }), 'tasks that wait for each other'],
    [changed(open?.id, { after: [next?.id], waits: { lost: [] } }), 'that the crew does not have'],
    [changed(next?.id, { waits: { lost: [next?.id] } }), 'lost what it did not wait for'],
  ] as const) {
    await using other = elsewhere()
    await expect(takeIn(other, file), why).rejects.toThrow(why)
  }
})
