import { expect, test } from 'vitest'
import { readEventsBefore } from '../../src/crew/read-events'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { testCrew } from '../harness/test-crew'

test('RE41 what an agent may see is found behind much that it may not see', async () => {
  await using crew = testCrew({ agents: { ada: 'architect', dora: 'developer' } })
  const { shard } = crew
  const say = (group: string, content: string) =>
    sendMessage(shard, crew.crew, crew.by('ada'), { group, content })
  createGroup(shard, crew.crew, crew.by('ada'), { name: 'both', members: [crew.id('dora')] })
  for (let n = 1; n <= 5; n++) say('both', `seen ${n}`)
  createGroup(shard, crew.crew, crew.by('ada'), { name: 'hidden' })
  for (let n = 1; n <= 1_200; n++) say('hidden', 'x')
  const page = (viewer: string | null, before: number, limit: number) =>
    readEventsBefore(shard, crew.crew, viewer, { before, limit })
  const said = ({ events }: Awaited<ReturnType<typeof page>>) =>
    events.map((event) => (event.type === 'group:message' ? event.message.content : event.type))
  const newest = await page(crew.id('dora'), Number.MAX_SAFE_INTEGER, 3)
  expect([said(newest), newest.hasBefore]).toEqual([['seen 3', 'seen 4', 'seen 5'], true])
  const [first] = newest.events
  const older = await page(crew.id('dora'), first?.seq ?? 0, 3)
  expect([said(older), older.hasBefore]).toEqual([['group:created', 'seen 1', 'seen 2'], true])
  const rest = await page(crew.id('dora'), older.events[0]?.seq ?? 0, 200)
  expect(rest.events[0]?.type).toBe('lead:created')
  expect(rest.hasBefore).toBe(false)
  expect(said(await page(null, Number.MAX_SAFE_INTEGER, 2))).toEqual(['x', 'x'])
})
