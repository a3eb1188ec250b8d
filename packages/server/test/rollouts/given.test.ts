import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import type { InboxPage } from '../../src/delivery/inbox-page'
import { eventually } from '../harness/speaker'
import { TestServer } from '../harness/test-server'

const SCRIPT = `process.stdin.on('data', (data) => process.stdout.write(String(data).replaceAll('⟦', '(')))`

/** A remote agent that leads a crew of its own, in a group "plans" of both of its crews. */
async function ofTwoCrews() {
  const server = await TestServer.start()
  const { leadId, ids } = await server.crew('atlas', { ben: 'developer' })
  const made = await server.call('POST', '/api/lead', { name: 'search', parentId: leadId })
  const id = made.body['lead'].id as string
  const by = { token: made.body['token'] as string }
  const call = (path: string, body: object) => server.call('POST', path, body)
  await call(`/api/lead/${leadId}/groups`, { name: 'plans', memberIds: [id, ids['ben']] })
  await call(`/api/lead/${id}/groups`, { name: 'plans' })
  const inbox = async () => {
    const { body } = await server.call('GET', `/api/agents/${id}/inbox`, undefined, by)
    const page = body as unknown as InboxPage
    await server.call('POST', `/api/agents/${id}/inbox/ack`, { cursor: page.cursor }, by)
    return page.deliveries
  }
  const record = async () => {
    const { body } = await server.call('GET', `/api/agents/${id}/rollout?kind=prompt`)
    return body['entries'] as RolloutEntry[]
  }
  return { server, id, leadId, call, inbox, record }
}

test('RO21 what an agent was handed is in its record by reference, and read with its texts', async () => {
  const { server, id, leadId, call, inbox, record } = await ofTwoCrews()
  await using _server = server
  await inbox()
  await record()
  for (const content of ['one', 'two']) {
    await call(`/api/lead/${leadId}/groups/plans/messages`, { content: `${content} of the parent` })
  }
  await call(`/api/agents/${id}/messages`, { content: 'to you alone' })
  await call(`/api/lead/${id}/groups/plans/messages`, { content: 'one of its own' })
  const handed = await inbox()
  expect(handed.map(({ text }) => text).join('\n')).toMatch(
    /to you alone[^]*one of its own|one of its own[^]*to you alone/,
  )
  expect(handed).toHaveLength(4)
  const told = async () => {
    const { text, data, cut } = (await record()).at(-1) ?? {}
    return { text, data, cut }
  }
  const expected = {
    text: handed.map(({ text }) => text).join('\n'),
    data: { deliveryIds: handed.map((one) => one.id), repeats: 0 },
    cut: false,
  }
  expect(await told()).toEqual(expected)
  await server.restart()
  expect(await told()).toEqual(expected)
  await server.stop()
  const sqlite = new Database(server.data.database)
  const rows = sqlite.prepare("select text, data from rollout_entries where kind = 'prompt'").all()
  expect(JSON.stringify(rows), 'no text is kept twice').not.toMatch(
    /of the parent|of its own|alone/,
  )
  // What was there is not there any more, as when its crew is deleted.
  sqlite.prepare("delete from chat_group_messages where content = 'two of the parent'").run()
  sqlite.close()
  await server.restart()
  const left = handed.filter(({ text }) => !text.includes('two of')).map(({ text }) => text)
  expect((await told()).text).toBe(
    [...left, '[System] One more item: it was deleted with its crew.'].join('\n'),
  )
})

test('RO21 an entry that an earlier version wrote with its text is read as it is', async () => {
  const { server, id, record } = await ofTwoCrews()
  await using _server = server
  const text = 'what it was given'
  const data = { deliveryIds: ['1', '2'], repeats: 1 }
  server.app.core.rollouts.record(id, { kind: 'prompt', text, data, turnId: 'turn' })
  expect((await record()).at(-1)).toMatchObject({ text, data, turnId: 'turn' })
})

test('RO21 a page of a record has its bound also where its texts are elsewhere', async () => {
  const { server, leadId, call, inbox, record } = await ofTwoCrews()
  await using _server = server
  await inbox()
  for (let n = 0; n < 14; n++) {
    const content = `${n} ${'x'.repeat(47_000)}`
    await call(`/api/lead/${leadId}/groups/plans/messages`, { content })
    await inbox()
    await record()
  }
  const entries = await record()
  expect(entries.at(-1)?.text).toContain(': 13 xxx')
  expect(entries.length).toBeGreaterThan(8)
  expect(JSON.stringify(entries).length).toBeLessThan(600 * 1024)
})

test('RO21 the record of a program has the lines that it read', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const path = `/api/lead/${leadId}`
  const driver = { kind: 'pipe', command: process.execPath, args: ['-e', SCRIPT] }
  const { body } = await server.call('POST', `${path}/agents`, { role: 'developer', driver })
  const id = body['agent'].id as string
  await server.call('POST', `${path}/groups`, { name: 'room', memberIds: [id] })
  const entries = async (kind: string) => {
    const answer = await server.call('GET', `/api/agents/${id}/rollout?kind=${kind}&limit=200`)
    const found = answer.body['entries'] as RolloutEntry[]
    return found.map(({ text }) => text).join(kind === 'prompt' ? '\n' : '')
  }
  for (const content of ['one', 'two', 'three']) {
    await server.call('POST', `${path}/groups/room/messages`, { content })
  }
  await eventually('it said what it read', async () => (await entries('text')).includes('three'))
  await eventually('all of it', async () => {
    const read = (await entries('prompt')).replaceAll('⟦', '(')
    return (await entries('text')).trimEnd() === read
  })
  expect(await entries('prompt')).toContain('[System] Above: ')
})
