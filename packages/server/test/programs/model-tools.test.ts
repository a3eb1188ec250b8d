import { expect, test, vi } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { AgentFloor, posts } from '../harness/agent-floor'
import { FakeModel, type ModelAsked } from '../harness/fake-model'
import { SessionPerson } from '../harness/scripted-remote'
import { eventually } from '../harness/speaker'

const says = (content: string) => ['group_message', { group: 'ada', content }] as const
const names = ({ body }: ModelAsked) =>
  ((body['tools'] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name)
const results = ({ messages }: ModelAsked) =>
  messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))

/** An agent `ada` with tools, and one without. */
async function floorWith(model: FakeModel) {
  const floor = await AgentFloor.open({ restartPauseMs: 10 })
  await floor.add('ada', model.driver({ tools: true }))
  return floor
}

test('ML4 a model with tools calls commands instead of writing them; never both', async () => {
  await using model = await FakeModel.start()
  await using floor = await floorWith(model)
  model.answers.push({
    text: ['I write ', posts('ada', 'not run')],
    calls: [says('one'), says('two')],
    usage: [10, 1],
  })
  model.answers.push({ calls: [['run_command', { command: 'HELP' }]], usage: [20, 2] })
  model.answers.push({ text: ['Done.'], usage: [30, 3] })
  await floor.tell('ada', 'begin')
  await floor.settled('ada')
  expect(floor.contents()).toEqual(['one', 'two'])
  const [first, second, third, ...more] = model.asked
  expect(more, 'results are no hand-over').toEqual([])
  expect(names(first as ModelAsked)).toContain('group_message')
  expect(names(first as ModelAsked)).not.toContain('terminate_agent')
  expect(first?.messages.map(({ content }) => content).join('')).not.toContain('⟦⟦')
  expect(results(second as ModelAsked)).toEqual([
    expect.stringMatching(/^\[System\] Message delivered/),
    expect.stringMatching(/^\[System\] Message delivered/),
  ])
  expect(results(third as ModelAsked).at(-1)).toContain('GROUP_MESSAGE')
  expect((await floor.view('ada'))['usage']).toMatchObject({ inputTokens: 60, outputTokens: 6 })
  const kinds = (await floor.recorded('ada')).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'tool_result')).toHaveLength(3)

  await floor.add('ben', model.driver())
  await floor.tell('ben', 'begin')
  await floor.settled('ben')
  expect(names(await model.request(4))).toEqual([])
  expect(model.asked[3]?.messages[0]?.content).toContain('⟦⟦')
})

test('ML5 a call that means nothing is answered with what is wrong, and calls have an end', async () => {
  await using model = await FakeModel.start()
  await using floor = await floorWith(model)
  model.answers.push({
    calls: [
      ['fly', {}],
      ['group_message', '"text"'],
      ['group_message', '{"group":'],
      ['group_message', { group: 'nowhere', content: 'x' }],
      ['terminate_agent', { agent: 'ada' }],
      says('one'),
    ],
  })
  await floor.tell('ada', 'begin')
  await floor.settled('ada')
  expect(results(await model.request(2))).toEqual([
    expect.stringContaining('There is no tool "fly"'),
    expect.stringContaining('group_message refused: its arguments are not a JSON object.'),
    expect.stringContaining('group_message refused: its arguments are not a JSON object.'),
    expect.stringContaining('nowhere'),
    expect.stringContaining('There is no tool "terminate_agent"'),
    expect.stringContaining('Message delivered'),
  ])
  model.otherwise = () => ({ calls: [['query_groups', {}], ['query_crew', {}], ['query_groups', {}]] }) // prettier-ignore
  await floor.tell('ada', 'ask for ever')
  await floor.settled('ada')
  const turn = model.asked.length - 2
  expect(turn).toBe(Math.ceil(LIMITS.modelCalls / 3))
  model.otherwise = () => ({ text: ['ok'] })
  await floor.tell('ada', 'and now')
  await floor.settled('ada')
  expect(results(model.asked.at(-1) as ModelAsked).at(-1)).toContain('you have called 64 tools in this turn') // prettier-ignore
})

test('ML6 calls of an answer that broke off do not run, and run once in the next one', async () => {
  await using model = await FakeModel.start()
  await using floor = await floorWith(model)
  model.answers.push({ text: ['I post. '], calls: [says('one')], ending: 'cut' })
  model.answers.push({ calls: [says('one')] })
  await floor.tell('ada', 'begin')
  await floor.settled('ada')
  expect(floor.contents()).toEqual(['one'])
  expect(FakeModel.promptOf(await model.request(2))).toContain('broke off')
})

test('ML6 an interrupt between two calls leaves the others out', async () => {
  await using model = await FakeModel.start()
  await using floor = await floorWith(model)
  const { toolCalls } = floor.server.app.core
  const call = toolCalls.call.bind(toolCalls)
  vi.spyOn(toolCalls, 'call').mockImplementationOnce(async (...asked) => {
    const result = await call(...asked)
    await floor.act('ada', 'interrupt', { content: 'stop that' })
    await floor.server.app.core.journal.flush()
    return result
  })
  model.answers.push({ calls: [says('one'), says('two'), says('three')] })
  await floor.tell('ada', 'begin')
  await floor.settled('ada')
  expect(floor.contents()).toEqual(['one'])
  const last = model.asked.at(-1) as ModelAsked
  expect(FakeModel.promptOf(last)).toContain('stop that')
  const left = expect.stringContaining('the turn was interrupted')
  expect(results(last)).toEqual([expect.stringContaining('Message delivered'), left, left])
})

test('ML4, ML31 a round is answered with what a model says after its last tool', async () => {
  await using model = await FakeModel.start()
  await using floor = await floorWith(model)
  model.answers.push({ text: ['Let me see. '], calls: [['query_crew', {}]] })
  model.answers.push({ text: ['Port 8080.'] })
  await floor.group('plan', ['ada'])
  const call = (method: string, route: string, body?: object) =>
    floor.server.call(method, route, body)
  const person = await SessionPerson.open(call, floor.leadId, 'plan', 'Ports')
  await person.writes('Which port?', { asks: ['ada'] })
  await eventually('it has answered', async () => (await person.rounds())[0]?.[1] === 'answered')
  expect((await person.messages())[1]?.[2]).toBe('Port 8080.')
})
