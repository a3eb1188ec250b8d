import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { workflowRun } from '../../src/discussions/workflow'
import { linesOf, signed } from '../harness/export-text'
import { TestServer } from '../harness/test-server'

const ROOT = new URL('../../../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')
const EXAMPLE = JSON.parse(read('examples/group-chat.json'))
const PROMPT =
  'Given conversation history and participants, who should speak next? Reply with agent name or TERMINATE.'

/** The example with other actions in its loop. */
const withLoop = (loop: object) => ({
  ...EXAMPLE,
  actions: {
    ...EXAMPLE.actions,
    conversationLoop: { ...EXAMPLE.actions.conversationLoop, ...loop },
  },
})

test('RU13 the workflow of the document is read: participants, prompt, rounds, whoever chooses', () => {
  expect(workflowRun(EXAMPLE)).toEqual({
    goal: undefined,
    policy: { kind: 'selection', prompt: PROMPT },
    participants: ['researcher', 'analyst', 'writer'],
    limits: { rounds: 20 },
  })
  expect(workflowRun(EXAMPLE, { coordinator: 'boss' }).policy).toEqual({
    kind: 'selection',
    by: 'boss',
    prompt: PROMPT,
  })
  expect(workflowRun({ ...EXAMPLE, userTask: 'Write' }).goal).toBe('Write')
  const variables = { ...EXAMPLE, variables: { userTask: 'Write a report' } }
  expect(workflowRun(variables).goal).toBe('Write a report')
})

test('RU13 without a model that selects it is in turn, and without a limit it has the usual one', () => {
  const { selectSpeaker: _, ...actions } = EXAMPLE.actions.conversationLoop.actions
  expect(
    workflowRun(withLoop({ actions, limit: undefined }), { coordinator: 'boss' }),
  ).toMatchObject({
    policy: { kind: 'round_robin' },
    limits: {},
  })
})

test('RU13 what is no group chat is refused, and unknown actions by their names', () => {
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'compose' } : { type: 'until', actions: { inner: deep(levels - 1) } }
  const refusals: readonly (readonly [says: string, workflow: unknown])[] = [
    ['"actions"', null],
    ['"actions"', 'text'],
    ['"actions"', []],
    ['"actions"', { actions: [] }],
    ['"until" loop', { actions: {} }],
    ['"until" loop', { actions: { a: { type: 'compose' } } }],
    ['"a"', { actions: { a: 7 } }],
    ['"a"', { actions: { a: { type: 7 } } }],
    ['action "send" is of type "http"', withLoop({ actions: { send: { type: 'http' } } })],
    [
      'action "else" is of type "shell"',
      withLoop({ actions: { check: { type: 'if', else: { type: 'shell' } } } }),
    ],
    [
      `action "${'x'.repeat(60)}" is of type "${'y'.repeat(60)}"`,
      { actions: { ['x'.repeat(100_000)]: { type: 'y'.repeat(100_000) } } },
    ],
    ['"limit.count"', withLoop({ limit: { count: 0 } })],
    ['"limit.count"', withLoop({ limit: { count: 1e9 } })],
    ['"limit.count"', withLoop({ limit: { count: '20' } })],
    ['"limit.count"', withLoop({ limit: 20 })],
    ['"inputs.participants"', { actions: { loop: { type: 'until' } } }],
    [
      '"inputs.participants"',
      {
        actions: { a: { type: 'compose', inputs: { participants: [] } }, loop: { type: 'until' } },
      },
    ],
    [
      '"inputs.participants"',
      {
        actions: {
          a: { type: 'compose', inputs: { participants: Array(101).fill('a') } },
          loop: { type: 'until' },
        },
      },
    ],
    ['nested too deep', { actions: { loop: deep(6) } }],
    ['more than 200 actions', { actions: { loop: deep(1_000) } }],
    ['"b"', JSON.parse('{"actions":{"__proto__":{"a":1},"b":3}}')],
  ]
  for (const [says, workflow] of refusals) {
    const attempt = () => workflowRun(workflow)
    expect(attempt, says).toThrow(says)
    expect(attempt, says).toThrow(CrewError)
    expect(attempt, says).toThrow(expect.objectContaining({ code: 'validation' }))
  }
})

test('RU13 as many actions as a request has room for are refused at once, on one level or on several', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, { type: 'compose' }]))
  const branches = (levels: number): string => {
    const inner = levels === 0 ? '' : branches(levels - 1)
    return levels === 0 ? '{"type":"compose"}' : `{"type":"if","then":${inner},"else":${inner}}`
  }
  expect(workflowRun(withLoop({ actions: many(150) })).participants).toHaveLength(3)
  const loops = Array.from({ length: 20 }, (_, n) => [
    `l${n}`,
    { type: 'until', actions: many(20) },
  ])
  for (const actions of [
    many(30_000),
    Object.fromEntries(loops),
    { a: JSON.parse(branches(14)) },
  ]) {
    const started = performance.now()
    expect(() => workflowRun(withLoop({ actions }))).toThrow('more than 200 actions')
    expect(performance.now() - started).toBeLessThan(500)
  }
})

test('RU13 the request in README.md starts the discussion that the example declares', async () => {
  const readme = read('README.md')
  const [, address = '', body = ''] =
    /POST (\/api\/lead\/ID\S+discussions)\n(\{[^]*?\n\})/.exec(readme) ?? []
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', {
    researcher: 'developer',
    analyst: 'architect',
    writer: 'qa-tester',
  })
  const lead = `/api/lead/${crew.leadId}`
  const members = Object.values(crew.ids)
  await server.call('POST', `${lead}/groups`, { name: 'plan', memberIds: members })
  const request = JSON.parse(body.replace('<examples/group-chat.json>', JSON.stringify(EXAMPLE)))
  const path = address.replace('/api/lead/ID', lead)
  const made = await server.call('POST', path, request)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const ids = ['researcher', 'analyst', 'writer'].map((name) => crew.ids[name])
  expect(made.body['run']).toMatchObject({
    goal: 'Research AI trends and write a report',
    policy: { kind: 'selection', by: crew.ids['analyst'], prompt: PROMPT },
    participants: ids,
    limits: { rounds: 20 },
  })
  const none = await server.call('POST', path, { workflow: EXAMPLE })
  expect(none).toMatchObject({ status: 422, body: { error: { code: 'validation' } } })
  const http = { goal: 'Go', workflow: withLoop({ actions: { send: { type: 'http' } } }) }
  const refused = await server.call('POST', path, http)
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining('action "send" is of type "http"') } },
  })
})

const room = async (server: TestServer) => {
  const crew = await server.crew('atlas', {
    researcher: 'developer',
    analyst: 'architect',
    writer: 'qa-tester',
  })
  const lead = `/api/lead/${crew.leadId}`
  const memberIds = Object.values(crew.ids)
  await server.call('POST', `${lead}/groups`, { name: 'plan', memberIds })
  return { crew, lead, path: `${lead}/groups/plan/discussions` }
}

test('RU62 the task and the prompt of a workflow are held against the same limits as a goal, and refused by their names', async () => {
  await using server = await TestServer.start()
  const { path } = await room(server)
  const loop = EXAMPLE.actions.conversationLoop
  const withPrompt = (prompt: unknown) =>
    withLoop({ actions: { ...loop.actions, selectSpeaker: { type: 'ai', inputs: { prompt } } } })
  const variables = (userTask: unknown) => ({ ...EXAMPLE, variables: { userTask } })
  const refusals: readonly (readonly [field: string, says: string, body: object])[] = [
    ['workflow.userTask', 'must not be blank', { workflow: { ...EXAMPLE, userTask: '' } }],
    ['workflow.userTask', 'must not be blank', { workflow: { ...EXAMPLE, userTask: ' \n ' } }],
    [
      'workflow.userTask',
      'at most 8000',
      { workflow: { ...EXAMPLE, userTask: 'x'.repeat(8_001) } },
    ],
    ['workflow.userTask', 'a text', { workflow: { ...EXAMPLE, userTask: 7 } }],
    ['workflow.variables.userTask', 'must not be blank', { workflow: variables('') }],
    ['workflow', 'at most 2000', { goal: 'Go', workflow: withPrompt('p'.repeat(2_001)) }],
    ['workflow', 'a text', { goal: 'Go', workflow: withPrompt(['p']) }],
  ]
  for (const [field, says, body] of refusals) {
    const { status, body: reply } = await server.call('POST', path, body)
    expect([status, JSON.stringify(reply)], says).toEqual([422, expect.stringContaining(says)])
    expect(reply).toMatchObject({ error: { details: { fields: { [field]: expect.any(String) } } } })
  }
  // A goal beside it is what counts, and the longest prompt is used.
  const goal = 'Which name is the clearest?'
  const workflow = { ...withPrompt('p'.repeat(2_000)), userTask: '' }
  const made = await server.call('POST', path, { goal, workflow, coordinator: 'analyst' })
  expect(made).toMatchObject({
    status: 201,
    body: { run: { goal, policy: { by: expect.any(String) } } },
  })
})

test('RU62 a coordinator that is not in the group is refused with what to do', async () => {
  await using server = await TestServer.start()
  const { lead, path } = await room(server)
  const driver = { kind: 'remote' }
  await server.call('POST', `${lead}/agents`, { role: 'developer', name: 'outsider', driver })
  for (const coordinator of ['outsider', 'nobody']) {
    const refused = await server.call('POST', path, { goal: 'Go', workflow: EXAMPLE, coordinator })
    expect(refused).toMatchObject({
      status: 404,
      body: {
        error: {
          message: expect.stringContaining('add it there first, or name an agent of the group'),
        },
      },
    })
  }
})

test('RU62 a session that an earlier version named after an empty task is exported and imported', async () => {
  await using server = await TestServer.start()
  const { lead, path } = await room(server)
  const made = await server.call('POST', path, { workflow: { ...EXAMPLE, userTask: 'Write it' } })
  const { id } = made.body['run'] as { id: string }
  await server.call('POST', `/api/runs/${id}/stop`, {})
  const headers = { authorization: `Bearer ${server.owner}` }
  const file = await (await fetch(`${server.app.url}${lead}/export`, { headers })).text()
  const old = file
    .replaceAll('"title":"Write it"', '"title":""')
    .replaceAll('"goal":"Write it"', `"goal":"${'x'.repeat(60_000)}"`)
  expect(old).not.toBe(file)
  await using other = await TestServer.start()
  const reply = await fetch(`${other.app.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.owner}`, 'content-type': 'application/x-ndjson' },
    body: signed(linesOf(old).slice(0, -1)),
  })
  expect([reply.status, await reply.text()]).toEqual([201, expect.any(String)])
})
