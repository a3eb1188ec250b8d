import { expect, test } from 'vitest'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import { addMembers, leaveGroup, removeMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { markRead } from '../../src/groups/mark-read'
import { pauseGroup } from '../../src/groups/pause-group'
import { react } from '../../src/groups/react'
import { readMessages, readTimeline } from '../../src/groups/read-history'
import { sendMessage } from '../../src/groups/send-message'
import { updateGroup } from '../../src/groups/update-group'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { ada: 'architect', dora: 'developer', gus: 'qa-tester' } as const

const say = (crew: TestCrew, who: string, group: string, content: string) =>
  sendMessage(crew.shard, crew.crew, crew.by(who), { group, content }).message

/** A group with everything that can happen to one, and another one beside it in the same journal. */
function live(crew: TestCrew): void {
  const { shard, crew: memory } = crew
  const by = crew.by('lead')
  createGroup(shard, memory, by, { name: 'Plan A', members: [crew.id('ada')], purpose: 'to plan' })
  createGroup(shard, memory, by, { name: 'other', members: [crew.id('gus')] })
  const { id, seq } = say(crew, 'ada', 'plan-a', 'one')
  say(crew, 'gus', 'other', 'elsewhere')
  addMembers(shard, memory, crew.by('ada'), {
    group: 'plan-a',
    members: [crew.id('dora'), crew.id('gus')],
  })
  react(shard, memory, crew.by('dora'), {
    group: 'plan-a',
    messageId: say(crew, 'dora', 'plan-a', 'two').id,
    emoji: '👍',
    action: 'add',
  })
  markRead(shard, memory, by, { group: 'plan-a', seq })
  updateGroup(shard, memory, by, { group: 'plan-a', purpose: 'to plan more' })
  pauseGroup(shard, memory, crew.by('human'), 'plan-a', true)
  pauseGroup(shard, memory, crew.by('human'), 'plan-a', false)
  leaveGroup(shard, memory, crew.by('dora'), 'plan-a')
  say(crew, 'gus', 'plan-a', 'three')
  removeMembers(shard, memory, by, { group: 'plan-a', members: [crew.id('gus')] })
  say(crew, 'human', 'plan-a', 'four')
  expect(id).not.toBe('')
}

const read = (crew: TestCrew, who = 'human', more: object = {}) =>
  readTimeline(crew.shard, crew.crew, crew.by(who), { group: 'plan-a', limit: 200, ...more })

const short = (row: TimelineRow) => (row.kind === 'event' ? row.event : row.message.content)

test('TI1 a timeline is messages and what happened to the group in the order of seq, from the journal', async () => {
  await using crew = testCrew({ agents: AGENTS })
  live(crew)
  const { rows, asOf } = await read(crew)
  const all = [
    'created', 'one', 'joined', 'joined', 'two', 'updated', 'paused', 'resumed', 'left', 'three',
    'removed', 'joined', 'four',
  ] // prettier-ignore
  expect(rows.map(short)).toEqual(all)
  expect(asOf).toBe(crew.crew.state.seq)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq).sort((a, b) => a - b))
  crew.restart()
  expect((await read(crew)).rows).toEqual(rows)
})

test('TI2 an event says what, when, who and whom; a message is as in the messages of the group', async () => {
  await using crew = testCrew({ agents: AGENTS })
  live(crew)
  const { rows } = await read(crew)
  const events = rows.flatMap((row) => (row.kind === 'event' ? [row] : []))
  const lead = crew.leadId
  expect(events[0]).toMatchObject({
    event: 'created',
    by: lead,
    memberIds: [lead, crew.id('ada')],
    displayName: 'Plan A',
    purpose: 'to plan',
  })
  expect(events.map(({ event, by, memberIds }) => [event, by, memberIds]).slice(1)).toEqual([
    ['joined', crew.id('ada'), [crew.id('dora')]],
    ['joined', crew.id('ada'), [crew.id('gus')]],
    ['updated', lead, []],
    ['paused', 'human', []],
    ['resumed', 'human', []],
    ['left', crew.id('dora'), [crew.id('dora')]],
    ['removed', lead, [crew.id('gus')]],
    ['joined', 'human', ['human']],
  ])
  expect(events[3]).toMatchObject({ displayName: 'Plan A', purpose: 'to plan more' })
  const page = await readMessages(crew.shard, crew.crew, crew.by('human'), {
    group: 'plan-a',
    limit: 200,
  })
  expect(rows.flatMap((row) => (row.kind === 'event' ? [] : [row.message]))).toEqual(page.messages)
})

test('TI3, GR15 an agent sees the rows of the times in which it was a member, and messages that it was given with its joining; who is none is refused', async () => {
  await using crew = testCrew({ agents: AGENTS })
  live(crew)
  await expect(read(crew, 'dora')).rejects.toMatchObject({ code: 'not_a_member' })
  addMembers(crew.shard, crew.crew, crew.by('lead'), {
    group: 'plan-a',
    members: [crew.id('dora')],
  })
  expect((await read(crew, 'dora')).rows.map(short)).toEqual([
    'one', 'joined', 'joined', 'two', 'updated', 'paused', 'resumed', 'left', 'three', 'four',
    'joined',
  ]) // prettier-ignore
  expect((await read(crew, 'ada')).rows).toHaveLength(14)
  expect((await read(crew, 'lead')).rows).toHaveLength(14)
})

test.each([1, 2, 3, 5])('TI4 pages of %i meet without gap or double, both ways', async (limit) => {
  await using crew = testCrew({ agents: AGENTS })
  live(crew)
  const { rows } = await read(crew)
  const back: TimelineRow[] = []
  for (let before: number | undefined, more = true; more;) {
    const page = await read(crew, 'human', { limit, ...(before ? { before } : {}) })
    expect(page.hasAfter).toBe(before !== undefined)
    back.unshift(...page.rows)
    more = page.hasBefore
    before = page.rows[0]?.seq
  }
  expect(back).toEqual(rows)
  const forth: TimelineRow[] = []
  for (let after = 0, more = true; more;) {
    const page = await read(crew, 'human', { limit, after })
    expect(page.hasBefore).toBe(forth.length > 0)
    forth.push(...page.rows)
    more = page.hasAfter
    after = page.rows.at(-1)?.seq ?? 0
  }
  expect(forth).toEqual(rows)
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'event') continue
    const page = await read(crew, 'human', { limit, around: row.message.id })
    expect(page.rows).toContainEqual(row)
    const from = rows.findIndex(({ seq }) => seq === page.rows[0]?.seq)
    expect(page.rows).toEqual(rows.slice(from, from + page.rows.length))
    expect([page.hasBefore, page.hasAfter, from <= index]).toEqual([
      from > 0,
      from + page.rows.length < rows.length,
      true,
    ])
  }
})

test('TI5 GET …/timeline pages like the messages and refuses in the same way', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { ada: 'architect' })
  const address = `/api/lead/${crew.leadId}/groups/plan`
  await server.call('POST', `/api/lead/${crew.leadId}/groups`, { name: 'plan' })
  await server.call('POST', `${address}/messages`, { content: 'one' })
  const { body } = await server.call('GET', `${address}/timeline?limit=1`)
  expect(body['rows']).toMatchObject([{ kind: 'message', message: { content: 'one' } }])
  expect([body['hasMore'], body['hasBefore'], body['hasAfter']]).toEqual([true, true, false])
  const { seq } = body['rows'][0]
  const older = await server.call('GET', `${address}/timeline?before=${seq}`)
  expect(older.body['rows']).toMatchObject([{ kind: 'event', event: 'created' }])
  expect([older.body['hasMore'], older.body['hasAfter']]).toEqual([false, true])
  for (const query of ['limit=0', 'limit=201', 'before=x', 'before=1&after=1', 'x=1']) {
    expect((await server.call('GET', `${address}/timeline?${query}`)).status, query).toBe(422)
  }
  expect((await server.call('GET', `${address}/timeline?around=none`)).status).toBe(404)
  const by = { token: crew.tokens['ada'] ?? '' }
  expect((await server.call('GET', `${address}/timeline`, undefined, by)).status).toBe(403)
})
