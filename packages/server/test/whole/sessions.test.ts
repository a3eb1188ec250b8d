import { expect, test } from 'vitest'
import { ScriptedRemote, SessionPerson } from '../harness/scripted-remote'
import { TestServer } from '../harness/test-server'

const NAMES = ['ada', 'bob', 'cy'] as const
type Name = (typeof NAMES)[number]
const HEAD = (n: number) =>
  `[Round ${n} · session "Talk" in group "plan"] Answer in plain text; your text is posted for you.\n`

/** A group of three remote agents that have read everything, and a session of it. */
async function talk(server: TestServer) {
  const { leadId, ids, tokens } = await server.crew('atlas', {
    ada: 'developer',
    bob: 'developer',
    cy: 'developer',
  })
  const memberIds = NAMES.map((name) => ids[name])
  const group = { name: 'plan', memberIds }
  expect((await server.call('POST', `/api/lead/${leadId}/groups`, group)).status).toBe(201)
  const agents = Object.fromEntries(
    NAMES.map((name) => [
      name,
      new ScriptedRemote(ids[name] ?? '', (method, route, body) =>
        server.call(method, route, body, { token: tokens[name] ?? '' }),
      ),
    ]),
  ) as Record<Name, ScriptedRemote>
  for (const name of NAMES) await agents[name].drain()
  const call = (method: string, route: string, body?: object) => server.call(method, route, body)
  const person = await SessionPerson.open(call, leadId, 'plan', 'Talk')
  return { leadId, person, ...agents }
}

test('RN11, SN2 (S1) three agents hold a question at the same time, and their answers make one round', async () => {
  await using server = await TestServer.start()
  const { leadId, person, ada, bob, cy } = await talk(server)
  const asked = await person.writes('Which port?')
  expect(asked).toMatchObject({
    message: { n: 1, content: 'Which port?' },
    round: { n: 1, closed: null },
    asks: [ada.id, bob.id, cy.id],
  })
  // Nobody has said a word before all of them hold it.
  for (const agent of [ada, bob, cy]) expect(await agent.asked()).toBe(`${HEAD(1)}Which port?`)
  await bob.says('5432')
  await cy.says('the usual one')
  await ada.says('I would ask the config.\n')
  expect(await person.messages()).toEqual([
    [1, 'human', 'Which port?', 1, 'start'],
    [2, bob.id, '5432', 1, 'answer'],
    [3, cy.id, 'the usual one', 1, 'answer'],
    [4, ada.id, 'I would ask the config.', 1, 'answer'],
  ])
  expect(await person.rounds()).toEqual([
    [1, 'answered', { [ada.id]: 'done', [bob.id]: 'done', [cy.id]: 'done' }],
  ])
  const main = await server.call('GET', `/api/lead/${leadId}/groups/plan/messages`)
  expect(main.body['messages']).toEqual([])
  const groups = await server.call('GET', `/api/lead/${leadId}/groups`)
  const [plan] = groups.body['groups']
  expect(plan).toMatchObject({ messageCount: 0, lastMessage: null, unread: 0 })
  expect((await person.get())['session']).toMatchObject({ messageCount: 4, rounds: 1, unread: 3 })
})

test('RN12, RN13 (S2) a second message while one still thinks: what each agent reads, byte for byte', async () => {
  await using server = await TestServer.start()
  const { person, ada, bob, cy } = await talk(server)
  await person.writes('first')
  expect(await ada.asked()).toBe(`${HEAD(1)}first`)
  await ada.says('one')
  expect(await bob.asked()).toBe(`${HEAD(1)}first`)
  await person.writes('second')
  expect(await person.rounds()).toEqual([
    [1, 'superseded', { [ada.id]: 'done', [bob.id]: 'thinking', [cy.id]: 'skipped' }],
    [2, null, { [ada.id]: 'thinking', [bob.id]: 'thinking', [cy.id]: 'thinking' }],
  ])
  expect(await ada.asked()).toBe(`${HEAD(2)}second`)
  expect(await cy.asked()).toBe(`${HEAD(2)}[User]: first\n\n[ada]: one\n\n[User]: second`)
  await bob.says('one, late')
  await cy.says('two by cy')
  expect(await bob.asked()).toBe(`${HEAD(2)}[ada]: one\n\n[User]: second`)
  await bob.says('two by bob')
  await ada.says('two by ada')
  expect(await person.messages()).toEqual([
    [1, 'human', 'first', 1, 'start'],
    [2, ada.id, 'one', 1, 'answer'],
    [3, 'human', 'second', 2, 'start'],
    [4, bob.id, 'one, late', 1, 'late'],
    [5, cy.id, 'two by cy', 2, 'answer'],
    [6, bob.id, 'two by bob', 2, 'answer'],
    [7, ada.id, 'two by ada', 2, 'answer'],
  ])
  expect(await person.rounds()).toEqual([
    [1, 'superseded', { [ada.id]: 'done', [bob.id]: 'done, late', [cy.id]: 'skipped' }],
    [2, 'answered', { [ada.id]: 'done', [bob.id]: 'done', [cy.id]: 'done' }],
  ])
  await person.writes('third')
  expect(await ada.asked()).toBe(
    `${HEAD(3)}[bob]: one, late\n\n[cy]: two by cy\n\n[bob]: two by bob\n\n[User]: third`,
  )
  expect(await bob.asked()).toBe(`${HEAD(3)}[cy]: two by cy\n\n[ada]: two by ada\n\n[User]: third`)
  expect(await cy.asked()).toBe(
    `${HEAD(3)}[bob]: one, late\n\n[bob]: two by bob\n\n[ada]: two by ada\n\n[User]: third`,
  )
})

test('RN4 (S5) a task, a round and a message of a group that are owed together come one by one', async () => {
  await using server = await TestServer.start()
  const { leadId, person, ada } = await talk(server)
  const task = { task: 'fix the login' }
  const given = await server.call('POST', `/api/agents/${ada.id}/tasks`, task)
  expect(given.status).toBe(201)
  await person.writes('Which port?', { asks: ['ada'] })
  const said = { content: 'ada: the build is red' }
  await server.call('POST', `/api/lead/${leadId}/groups/plan/messages`, said)
  const first = await ada.take()
  expect(first.map(({ kind }) => kind)).toEqual(['task'])
  await ada.confirm()
  expect(await ada.asked()).toBe(`${HEAD(1)}Which port?`)
  await ada.confirm()
  await ada.says('5432')
  const third = await ada.take()
  expect(third.map(({ kind }) => kind)).toEqual(['group'])
  expect(await person.messages()).toEqual([
    [1, 'human', 'Which port?', 1, 'start'],
    [2, ada.id, '5432', 1, 'answer'],
  ])
})
