import { describe, expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'
import { MCP_CLIENTS, mcpClient } from '../harness/mcp-clients'

/** A group "plan" of ben and cleo, and a message in it from the person. */
async function planned(server: TestServer) {
  const crew = await server.crew('atlas', { ben: 'developer', cleo: 'qa-tester' })
  const { leadId, ids, tokens } = crew
  const group = `/api/lead/${leadId}/groups`
  await server.call('POST', group, { name: 'plan', memberIds: [ids['ben'], ids['cleo']] })
  return {
    leadId,
    ben: { id: ids['ben'] ?? '', token: tokens['ben'] ?? '' },
    cleo: { id: ids['cleo'] ?? '', token: tokens['cleo'] ?? '' },
    say: (content: string) => server.call('POST', `${group}/plan/messages`, { content }),
    lineOf: async (id: string) => {
      const { body } = await server.call('GET', `/api/lead/${leadId}/agents`)
      const agents = body['agents'] as { id: string; connection: string; why: object }[]
      return agents.find((agent) => agent.id === id)
    },
  }
}

const NOTHING = /^\[System\] Nothing new\./
const READ = 'read_inbox'

describe.each(MCP_CLIENTS)('the official client %s', (kind) => {
  test('MC5 a wait that the client gives up loses nothing: what came meanwhile is read by the next call', async () => {
    await using server = await TestServer.start()
    const plan = await planned(server)
    await using ben = await mcpClient(server, kind, plan.ben.token)
    await ben.call(READ, { wait: 0 })
    const stop = new AbortController()
    const given = ben.call(READ, { wait: 30 }, { signal: stop.signal }).then(
      () => 'answered',
      () => 'gave up',
    )
    await expect.poll(() => plan.lineOf(plan.ben.id)).toMatchObject({ connection: 'connected' })
    stop.abort()
    expect(await given).toBe('gave up')
    await plan.say('Are you there?')
    expect((await ben.call(READ, { wait: 10 })).text).toContain('Are you there?')
    expect((await ben.call(READ, { wait: 0 })).text).toMatch(NOTHING)
  })

  test('MC6 a newer wait of the agent ends the older one, which is given nothing', async () => {
    await using server = await TestServer.start()
    const plan = await planned(server)
    await using one = await mcpClient(server, kind, plan.ben.token)
    await using other = await mcpClient(server, kind, plan.ben.token)
    await one.call(READ, { wait: 0 })
    const older = one.call(READ, { wait: 40 })
    await expect.poll(() => plan.lineOf(plan.ben.id)).toMatchObject({ connection: 'connected' })
    const newer = other.call(READ, { wait: 40 })
    const ended = await older
    expect(ended.isError).toBe(true)
    expect(ended.text).toContain('A newer read_inbox of this agent took over')
    await plan.say('Once.')
    expect((await newer).text).toContain('Once.')
    expect((await one.call(READ, { wait: 0 })).text).toMatch(NOTHING)
  })

  test('MC10 a round is answered by name, whatever is read before, and its answer is in the session', async () => {
    await using server = await TestServer.start()
    const plan = await planned(server)
    await using ben = await mcpClient(server, kind, plan.ben.token)
    await ben.call(READ, { wait: 0 })
    const sessions = `/api/lead/${plan.leadId}/groups/plan/sessions`
    const opened = await server.call('POST', sessions, { title: 'Which', agents: [plan.ben.id] })
    const messages = `${sessions}/${opened.body['session'].id}/messages`
    await server.call('POST', messages, { content: 'Which parser?' })
    const page = (await ben.call(READ)).text
    expect(page).toContain('Which parser?')
    const [, delivery] = /"delivery":"([^"]+)"/.exec(page) ?? []
    expect((await ben.call(READ, { wait: 0 })).text).toContain(`{"delivery":"${delivery}"`)
    const answered = await ben.call('answer', { delivery, content: 'The small one.' })
    expect(answered).toEqual({ isError: false, text: '[System] Your answer was posted.' })
    const { body } = await server.call('GET', messages)
    expect(body['messages'].map(({ content }: { content: string }) => content)).toEqual([
      'Which parser?',
      'The small one.',
    ])
    const again = await ben.call('answer', { delivery, content: 'No, the big one.' })
    expect(again.isError, 'it is over').toBe(true)
    expect((await ben.call('answer', { delivery: 7 })).text).toContain('answer refused: "delivery"')
  })
})

test('MC4 a wait says that it goes on, ends when nothing comes, and takes along what wakes nobody', async () => {
  await using server = await TestServer.start()
  const plan = await planned(server)
  await using ben = await mcpClient(server, 'v2 pinned', plan.ben.token)
  await using cleo = await mcpClient(server, 'v1', plan.cleo.token)
  await ben.call(READ, { wait: 0 })
  await plan.say('Hello.')
  await ben.call(READ, { wait: 0 })
  // Nothing wakes: that somebody joined comes with the answer that leaves when the wait is over.
  const waits = ben.call(READ, { wait: 1 })
  await cleo.call('run_command', { command: 'LEAVE_GROUP', payload: { group: 'plan' } })
  expect((await waits).text).toMatch(NOTHING)
  for (const wait of [-1, 51, '5', null, Number.NaN]) {
    const refused = await ben.call(READ, { wait })
    expect([wait, refused.isError]).toEqual([wait, true])
    expect(refused.text).toBe(
      '[System] read_inbox refused: "wait" is a number of seconds from 0 to 50.',
    )
  }
})

test('MC5 what was read and not confirmed comes again after a restart, and says so', async () => {
  await using server = await TestServer.start()
  const plan = await planned(server)
  await plan.say('Once.')
  {
    await using ben = await mcpClient(server, 'v2 pinned', plan.ben.token)
    expect((await ben.call(READ, { wait: 0 })).text).toContain('Once.')
  }
  await server.restart()
  await using ben = await mcpClient(server, 'v2', plan.ben.token)
  const again = (await ben.call(READ, { wait: 0 })).text
  expect(again).toMatch(/^\[System\] The next 2 items may be repeats: /)
  expect(again).toContain('Once.')
  // Any call confirms.
  await ben.call('query_groups')
  await server.restart()
  await using later = await mcpClient(server, 'v2', plan.ben.token)
  expect((await later.call(READ, { wait: 0 })).text).toMatch(NOTHING)
})

test('MC5 a call of a tool that is not there confirms the page before, as every call does', async () => {
  await using server = await TestServer.start()
  const { ids, tokens } = await server.crew('atlas', { ben: 'developer' })
  await using ben = await mcpClient(server, 'v2', tokens['ben'] ?? '')
  await server.call('POST', `/api/agents/${ids['ben']}/messages`, { content: 'Hello.' })
  const owed = async () => (await server.call('GET', `/api/agents/${ids['ben']}/owed`)).body
  expect((await ben.call(READ)).text).toContain('Hello.')
  expect(await owed()).toMatchObject({ unconfirmed: 1 })
  expect((await ben.call('send')).text).toContain('There is no tool "send"')
  expect(await owed()).toMatchObject({ unconfirmed: 0 })
})

test('MC5 a page whose answer does not arrive is not confirmed by the next call', async () => {
  await using server = await TestServer.start()
  const plan = await planned(server)
  await plan.say('Once.')
  const stop = new AbortController()
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: READ, arguments: { wait: 30 } },
  }
  await using ben = await mcpClient(server, 'v1', plan.ben.token)
  await ben.call(READ, { wait: 0 })
  await ben.call(READ, { wait: 0 })
  const lost = fetch(`${server.app.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${plan.ben.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
    signal: stop.signal,
  }).catch(() => null)
  await expect.poll(() => plan.lineOf(plan.ben.id)).toMatchObject({ connection: 'connected' })
  // The connection goes in the moment in which the message comes.
  const said = plan.say('Twice.')
  stop.abort()
  await Promise.all([said, lost])
  await expect.poll(() => plan.lineOf(plan.ben.id)).toMatchObject({ connection: 'lost' })
  expect((await ben.call(READ, { wait: 5 })).text).toContain('Twice.')
})

test('MC9 an agent that reads with a tool is said to read when it asks, and to be there while it waits', async () => {
  await using server = await TestServer.start()
  const plan = await planned(server)
  await using ben = await mcpClient(server, 'v2', plan.ben.token)
  await ben.call(READ, { wait: 0 })
  expect(await plan.lineOf(plan.ben.id)).toMatchObject({
    connection: 'lost',
    why: { code: 'asks', text: 'reads when it asks; nothing waits for it' },
  })
  const posted = await plan.say('News.')
  expect(await plan.lineOf(plan.ben.id)).toMatchObject({
    why: { code: 'asks', text: 'reads when it asks; 1 item waits' },
  })
  const path = `/api/lead/${plan.leadId}/groups/plan/messages/${posted.body['message'].id}/receipts`
  const { body } = await server.call('GET', path)
  const receipt = (body['receipts'] as { agentId: string }[]).find(
    ({ agentId }) => agentId === plan.ben.id,
  )
  expect(receipt).toMatchObject({ state: 'waiting', reason: 'asks' })
  // Its sender is notified of that, too.
  await using cleo = await mcpClient(server, 'v2', plan.cleo.token)
  const sent = await cleo.call('agent_message', { to: 'ben', content: 'Read this.' })
  expect(sent.text).toMatch(/\) reads when it asks\.$/)
  await ben.call(READ, { wait: 0 })
  const waits = ben.call(READ, { wait: 30 })
  await expect
    .poll(() => plan.lineOf(plan.ben.id))
    .toMatchObject({
      connection: 'connected',
      why: { code: 'idle' },
    })
  await plan.say('Go.')
  expect((await waits).text).toContain('Go.')
  // Its program connects in a way in which it can be handed things.
  await server.call('GET', `/api/agents/${plan.ben.id}/inbox`, undefined, { token: plan.ben.token })
  expect(await plan.lineOf(plan.ben.id)).toMatchObject({ connection: 'connected' })
})

test('MC6 a wait ends with its agent and with its token, and says so', async () => {
  await using server = await TestServer.start()
  const plan = await planned(server)
  await using ben = await mcpClient(server, 'v2', plan.ben.token)
  await using cleo = await mcpClient(server, 'v2', plan.cleo.token)
  await Promise.all([ben.call(READ, { wait: 0 }), cleo.call(READ, { wait: 0 })])
  const waits = [ben.call(READ, { wait: 40 }), cleo.call(READ, { wait: 40 })]
  await expect.poll(() => plan.lineOf(plan.ben.id)).toMatchObject({ connection: 'connected' })
  await expect.poll(() => plan.lineOf(plan.cleo.id)).toMatchObject({ connection: 'connected' })
  await server.call('POST', `/api/agents/${plan.ben.id}/token`)
  await server.call('POST', `/api/agents/${plan.cleo.id}/terminate`, {})
  const text = '[System] This agent was ended, or its token was replaced. Nothing was read.'
  expect(await Promise.all(waits)).toEqual([
    { isError: true, text },
    { isError: true, text },
  ])
})
