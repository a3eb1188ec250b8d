import { expect, test } from 'vitest'
import { nobody, rpcCrew } from '../harness/rpc-crew'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'

const NAME = /^[a-z0-9][a-z0-9_-]{1,30}[a-z0-9]$/

test('RP41 agents/list has the agents of the crew that have not ended, in pages, and no others', async () => {
  await using server = await TestServer.start()
  using crew = await rpcCrew(server)
  await server.call('POST', `/api/agents/${crew.id('finn')}/terminate`)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await crew.remote('ben').done('agents/list', { limit: 2, cursor })
    seen.push(...page['agents'].map(({ id }: { id: string }) => id))
    cursor = page['nextCursor'] as string | undefined
  } while (cursor !== undefined)
  const own = ['tm', 'ben', 'cleo', 'dora', 'eve'].map(crew.id)
  expect(seen.toSorted()).toEqual([...own, crew.leadId].toSorted())
  const { agents } = await crew.remote('zoe').done('agents/list')
  expect(agents.map(({ id }: { id: string }) => id)).toContain(crew.id('zoe'))
  expect(agents.map(({ id }: { id: string }) => id)).not.toContain(crew.id('ben'))
  expect(crew.unfit()).toEqual([])
})

test('RP41 agents are looked up by id, ended ones and other senders too, and by the name that they have or are shown with', async () => {
  await using server = await TestServer.start()
  using crew = await rpcCrew(server)
  await server.call('POST', `/api/agents/${crew.id('finn')}/terminate`)
  const ben = crew.remote('ben')
  const agentIds = [crew.id('finn'), crew.id('dora'), crew.id('zoe'), nobody(), 'human', 'system']
  const byId = await ben.done('agents/lookup', { agentIds })
  expect(
    byId['agents']
      .map(({ id, status }: { id: string; status: string }) => `${id} ${status}`)
      .toSorted(),
  ).toEqual(
    [
      `${crew.id('dora')} active`,
      `${crew.id('finn')} suspended`,
      'human active',
      'system active',
    ].toSorted(),
  )
  const odd = await server.call('POST', `/api/lead/${crew.leadId}/agents`, {
    role: 'developer',
    name: 'Íris O’Neil',
  })
  const cjk = await server.call('POST', `/api/lead/${crew.leadId}/agents`, {
    role: 'developer',
    name: '评审',
  })
  const names = ['DORA', 'íris o’neil', '评审', 'finn', 'zoe', 'nobody']
  const { agents } = await ben.done('agents/lookupByName', { names })
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted()
  const expected = [crew.id('dora'), odd.body['agent'].id, cjk.body['agent'].id] as string[]
  expect(ids(agents)).toEqual(expected.toSorted())
  for (const { name } of agents) expect(name).toMatch(NAME)
  // What one is shown under finds it again.
  const shown = agents.map(({ name }: { name: string }) => name)
  expect(ids((await ben.done('agents/lookupByName', { names: shown }))['agents'])).toEqual(
    ids(agents),
  )
  for (const [method, params] of [
    ['agents/lookup', { agentIds: [] }],
    ['agents/lookup', { agentIds: 'x' }],
    ['agents/lookup', { agentIds: Array.from({ length: 101 }, nobody) }],
    ['agents/lookupByName', { names: [''] }],
    ['agents/lookupByName', { names: ['x'.repeat(101)] }],
    ['agents/list', { cursor: 'x' }],
    ['presence/subscribe', { agentIds: [5] }],
    ['presence/update', { status: 'busy' }],
    ['contacts/list', { more: 1 }],
  ] as const) {
    expect(await ben.refusal(method, params), JSON.stringify(params)).toBe(-32_602)
  }
  expect(crew.unfit()).toEqual([])
})

test('RP41 presence/subscribe says who is connected now, presence/update changes nothing, and nobody is a contact', async () => {
  await using server = await TestServer.start()
  const { tokens, ids } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  using ada = await RpcRemote.connect(server, tokens['ada'])
  const agentIds = [ids['ada'], ids['ben'], nobody()]
  const statuses = async () => (await ada.done('presence/subscribe', { agentIds }))['statuses']
  const saying = (ben: string) => [
    { agentId: ids['ada'], status: 'online' },
    { agentId: ids['ben'], status: ben },
  ]
  await expect.poll(statuses).toEqual(saying('offline'))
  const ben = await RpcRemote.connect(server, tokens['ben'])
  await expect.poll(statuses).toEqual(saying('online'))
  expect(await ben.done('presence/update', { status: 'offline' })).toEqual({})
  await expect.poll(statuses).toEqual(saying('online'))
  ben[Symbol.dispose]()
  await ben.closed
  await expect.poll(statuses).toEqual(saying('offline'))
  expect(await ada.done('contacts/list')).toEqual({ contacts: [] })
  expect(ada.unfit).toEqual([])
})
