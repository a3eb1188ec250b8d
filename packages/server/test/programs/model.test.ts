import { expect, test } from 'vitest'
import { AgentFloor, posts } from '../harness/agent-floor'
import { FakeModel } from '../harness/fake-model'

/** Cut after every so many characters. */
function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
    text.slice(n * size, (n + 1) * size),
  )
}

test('ML1, ML2, ML3 a model gets its manifest as the system prompt and what it is owed as a prompt; its commands run as it writes them, however they are cut', async () => {
  await using model = await FakeModel.start()
  await using floor = await AgentFloor.open()
  model.answers.push({
    thoughts: [`I think of ${posts('ada', 'a thought')}`],
    text: pieces(`Fine.\n${posts('ada', 'first')}and\n${posts('ada', 'second')}`, 3),
  })
  await floor.add('ada', model.driver())
  await floor.tell('ada', 'begin')
  await floor.settled('ada')

  const asked = await model.request(1)
  expect(asked.path).toBe('/v1/chat/completions')
  expect([asked.model, asked.body['stream'], asked.body['stream_options']]).toEqual([
    'fake-1',
    true,
    { include_usage: true },
  ])
  expect(asked.headers.authorization).toBeUndefined()
  expect(asked.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(asked.messages[0]?.content).toContain('GROUP_MESSAGE')
  expect(FakeModel.promptOf(asked)).toContain('begin')
  expect(floor.contents()).toEqual(['first', 'second'])

  await floor.tell('ada', 'and on')
  await floor.settled('ada')
  const { messages } = await model.request(2)
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(messages[2]?.content).toContain('"second"')
  expect(await floor.view('ada')).toMatchObject({ driver: 'model', status: 'idle', connection: 'connected' }) // prettier-ignore
})
