import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoundResponse } from '@crewroom/shared/model/round'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { AgentFloor } from '../harness/agent-floor'
import { ScriptedRemote, SessionPerson } from '../harness/scripted-remote'
import { SocketRemote } from '../harness/socket-remote'
import { eventually } from '../harness/speaker'

/** Answers a question when there is a file; one with the word hold at once, and then waits to be ended. */
const PIPE = `
const { appendFileSync, existsSync } = require('node:fs')
const [given, goes] = process.argv.slice(2)
process.stdin.on('data', (text) => {
  appendFileSync(given, text)
  const question = /\\[Round[^]*$/.exec(String(text))?.[0]
  if (!question) return
  if (/hold/.test(question)) process.stdout.write('half of it')
  const wait = /hold/.test(question) || setInterval(() => {
    if (!existsSync(goes)) return
    clearInterval(wait)
    process.stdout.write('pip: 4\\n')
  }, 10)
})
`

let floor: AgentFloor
let web: ScriptedRemote
const tokens: Record<string, string> = {}
const file = (name: string) => path.join(floor.folder, name)
const as = (name: string) => ({ token: tokens[name] ?? '' })

beforeAll(async () => {
  floor = await AgentFloor.open()
  await floor.agent('ada', { chunks: [{ awaits: file('ada goes') }, 'ada: 3'] })
  const asks = { when: 'which name', permission: true, times: 1 }
  const begins = { when: 'which name', say: 'I would say', times: 1 }
  const half = { chunks: ['dee: half', 60_000] }
  await floor.agent('dee', half, { chunks: [' and half'] })
  await floor.agent('bea', { rules: [begins, asks, { when: 'and now', say: 'Bea.' }] })
  writeFileSync(file('pipe.cjs'), PIPE)
  writeFileSync(file('pip.given'), '')
  const args = [file('pipe.cjs'), file('pip.given'), file('pip goes')]
  await floor.add('pip', { kind: 'pipe', command: process.execPath, args })
  for (const name of ['web', 'soc']) {
    const body = { name, role: 'architect', driver: { kind: 'remote' } }
    const made = await floor.server.call('POST', `/api/lead/${floor.leadId}/agents`, body)
    floor.ids[name] = made.body['agent'].id as string
    tokens[name] = made.body['token'] as string
  }
  await floor.group('plan', ['ada', 'bea', 'dee', 'pip', 'web', 'soc'])
  const { server } = floor
  web = new ScriptedRemote(floor.id('web'), (method, route, body) =>
    server.call(method, route, body, as('web')),
  )
  await web.drain()
})

afterAll(async () => {
  await floor[Symbol.asyncDispose]()
})

const connect = () =>
  SocketRemote.connect(floor.server.app.url, floor.id('soc'), tokens['soc'] ?? '')

/** A person at a new session of the group; `asks` in what it writes says who is asked. */
function opened(title: string): Promise<SessionPerson> {
  const call = (method: string, route: string, body?: object) =>
    floor.server.call(method, route, body)
  return SessionPerson.open(call, floor.leadId, 'plan', title)
}

const HEAD = (n: number, title: string) =>
  `[Round ${n} · session "${title}" in group "plan"] Answer in plain text; your text is posted for you.`

test('RN1, RN2, RN4, RN11, SN26 (S1) an agent of each kind is asked at the same time, and their answers make one round', async () => {
  const person = await opened('Ports')
  using soc = await connect()
  const asked = await person.writes('Which port?', { asks: ['ada', 'pip', 'web', 'soc'] })
  const ids = ['ada', 'pip', 'web', 'soc'].map((name) => floor.id(name))
  expect(new Set(asked['asks'])).toEqual(new Set(ids))
  const question = `${HEAD(1, 'Ports')}\nWhich port?`
  expect(await web.asked()).toBe(question)
  expect((await soc.asked()).text).toBe(question)
  await eventually(
    'ada is asked',
    () => floor.programs.prompts('ada').at(-1)?.endsWith(question) === true,
  )
  await eventually('pip is asked', () => readFileSync(file('pip.given'), 'utf8').endsWith(`${question}\n`)) // prettier-ignore
  // Everybody holds it, and nobody has said a word.
  expect(await person.messages()).toHaveLength(1)
  await web.says('web: 1')
  await soc.says('soc: 2')
  writeFileSync(file('ada goes'), '')
  await eventually('ada answers', async () => (await person.messages()).length === 4)
  writeFileSync(file('pip goes'), '')
  await eventually('all have answered', async () => (await person.rounds())[0]?.[1] === 'answered')
  expect(await person.messages()).toEqual([
    [1, 'human', 'Which port?', 1, 'start'],
    [2, floor.id('web'), 'web: 1', 1, 'answer'],
    [3, floor.id('soc'), 'soc: 2', 1, 'answer'],
    [4, floor.id('ada'), 'ada: 3', 1, 'answer'],
    [5, floor.id('pip'), 'pip: 4', 1, 'answer'],
  ])
  expect(await person.rounds()).toEqual([
    [1, 'answered', Object.fromEntries(ids.map((id) => [id, 'done']))],
  ])
  const { group } = (await floor.server.call('GET', `/api/lead/${floor.leadId}/groups/plan`)).body
  expect(group).toMatchObject({ messageCount: 0, lastMessage: null, unread: 0 })
  for (const [name, said] of [
    ['ada', 'ada: 3'],
    ['pip', 'pip: 4'],
    ['web', 'web: 1'],
    ['soc', 'soc: 2'],
  ] as const) {
    const { entries } = await person.get(`/agents/${floor.id(name)}/rollout`)
    const told = (entries as { round: number; kind: string; text: string }[])
      .filter(({ kind }) => kind === 'prompt' || kind === 'text')
      // What a prompt says beside the question stands before it.
      .map(({ round, kind, text }) => [round, kind, text.replace(/^[^]*(?=\[Round)/, '').trim()])
    expect(told, name).toEqual([
      [1, 'prompt', question],
      [1, 'text', said],
    ])
  }
})

test('RN14, RN3 (S4) a program that is stopped in the middle of its answer posts nothing, and its next prompt is as usual', async () => {
  const person = await opened('Names')
  await person.writes('which name?', { asks: ['bea'] })
  await floor.until('bea has begun', () => floor.seen('bea'))
  const stop = `${person.path}/answers/${floor.id('bea')}/interrupt`
  expect((await floor.server.call('POST', stop, {})).status).toBe(200)
  await floor.settled('bea')
  expect(await person.rounds()).toEqual([[1, 'answered', { [floor.id('bea')]: 'interrupted' }]])
  await person.writes('and now?', { asks: ['bea'] })
  await eventually('bea answers', async () => (await person.messages()).length === 3)
  expect(floor.programs.prompts('bea').at(-1)).toBe(`${HEAD(2, 'Names')}\nand now?`)
  expect(floor.programs.asked('bea', 'session/cancel')).toBe(1)
  expect(floor.programs.starts('bea')).toHaveLength(1)
  expect(await person.messages()).toEqual([
    [1, 'human', 'which name?', 1, 'start'],
    [2, 'human', 'and now?', 2, 'start'],
    [3, floor.id('bea'), 'Bea.', 2, 'answer'],
  ])
})

test('RN18 an answer by name, over HTTP and over a connection: recorded once, and refused where it answers nothing', async () => {
  const person = await opened('By name')
  using soc = await connect()
  await person.writes('Which port?', { asks: ['web', 'soc'] })
  const [item] = await web.take(20)
  const own = item?.id ?? ''
  const { id: other } = await soc.asked()
  const answer = async (deliveryId: string, content: string, name = 'web', of = name) => {
    const route = `/api/agents/${floor.id(of)}/answer`
    const { status, body } = await floor.server.call('POST', route, { deliveryId, content }, as(name)) // prettier-ignore
    return status === 200 ? body : [status, body['error'].code]
  }
  const frame = (deliveryId: string, content: string) =>
    soc.refused({ type: 'answer', deliveryId, content })
  const long = 'x'.repeat(LIMITS.content + 1)
  expect(await answer(other, '5432')).toEqual([404, 'round_not_found'])
  expect(await frame(own, '5432')).toBe('round_not_found')
  expect(await answer(own, '5432', 'soc', 'web')).toEqual([403, 'forbidden'])
  expect(await answer('none', '5432')).toEqual([404, 'round_not_found'])
  expect(await frame('none', '5432')).toBe('round_not_found')
  expect(await answer(own, long)).toEqual([422, 'validation'])
  expect(await frame(other, long)).toBe('validation')
  expect(await person.messages(), 'nothing of that is an answer').toHaveLength(1)
  expect(await answer(own, '5432')).toMatchObject({
    response: { status: 'done', late: false, cut: false },
    message: { content: '5432', round: { n: 1, as: 'answer' } },
  })
  expect(await answer(own, '5433')).toEqual([409, 'round_over'])
  expect(await soc.answers(other, ' \n')).toBe('passed')
  expect(await frame(other, 'after all')).toBe('round_over')
  expect(await person.messages()).toEqual([
    [1, 'human', 'Which port?', 1, 'start'],
    [2, floor.id('web'), '5432', 1, 'answer'],
  ])
  expect(await person.rounds()).toEqual([
    [1, 'answered', { [floor.id('web')]: 'done', [floor.id('soc')]: 'passed' }],
  ])
})

test('RN51, RN17 an answer by name counts behind the output that was sent before it', async () => {
  const [first, second] = [await opened('First'), await opened('Second')]
  using soc = await connect()
  await first.writes('one?', { asks: ['soc'] })
  const { id } = await soc.asked()
  await second.writes('two?', { asks: ['soc'] })
  soc.send({ type: 'output', text: 'let me see' })
  expect(await soc.answers(id, '1')).toBe('done')
  // It is in the middle of its turn: the end of that answers nothing.
  soc.send({ type: 'turn_end' })
  expect((await soc.asked()).text).toBe(`${HEAD(1, 'Second')}\ntwo?`)
  await soc.hears('output')
  expect(await second.rounds()).toEqual([[1, null, { [floor.id('soc')]: 'thinking' }]])
  await soc.says('2')
  expect(await first.messages()).toMatchObject([{}, [2, floor.id('soc'), '1', 1, 'answer']])
  expect(await second.messages()).toMatchObject([{}, [2, floor.id('soc'), '2', 1, 'answer']])
})

test('RN5, RN16 a server that stops while agents of each kind answer has one answer of each after its next start', async () => {
  const person = await opened('Stops')
  const soc = await connect()
  await person.writes('hold', { asks: ['dee', 'pip', 'web', 'soc'] })
  await web.asked()
  await web.confirm()
  await web.says('web: half', false)
  const { id } = await soc.asked(false)
  soc.send({ type: 'output', text: 'soc: half' })
  await soc.hears('output')
  await floor.until('dee has begun', () => floor.seen('dee'))
  await eventually('pip has begun', () => readFileSync(file('pip.given'), 'utf8').endsWith('hold\n')) // prettier-ignore
  await floor.restart()
  soc[Symbol.dispose]()
  using again = await connect()
  expect(await again.asked()).toMatchObject({ id, repeat: true })
  await again.says('soc: all')
  await web.says('web: the other half')
  await eventually('all have answered', async () => (await person.rounds())[0]?.[1] === 'answered')
  const { rounds } = await person.get('/rounds')
  const { messages } = await person.get('/messages')
  const said = Object.fromEntries(
    (messages as { from: string; content: string }[]).map(({ from, content }) => [from, content]),
  )
  expect(messages).toHaveLength(5)
  expect(await web.drain(), 'it had confirmed it').toEqual([])
  expect(
    Object.fromEntries(
      (rounds[0].responses as RoundResponse[]).map(({ agentId, status, cut, late }) => [
        ['dee', 'pip', 'web', 'soc'].find((name) => floor.id(name) === agentId),
        [said[agentId], status, cut, late],
      ]),
    ),
  ).toEqual({
    // Its program continues its conversation; what it had said before was not kept.
    dee: ['and half', 'done', true, false],
    // A pipe ends with the server.
    pip: ['half of it', 'done', expect.any(Boolean), false],
    web: ['web: the other half', 'done', true, false],
    soc: ['soc: all', 'done', false, false],
  })
})
