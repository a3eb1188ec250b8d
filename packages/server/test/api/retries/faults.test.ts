import { expect, test } from 'vitest'
import { openForReading } from '../../../src/storage/database'
import { ChildServer, ownerToken } from '../../harness/child-server'
import { sendKeyed } from '../../harness/keyed-requests'
import { often } from '../../harness/long'
import { Random } from '../../harness/random'
import { ServerWithWriter } from '../../harness/server-with-writer'
import { eventually } from '../../harness/speaker'
import { tempFolder } from '../../harness/temp-folder'
import type { Step } from '../../harness/faulty-writer'

const at = (server: ServerWithWriter) => ({ url: server.app.url, token: server.token })

/** Groups of the crew but the one that is there from the start. */
async function groupsOf(server: ServerWithWriter, leadId: string): Promise<string[]> {
  const { body } = await server.call('GET', `/api/lead/${leadId}/groups`)
  const groups = body['groups'] as { displayName: string }[]
  return groups.map(({ displayName }) => displayName).filter((name) => name !== 'room')
}

test('IK4 while the first request is under way, its repeat is refused for a second and another body for good', async () => {
  await using server = await ServerWithWriter.start()
  const { leadId } = await server.crew(['ben'])
  const groups = `/api/lead/${leadId}/groups`
  server.writer.plan('hold')
  const first = sendKeyed(at(server), groups, { name: 'plans' }, 'one')
  await eventually('the writer stands before a commit', () => server.writer.holds)
  const meanwhile = await sendKeyed(at(server), groups, { name: 'plans' }, 'one')
  expect([meanwhile.status, meanwhile.code, meanwhile.retryAfter]).toEqual([
    409,
    'request_under_way',
    '1',
  ])
  // It may be told only if the first one stands.
  const another = sendKeyed(at(server), groups, { name: 'others' }, 'one')
  server.writer.letGo()
  const other = await another
  expect([other.status, other.code]).toEqual([422, 'validation'])
  const { status, isReplay, body } = await first
  expect([status, isReplay]).toEqual([201, false])
  const again = await sendKeyed(at(server), groups, { name: 'plans' }, 'one')
  expect([again.status, again.isReplay, again.body]).toEqual([201, true, body])
  expect(await groupsOf(server, leadId)).toEqual(['plans'])
})

test('IK4 equal requests at once create one thing', async () => {
  await using server = await ServerWithWriter.start()
  const { leadId } = await server.crew(['ben'])
  const invites = `/api/lead/${leadId}/invites`
  const all = await Promise.all(
    Array.from({ length: 12 }, () => sendKeyed(at(server), invites, { uses: 2 }, 'one')),
  )
  const made = all.filter(({ status }) => status === 201)
  expect(made.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
  for (const one of made) expect(one.body).toEqual(made[0]?.body)
  for (const { status, code } of all.filter((one) => one.status !== 201)) {
    expect([status, code]).toEqual([409, 'request_under_way'])
  }
  const { body } = await server.call('GET', invites)
  expect(body['invites']).toHaveLength(1)
})

const FAULTS: readonly Step[] = ['before', 'after', 'fail SQLITE_FULL', 'broken SQLITE_FULL']

test.each(FAULTS)('IK2 with storage that fails (%s), repeats create once', async (step) => {
  await using server = await ServerWithWriter.start()
  const { leadId } = await server.crew(['ben'])
  const groups = `/api/lead/${leadId}/groups`
  server.writer.plan(step)
  const first = await sendKeyed(at(server), groups, { name: 'plans' }, 'one')
  expect([201, 503]).toContain(first.status)
  let again = first
  await eventually('it is answered', async () => {
    again = await sendKeyed(at(server), groups, { name: 'plans' }, 'one')
    return again.status !== 503
  })
  expect(again.status).toBe(201)
  if (first.status === 201) expect([again.isReplay, again.body]).toEqual([true, first.body])
  const last = await sendKeyed(at(server), groups, { name: 'plans' }, 'one')
  expect([last.isReplay, last.body]).toEqual([true, again.body])
  expect(await groupsOf(server, leadId)).toEqual(['plans'])
  await server.assertLaw()
})

test('IK5 a refused request keeps nothing: its repeat is carried out', async () => {
  await using server = await ServerWithWriter.start()
  const { leadId } = await server.crew(['ben'])
  const groups = `/api/lead/${leadId}/groups`
  const ask = () => sendKeyed(at(server), groups, { name: 'plans', memberIds: ['cleo'] }, 'one')
  const refused = await ask()
  expect([refused.status, refused.code]).toEqual([404, 'agent_not_found'])
  await server.call('POST', `/api/lead/${leadId}/agents`, { name: 'cleo', role: 'developer' })
  const [made, again] = [await ask(), await ask()]
  expect([made.status, made.isReplay]).toEqual([201, false])
  expect([again.isReplay, again.body]).toEqual([true, made.body])
})

test('IK2 a server that is killed at any moment creates one thing for a key', async () => {
  using folder = tempFolder()
  const random = new Random(32)
  let leadId = ''
  for (let n = 0; n < often(2, 60); n++) {
    await using server = await ChildServer.start({ data: folder.path, port: 0 })
    const to = { url: server.url, token: ownerToken(folder.path) }
    const founded = await sendKeyed(to, '/api/lead', { name: 'atlas' }, 'founding')
    leadId ||= founded.body['lead'].id as string
    expect([founded.isReplay, founded.body['lead'].id]).toEqual([n > 0, leadId])
    const address = `/api/lead/${leadId}/agents`
    const ask = { role: 'developer', name: `agent-${n}` }
    const lost = sendKeyed(to, address, ask, `agent-${n}`).catch(() => null)
    const tables = openForReading(`${folder.path}/crewroom.sqlite`)
    const stored = () =>
      tables
        .prepare(`select count(*) from journal where type = 'request:answered'`)
        .pluck()
        .get() as number
    // Half of them as soon as its facts are stored, the others at a moment of chance.
    if (n % 2 === 0) await eventually('it is stored', () => stored() === n + 2)
    else await new Promise((resolve) => setTimeout(resolve, random.below(12)))
    tables.close()
    await server.end('SIGKILL')
    const first = await lost
    await using next = await ChildServer.start({ data: folder.path, port: 0 })
    const again = await sendKeyed({ ...to, url: next.url }, address, ask, `agent-${n}`)
    expect(again.status).toBe(201)
    if (n % 2 === 0 || first) expect(again.isReplay).toBe(true)
    if (first) expect(again.body).toEqual(first.body)
    const me = await fetch(`${next.url}/api/me`, {
      headers: { authorization: `Bearer ${again.body['token']}` },
    })
    expect(((await me.json()) as { id: string }).id).toBe(again.body['agent'].id)
    const list = await fetch(`${next.url}${address}`, {
      headers: { authorization: `Bearer ${to.token}` },
    })
    const { agents } = (await list.json()) as { agents: { name: string }[] }
    expect(agents.filter(({ name }) => name === ask.name)).toHaveLength(1)
  }
})
