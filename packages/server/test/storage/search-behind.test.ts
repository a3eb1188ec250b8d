import { expect, test } from 'vitest'
import { createLead } from '../../src/agents/create-agent'
import { createGroup } from '../../src/groups/create-group'
import { searchMessages } from '../../src/groups/search-messages'
import { sendMessage } from '../../src/groups/send-message'
import { Writer } from '../../src/storage/writer'
import { type TestCrew, testCrew } from '../harness/test-crew'

const say = (crew: TestCrew, content: string) =>
  sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'plan', content })
const ask = (crew: TestCrew, q: string) =>
  searchMessages(crew.shard, crew.crew, crew.by('human'), { q, limit: 5 })

function talk(crew: TestCrew): void {
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'plan' })
  say(crew, 'the parser reads the file')
}

test('SR23 an answer does not wait for an index that is far behind, and says how far', async () => {
  await using crew = testCrew()
  talk(crew)
  const { asOf, behind, searchedTo } = await ask(crew, 'parser')
  expect([behind, searchedTo]).toEqual([0, new Date(crew.clock.now()).toISOString()])
  let asked = 0
  const never = () => {
    asked++
    return new Promise<void>(() => {})
  }
  const { reader } = crew.shard.ports
  Object.assign(crew.shard.ports, { search: { index: never } })
  const { seq } = crew.crew.state
  Object.assign(crew.crew.state, { seq: seq + 10_001 })
  // Nobody moves the clock.
  const answer = await ask(crew, 'parser')
  expect(answer).toMatchObject({ complete: false, asOf, behind: 10_001, searchedTo })
  expect([asked, reader.indexedSeq(crew.leadId)]).toEqual([1, asOf])
})

test('SR22 a crew that is far behind keeps no other one from being found', async () => {
  await using crew = testCrew()
  talk(crew)
  const { crew: other } = createLead(crew.shard, crew.by('human'), { name: 'small' })
  await ask(crew, 'parser')
  for (let n = 0; n < 400; n++) say(crew, `many ${n}`)
  createGroup(crew.shard, other, crew.by('human'), { name: 'talk' })
  const writer = new Writer({ sqlite: crew.database, shard: 'main', firstEpoch: 'e' })
  const read = () => {
    writer.indexSlice()
    return [writer.hasIndexed(crew.leadId), writer.hasIndexed(other.state.lead.id)]
  }
  expect([read(), read()]).toEqual([expect.any(Array), [false, true]])
  while (!writer.indexed) expect(writer.indexSlice().failure).toBeNull()
  expect(writer.hasIndexed(crew.leadId)).toBe(true)
})
