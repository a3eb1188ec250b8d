import { expect, test } from 'vitest'
import { createConversation } from '../../src/admissions/create-conversation'
import { listAdmissions } from '../../src/admissions/list-admissions'
import { readMessages } from '../../src/groups/read-history'
import { searchMessages } from '../../src/groups/search-messages'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { terminateAgent } from '../../src/agents/end-agent'
import { Circle, outcome } from './circle'

test('AD7 whoever reads along is handed nothing, is no recipient and woken by nothing, and reads and sends', async () => {
  await using circle = new Circle('human')
  const { crew } = circle
  const listed = (id: string) => circle.group.members.find((one) => one.id === id)?.listed
  expect(listed(crew.leadId)).toBe(false)
  for (const name of ['lead', 'ada', 'ben']) await crew.reads(name)
  const sent = circle.send('ben', 'hello @lead and @ada')
  expect(sent.recipientIds).toEqual(circle.ids('ada'))
  expect(sent.wakes).toEqual(circle.ids('ada'))
  expect(await crew.reads('lead')).toEqual([])
  crew.restart()
  expect(await crew.reads('lead')).toEqual([])
  const input = { group: circle.talk, limit: 9 }
  const { messages } = await readMessages(crew.shard, crew.crew, crew.by('lead'), input)
  expect(messages.map(({ content }) => content)).toEqual(['hello @lead and @ada'])
  expect(circle.send('lead', 'go on').recipientIds).toEqual(circle.ids('ada', 'ben'))
  expect(await crew.reads('ben')).toHaveLength(1)
})

test('AD8 somebody who reads along and is named is handed everything from then on, also after a restart', async () => {
  await using circle = new Circle('human')
  const { crew } = circle
  circle.send('ben', 'before')
  await crew.reads('lead')
  circle.admit('human', crew.leadId)
  expect(circle.add('human', crew.leadId).added).toEqual([crew.leadId])
  expect(await crew.texts('lead'), 'it is told, with what was said').toEqual([
    expect.stringContaining('before'),
  ])
  circle.send('ben', 'after')
  crew.restart()
  const texts = await crew.texts('lead')
  expect(texts).toEqual([expect.stringContaining('after')])
  expect(circle.add('human', crew.leadId).added).toEqual([])
})

test('AD9 every member reads all of a conversation, also from before it came, and whoever has left its own time', async () => {
  await using circle = new Circle()
  const { crew } = circle
  circle.send('ada', 'one early word')
  circle.add('ada', crew.id('cleo'))
  circle.send('ada', 'two')
  const read = async (name: string) => {
    const input = { group: circle.talk, limit: 9 }
    const page = await readMessages(crew.shard, crew.crew, crew.by(name), input)
    return page.messages.map(({ content }) => content)
  }
  expect(await read('cleo')).toEqual(['one early word', 'two'])
  const hits = async (name: string) =>
    (await searchMessages(crew.shard, crew.crew, crew.by(name), { q: 'early', limit: 9 })).hits
      .length
  expect(await hits('cleo')).toBe(1)
  circle.remove('ada', crew.id('cleo'))
  expect([await hits('cleo'), await hits('dan')]).toEqual([0, 0])
  await expect(read('cleo')).rejects.toMatchObject({ code: 'not_a_member' })
})

test('AD10 the crew itself is a circle of all who have not ended, to which its groups belong', async () => {
  await using circle = new Circle()
  const { crew } = circle
  const make = (who: string, participants: readonly string[], name?: string) =>
    crew.act(() =>
      createConversation(crew.shard, crew.crew, crew.by(who), {
        admission: crew.leadId,
        participants,
        name,
      }),
    )
  const group = make('ben', circle.ids('dan'))
  expect(group).toMatchObject({ name: 'conversation-1', openHistory: true })
  expect(group.admissionId).toBeUndefined()
  expect(group.members.map(({ id, listed }) => [id, listed !== false])).toEqual([
    [crew.id('dan'), true],
    [crew.id('ben'), true],
    [crew.leadId, false],
  ])
  expect(make('human', circle.ids('dan')).name).toBe('conversation-2')
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), crew.id('dan'), null))
  expect(outcome(() => make('human', circle.ids('dan')))).toBe('not_admitted')
  const { admissions } = await listAdmissions(crew.shard, crew.crew, crew.by('ben'), {
    after: null,
    limit: 9,
  })
  expect(admissions.map(({ id, manager, admitted }) => [id, manager, admitted.length])).toEqual([
    [crew.leadId, crew.leadId, 4],
    [circle.id, crew.id('ada'), 3],
  ])
})

test('AD11 admissions are paged by creation and id, for an agent those that concern it', async () => {
  await using circle = new Circle()
  const { crew } = circle
  circle.close('ada')
  const { createAdmission } = await import('../../src/admissions/create-admission')
  const made = [circle.id]
  for (let i = 0; i < 7; i++) {
    if (i === 3) crew.clock.advance(5)
    const input = { admitted: circle.ids(i % 2 ? 'dan' : 'ben') }
    made.push(
      crew.act(() => createAdmission(crew.shard, crew.crew, crew.by('human'), input)).admission.id,
    )
  }
  const all = async (who: string) => {
    const ids: string[] = []
    let after: { createdAt: string; id: string } | null = null
    for (;;) {
      const page: Awaited<ReturnType<typeof listAdmissions>> = await listAdmissions(
        crew.shard,
        crew.crew,
        crew.by(who),
        { after, limit: 2 },
      )
      ids.push(...page.admissions.map(({ id }) => id))
      after = page.admissions.at(-1) ?? null
      if (!page.hasMore) return ids
    }
  }
  expect((await all('human')).toSorted()).toEqual([crew.leadId, ...made].toSorted())
  expect(await all('human')).toHaveLength(9)
  const dans = [2, 4, 6].map((i) => made[i])
  expect((await all('dan')).toSorted()).toEqual(
    [crew.leadId, ...dans].toSorted((a = '', b = '') => a.localeCompare(b)),
  )
})

test('AD12 an archived conversation takes no message until it is unarchived, and stays in use until an agent of it ends', async () => {
  await using circle = new Circle()
  const { crew } = circle
  const set = (verb: typeof archiveGroup) =>
    crew.act(() => verb(crew.shard, crew.crew, crew.by('ada'), circle.talk))
  set(archiveGroup)
  expect(outcome(() => circle.send('ben', 'hello?'))).toBe('group_archived')
  expect(
    outcome(() => circle.add('ada', crew.id('cleo'))),
    'adding takes nothing back',
  ).toBe('group_archived')
  set(unarchiveGroup)
  circle.send('ben', 'hello')
  const end = (name: string) =>
    crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), crew.id(name), null))
  end('ben')
  expect(circle.group.archived).toBe(false)
  end('ada')
  expect(circle.group).toMatchObject({ archived: true, archivedBy: 'system' })
  crew.act(() => unarchiveGroup(crew.shard, crew.crew, crew.by('human'), circle.talk))
  end('cleo')
  await crew.reads('lead')
  expect(circle.group.archived, 'nobody of it has ended since').toBe(false)
})
