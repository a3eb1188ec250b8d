import { expect, test } from 'vitest'
import { AGAIN_FOR_MS, untilAnswered } from '../../src/cli/bridge/until-answered'
import { type Bridged, bridge } from '../harness/bridged'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { CuttingProxy } from '../harness/cutting-proxy'
import { FakeClock } from '../harness/fake-clock'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

type Person = (method: string, path: string, body?: object) => Promise<Record<string, any>> // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely

const calls = {
  group_message: { group: 'room', content: 'Here is the plan.' },
  create_group: { name: 'plans', members: [] },
}

/** A bridge that came by an invitation, whose connection goes through the proxy, in a group. */
async function bridged(person: Person, proxy: CuttingProxy, folder: string): Promise<Bridged> {
  const { id: leadId } = (await person('POST', '/api/lead', { name: 'atlas' }))['lead']
  const { code } = await person('POST', `/api/lead/${leadId}/invites`, { role: 'developer' })
  const args = ['--url', proxy.url, '--invite', code]
  const claude = await bridge(folder, args, { cwd: folder })
  expect((await claude.call('query_groups')).isError).toBe(false)
  await person('POST', `/api/lead/${leadId}/groups`, { name: 'room', memberIds: ['claude-code'] })
  return claude
}

/** Lets nothing of the next answer to a call through. */
function loseAnswer(proxy: CuttingProxy, then: () => void = () => {}): void {
  proxy.cut = (_bytes, sent) => {
    if (!sent.includes('"isError"')) return null
    proxy.cut = null
    then()
    return 0
  }
}

async function counted(person: Person): Promise<Record<string, number>> {
  const [lead] = (await person('GET', '/api/lead'))['leads']
  const { groups } = await person('GET', `/api/lead/${lead.id}/groups`)
  const { messages } = await person('GET', `/api/lead/${lead.id}/groups/room/messages`)
  return {
    group_message: messages.length,
    create_group: groups.filter(({ name }: { name: string }) => name === 'plans').length,
  }
}

test('IK12 a call whose answer was lost is sent again as the same call, and creates one thing', async () => {
  await using server = await TestServer.start()
  await using proxy = await CuttingProxy.start(server.app.url)
  using folder = tempFolder()
  const person: Person = async (...asked) => (await server.call(...asked)).body
  await using claude = await bridged(person, proxy, folder.path)
  for (const [name, args] of Object.entries(calls)) {
    const before = await counted(person)
    loseAnswer(proxy)
    expect([name, (await claude.call(name, args)).isError]).toEqual([name, false])
    expect(await counted(person)).toEqual({ ...before, [name]: (before[name] ?? 0) + 1 })
  }
  expect(proxy.cuts).toBe(2)
})

test('IK11, IK12 a page that was lost on its way is read again', async () => {
  await using server = await TestServer.start()
  await using proxy = await CuttingProxy.start(server.app.url)
  using folder = tempFolder()
  const person: Person = async (...asked) => (await server.call(...asked)).body
  await using claude = await bridged(person, proxy, folder.path)
  const [lead] = (await person('GET', '/api/lead'))['leads']
  const { agents } = await person('GET', `/api/lead/${lead.id}/agents`)
  const { id } = agents.find(({ name }: { name: string }) => name === 'claude-code')
  await person('POST', `/api/agents/${id}/messages`, { content: 'Still there?' })
  loseAnswer(proxy)
  expect((await claude.call('read_inbox', { wait: 0 })).text).toContain('Still there?')
  expect((await claude.call('read_inbox', { wait: 0 })).text).not.toContain('Still there?')
})

test('IK12 over a kill of the server between a call and its answer, too', async () => {
  using data = tempFolder()
  using folder = tempFolder()
  let server = await ChildServer.start({ data: data.path, port: 0 })
  await using proxy = await CuttingProxy.start(server.url)
  const person: Person = async (method, path, body) =>
    (await request(`${server.url}${path}`, ownerToken(data.path), method, body))?.body ?? {}
  try {
    await using claude = await bridged(person, proxy, folder.path)
    let killed: Promise<void> = Promise.resolve()
    loseAnswer(proxy, () => {
      killed = server.end('SIGKILL')
    })
    const said = claude.call('group_message', calls.group_message)
    await expect.poll(() => proxy.cuts).toBe(1)
    proxy.target = null
    await killed
    server = await ChildServer.start({ data: data.path, port: 0 })
    proxy.target = server.url
    expect((await said).isError).toBe(false)
    expect((await counted(person))['group_message']).toBe(1)
  } finally {
    await server.end('SIGKILL')
  }
})

test('IK12 after half a minute it gives up', async () => {
  const clock = new FakeClock()
  let sent = 0
  const lost = untilAnswered(
    clock,
    () => {
      sent++
      return Promise.reject(new Error('cut'))
    },
    () => true,
  )
  const given = lost.then(
    () => 'answered',
    ({ message }: Error) => message,
  )
  const began = clock.monotonic()
  let answer: string | null = null
  void given.then((text) => (answer = text))
  while (answer === null) {
    clock.advance(100)
    await Promise.resolve()
  }
  expect(answer).toBe('cut')
  expect(clock.monotonic() - began).toBeLessThanOrEqual(AGAIN_FOR_MS)
  expect(clock.monotonic() - began).toBeGreaterThan(AGAIN_FOR_MS / 2)
  expect(sent).toBeGreaterThan(10)
})
