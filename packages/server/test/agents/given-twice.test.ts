import { describe, expect, test } from 'vitest'
import { reassignTask } from '../../src/agents/reassign-task'
import { completeTask, delegate, type DelegateInput } from '../../src/agents/tasks'
import { connectedCrew, reply, run } from '../harness/connected-crew'
import { MCP_CLIENTS, mcpClient } from '../harness/mcp-clients'
import { BY_PERSON, byAgent, type TestCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { dev: 'developer', arch: 'architect' }
const DEV = 'dev'

const give = (crew: TestCrew, to: string, text: string, more: Partial<DelegateInput> = {}) =>
  crew.act(() =>
    delegate(crew.shard, crew.crew, byAgent(crew.leadId), { to: crew.id(to), text, ...more }),
  ).task
const open = (crew: TestCrew, name: string) =>
  Object.values(crew.crew.state.tasks).filter(({ agentId }) => agentId === crew.id(name)).length

test('TK45 the same open task is not given to its agent again unless that is meant, and the refusal says its id', async () => {
  await using crew = connectedCrew(AGENTS)
  const first = give(crew, 'dev', 'write it')
  const asked = { to: 'dev', task: 'write it' }
  const before = crew.crew.state.seq
  expect(await reply(crew, 'lead', 'DELEGATE', asked)).toBe(
    `[System] DELEGATE refused: ${DEV} has this task already, and it is open: ${first.id}. Write to it or wait for its report; to give it once more, add "again":true.`,
  )
  const stored = crew.published.filter(({ seq }) => seq > before).map(({ type }) => type)
  expect(stored.filter((type) => type.startsWith('task:'))).toEqual([])
  expect((await run(crew, 'lead', 'DELEGATE', { ...asked, again: false })).ok).toBe(false)
  crew.restart()
  crew.core.presence.set(crew.id('dev'), { connection: 'connected' })
  expect((await run(crew, 'lead', 'DELEGATE', asked)).ok, 'after a restart').toBe(false)
  expect(open(crew, 'dev')).toBe(1)
  expect((await run(crew, 'lead', 'DELEGATE', { ...asked, again: true })).ok).toBe(true)
  expect(open(crew, 'dev')).toBe(2)
})

test.each<[why: string, again: Partial<DelegateInput> & { readonly text?: string }, is: boolean]>([
  ['other blanks around and within it', { text: '  write\nit ' }, true],
  ['the same with prerequisites', { after: ['PREREQUISITE'] }, true],
  ['another letter', { text: 'Write it' }, false],
  ['with a context that the first had not', { context: 'in blue' }, false],
])('TK45 a task is the same: %s: %j, %s', async (_why, { text = 'write it', ...more }, isSame) => {
  await using crew = connectedCrew(AGENTS)
  const other = give(crew, 'arch', 'other work')
  give(crew, 'dev', 'write it')
  const after = more.after ? { after: [other.id] } : {}
  const again = () => give(crew, 'dev', text, { ...more, ...after })
  if (isSame) expect(again).toThrow('has this task already')
  else again()
  expect(open(crew, 'dev')).toBe(isSame ? 1 : 2)
})

test('TK45 a task that waits is open, too; one that has ended, or that another agent has, is not in the way', async () => {
  await using crew = connectedCrew(AGENTS)
  const first = give(crew, 'arch', 'first')
  give(crew, 'dev', 'next', { after: [first.id] })
  expect(() => give(crew, 'dev', 'next')).toThrow('has this task already')
  give(crew, 'arch', 'next')
  const { shard } = crew
  crew.act(() => completeTask(shard, crew.crew, byAgent(crew.id('arch')), crew.id('arch'), {}))
  give(crew, 'arch', 'first')
  expect([open(crew, 'dev'), open(crew, 'arch')]).toEqual([1, 2])
})

test('TK45 a task is not moved to an agent that has the same one unless that is meant, and stays where it was', async () => {
  await using crew = connectedCrew(AGENTS)
  give(crew, 'dev', 'write it')
  const { id: taskId } = give(crew, 'arch', 'write it')
  const move = (again?: boolean) =>
    crew.act(() => reassignTask(crew.shard, crew.crew, BY_PERSON, { taskId, to: 'dev', again }))
  expect(() => move()).toThrow('has this task already')
  expect([open(crew, 'dev'), open(crew, 'arch')]).toEqual([1, 1])
  move(true)
  expect([open(crew, 'dev'), open(crew, 'arch')]).toEqual([2, 0])
})

describe('every door that gives tasks', () => {
  const opened = async (server: TestServer) => {
    const crew = await server.crew('atlas', AGENTS)
    const [lead = '', arch = ''] = [crew.tokens['lead'], crew.ids['arch']]
    const task = { task: 'write it' }
    const given = `/api/agents/${crew.ids['dev']}/tasks`
    const first = (await server.call('POST', given, task)).body['task'].id as string
    const open = async () =>
      (await server.call('GET', `/api/lead/${crew.leadId}/tasks?status=open`)).body['tasks'].length
    return { ...crew, lead, arch, task, given, first, open }
  }

  test('TK45 over REST a person and the lead are refused with the field again and the id, and may give it again', async () => {
    await using server = await TestServer.start()
    const { lead, task, given, first, open, leadId, arch } = await opened(server)
    for (const token of [server.owner, lead]) {
      const { status, body } = await server.call('POST', given, task, { token })
      expect([status, body['error'].code]).toEqual([422, 'validation'])
      expect(body['error'].details).toMatchObject({
        taskId: first,
        fields: { again: expect.any(String) as string },
      })
      expect(body['error'].message).toContain(first.slice(-8))
    }
    expect(await open()).toBe(1)
    expect((await server.call('POST', given, { ...task, again: true })).status).toBe(201)
    const other = await server.call('POST', `/api/agents/${arch}/tasks`, task)
    const move = `/api/lead/${leadId}/tasks/${other.body['task'].id}/reassign`
    expect((await server.call('POST', move, { to: 'dev' })).body['error'].details).toMatchObject({
      fields: { again: expect.any(String) as string },
    })
    expect((await server.call('POST', move, { to: 'dev', again: true })).status).toBe(201)
    expect(await open()).toBe(3)
  })

  test('TK45 over REST a value of again that is no boolean is refused with its field, and nothing is given', async () => {
    await using server = await TestServer.start()
    const { given, open, leadId, first } = await opened(server)
    for (const again of ['true', 1, null, [], {}]) {
      for (const [path, body] of [
        [given, { task: 'other', again }],
        [`/api/lead/${leadId}/tasks/${first}/reassign`, { to: 'arch', again }],
      ] as const) {
        const reply = await server.call('POST', path, body)
        expect(reply.status).toBe(422)
        expect(Object.keys(reply.body['error'].details.fields)).toEqual(['again'])
      }
    }
    expect(await open()).toBe(1)
  })

  test.each(MCP_CLIENTS)(
    'TK45 the tool of the client %s is refused, and may give it again',
    async (kind) => {
      await using server = await TestServer.start()
      const { lead, first, open } = await opened(server)
      await using client = await mcpClient(server, kind, lead)
      const args = { to: 'dev', task: 'write it' }
      const refused = await client.call('delegate', args)
      expect(refused).toEqual({ isError: true, text: expect.stringContaining(first.slice(-8)) as string }) // prettier-ignore
      expect((await client.call('delegate', { ...args, again: true })).isError).toBe(false)
      expect(await open()).toBe(2)
      expect((await client.call('delegate', { ...args, again: 'yes' })).text).toContain('again: ')
    },
  )
})
