import { expect, test } from 'vitest'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { testCrew } from '../harness/test-crew'
import { pushed } from '../harness/pushed'

test('EX35 what an agent confirmed a moment before an export is confirmed in the file: where it is imported it is not handed over again', async () => {
  await using crew = testCrew({ agents: { ada: 'architect' } })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', members: ['ada'] })
  sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'team', content: 'read' })
  const { inbox } = crew.core
  const page = await pushed(inbox, crew.id('ada'), 100)
  expect(page?.deliveries.map(({ kind }) => kind)).toContain('group')
  inbox.confirm(crew.id('ada'), page?.cursor ?? '')
  // Left open: this one is handed over where the file goes, for the first time there.
  sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'team', content: 'held' })
  await pushed(inbox, crew.id('ada'), 100)
  await using other = testCrew({ ids: new CountingIds('e1e1', 'e-') })
  await takeIn(other, await crewText(crew))
  const imported = other.shard.crew(crew.leadId)
  const [stay, ...more] = imported.inHand.owing(crew.id('ada'))
  expect([stay?.owed, more, imported.inHand.marks(crew.id('ada'))]).toEqual([1, [], [0, 0, 0]])
})
