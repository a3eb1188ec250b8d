import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { addMembers, removeMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { react } from '../../src/groups/react'
import { searchMessages } from '../../src/groups/search-messages'
import { sendMessage } from '../../src/groups/send-message'
import { Writer } from '../../src/storage/writer'
import { trimJournal } from '../harness/aged-journal'
import { often } from '../harness/long'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { ada: 'architect', dora: 'developer', gus: 'qa-tester' } as const

function say(crew: TestCrew, who: string, group: string, content: string) {
  return sendMessage(crew.shard, crew.crew, crew.by(who), { group, content }).message
}

const ask = (crew: TestCrew, q: string, who = 'human', more: object = {}) =>
  searchMessages(crew.shard, crew.crew, crew.by(who), { q, limit: 50, ...more })

async function found(crew: TestCrew, q: string, who = 'human', more: object = {}) {
  return (await ask(crew, q, who, more)).hits.map(({ message }) => message.content)
}

/** Groups `plan` (all) and `core` (without Gus), with a few messages. */
function talk(crew: TestCrew): void {
  const all = [crew.id('ada'), crew.id('dora'), crew.id('gus')]
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'plan', members: all })
  createGroup(crew.shard, crew.crew, crew.by('lead'), {
    name: 'core',
    displayName: 'Core Team',
    members: all.slice(0, 2),
  } as never)
  say(crew, 'ada', 'plan', 'The parser reads the config file')
  crew.clock.advance(10)
  say(crew, 'dora', 'plan', 'Le PARSER est cassé: voir https://example.org/bug')
  crew.clock.advance(10)
  say(crew, 'dora', 'core', 'fixed with `parse_config()` in the file of the parser')
  crew.clock.advance(86_400_000)
  say(crew, 'ada', 'core', 'config reads fine now')
}

test('SR1 words are found in every group of the crew whatever their case and accents, newest first', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  expect(await found(crew, 'parser')).toEqual([
    'fixed with `parse_config()` in the file of the parser',
    'Le PARSER est cassé: voir https://example.org/bug',
    'The parser reads the config file',
  ])
  expect(await found(crew, 'CASSE')).toHaveLength(1)
  expect(await found(crew, 'pars')).toEqual([])
  const [message] = (await ask(crew, 'fine')).hits
  expect(message?.message).toEqual(
    crew.shard.ports.reader.page(crew.leadId, { groupName: 'core', limit: 1, viewer: null })
      .messages[0],
  )
})

test('SR2 all words must be there; quotes keep them together, a star ends the beginning of a word', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  expect(await found(crew, 'config reads')).toHaveLength(2)
  expect(await found(crew, '"config reads"')).toEqual(['config reads fine now'])
  expect(await found(crew, '"reads the conf')).toEqual([])
  expect(await found(crew, 'conf*')).toHaveLength(3)
  expect(await found(crew, 'parse_conf*')).toHaveLength(1)
  expect(await found(crew, '"conf*"')).toEqual([])
  expect(await found(crew, 'co*')).toHaveLength(3)
  expect(await found(crew, 'c*')).toEqual([])
})

test('SR3 from:, in:, before: and has: narrow it, alone and together', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  expect(await found(crew, 'from:dora')).toHaveLength(2)
  expect(await found(crew, 'from:developer parser in:CORE')).toHaveLength(1)
  expect(await found(crew, `from:${crew.id('ada').slice(0, 8)}`)).toHaveLength(2)
  expect(await found(crew, 'from:ada from:dora')).toHaveLength(4)
  expect(await found(crew, 'from:human')).toEqual([])
  expect(await found(crew, 'in:nowhere')).toEqual([])
  expect(await found(crew, 'has:link')).toEqual([
    'Le PARSER est cassé: voir https://example.org/bug',
  ])
  expect(await found(crew, 'has:code')).toHaveLength(1)
  const last = (await ask(crew, 'fine')).hits[0]?.message.timestamp ?? ''
  expect(await found(crew, `before:${last.slice(0, 10)}`)).toHaveLength(3)
  expect(await found(crew, `before:${last}`)).toHaveLength(3)
  expect(await found(crew, 'before:2000')).toEqual([])
})

test('SR3, KP10 before: finds the same where the journal has lost numbers', async () => {
  await using crew = testCrew({ agents: { ada: 'developer' } })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'plan', members: ['ada'] })
  const times: string[] = []
  for (let n = 0; n < 12; n++) {
    for (let line = 0; line < 5; line++) await crew.says('ada', 'thinking aloud\n')
    crew.clock.advance(60_000)
    const input = { group: 'plan', content: `parser ${n}` }
    const { message } = sendMessage(crew.shard, crew.crew, crew.by('lead'), input)
    times.push(message.timestamp)
  }
  const all = async () => {
    const pages = times.map((time) => found(crew, `parser before:${time}`))
    return (await Promise.all(pages)).map((one) => one.length)
  }
  expect(await all()).toEqual(times.map((_, n) => n))
  const { entries } = await trimJournal(crew.database, '9')
  expect(entries).toBeGreaterThan(40)
  expect(await all()).toEqual(times.map((_, n) => n))
})

test('SR3 has:reaction follows reactions as they come and go', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  const messageId = (await ask(crew, 'fine')).hits[0]?.message.id ?? ''
  const toggle = (who: string, action: 'add' | 'remove') =>
    react(crew.shard, crew.crew, crew.by(who), { group: 'core', messageId, emoji: '👍', action })
  expect(await found(crew, 'has:reaction')).toEqual([])
  toggle('dora', 'add')
  toggle('lead', 'add')
  expect(await found(crew, 'has:reaction config')).toEqual(['config reads fine now'])
  toggle('dora', 'remove')
  expect(await found(crew, 'has:reactions')).toHaveLength(1)
  toggle('lead', 'remove')
  expect(await found(crew, 'has:reaction')).toEqual([])
  expect(await found(crew, 'fine')).toHaveLength(1)
})

test('SR4 any text is a query: it finds something or nothing, or it is refused as validation', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  const sign = fc.constantFrom(
    '"', "'", '*', '(', ')', ':', '^', '-', '+', '{', '}', '\0', ';', '--', ' AND ', ' OR ', ' NOT ',
    'NEAR(', 'content:', 'facets:', 'from:', 'in:', 'has:', 'before:', 'lead', 'parser', '́', '数',
    '\u{1E4D0}', '\ud800', '％', '__proto__', 'constructor',
  ) // prettier-ignore
  const text = fc.oneof(
    fc.array(sign, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('human', 'gus'), async (q, who) => {
      const refused = await ask(crew, q, who).then(
        () => null,
        (error: unknown) => error,
      )
      if (refused !== null) expect((refused as CrewError).code).toBe('validation')
    }),
    { numRuns: often(300, 1_500) },
  )
  await expect(ask(crew, 'has:nothing')).rejects.toThrow('has: takes reaction, link, code')
  await expect(ask(crew, 'before:soon')).rejects.toThrow('2026-01-31')
  await expect(ask(crew, 'before:2026-99-99')).rejects.toThrow(CrewError)
  await expect(ask(crew, 'a '.repeat(17))).rejects.toThrow('at most 16')
  expect(await found(crew, '!!! 👍')).toEqual([])
  expect(await found(crew, 'parser OR nothing')).toEqual([])
  expect(await found(crew, 'http://nowhere')).toEqual([])
})

test('SR5 a snippet is a part of the text in pieces, those that were looked for marked', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  const snippet = async (q: string) => (await ask(crew, q)).hits[0]?.snippet ?? []
  expect(await snippet('CONF* "the file" fixed')).toEqual([
    { text: 'fixed', hit: true },
    { text: ' with `parse_', hit: false },
    { text: 'config', hit: true },
    { text: '()` in ', hit: false },
    { text: 'the file', hit: true },
    { text: ' of the parser', hit: false },
  ])
  expect(await snippet('from:ada')).toEqual([{ text: 'config reads fine now', hit: false }])
  say(crew, 'ada', 'core', `${'😀 lorem '.repeat(100)}<b>needlé</b> ${'ipsum '.repeat(100)}`)
  const long = await snippet('needle')
  expect(long.filter(({ hit }) => hit)).toEqual([{ text: 'needlé', hit: true }])
  const text = long.map((part) => part.text).join('')
  expect(text).toMatch(/^….{40,60}<b>needlé<\/b>.*…$/u)
  expect(text.length).toBeLessThan(260)
  expect(text.isWellFormed()).toBe(true)
})

test('SR6 an agent finds what was posted while it was there, in any of its stays, and the lead all', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  const { shard } = crew
  expect(await found(crew, 'parser', 'gus')).toHaveLength(2)
  expect(await found(crew, 'in:core', 'gus')).toEqual([])
  say(crew, 'ada', 'core', 'secret one')
  for (let n = 1; n <= 20; n++) say(crew, 'ada', 'core', `filler ${n}`)
  addMembers(shard, crew.crew, crew.by('lead'), { group: 'core', members: [crew.id('gus')] })
  say(crew, 'ada', 'core', 'secret two')
  const gone = { group: 'core', members: [crew.id('gus')] }
  removeMembers(shard, crew.crew, crew.by('lead'), gone)
  say(crew, 'ada', 'core', 'secret three')
  expect(await found(crew, 'secret', 'gus')).toEqual(['secret two'])
  expect(await found(crew, 'secret', 'lead')).toHaveLength(3)
  expect(await found(crew, 'secret')).toHaveLength(3)
})

test('SR7 pages follow each other by seq, without gap or double, while more is posted', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  const posted = Array.from({ length: 25 }, (_, n) => say(crew, 'ada', 'plan', `tick ${n}`).seq)
  const seen: number[] = []
  let before: number | undefined
  for (let hasMore = true; hasMore;) {
    const page = await ask(crew, 'tick', 'gus', { limit: 7, before })
    seen.push(...page.hits.map(({ message }) => message.seq))
    hasMore = page.hasMore
    before = seen.at(-1)
    say(crew, 'dora', 'plan', 'tick late')
  }
  expect(seen).toEqual(posted.reverse())
})

test('SR8 what was accepted is found at once; an index that is behind says how far it is', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  const first = await ask(crew, 'parser')
  expect(first).toMatchObject({ complete: true, asOf: crew.crew.state.seq })
  const never = new Promise<void>(() => {})
  Object.assign(crew.shard.ports, { search: { index: () => never } })
  say(crew, 'ada', 'core', 'parser again')
  const late = ask(crew, 'parser')
  for (let i = 0; i < 5; i++) await Promise.resolve()
  crew.clock.advance(1_000)
  expect(await late).toMatchObject({
    complete: false,
    asOf: first.asOf,
    behind: 1,
    searchedTo: first.searchedTo,
    hits: { length: 3 },
  })
})

test('SR8 long messages take more than one slice, and complete means that all of them are in', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  const long = 'lorem ipsum dolor sit amet '.repeat(1_500)
  // More text than one slice takes, in far fewer facts.
  for (let n = 0; n < 12; n++) say(crew, 'ada', 'plan', `${long} chapter ${n}`)
  const asked = await ask(crew, 'chapter')
  expect(asked).toMatchObject({ complete: true, asOf: crew.crew.state.seq, hits: { length: 12 } })
})

test('SR9 the index goes on where it stopped after a crash, and is built for a database that had none', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  expect(await found(crew, 'parser')).toHaveLength(3)
  say(crew, 'ada', 'plan', 'parser four')
  crew.restart()
  say(crew, 'ada', 'plan', 'parser five')
  expect(await found(crew, 'parser')).toHaveLength(5)
  const documents = () =>
    crew.database.prepare('select count(*) from search_documents').pluck().get()
  expect(documents()).toBe(6)
  crew.database.exec(
    "delete from search_documents; delete from search_progress; update search_state set version = 0; insert into search_text (search_text) values ('delete-all')",
  )
  crew.restart()
  expect(await found(crew, 'parser')).toHaveLength(5)
  expect(documents()).toBe(6)
})

test('SR9 many slices are one index, in the order of the journal', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  for (let n = 0; n < 700; n++) say(crew, 'ada', n % 2 ? 'plan' : 'core', `many ${n}`)
  const page = await ask(crew, 'many', 'human', { limit: 200 })
  expect(page.hits.map(({ message }) => message.content)).toEqual(
    Array.from({ length: 200 }, (_, n) => `many ${699 - n}`),
  )
})

test('SR10 an index that cannot be written refuses no batch, and goes on when it can', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  const writer = new Writer({ sqlite: crew.database, shard: 'main', firstEpoch: 'e' })
  crew.database.exec('alter table search_documents rename to aside')
  expect(writer.indexSlice().failure).toMatchObject({ code: 'SQLITE_ERROR' })
  const { id } = say(crew, 'ada', 'plan', 'parser stands')
  expect(crew.shard.ports.reader.message(crew.leadId, 'plan', id)?.id).toBe(id)
  crew.database.exec('alter table aside rename to search_documents')
  expect(await found(crew, 'parser')).toHaveLength(4)
})

test.each([
  "update search_text_data set block = x'00ff00ff'",
  'delete from search_text_data where id = 10',
])('SR10 a damaged index costs no message and is built anew: %s', async (damage) => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'plan' })
  const post = (n: number) =>
    server.call('POST', `${groups}/plan/messages`, { content: `parser ${n}` })
  const search = () => server.call('GET', `/api/lead/${leadId}/search?q=parser`)
  await post(1)
  expect((await search()).body['hits']).toHaveLength(1)
  await server.stop()
  const tables = new Database(server.data.database)
  tables.unsafeMode(true)
  tables.exec(damage)
  tables.close()
  await server.restart()
  expect((await post(2)).status).toBe(201)
  await expect
    .poll(async () => (await search()).body)
    .toMatchObject({ complete: true, hits: { length: 2 } })
  expect((await post(3)).status).toBe(201)
  expect((await search()).body['hits']).toHaveLength(3)
})

test('SR11 scripts without spaces are found by any part of a word', async () => {
  await using crew = testCrew({ agents: AGENTS })
  talk(crew)
  say(crew, 'ada', 'plan', '我们修复了数据库连接 und ＡＢＣ')
  expect(await found(crew, '数据库')).toHaveLength(1)
  expect(await found(crew, '据库连')).toHaveLength(1)
  expect(await found(crew, '库数')).toEqual([])
  expect(await found(crew, 'abc')).toHaveLength(1)
  expect((await ask(crew, '数据库')).hits[0]?.snippet.filter(({ hit }) => hit)).toEqual([
    { text: '数据库', hit: true },
  ])
})

test('SR12 GET /api/lead/:id/search answers with what the thread has indexed by then, also after a restart', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { ada: 'architect' })
  const groups = `/api/lead/${crew.leadId}/groups`
  await server.call('POST', groups, { name: 'plan', memberIds: [crew.ids['ada']] })
  const post = (content: string) =>
    server.call('POST', `${groups}/plan/messages`, { content }, { token: crew.tokens['ada'] ?? '' })
  const search = (query: string, token?: string) =>
    server.call(
      'GET',
      `/api/lead/${crew.leadId}/search?${query}`,
      undefined,
      token === undefined ? {} : { token },
    )
  for (let n = 1; n <= 5; n++) {
    const { body } = await post(`parser ${n}`)
    const found = await search('q=parser')
    expect(found.body['complete']).toBe(true)
    expect(found.body['hits'][0].message.id).toBe(body['message'].id)
    expect(found.body['asOf']).toBeGreaterThanOrEqual(body['message'].seq)
  }
  await server.restart()
  await post('parser 6')
  const page = await search('q=parser&limit=2', crew.tokens['ada'])
  const seqs = page.body['hits'].map((hit: { message: { seq: number } }) => hit.message.seq)
  expect([page.body['hits'].length, page.body['hasMore']]).toEqual([2, true])
  const next = await search(`q=parser&limit=200&before=${seqs[1]}`)
  expect([next.body['hits'].length, next.body['hasMore']]).toEqual([4, false])

  const other = await server.crew('other')
  expect((await search('q=parser', other.tokens['lead'])).status).toBe(404)
  for (const query of [
    '',
    'q=',
    'q=%20',
    'q=a&limit=0',
    'q=a&limit=201',
    'q=a&before=x',
    'q=a&x=1',
  ])
    expect((await search(query)).status, query).toBe(422)
  expect((await search(`q=${'a'.repeat(501)}`)).status).toBe(422)
  expect((await search('q=has:x')).body['error']).toMatchObject({
    code: 'validation',
    details: { fields: { q: 'has: takes reaction, link, code' } },
  })
  expect((await search('q=%00%22*')).status).toBe(200)
  expect((await search('q=a&q=b')).status).toBe(422)
})
