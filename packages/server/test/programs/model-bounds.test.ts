import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { AgentFloor } from '../harness/agent-floor'
import { FakeModel } from '../harness/fake-model'
import { often } from '../harness/long'
import { eventually } from '../harness/speaker'

const SHORTENED = 'The oldest part of your conversation was removed'

test('ML40, ML41 a conversation that no longer fits loses its oldest part; the manifest stays, and the model is notified', async () => {
  await using model = await FakeModel.start()
  await using floor = await AgentFloor.open()
  await floor.add('ada', model.driver({ contextTokens: 8_192 }))
  for (let n = 1; n <= 12; n++) {
    await floor.tell('ada', `question ${n}: ${'x'.repeat(3_000)}`)
    await floor.settled('ada')
  }
  const sizes = model.asked.map(({ messages }) =>
    messages.reduce((sum, { content }) => sum + content.length, 0),
  )
  expect(Math.max(...sizes)).toBeLessThan(8_192 * 3)
  expect(model.asked.every(({ messages }) => messages[0]?.role === 'system')).toBe(true)
  expect(model.asked.every(({ messages }) => messages[1]?.role === 'user')).toBe(true)
  const last = model.asked.at(-1)?.messages.map(({ content }) => content).join('\n') ?? '' // prettier-ignore
  expect(last).not.toContain('question 1:')
  expect(last).toContain('question 12:')
  expect(model.asked.filter((asked) => FakeModel.promptOf(asked).includes(SHORTENED)).length).toBeGreaterThan(0) // prettier-ignore
})

test('ML42 an endpoint with less room than was thought is asked again with less; with a single prompt that is too long the agent fails', async () => {
  await using model = await FakeModel.start()
  await using floor = await AgentFloor.open()
  await floor.add('ada', model.driver())
  for (const n of [1, 2, 3]) {
    await floor.tell('ada', `question ${n}`)
    await floor.settled('ada')
  }
  const tooLong = {
    status: 400,
    body: '{"error":{"message":"This model\'s maximum context length is 4096 tokens."}}',
  }
  model.answers.push(tooLong)
  await floor.tell('ada', 'question 4')
  await floor.settled('ada')
  const before = await model.request(4)
  const after = await model.request(5)
  expect(after.messages.length).toBeLessThan(before.messages.length)
  expect(FakeModel.promptOf(after)).toContain('question 4')

  model.otherwise = () => tooLong
  await floor.tell('ada', 'question 5')
  await eventually('it has failed', async () => (await floor.view('ada'))['status'] === 'failed')
  expect((await floor.view('ada'))['endedReason']).toContain('maximum context length is 4096')
})

test('ML43 an answer has an end: what is longer is cut, and the connection is closed', async () => {
  await using model = await FakeModel.start({
    text: Array.from({ length: 12 }, () => 'a b c d e f '.repeat(8_000)),
    ending: 'silence',
  })
  await using floor = await AgentFloor.open()
  await floor.add('ada', model.driver({ contextTokens: 1_000_000 }))
  await floor.tell('ada', 'begin')
  await eventually('it is not read on', () => model.asked[0]?.left === true)
  await floor.settled('ada')
  await floor.tell('ada', 'and on')
  await floor.settled('ada')
  const { messages } = await model.request(2)
  expect(messages[2]?.content.length).toBe(LIMITS.modelAnswer)
})

test('ML43 a response without an end in sight is not asked for again, and the agent says why', async () => {
  const mebibyte = 'y'.repeat(1024 * 1024)
  await using model = await FakeModel.start({
    raw: ['data: ', ...Array.from({ length: 33 }, () => mebibyte)],
    ending: 'silence',
  })
  await using floor = await AgentFloor.open()
  await floor.add('ada', model.driver())
  await floor.tell('ada', 'begin')
  await eventually('it has failed', async () => (await floor.view('ada'))['status'] === 'failed')
  expect((await floor.view('ada'))['endedReason']).toContain('A response was larger than')
  expect(model.asked).toHaveLength(1)
})

/** Bytes of an answer, whole or damaged. */
const damaged = fc.array(
  fc.oneof(
    fc.constantFrom(
      'data: {"id":"c","choices":[{"index":0,"delta":{"content":"ok"}}]}\n\n',
      'data: {"id":"c","choices":[{"index":0,"delta":{"reasoning_content":"hm"}}]}\n\n',
      'data: {"choices":[{"delta":{"content":null},"finish_reason":"stop"}]}\n\n',
      'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{"}}]}}]}\n\n',
      'data: {"choices":[],"usage":{"prompt_tokens":-1,"completion_tokens":1e99}}\n\n',
      'data: {"error":{"message":"no"}}\n\n',
      'data: {"error":7}\n\n',
      'data: [1]\n\n',
      'data: null\n\n',
      'data: [DONE]\n\n',
      'event: x\nid: 1\nretry: 5\n\n',
      '\u0000\uFEFF\r\r\n',
    ),
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ maxLength: 40 }),
    fc.constant('data: '),
  ),
  { maxLength: 8 },
)

test('ML44 whatever bytes an endpoint sends, the agent has answered or has failed with a reason, and the server goes on', async () => {
  await using model = await FakeModel.start()
  await using floor = await AgentFloor.open({ restartLimit: 0 })
  let n = 0
  await fc.assert(
    fc.asyncProperty(damaged, async (raw) => {
      const name = `ada${n++}`
      model.answers.push({ raw })
      await floor.add(name, model.driver())
      await floor.tell(name, 'begin')
      await eventually('it is over', async () => {
        const { status } = await floor.view(name)
        return status === 'failed' || (status === 'idle' && floor.isSettled(name))
      })
      const { status, endedReason } = await floor.view(name)
      if (status === 'failed') expect(endedReason).toMatch(/\w.*\./)
      await floor.act(name, 'terminate')
    }),
    { numRuns: often(12, 300) },
  )
})
