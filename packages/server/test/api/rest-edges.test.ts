import { expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

async function room() {
  const server = await TestServer.start()
  const { leadId, tokens, ids } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'team', memberIds: ['ada', 'ben'] })
  const post = (content: string) =>
    server.call('POST', `${groups}/team/messages`, { content }, { token: tokens['ben'] ?? '' })
  return { server, groups, post, tokens, ada: ids['ada'] ?? '' }
}

test('RE10 the members of a group are shown with how they ended', async () => {
  const { server, groups, ada } = await room()
  await using _ = server
  await server.call('POST', `/api/agents/${ada}/terminate`, {})
  const { body } = await server.call('GET', `${groups}/team`)
  const members = body['members'] as { id: string; status: string }[]
  expect(members.find(({ id }) => id === ada)?.status).toBe('terminated')
})

test('RE16 a page of the timeline that goes on from a position says whether there is more after it', async () => {
  const { server, groups, post } = await room()
  await using _ = server
  const { body: first } = await post('one')
  await post('two')
  await post('three')
  const after = (first['message'] as { seq: number }).seq
  const page = async (query: string) => {
    const { body } = await server.call('GET', `${groups}/team/timeline?${query}`)
    return [(body['rows'] as unknown[]).length, body['hasMore']]
  }
  expect(await page(`after=${after}&limit=1`)).toEqual([1, true])
  expect(await page(`after=${after}&limit=2`)).toEqual([2, false])
  // Before the first message there is only that the group was created.
  expect(await page(`before=${after}&limit=1`)).toEqual([1, false])
})

test('RE7 what was handed over counts as unconfirmed until just that is acknowledged', async () => {
  const { server, post, tokens, ada } = await room()
  await using _ = server
  const token = tokens['ada'] ?? ''
  const inbox = async (limit: number) =>
    (await server.call('GET', `/api/agents/${ada}/inbox?limit=${limit}`, undefined, { token })).body
  const ack = (cursor: unknown) =>
    server.call('POST', `/api/agents/${ada}/inbox/ack`, { cursor }, { token })
  await ack((await inbox(50))['cursor'])
  for (const content of ['one', 'two', 'three']) await post(content)
  const unconfirmed = async () =>
    (await server.call('GET', `/api/agents/${ada}/owed`)).body['unconfirmed']
  expect(await unconfirmed()).toBe(0)
  await inbox(3)
  expect(await unconfirmed()).toBe(3)
  const { cursor } = await inbox(2)
  await ack(cursor)
  expect(await unconfirmed(), 'two of the three').toBe(1)
})

test('SE6 the header of a refusal says the same seconds as its details', async () => {
  const { server } = await room()
  await using _ = server
  const ask = () =>
    fetch(`${server.app.url}/api/me`, { headers: { authorization: 'Bearer wrong' } })
  for (let n = 0; n < 20; n++) expect((await ask()).status).toBe(401)
  const refused = await ask()
  const { error } = (await refused.json()) as { error: { details: { retryAfter: number } } }
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe(String(error.details.retryAfter))
  const owner = { authorization: `bearer ${server.owner}` }
  const known = await fetch(`${server.app.url}/api/me`, { headers: owner })
  expect(known.status, 'the scheme may be written in small letters').toBe(200)
})
