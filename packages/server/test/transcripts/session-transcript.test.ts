import { expect, test } from 'vitest'
import type { TranscriptPage } from '@crewroom/shared/transcript/views'
import { AgentFloor } from '../harness/agent-floor'
import { eventually } from '../harness/speaker'
import { TestSocket } from '../harness/test-socket'

interface SessionPage extends TranscriptPage {
  readonly rounds: readonly { readonly n: number; readonly entry: number }[]
}

/** Uses a tool, and answers. */
const ANSWERS = {
  systemPrompt: true,
  chunks: [
    { update: { sessionUpdate: 'tool_call', toolCallId: 'a', kind: 'execute', title: 'npm test' } },
    { update: { sessionUpdate: 'tool_call_update', toolCallId: 'a', status: 'completed' } },
    'All green.\n',
  ],
}

const entryOf = (id: string) => Number(/e(\d+)/.exec(id)?.[1])

test('TR144, TR145 what an agent was given and did in a session is a transcript of its own, which grows and names its rounds', async () => {
  await using floor = await AgentFloor.open()
  const { server } = floor
  const id = await floor.agent('dev', ANSWERS)
  const group = `/api/lead/${floor.leadId}/groups/dev/sessions`
  const made = await server.call('POST', group, { title: 'Plan', agents: [id] })
  const session = (made.body as unknown as { session: { id: string } }).session.id
  const other = await server.call('POST', group, { title: 'Other', agents: [id] })
  const otherId = (other.body as unknown as { session: { id: string } }).session.id
  const at = (own: string) => `${group}/${own}/agents/${id}/transcript`
  const page = async (own: string) => {
    const { status, body } = await server.call('GET', `${at(own)}?limit=100`)
    expect([status, body]).toEqual([200, body])
    return body as unknown as SessionPage
  }
  const ask = async (own: string, content: string, n: number) => {
    const posted = await server.call('POST', `${group}/${own}/messages`, { content })
    expect([posted.status, posted.body]).toEqual([201, posted.body])
    await eventually('it has answered', async () => {
      const { body } = await server.call('GET', `${group}/${own}/rounds`)
      const { rounds } = body as unknown as { rounds: { n: number; closed: string | null }[] }
      return rounds.some((round) => round.n === n && round.closed === 'answered')
    })
  }
  expect((await page(session)).items, 'nothing was asked').toEqual([])

  using socket = new TestSocket(`${server.app.url}/ws`)
  await socket.opened()
  socket.send({ type: 'hello', token: server.owner })
  await socket.wait(({ type }) => type === 'hello')
  const transcript = `agent-${id}.${session}`
  socket.send({ type: 'watch', transcript })
  await socket.wait(({ type, id: own }) => type === 'live:transcript' && own === transcript)

  await ask(session, 'What breaks first?', 1)
  await floor.tell('dev', 'Something else, by hand.')
  await floor.programs.prompt('dev', 2)
  await ask(otherId, 'And in another session?', 1)
  await ask(session, 'What breaks second?', 2)
  await eventually('all of it is recorded', async () => (await page(session)).totals.tools === 2)
  const { items, rounds } = await page(session)
  expect(items.map(({ type }) => type)).toEqual(['user', 'ai', 'user', 'ai'])
  expect(JSON.stringify(items)).not.toMatch(/Something else|another session/)
  expect(JSON.stringify(items)).toMatch(/What breaks first.*What breaks second/s)
  expect(rounds.map(({ n }) => n)).toEqual([1, 2])
  // An item belongs to the last round that begins before it.
  const roundOf = (item: string) => rounds.findLast(({ entry }) => entry <= entryOf(item))?.n
  expect(items.map((item) => roundOf(item.id))).toEqual([1, 1, 2, 2])
  await socket.wait(
    ({ type, id: own, changed }) =>
      type === 'live:transcript' && own === transcript && changed !== undefined,
  )
  const details = await server.call('GET', `${at(session)}/items/${items[3]?.id}`)
  expect(details.status).toBe(200)
  expect(JSON.stringify(details.body)).toContain('All green.')
  expect((await page(otherId)).items).toHaveLength(2)
  const unknown = await server.call('GET', at('no-such-session'))
  expect(unknown.status).toBe(404)
  expect(JSON.stringify(unknown.body)).toContain('session_not_found')
})
