import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '../harness/talk'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { ada: 'developer', ben: 'developer' })
  const memberIds = Object.values(crew.ids)
  await server.call('POST', `/api/lead/${crew.leadId}/groups`, { name: 'team', memberIds })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const words = 'I look at it.\n'

/** An agent's output over HTTP, and what follows from it. */
function agent(who: string) {
  const by = { token: crew.tokens[who] ?? '' }
  const message = command('GROUP_MESSAGE', { group: 'team', content: `whole, says ${who}` })
  return {
    message,
    half: message.length - 20,
    say: async (text: string, offset: number, endOfTurn = false) => {
      const path = `/api/agents/${crew.ids[who]}/output`
      return (await server.call('POST', path, { text, offset, endOfTurn }, by)).body
    },
    posted: async () => {
      const path = `/api/lead/${crew.leadId}/groups/team/messages`
      const messages = (await server.call('GET', path)).body['messages'] as { content: string }[]
      return messages.filter(({ content }) => content === `whole, says ${who}`).length
    },
  }
}

test('CM31 a turn end that comes late cuts off nothing that was sent behind it; the same one in time ends the turn', async () => {
  const { say, posted, message, half } = agent('ada')
  await say(`${words}${message.slice(0, half)}`, 0)
  // Given up by its sender before it sent the half of a command, and longer on its way than that.
  const late = await say(words, 0, true)
  expect(late).toMatchObject({ offset: words.length + half, safe: words.length, results: [] })
  const rest = await say(message.slice(half), words.length + half)
  expect([rest['results'], await posted()]).toEqual([[expect.objectContaining({ ok: true })], 1])
  // Said again as a whole, what is left open ends with it.
  const open = '⟦⟦ GROUP_MESSAGE {"group":'
  const from = rest['offset'] as number
  await say(open, from)
  const ended = await say(open, from, true)
  expect(ended).toMatchObject({ safe: from + open.length, results: [{ ok: false }] })
})

test('CM31 nor does one on a connection of before, whose program has gone on over another', async () => {
  const { say, posted, message, half } = agent('ben')
  using socket = new TestSocket(`${server.app.url}/agent`)
  await socket.opened()
  socket.send({ type: 'hello', token: crew.tokens['ben'], agentId: crew.ids['ben'] })
  const answers = () => socket.frames.filter(({ type }) => type === 'output')
  socket.send({ type: 'output', text: words, offset: 0 })
  await socket.wait(() => answers().length === 1)
  await say(message.slice(0, half), words.length)
  socket.send({ type: 'turn_end' })
  await socket.wait(() => answers().length === 2)
  expect(answers()[1]).toMatchObject({ safe: words.length, results: [] })
  const rest = await say(message.slice(half), words.length + half)
  expect([rest['results'], await posted()]).toEqual([[expect.objectContaining({ ok: true })], 1])
  // After the words that came last, over whatever connection, it ends the turn.
  const open = '⟦⟦ GROUP_MESSAGE {"group":'
  socket.send({ type: 'output', text: open, offset: rest['offset'] })
  socket.send({ type: 'turn_end' })
  await socket.wait(() => answers().length === 4)
  expect(answers()[3]).toMatchObject({ results: [{ ok: false }] })
})
