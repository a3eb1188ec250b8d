import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMembers } from '../../src/groups/change-members'
import { archiveGroup } from '../../src/groups/archive-group'
import { deleteMessage, editMessage, readVersions } from '../../src/groups/change-message'
import { react } from '../../src/groups/react'
import { searchMessages } from '../../src/groups/search-messages'
import { sendMessage } from '../../src/groups/send-message'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, groupText, linesOf, takeIn } from '../harness/export-text'
import { often } from '../harness/long'
import { command, say, team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'developer' } as const

function talking(): TestCrew {
  const crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben'])
  return crew
}

const edit = (crew: TestCrew, messageId: string, content: string, by = 'human') =>
  crew.act(() =>
    editMessage(crew.shard, crew.crew, crew.by(by), { group: 'team', messageId, content }),
  )
const remove = (crew: TestCrew, messageId: string, by = 'human') =>
  crew.act(() => deleteMessage(crew.shard, crew.crew, crew.by(by), { group: 'team', messageId }))
const versions = async (crew: TestCrew, messageId: string) =>
  (await readVersions(crew.shard, crew.crew, BY_PERSON, { group: 'team', messageId })).versions.map(
    ({ content }) => content,
  )
const found = async (crew: TestCrew, q: string) =>
  (await searchMessages(crew.shard, crew.crew, BY_PERSON, { q, limit: 50 })).hits.map(
    ({ message }) => message.content,
  )
const stored = (crew: TestCrew, id: string) =>
  crew.shard.ports.reader.message(crew.leadId, 'team', id)
const without = (texts: readonly string[], start: string) =>
  texts.filter((text) => !text.startsWith(start))

test('GR90 only people change messages, and only their own', async () => {
  await using crew = talking()
  const own = say(crew, 'human', 'Use JSON.')
  const other = say(crew, 'ada', 'Use TOML.')
  const { seq } = crew.crew.state
  for (const change of [
    edit,
    (own: TestCrew, id: string, _: string, by?: string) => remove(own, id, by),
  ]) {
    expect(() => change(crew, own.id, 'x', 'lead')).toThrow(/only people change and delete/)
    expect(() => change(crew, own.id, 'x', 'ada')).toThrow(/only people change and delete/)
    expect(() => change(crew, other.id, 'x')).toThrow(/you did not write message #2/)
    expect(() => change(crew, '#7', 'x')).toThrow(/there is no message #7/)
  }
  expect(crew.crew.state.seq).toBe(seq)
  edit(crew, own.id, 'Use YAML.')
  const after = crew.crew.state.seq
  expect(edit(crew, own.id, 'Use YAML.').told).toEqual([])
  expect(crew.crew.state.seq, 'the same again is no change').toBe(after)
  remove(crew, '#1')
  expect(remove(crew, own.id)).toMatchObject({ told: [], message: { content: '' } })
  expect(() => edit(crew, own.id, 'Use XML.')).toThrow(/you deleted message #1 in "team"/)
  const last = say(crew, 'human', 'Last.')
  for (let turn = 1; turn < 50; turn++) edit(crew, last.id, `Last ${turn}.`)
  expect(() => edit(crew, last.id, 'One more.')).toThrow(/has been changed 49 times/)
  crew.act(() => archiveGroup(crew.shard, crew.crew, BY_PERSON, 'team'))
  expect(() => remove(crew, last.id)).toThrow(/is archived/)
})

test('GR91 agents that were handed a message are notified of its change, and the others read it as it is now', async () => {
  await using crew = talking()
  const { id } = say(crew, 'human', 'Use JSON for the config.')
  expect(await crew.texts('ada')).toContain(
    '[Group "team" — Human (human)]: Use JSON for the config.',
  )
  const { told, message } = edit(crew, id, 'Use TOML for the config, @ben.')
  expect(told).toEqual([crew.id('ada')])
  expect(message.mentions).toEqual([crew.id('ben')])
  expect(await crew.texts('ada')).toEqual([
    '[Group "team" — Human (human), changed #1]: Use TOML for the config, @ben.',
  ])
  const bens = await crew.texts('ben')
  expect(without(bens, '[System]')).toEqual([
    '[Group "team" — Human (human)]: Use TOML for the config, @ben.',
  ])
  expect(remove(crew, id).told.toSorted()).toEqual([crew.id('ada'), crew.id('ben')].toSorted())
  for (const name of ['ada', 'ben']) {
    expect(await crew.texts(name)).toEqual([
      '[System] Human (human) deleted message #1 in group "team". Do not act on it.',
    ])
  }
  const unread = say(crew, 'human', 'Forget the tests.')
  expect(remove(crew, unread.id).told).toEqual([])
  expect(await crew.texts('ada')).toEqual(['[Group "team" — Human (human)]: (deleted)'])
})

test('GR91 a change that waits says what the message says when it is handed over, and starts whom the message starts', async () => {
  await using crew = talking()
  const { id } = say(crew, 'human', 'one')
  await crew.reads('ada')
  edit(crew, id, 'two')
  edit(crew, id, 'three')
  const given = await crew.reads('ada')
  expect(given.map(({ text, wake }) => [text, wake])).toEqual([
    ['[Group "team" — Human (human), changed #1]: three', true],
    ['[Group "team" — Human (human), changed #1]: three', true],
  ])
  crew.restart()
  expect(await crew.texts('ada'), 'confirmed once, told once').toEqual([])
})

test('GR91 an agent that may have been handed a message is notified, also after a restart', async () => {
  await using crew = talking()
  const { id } = say(crew, 'human', 'Use JSON.')
  // Its page is on the way, and nobody knows whether it arrives.
  await crew.core.inbox.fetch(crew.id('ada'), {})
  expect(edit(crew, id, 'Use TOML.').told).toEqual([crew.id('ada')])
  crew.restart()
  expect(edit(crew, id, 'Use YAML.').told).toEqual([crew.id('ada')])
  expect(await crew.texts('ada')).toContain('[Group "team" — Human (human), changed #1]: Use YAML.')
})

test('GR91 lists that agents read call a deleted message deleted', async () => {
  await using crew = talking()
  remove(crew, say(crew, 'human', 'Use JSON.').id)
  await crew.reads('ada')
  await crew.says('ada', command('QUERY_GROUPS', {}))
  expect((await crew.texts('ada')).join()).toContain('(deleted)')
})

test('GR91 an agent that joined later is notified if the message was in its history, and not otherwise', async () => {
  await using crew = talking()
  const { id } = say(crew, 'human', 'Use JSON.')
  for (let turn = 1; turn <= 20; turn++) say(crew, 'ada', `step ${turn}`)
  const near = say(crew, 'human', 'Use tabs.')
  crew.act(() =>
    addMembers(crew.shard, crew.crew, BY_PERSON, { group: 'team', members: [crew.id('cleo')] }),
  )
  expect(edit(crew, near.id, 'Use spaces.').told, 'nobody has read it').toEqual([])
  expect((await crew.texts('cleo')).join('\n')).toContain('Use spaces.')
  expect(edit(crew, near.id, 'Use two spaces.').told).toEqual([crew.id('cleo')])
  expect(edit(crew, id, 'Use TOML.').told, 'twenty messages later').toEqual([])
})

test('GR105 replies to a deleted message quote nothing of it, in memory, in the tables and after a restart', async () => {
  await using crew = talking()
  const { id, n } = say(crew, 'human', 'Use JSON.')
  const other = say(crew, 'human', 'Use tabs.')
  const answer = (who: string, replyTo: string) =>
    crew.act(
      () =>
        sendMessage(crew.shard, crew.crew, crew.by(who), {
          group: 'team',
          content: 'Done.',
          replyTo,
        }).message,
    )
  const [reply, kept] = [answer('ada', id), answer('ada', other.id)]
  remove(crew, id)
  const quotes = () =>
    [reply, kept].map((one) => [
      crew.crew.window('team').find(one.id)?.replyTo?.text ?? null,
      stored(crew, one.id)?.replyTo?.text,
    ])
  expect(quotes()).toEqual([
    ['', ''],
    ['Use tabs.', 'Use tabs.'],
  ])
  crew.restart()
  expect(quotes().map(([, table]) => table)).toEqual(['', 'Use tabs.'])
  expect(answer('ben', id).replyTo).toMatchObject({ n, text: '' })
})

test('GR106, DE24 copies of a deleted message in what agents were answered are marked, in the whole and where they were cut', async () => {
  await using crew = talking()
  const long = `The key is ${'k'.repeat(600)}.`
  const { id } = say(crew, 'human', long)
  await crew.says('ada', command('READ_GROUP', { group: 'team' }))
  await crew.says('ada', command('QUERY_GROUPS', {}))
  const told = () =>
    (crew.database.prepare('select content from deliveries').pluck().all() as string[]).join('\n')
  expect(told()).toContain('kkkkk')
  remove(crew, id)
  expect(told()).not.toMatch(/kkkkk/)
  expect(told()).toContain('(deleted)')
  expect(crew.database.prepare('select count(*) from erasures').pluck().get()).toBe(0)
})

test('GR92 earlier texts are kept and listed; of a deleted message only its place is left', async () => {
  await using crew = talking()
  const { id, timestamp } = say(crew, 'human', 'Use JSON.')
  crew.act(() =>
    react(crew.shard, crew.crew, crew.by('ada'), {
      group: 'team',
      messageId: id,
      emoji: '👍',
      action: 'add',
    }),
  )
  expect(await versions(crew, id)).toEqual([])
  crew.clock.advance(5_000)
  edit(crew, id, 'Use TOML.')
  crew.clock.advance(5_000)
  const { message } = edit(crew, id, 'Use YAML.')
  expect(Date.parse(message.editedAt ?? '') - Date.parse(timestamp)).toBe(10_000)
  for (let time = 0; time < 2; time++) {
    expect(await versions(crew, id)).toEqual(['Use JSON.', 'Use TOML.', 'Use YAML.'])
    expect(stored(crew, id)).toEqual({ ...message, reactions: { '👍': [crew.id('ada')] } })
    expect(crew.crew.state.groups['team']?.lastMessage?.content).toBe('Use YAML.')
    crew.restart()
  }
  remove(crew, id)
  expect(await versions(crew, id)).toEqual([])
  const left = stored(crew, id)
  expect(left).toMatchObject({ n: 1, from: 'human', content: '', mentions: [], timestamp })
  expect(left?.reactions).toEqual({ '👍': [crew.id('ada')] })
  expect(left).not.toHaveProperty('editedAt')
  expect(left?.deletedAt).toBeDefined()
  expect(crew.crew.state.groups['team']?.lastMessage?.content).toBe('')
})

test('GR93 search finds what a message says now, and nothing of a deleted one', async () => {
  await using crew = talking()
  const { id } = say(crew, 'human', 'the walrus')
  expect(await found(crew, 'walrus')).toEqual(['the walrus'])
  edit(crew, id, 'the otter')
  expect(await found(crew, 'walrus')).toEqual([])
  expect(await found(crew, 'otter')).toEqual(['the otter'])
  remove(crew, id)
  expect(await found(crew, 'otter')).toEqual([])
  expect(await found(crew, 'from:human')).toEqual([])
  crew.restart()
  expect(await found(crew, 'from:human')).toEqual([])
})

test('GR94 the event log says what was said at each moment, and of a deleted message nothing', async () => {
  await using crew = talking()
  const kept = say(crew, 'human', 'one')
  const gone = say(crew, 'human', 'secret plan')
  edit(crew, kept.id, 'two')
  edit(crew, gone.id, 'secret design')
  edit(crew, kept.id, 'three')
  remove(crew, gone.id)
  const { events } = crew.shard.ports.reader.events(crew.leadId, 0, 1_000)
  const said = events.flatMap((event) => {
    if (event.type === 'group:message')
      return [[event.type, event.message.n, event.message.content]]
    if (event.type === 'group:message_edited') return [[event.type, event.n, event.content]]
    return event.type === 'group:message_deleted' ? [[event.type, event.n]] : []
  })
  expect(said).toEqual([
    ['group:message', 1, 'one'],
    ['group:message', 2, ''],
    ['group:message_edited', 1, 'two'],
    ['group:message_edited', 2, ''],
    ['group:message_edited', 1, 'three'],
    ['group:message_deleted', 2],
  ])
  expect(await crewText(crew)).not.toContain('secret')
})

test('GR95 crews and groups with changes are files of version 6, and come out as they went in', async () => {
  await using crew = talking()
  const kept = say(crew, 'human', 'one, @ada')
  const gone = say(crew, 'human', 'two')
  await crew.reads('ada')
  expect(linesOf(await groupText(crew, 'team'))[0]).toMatchObject({ version: 1 })
  edit(crew, kept.id, 'one and a half, @ben')
  edit(crew, gone.id, 'two and a half')
  remove(crew, gone.id)
  const whole = await crewText(crew)
  const group = await groupText(crew, 'team')
  for (const text of [whole, group]) expect(linesOf(text)[0]).toMatchObject({ version: 6 })

  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, whole)
  expect(await crewText(other, crew.leadId)).toBe(whole)
  expect(other.shard.ports.reader.message(crew.leadId, 'team', kept.id)).toEqual(
    stored(crew, kept.id),
  )
  await takeIn(other, group, other.leadId)
  expect(
    await groupText(other, 'team')
      .then(linesOf)
      .then((lines) => lines.slice(1, -1)),
  ).toEqual(linesOf(group).slice(1, -1))

  await using strict = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  const stranger = forged(whole, (lines) => {
    for (const line of lines)
      if (line['type'] === 'group:message_edited') line['data'].by = crew.leadId
  })
  await expect(takeIn(strict, stranger)).rejects.toThrow(/somebody else changed/)
  const late = forged(group, (lines) => {
    const at = lines.findIndex((line) => line['deletion'] !== undefined)
    lines.push({ edit: { n: 2, at: lines[at]?.['deletion'].at, content: 'x', mentions: [] } })
  })
  await expect(takeIn(strict, late, strict.leadId)).rejects.toThrow(/was deleted before/)
})

test('GR92, GR94 any order of changes leaves what the last of them says, after restarts too', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('say' as const), text: fc.string({ minLength: 1 }) }),
    fc.record({
      kind: fc.constant('edit' as const),
      at: fc.nat(9),
      text: fc.string({ minLength: 1 }),
    }),
    fc.record({ kind: fc.constant('delete' as const), at: fc.nat(9) }),
    fc.constant({ kind: 'restart' as const }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await using crew = talking()
      const model: { id: string; said: string[]; isDeleted: boolean }[] = []
      for (const one of steps) {
        if (one.kind === 'restart') crew.restart()
        else if (one.kind === 'say') {
          const { id, content } = say(crew, 'human', `m ${one.text}`)
          model.push({ id, said: [content], isDeleted: false })
        } else {
          const known = model[one.at]
          if (!known || known.isDeleted) continue
          if (one.kind === 'delete') {
            remove(crew, known.id)
            known.isDeleted = true
          } else {
            const { message } = edit(crew, known.id, `e ${one.text}`)
            if (known.said.at(-1) !== message.content) known.said.push(message.content)
          }
        }
      }
      for (const { id, said, isDeleted } of model) {
        expect(stored(crew, id)?.content).toBe(isDeleted ? '' : said.at(-1))
        expect(await versions(crew, id)).toEqual(isDeleted || said.length === 1 ? [] : said)
      }
    }),
    { numRuns: often(20, 60) },
  )
})

test('GR90, GR92 the doors of changing: who may, what is refused, and what comes back', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens } = await server.crew('atlas', { ada: 'developer' })
  const path = `/api/lead/${leadId}/groups/plan`
  await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'plan', memberIds: [] })
  const { body } = await server.call('POST', `${path}/messages`, { content: 'one' })
  const message = `${path}/messages/${body['message'].id}`
  expect(await server.call('PATCH', message, { content: 'two' })).toMatchObject({
    status: 200,
    body: { message: { content: 'two' }, told: [] },
  })
  expect((await server.call('PATCH', message, {})).status).toBe(422)
  expect((await server.call('PATCH', message, { content: '' })).status).toBe(422)
  expect(
    (await server.call('DELETE', message, undefined, { token: tokens['ada'] ?? null })).status,
  ).toBe(403)
  const { body: listed } = await server.call('GET', `${message}/versions`)
  expect(listed['versions'].map(({ content }: { content: string }) => content)).toEqual([
    'one',
    'two',
  ])
  expect(await server.call('DELETE', message)).toMatchObject({
    status: 200,
    body: { message: { content: '' } },
  })
  expect(await server.call('PATCH', message, { content: 'three' })).toMatchObject({
    status: 409,
    body: { error: { code: 'message_deleted' } },
  })
})
