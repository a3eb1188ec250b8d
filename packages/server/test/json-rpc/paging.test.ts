import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGroup } from '../../src/groups/create-group'
import { type After, byCreation, partAfter } from '../../src/groups/keyset'
import { often } from '../harness/long'
import { Random } from '../harness/random'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'

const PLENTY = { agentMessagesPerMinute: 1_000_000, groupsPerLead: 2_000 }

test('RP14 5,000 rows with equal times are paged without gap or repeat, whatever comes and goes meanwhile', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 20, max: 200 }), (seed, limit) => {
      const random = new Random(seed)
      const time = () => `2026-11-22T10:00:0${random.below(3)}.000Z`
      const row = (n: number): After => ({ createdAt: time(), id: `${random.below(1e9)}-${n}` })
      const rows = Array.from({ length: 5_000 }, (_, n) => row(n))
      const stays = new Set(rows.filter((_, n) => n % 3 !== 0).map(({ id }) => id))
      let list = rows
      const seen: After[] = []
      for (let after: After | null = null, n = 0; ; n++) {
        const page: ReturnType<typeof partAfter<After>> = partAfter(list, after, limit)
        seen.push(...page.rows)
        expect(page.rows.length === limit || !page.hasMore).toBe(true)
        if (!page.hasMore) break
        after = page.rows.at(-1) ?? null
        // One that stays away from now on, and one that is new.
        const gone = random.below(list.length)
        list = list.filter(({ id }, at) => at !== gone || stays.has(id))
        if (random.chance(0.5)) list = [...list, row(10_000 + n)]
      }
      const ids = seen.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect([...stays].filter((id) => !ids.includes(id))).toEqual([])
      expect(seen.toSorted(byCreation)).toEqual(seen)
    }),
    { numRuns: often(3, 30) },
  )
})

test('RP15 conversations are listed newest first, of all tasks, archived ones too, while others come and go', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  const { leadId, ids, tokens } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  const { shard } = server.app.core
  const crew = shard.crew(leadId)
  const count = often(200, 1_000)
  const by = () =>
    ({ actor: { kind: 'agent', id: ids['ada'] ?? '' }, cause: { kind: 'request' } }) as const
  // Many in one tick have the same time.
  for (let n = 0; n < count; n++) createGroup(shard, crew, by(), { name: `talk ${n}` })
  createGroup(
    shard,
    crew,
    { ...by(), actor: { kind: 'agent', id: ids['ben'] ?? '' } },
    { name: 'of ben' },
  )
  using ada = await RpcRemote.connect(server, tokens['ada'])
  const begin = Object.values(crew.state.groups).map(({ id }) => id)
  const at = (id: string | undefined) => ({ taskId: leadId, conversationId: id })
  await ada.done('task/conversation/archive', at(begin[3]))
  const listed: { conversation: { id: string; archivedAt?: string; createdAt: string } }[] = []
  const gone = new Set<string>()
  let cursor: string | undefined
  for (let n = 0; ; n++) {
    const page = await ada.done('task/conversation/list', {
      limit: 25,
      ...(cursor ? { cursor } : {}),
    })
    expect(page['items'].length).toBeLessThanOrEqual(25)
    listed.push(...page['items'])
    cursor = page['nextCursor']
    if (cursor === undefined) break
    createGroup(shard, crew, by(), { name: `new ${n}` })
    const left = crew.state.groups[`talk-${count - 1 - n * 7}`]
    if (!left) continue
    gone.add(left.id)
    await server.call('DELETE', `/api/lead/${leadId}/groups/${left.name}/members/${ids['ada']}`)
  }
  const found = listed.map(({ conversation }) => conversation.id)
  expect(new Set(found).size).toBe(found.length)
  const mine = begin.filter((id) => id !== crew.state.groups['of-ben']?.id)
  expect(mine.filter((id) => !found.includes(id) && !gone.has(id))).toEqual([])
  expect(found).not.toContain(crew.state.groups['of-ben']?.id)
  const archived = listed.filter(({ conversation }) => conversation.archivedAt !== undefined)
  expect(archived.map(({ conversation }) => conversation.id)).toEqual([begin[3]])
  const order = listed.map(({ conversation: { id, createdAt } }) => ({ id, createdAt }))
  expect(order.toSorted(byCreation)).toEqual(order)
  expect((await ada.done('task/conversation/list'))['items']).toHaveLength(50)
  for (const bad of [{ limit: 0 }, { limit: 201 }, { cursor: 'x' }, { cursor: '' }, { since: 1 }]) {
    expect(await ada.refusal('task/conversation/list', bad), JSON.stringify(bad)).toBe(-32_602)
  }
  expect(ada.unfit).toEqual([])
})
