import { expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

test('GR40 a name that is too long is refused by every door, and no other group is meant by it', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens, ids } = await server.crew('atlas', { dev: 'developer' })
  const at = `/api/lead/${leadId}/groups`
  const exact = `${'a'.repeat(60)} two`
  expect((await server.call('POST', at, { name: exact })).body['group'].name).toBe(
    `${'a'.repeat(60)}-two`,
  )
  for (const name of [`${exact}s`, `${'a'.repeat(60)}-two-b`, 'b '.repeat(45)]) {
    const { status, body } = await server.call('POST', at, { name })
    expect({ status, code: body['error']?.code }, name).toEqual({ status: 422, code: 'validation' })
    expect(Object.keys(body['error'].details.fields)).toEqual(['name'])
    expect(body['error'].message).toMatch(/at most 64/)
    const text = `⟦⟦ CREATE_GROUP ${JSON.stringify({ name })} ⟧⟧\n`
    const output = await server.call(
      'POST',
      `/api/agents/${ids['dev']}/output`,
      { text },
      { token: tokens['dev'] ?? '' },
    )
    expect(output.body['results']).toMatchObject([{ ok: false }])
    expect(output.body['results'][0].reply).toMatch(/at most 64/)
    const unknown = await server.call('GET', `${at}/${encodeURIComponent(name)}`)
    expect(unknown.status, 'cut, it would be the group that there is').toBe(404)
  }
  expect((await server.call('GET', at)).body['groups']).toHaveLength(1)
})

test('GR41 groups in use are counted, archived ones are not, and the number is a setting', async () => {
  await using server = await TestServer.start({ config: { groupsPerLead: 3 } })
  const { leadId, ids } = await server.crew('atlas', {
    ada: 'developer',
    ben: 'developer',
    cleo: 'developer',
  })
  const at = `/api/lead/${leadId}/groups`
  const make = async (name: string) => {
    const { status, body } = await server.call('POST', at, { name })
    return status === 201 ? 201 : (body['error']?.code as string)
  }
  expect([await make('one'), await make('two'), await make('three')]).toEqual([201, 201, 201])
  expect(await make('four')).toBe('limit_reached')
  await server.call('POST', `${at}/one/archive`, {})
  expect(await make('four')).toBe(201)
  expect(await make('five')).toBe('limit_reached')
  const restored = await server.call('POST', `${at}/one/unarchive`, {})
  expect({ status: restored.status, code: restored.body['error']?.code }).toEqual({
    status: 422,
    code: 'limit_reached',
  })
  expect(restored.body['error'].message).toMatch(/groupsPerLead/)
  expect(await make('one'), 'which would restore it').toBe('limit_reached')
  // A group that would appear automatically does not.
  for (const name of ['ada', 'ben', 'cleo']) {
    await server.call('POST', `/api/agents/${ids[name]}/tasks`, { task: 'fix the timeline' })
  }
  const names = async () =>
    (await server.call('GET', at)).body['groups'].map(({ name }: { name: string }) => name)
  expect((await names()).toSorted()).toEqual(['four', 'three', 'two'])

  await server.restart({ groupsPerLead: 4 })
  expect((await server.call('POST', `${at}/one/unarchive`, {})).status).toBe(200)
  expect((await names()).toSorted()).toEqual(['four', 'one', 'three', 'two'])
})
