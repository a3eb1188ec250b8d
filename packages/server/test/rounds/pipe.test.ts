import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { RoundResponse } from '@crewroom/shared/model/round'
import { FakeClock } from '../harness/fake-clock'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

/** What a program does when it reads a question: `say` writes, `stay` goes on. */
const HEARS = `
const say = (text, said) => process.stdout.write(text, said)
const goesOn = () => new Promise((resolve) => {
  const look = setInterval(() => {
    if (!require('node:fs').existsSync(process.argv[2])) return
    clearInterval(look)
    resolve()
  }, 5)
})
let input = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  input += text
  if (/\\[Round/.test(input)) { input = ''; answers() }
})
process.stdin.on('end', () => process.exit())
setInterval(() => {}, 1000)
`

const PROGRAMS = {
  slow: `function answers() { say('Ada, '); goesOn().then(() => say('I think.\\n')) }`,
  busy: `function answers() { say('\\u27e6\\u27e6 QUERY_GROUPS {} \\u27e7\\u27e7\\n') }`,
  brief: `function answers() { say('Bea.\\n', () => process.exit(0)) }`,
  broken: `function answers() { process.exit(3) }`,
} as const

test('RN2, RN3, RN5 a pipe answers with what it prints, until it is quiet for two seconds or ends', async () => {
  const temp = tempFolder()
  // Two quiet seconds are over when the test says so, however slow the machine.
  const clock = new FakeClock()
  await using server = await TestServer.start({ data: path.join(temp.path, 'data'), clock })
  const goOn = path.join(temp.path, 'go on')
  const { leadId } = await server.crew('atlas')
  const group = `/api/lead/${leadId}/groups/plan`
  const names: Record<string, string> = {}
  for (const [name, script] of Object.entries(PROGRAMS)) {
    const file = path.join(temp.path, `${name}.cjs`)
    writeFileSync(file, HEARS + script)
    const driver = { kind: 'pipe', command: process.execPath, args: [file, goOn] }
    const body = { name, role: 'developer', driver }
    const { body: created } = await server.call('POST', `/api/lead/${leadId}/agents`, body)
    names[created['agent'].id as string] = name
  }
  const memberIds = Object.keys(names)
  await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'plan', memberIds })
  const { body } = await server.call('POST', `${group}/sessions`, { title: 'Names' })
  const session = `${group}/sessions/${body['session'].id}`
  await server.call('POST', `${session}/messages`, { content: 'which name?' })
  const responses = async (): Promise<Record<string, readonly unknown[]>> => {
    const { rounds } = (await server.call('GET', session)).body
    return Object.fromEntries(
      (rounds[0].responses as readonly RoundResponse[]).map(({ agentId, status, error, cut }) => [
        names[agentId],
        [status, cut, error?.slice(0, 30) ?? null],
      ]),
    )
  }
  const heard = (name: string, text: string) => {
    const [id = ''] = Object.entries(names).find(([, one]) => one === name) ?? []
    const words = () => server.app.core.intake.lastWords(id)
    return eventually(`${name} said ${text}`, () => JSON.stringify(words()).includes(text))
  }
  await eventually('it has begun', async () => (await responses())['brief']?.[0] === 'done')
  await heard('slow', 'Ada,')
  clock.advance(1_999)
  writeFileSync(goOn, '')
  await heard('slow', 'I think.')
  clock.advance(1_999)
  expect((await responses())['slow'], 'it was not quiet for two seconds').toEqual(['thinking', false, null]) // prettier-ignore
  clock.advance(1)
  await eventually('everybody has answered', async () =>
    Object.values(await responses()).every(([status]) => status !== 'thinking'),
  )
  const all = await responses()
  expect(all).toEqual({
    slow: ['done', false, null],
    busy: ['passed', false, null],
    brief: ['done', false, null],
    broken: ['error', false, expect.stringMatching(/exit/)],
  })
  const { messages } = (await server.call('GET', `${session}/messages`)).body
  expect(
    (messages as { content: string }[])
      .map(({ content }) => content)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['Ada, I think.', 'Bea.', 'which name?'])
  expect((await server.call('GET', session)).body['rounds'][0].closed).toBe('answered')
})
