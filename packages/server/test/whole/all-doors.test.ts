import { expect, test } from 'vitest'
import type { InboxItem } from '@crewroom/shared/client/agent-frames'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { Message } from '@crewroom/shared/model/message'
import { testAgent } from '../harness/test-agent'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'
import { type Frame, TestSocket } from '../harness/test-socket'

const AGENTS = { ada: 'developer', ben: 'architect', cleo: 'qa-tester', dora: 'designer' }
const TIMES = 5

test('TD5 what is sent at once through every door is seen through every door, once and in one order', async () => {
  await using server = await TestServer.start({
    config: { agentMessagesPerMinute: 1_000_000, agentMessageBurst: 1_000_000 },
  })
  const crew = await server.crew('atlas', AGENTS)
  const { leadId, ids, tokens } = crew
  const path = `/api/lead/${leadId}/groups`
  const id = (name: string) => ids[name] ?? ''
  const token = (name: string) => ({ token: tokens[name] ?? '' })
  const memberIds = Object.keys(AGENTS).map(id)
  const made = await server.call('POST', path, { name: 'plan', memberIds })
  const conversationId = made.body['group'].id as string

  using page = new TestSocket(`${server.app.url}/ws`)
  await page.opened()
  page.send({ type: 'hello', token: server.owner, leads: [leadId] })
  await page.wait(({ type }) => type === 'hello')
  const handed: InboxItem[] = []
  await using ben = testAgent(server.app.url, id('ben'), tokens['ben'] ?? '', {
    for: 'all',
    onItems: (items) => void handed.push(...items),
  })
  await ben.say('Here I am.')
  using cleo = await RpcRemote.connect(server, tokens['cleo'])

  const doors: Readonly<Record<string, (content: string) => Promise<unknown> | void>> = {
    'in output over REST': (content) => {
      const text = `${commandLine('GROUP_MESSAGE', { group: 'plan', content })}\n`
      return server.call('POST', `/api/agents/${id('ada')}/output`, { text }, token('ada'))
    },
    'in output over a socket': (content) => {
      const text = `${commandLine('GROUP_MESSAGE', { group: 'plan', content })}\n`
      return ben.say(text)
    },
    'over JSON-RPC': (content) => {
      const parts = [{ type: 'text', text: content }]
      return cleo.done('messages/send', { taskId: leadId, conversationId, parts })
    },
    'over REST': (content) =>
      server.call('POST', `${path}/plan/messages`, { content }, token('dora')),
    'by a person': (content) => server.call('POST', `${path}/plan/messages`, { content }),
  }
  const contents = Object.keys(doors).flatMap((door) =>
    Array.from({ length: TIMES }, (_, n) => `${door}, ${n + 1}`),
  )
  const [first = ''] = contents
  await Promise.all(
    Object.entries(doors).map(async ([door, say]) => {
      for (let n = 1; n <= TIMES; n++) await say(`${door}, ${n}`)
    }),
  )

  const isSaid = ({ type, ...frame }: Frame) =>
    type === 'group:message' && frame['groupName'] === 'plan'
  await page.wait(() => page.frames.filter(isSaid).length === contents.length)
  const read = await server.call('GET', `${path}/plan/messages?limit=100`)
  const messages = read.body['messages'] as readonly Message[]
  const order = messages.map(({ content }) => content)
  expect(order.toSorted(), 'each once').toEqual(contents.toSorted())
  const without = (from: string) =>
    messages.filter((message) => message.from !== id(from)).map(({ content }) => content)

  expect(page.frames.filter(isSaid).map(({ message }) => message.content)).toEqual(order)
  const listed = await cleo.done('messages/list', { taskId: leadId, conversationId, limit: 100 })
  const textOf = ({ parts }: { parts: readonly { text: string }[] }) => parts[0]?.text
  expect(listed['messages'].map(textOf)).toEqual(order)
  const toCleo = () =>
    cleo.notifications
      .filter(({ method }) => method === 'messages/received')
      .map(({ params }) => textOf(params['message']))
  await expect.poll(toCleo).toEqual(without('cleo'))

  // What an agent is handed names who wrote before it, and ends with what was written.
  const lines = (deliveries: readonly { kind: string; text: string }[]) =>
    deliveries.filter(({ kind }) => kind === 'group').map(({ text }) => text.split(']: ')[1])
  const toBen = () => lines(handed)
  await expect.poll(toBen).toEqual(without('ben'))
  for (const name of ['ada', 'dora']) {
    const { body } = await server.call(
      'GET',
      `/api/agents/${id(name)}/inbox`,
      undefined,
      token(name),
    )
    expect(lines(body['deliveries']), name).toEqual(without(name))
  }

  // A reply through one door is a reply through all of them.
  const { id: messageId, n } = messages.find(({ content }) => content === first) ?? {}
  const parts = [{ type: 'text', text: 'to the first' }]
  const to = { taskId: leadId, conversationId, parts, replyToId: messageId }
  const { message } = await cleo.done('messages/send', to)
  const seen = await page.wait((frame) => frame['message']?.id === message.id)
  expect(seen['message'].replyTo).toMatchObject({ id: messageId, n, from: id('ada'), text: first })
  await expect
    .poll(() => handed.at(-1)?.text)
    .toBe(`[Group "plan" — QA Tester (${id('cleo').slice(0, 8)}), to #${n}]: to the first`)
})
