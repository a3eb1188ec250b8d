import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { heldCore } from '../harness/held-core'
import { ServerWithWriter } from '../harness/server-with-writer'
import { eventually } from '../harness/speaker'
import { command, team } from '../harness/talk'
import { testCrew } from '../harness/test-crew'

const post = (content: string) => command('GROUP_MESSAGE', { group: 'team', content })

test('CM19 what is sent again must be what was sent at that place, not somewhere else', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const say = (text: string, offset: number) =>
    crew.core.intake.output(crew.crew, crew.id('dev'), {
      text,
      offset,
      stream: 'main',
      endOfTurn: false,
    })
  const [first, second] = ['first it looked\n', 'then it wrote\n']
  await say(`${first}${second}`, 0)
  const expected = first.length + second.length
  const conflict = { code: 'offset_conflict', details: { expected } }
  await expect(say(second, 0), 'said, but later').rejects.toMatchObject(conflict)
  await expect(say(first, first.length), 'said, but before').rejects.toMatchObject(conflict)
  await expect(say('looked', 3), 'said, but a little off').rejects.toMatchObject(conflict)
  expect(await say(second, first.length)).toMatchObject({ offset: expected, results: [] })
  expect(await say(`${first}${second}and more`, 0)).toMatchObject({ offset: expected + 8 })
})

test('CM25 the place is stored with everything that was found, also where nothing is said to it', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const example = '⟦⟦ CREATE_GROUP {"name":"..."} ⟧⟧'
  const inCode = '`⟦⟦ QUERY_GROUPS ⟧⟧`'
  const text = `${example} ${example} ${inCode} ${inCode} `
  const ends = [...text.matchAll(/⟧⟧/g)].map(({ index }) => index + 2)
  crew.published.length = 0
  const { results } = await crew.core.intake.output(crew.crew, crew.id('dev'), {
    text,
    stream: 'main',
    endOfTurn: false,
  })
  // Each is told once per turn.
  expect(results.map((result) => result.command)).toEqual(['CREATE_GROUP', 'QUERY_GROUPS'])
  const places = crew.published.flatMap((entry) =>
    entry.type === 'stream:advanced' ? entry.data.position.done : [],
  )
  expect(places.slice(0, ends.length)).toEqual(ends)
})

test('CM26 output that was refused in its middle is expected again from where it began, and runs to its end then', async () => {
  await using server = await ServerWithWriter.start()
  const room = await server.crew(['dev'])
  const { intake, shard } = server.app.core
  // Together more than may wait for the disk.
  const posts = Array.from({ length: 120 }, (_, n) => `post ${n} ${'y'.repeat(48 * 1024)}`)
  const text = posts.map((content) => command('GROUP_MESSAGE', { group: 'room', content })).join('')
  const say = () =>
    intake.output(shard.crew(room.leadId), room.agents['dev']?.id ?? '', {
      text,
      offset: 0,
      stream: 'main',
      endOfTurn: true,
    })
  server.writer.plan('ok', 'fail SQLITE_FULL')
  await expect(say()).rejects.toMatchObject({ code: 'storage_failed' })
  await eventually('storage is back', () => server.app.core.journal.failure === null)
  const ran = server.contents().length
  expect(ran).toBeGreaterThan(0)
  expect(ran).toBeLessThan(posts.length)
  const { results, offset } = await say()
  expect([results.length, offset]).toEqual([posts.length - ran, text.length])
  expect(server.contents()).toEqual(posts)
})

test('CM27 the end of a turn is refused like the text before it, until that was sent again', async () => {
  const { core, crew, agent, port, send, endTurn, store, reload } = heldCore()
  const message = post('whole')
  const contents = () =>
    core.shard
      .crew(crew.state.lead.id)
      .window('team')
      .messages.map(({ content }) => content)
  const say = (text: string, endOfTurn = false) =>
    core.intake
      .output(core.shard.crew(crew.state.lead.id), agent.id, { text, stream: 'main', endOfTurn })
      .catch((error: unknown) => error)
  send('filler')
  endTurn()
  port.held[0]?.settle('refused', { code: 'SQLITE_FULL', message: 'full' })
  reload()
  const refused = await say(message)
  core.journal.reopen()
  // On its way before its program has read that.
  const end = say('', true)
  await nextTurn()
  store()
  expect([refused, await end]).toMatchObject([{ code: 'storage_failed' }, { code: 'busy' }])
  const again = say(message)
  await nextTurn()
  store()
  expect(await again).toMatchObject({ results: [{ ok: true }] })
  const over = say('', true)
  await nextTurn()
  store()
  expect(await over, 'its turn ends').toMatchObject({ results: [] })
  expect(contents()).toEqual(['whole'])
})

test('CM28 of many streams with something half said, the oldest are expected again from where it began, and nothing is lost', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  team(crew, 'team', ['dev'])
  const say = (stream: string, text: string, offset: number) =>
    crew.core.intake.output(crew.crew, crew.id('dev'), { text, offset, stream, endOfTurn: false })
  const names = Array.from({ length: 40 }, (_, n) => `stream-${n}`)
  const half = (name: string) => post(name).slice(0, -5)
  for (const name of names) await say(name, half(name), 0)
  const [oldest = '', newest = ''] = [names[0], names.at(-1)]
  await say(newest, post(newest).slice(-5), half(newest).length)
  const conflict = { code: 'offset_conflict', details: { expected: 0 } }
  const rest = say(oldest, post(oldest).slice(-5), half(oldest).length)
  await expect(rest, 'its half is not kept').rejects.toMatchObject(conflict)
  await say(oldest, post(oldest), 0)
  expect(crew.crew.window('team').messages.map(({ content }) => content)).toEqual([newest, oldest])
})

test('CM28 an agent that begins a stream with every output is refused at the thousand and first, and goes on in one it has', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const say = (stream: string) =>
    crew.core.intake.output(crew.crew, crew.id('dev'), { text: 'x', stream, endOfTurn: true })
  for (let n = 0; n < 1_000; n++) await say(`stream-${n}`)
  await expect(say('another')).rejects.toMatchObject({ code: 'limit_reached' })
  expect(await say('stream-0')).toMatchObject({ offset: 2 })
})
