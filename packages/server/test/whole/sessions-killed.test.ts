import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChildReply, ChildServer, ownerToken, request } from '../harness/child-server'
import { Random } from '../harness/random'
import { ScriptedRemote, SessionPerson } from '../harness/scripted-remote'
import { eventually, pause } from '../harness/speaker'
import { StubbornRemote } from '../harness/stubborn-remote'
import { tempFolder } from '../harness/temp-folder'

const KILLS = Number(process.env['CREWROOM_SESSION_KILLS'] ?? 2)
const SEED = Number(process.env['CREWROOM_SEED'] ?? 20_261_124)
const NAMES = ['ada', 'bob', 'cy'] as const
type Name = (typeof NAMES)[number]

const folder = tempFolder()
const data = folder.path
let server: ChildServer
let leadId = ''
const tokens = {} as Record<Name, string>
const ids = {} as Record<Name, string>

const call = (token: () => string) => (method: string, route: string, body?: object) =>
  request(`${server.url}${route}`, token(), method, body)
const owner = call(() => ownerToken(data))

async function made(route: string, body: object): Promise<ChildReply['body']> {
  const reply = await owner('POST', route, body)
  expect([reply?.status, reply?.body]).toEqual([201, reply?.body])
  return reply?.body ?? {}
}

async function killAndStart(): Promise<void> {
  const port = Number(new URL(server.url).port)
  await server.end('SIGKILL')
  server = await ChildServer.start({ data, port })
}

beforeAll(async () => {
  server = await ChildServer.start({ data, port: 0 })
  leadId = (await made('/api/lead', { name: 'atlas' }))['lead'].id as string
  for (const name of NAMES) {
    const route = `/api/lead/${leadId}/agents`
    const { agent, token } = await made(route, { name, role: 'developer' })
    ids[name] = agent.id as string
    tokens[name] = token as string
  }
  const memberIds = NAMES.map((name) => ids[name])
  await made(`/api/lead/${leadId}/groups`, { name: 'plan', memberIds })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const remote = (name: Name) =>
  new ScriptedRemote(
    ids[name],
    call(() => tokens[name]),
  )

test('RN16, RN47 (S3) killed with one answered, one handed and one waiting: three answers, none twice', async () => {
  const [ada, bob, cy] = [remote('ada'), remote('bob'), remote('cy')]
  for (const agent of [ada, bob, cy]) await agent.drain()
  const person = await SessionPerson.open(owner, leadId, 'plan', 'Killed')
  await person.writes('Which port?')
  const text = await ada.asked()
  await ada.says('ada: 1')
  expect(await bob.asked()).toBe(text)
  await killAndStart()
  expect(await person.rounds()).toEqual([
    [1, null, { [ada.id]: 'done', [bob.id]: 'thinking', [cy.id]: 'thinking' }],
  ])
  expect(await ada.take()).toEqual([])
  const again = await bob.take(20)
  expect(again).toMatchObject([{ kind: 'round', text, repeat: true }])
  await bob.confirm()
  await bob.says('bob: 2')
  expect(await cy.asked()).toBe(text)
  await cy.says('cy: 3')
  await killAndStart()
  expect(await person.messages()).toEqual([
    [1, 'human', 'Which port?', 1, 'start'],
    [2, ada.id, 'ada: 1', 1, 'answer'],
    [3, bob.id, 'bob: 2', 1, 'answer'],
    [4, cy.id, 'cy: 3', 1, 'answer'],
  ])
  expect(await person.rounds()).toEqual([
    [1, 'answered', { [ada.id]: 'done', [bob.id]: 'done', [cy.id]: 'done' }],
  ])
  for (const agent of [ada, bob, cy]) expect(await agent.drain()).toEqual([])
})

test(
  `RN46 killed ${KILLS} times while agents answer: each round has one answer of each`,
  async () => {
    const random = new Random(SEED)
    const person = await SessionPerson.open(owner, leadId, 'plan', 'Often killed')
    let busy = true
    const agents = NAMES.map(
      (name, index) =>
        new StubbornRemote(
          { id: ids[name], name },
          new Random(SEED + index),
          call(() => tokens[name]),
        ),
    )
    const work = Promise.all(agents.map((agent) => agent.run(() => busy, 60)))
    work.catch(() => {})
    const isOver = async () => {
      const reply = await owner('GET', person.path)
      const rounds = reply?.body['rounds'] as { closed: string | null }[] | undefined
      return rounds !== undefined && rounds.every(({ closed }) => closed === 'answered')
    }
    for (let n = 1; n <= KILLS; n++) {
      await person.writes(`question ${n}`)
      await pause(random.below(250))
      await killAndStart()
      await eventually(`round ${n} is answered`, () =>
        Promise.race([isOver(), work.then(() => true)]),
      )
    }
    busy = false
    await work
    const expected = Array.from({ length: KILLS }, (_, at) => at + 1)
    expect(await person.rounds()).toEqual(
      expected
        .slice(-100)
        .map((n) => [n, 'answered', Object.fromEntries(NAMES.map((name) => [ids[name], 'done']))]),
    )
    const messages = await person.messages()
    for (const n of expected) {
      const said = messages.filter((message) => message[3] === n).map((message) => message[2])
      if (KILLS <= 50) {
        expect(said[0]).toBe(`question ${n}`)
        expect(new Set(said.slice(1))).toEqual(new Set(NAMES.map((name) => `${name} answers ${n}`)))
        expect(said).toHaveLength(1 + NAMES.length)
      }
    }
    const met = agents.map(({ name, met, handed }) => ({ name, ...met, handed: handed.length }))
    process.stderr.write(`${JSON.stringify(met)}\n`)
  },
  60_000 + KILLS * 10_000,
)

test('SN48, SN49, SN51, SN52 killed after one has joined: a session for which nobody has chosen asks it, one with a choice does not, and the kill between hand-over and answer loses neither', async () => {
  const sessions = `/api/lead/${leadId}/groups/plan/sessions`
  const get = async (route: string) => (await owner('GET', route))?.body ?? {}
  const open = await SessionPerson.open(owner, leadId, 'plan', 'Nobody chose')
  const { session: chosen } = await made(sessions, { title: 'Chosen', agents: ['ada'] })
  const { agent, token } = await made(`/api/lead/${leadId}/agents`, {
    name: 'dan',
    role: 'designer',
  })
  const dan = new ScriptedRemote(
    agent.id as string,
    call(() => token as string),
  )
  const members = `/api/lead/${leadId}/groups/plan/members`
  expect((await owner('POST', members, { memberIds: [agent.id] }))?.status).toBe(200)
  const before = await get(`${sessions}?status=all&limit=2`)
  await killAndStart()
  const taking = async (path: string) => {
    const { session } = await get(path)
    return [session.chosen, (session.activeAgents as string[]).includes(dan.id)]
  }
  expect(await taking(open.path)).toEqual([null, true])
  expect(await taking(`${sessions}/${chosen.id}`)).toEqual([[ids.ada], false])
  const titles = ({ sessions: page, hasMore }: ChildReply['body']) => [
    (page as { title: string }[]).map(({ title }) => title),
    hasMore,
  ]
  expect(titles(await get(`${sessions}?status=all&limit=2`))).toEqual(titles(before))

  await dan.drain()
  const { asks } = await open.writes('And now?')
  expect(asks).toContain(dan.id)
  const text = await dan.asked()
  const other = await made(`${sessions}/${chosen.id}/messages`, { content: 'Who, @dan?' })
  expect([other['asks'], other['hint']]).toEqual([
    [ids.ada],
    expect.stringContaining('dan is not asked'),
  ])
  await killAndStart()
  expect(await dan.take(20)).toMatchObject([{ kind: 'round', text, repeat: true }])
  await dan.confirm()
  await dan.says('dan: 4')
  const said = async () => (await open.messages()).filter(([, from]) => from === dan.id)
  expect(await said()).toEqual([[2, dan.id, 'dan: 4', 1, 'answer']])
  await killAndStart()
  expect(await said()).toHaveLength(1)
  expect(await taking(open.path)).toEqual([null, true])
})
