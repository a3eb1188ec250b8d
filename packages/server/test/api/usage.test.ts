import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

const ACP_AGENT = new URL('../harness/programs/acp-agent.mjs', import.meta.url).pathname

const acp = (behaviour: object, args: readonly string[] = []) => ({
  kind: 'acp',
  command: process.execPath,
  args: [ACP_AGENT, ...args],
  env: { ACP_BEHAVIOUR: JSON.stringify(behaviour) },
})

test('US4, US5, US7, MX6 what programs report and what it costs are in the totals and metrics, even after a restart', async () => {
  const prices = { 'pro*': { input: 2, output: 10 } }
  await using server = await TestServer.start({ config: { prices, restartPauseMs: 0 } })
  const { leadId, tokens } = await server.crew('atlas')
  const usage = { inputTokens: 100_000, outputTokens: 10_000, totalTokens: 110_000 }
  const said = { sessionUpdate: 'usage_update', used: 5, size: 9 }
  const reporting = { update: { ...said, cost: { amount: 0.75, currency: 'USD' } } }
  const create = async (name: string, driver: object) => {
    const input = { role: 'developer', name, driver, task: 'begin' }
    const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, input)
    return body['agent'].id as string
  }
  const totals = async (by: string, token = server.owner) =>
    (await server.call('GET', `/api/lead/${leadId}/usage?by=${by}`, undefined, { token })).body[
      'totals'
    ]
  const priced = await create('priced', acp({ usage, chunks: ['ok'] }, ['--model', 'pro-1']))
  const reports = await create('reports', acp({ usage, chunks: [reporting] }, ['--model', 'pro-1']))
  const silent = await create('silent', acp({}))
  await eventually('each had a turn', async () => {
    const agents: { key: string; turns: number }[] = await totals('agent')
    return agents.filter(({ turns }) => turns > 0).length === 3
  })
  // A program that goes quiet with its task open is asked again: nothing more comes of ended ones.
  for (const id of [priced, reports, silent]) {
    await server.call('POST', `/api/agents/${id}/terminate`, {})
  }
  const of = async (id: string) =>
    (await totals('agent')).find(({ key }: { key: string }) => key === id)
  const each = async (id: string) => {
    const { turns, inputTokens, cost, costKind } = await of(id)
    return { input: inputTokens && inputTokens / turns, cost: cost && cost / turns, costKind }
  }
  const { turns } = await of(reports)
  const check = async () => {
    expect(await each(priced)).toEqual({
      input: 100_000,
      cost: expect.closeTo(0.3, 9),
      costKind: 'estimated',
    })
    expect(await of(reports)).toMatchObject({ turns, cost: 0.75, costKind: 'reported' })
    expect(await each(silent)).toEqual({ input: null, cost: null, costKind: null })
    const [crew] = await totals('crew')
    expect(crew).toMatchObject({ costKind: 'partly' })
    const response = await fetch(`${server.app.url}/api/metrics`, {
      headers: { authorization: `Bearer ${server.observer}` },
    })
    const text = await response.text()
    expect(text).toContain('crewroom_cost_dollars{source="reported"} 0.75\n')
    expect(text).toContain(`crewroom_tokens{kind="total"} ${crew.totalTokens}\n`)
    expect(crew.totalTokens).toBe(110_000 * crew.reported)
  }
  await check()
  for (const token of [server.observer, tokens['lead'] ?? '']) {
    expect(await totals('agent', token)).toHaveLength(3)
  }
  const days = (await totals('day')).map(({ key }: { key: string }) => key)
  expect(days).toEqual(days.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\d$/)))
  await server.restart()
  await check()
})

test('US3, US10, US11, US13 a budget that is reached in mid-turn keeps the next prompt back until it is raised, even after a restart', async () => {
  await using server = await TestServer.start({ config: { budgetUsd: 1, restartPauseMs: 0 } })
  const { leadId } = await server.crew('atlas')
  const budgets = async () =>
    (await server.call('GET', `/api/lead/${leadId}/budgets`)).body['budgets']
  const [first] = await budgets()
  expect(first).toEqual({
    agentId: null,
    usd: 1,
    tokens: null,
    stage: null,
    needId: null,
    spentUsd: null,
    spentTokens: null,
    unreported: [],
  })
  using folder = tempFolder()
  const log = path.join(folder.path, 'prompts')
  const prompts = () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [])
  const cost = { amount: 1.5, currency: 'USD' }
  const spends = { update: { sessionUpdate: 'usage_update', used: 5, size: 9, cost } }
  const input = {
    role: 'developer',
    name: 'dora',
    driver: acp({ log, chunks: [spends], loadSession: true }),
    task: 'begin',
  }
  const created = await server.call('POST', `/api/lead/${leadId}/agents`, input)
  const id = created.body['agent'].id as string
  await eventually('the budget is used up', async () => (await budgets())[0].stage === 'reached')
  const asked = (await server.call('GET', `/api/lead/${leadId}/needs`)).body['needs']
  expect(asked).toMatchObject([
    { kind: 'budget', agentId: leadId, id: (await budgets())[0].needId },
  ])
  const began = prompts().length
  expect(began, 'the turn that used it up came to its end').toBe(1)
  const wrote = await server.call('POST', `/api/agents/${id}/messages`, {
    content: 'one more thing',
  })
  expect(wrote.status).toBe(202)
  const why = async () => (await server.call('GET', `/api/agents/${id}`)).body['agent'].why.text
  expect(await why()).toContain('the budget of the crew is used up')
  await server.restart()
  expect((await budgets())[0]).toMatchObject({ stage: 'reached', spentUsd: 1.5 })
  // Another server that takes the crew in keeps its budget, and what was used of it.
  const file = await fetch(`${server.app.url}/api/lead/${leadId}/export`, {
    headers: { authorization: `Bearer ${server.owner}` },
  })
  await using other = await TestServer.start()
  const taken = await fetch(`${other.app.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.owner}`, 'content-type': 'application/x-ndjson' },
    body: await file.text(),
  })
  expect(await taken.json()).toMatchObject({ leadId })
  const there = await other.call('GET', `/api/lead/${leadId}/budgets`)
  expect(there.body['budgets']).toEqual(await budgets())
  const used = await other.call('GET', `/api/lead/${leadId}/usage`)
  expect(used.body['totals']).toMatchObject([{ turns: 1, cost: 1.5 }])
  expect(await why()).toContain('the budget of the crew is used up')
  expect(prompts()).toHaveLength(began)
  const raised = { agentId: null, usd: 9, tokens: null }
  expect((await server.call('PUT', `/api/lead/${leadId}/budgets`, raised)).status).toBe(200)
  await eventually('it goes on', () => prompts().some((line) => line.includes('one more thing')))
  const { needs } = (await server.call('GET', `/api/lead/${leadId}/needs`)).body
  // By now it may have gone quiet again, with its task open, which is another need.
  expect(needs.filter(({ kind }: { kind: string }) => kind === 'budget')).toEqual([])
  // Its session went on, and tells the same sum again: that is no other 1.5 dollars.
  await eventually('its second turn has ended', async () => {
    const { body } = await server.call('GET', `/api/lead/${leadId}/usage`)
    return body['totals'].reduce((sum: number, one: { turns: number }) => sum + one.turns, 0) > 1
  })
  expect((await budgets())[0].spentUsd).toBe(1.5)
})

test('US17 a total by an unknown value is refused with the list of known values', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const { status, body } = await server.call('GET', `/api/lead/${leadId}/usage?by=bogus`)
  const choices = 'must be one of crew, agent, task, day, hour'
  expect([status, body['error']]).toEqual([
    422,
    { code: 'validation', message: `by: ${choices}`, details: { fields: { by: choices } } },
  ])
  const agent = `/api/lead/${leadId}/needs/x/budget`
  expect((await server.call('POST', agent, { action: 'more' })).body['error'].message).toBe(
    'action: must be one of raise, once',
  )
})
