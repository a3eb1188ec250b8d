import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { plannedDriver, ProgramNotes } from '../harness/agent-floor'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

const SPENT = {
  update: {
    sessionUpdate: 'usage_update',
    used: 5,
    size: 9,
    cost: { amount: 1.5, currency: 'USD' },
  },
}

test('US10, US11, US14, US15 a budget that is used up in mid-turn cuts no turn off, starts nothing more and asks; only one of two tabs answers', async () => {
  using folder = tempFolder()
  await using server = await TestServer.start({ config: { restartPauseMs: 0 } })
  const { leadId } = await server.crew('atlas')
  const notes = new ProgramNotes(folder.path)
  const file = (name: string) => path.join(folder.path, name)
  const hire = async (name: string, behaviour: object) => {
    const driver = plannedDriver(folder.path, name, [{ loadSession: true, ...behaviour }])
    const input = { role: 'developer', name, driver, task: 'begin' }
    return (await server.call('POST', `/api/lead/${leadId}/agents`, input)).body['agent'].id as string // prettier-ignore
  }
  const budget = async () => (await server.call('GET', `/api/lead/${leadId}/budgets`)).body['budgets'][0] // prettier-ignore
  const needs = async () => (await server.call('GET', `/api/lead/${leadId}/needs`)).body['needs'] as { id: string; kind: string }[] // prettier-ignore
  const why = async (id: string) => (await server.call('GET', `/api/agents/${id}`)).body['agent'].why // prettier-ignore
  const write = (id: string, content: string) =>
    server.call('POST', `/api/agents/${id}/messages`, { content })
  const asked = async () => {
    await eventually('it is used up', async () => (await budget()).stage === 'reached')
    const [need, ...more] = await needs()
    expect(more).toEqual([])
    expect(need).toMatchObject({ kind: 'budget', id: (await budget()).needId })
    return need?.id ?? ''
  }
  const answer = (needId: string, body: object) =>
    server.call('POST', `/api/lead/${leadId}/needs/${needId}/budget`, body)

  await server.call('PUT', `/api/lead/${leadId}/budgets`, { agentId: null, usd: 1, tokens: null })
  const ben = await hire('ben', { chunks: [{ awaits: file('ben goes on') }, 'ok'] })
  await notes.prompt('ben', 1)
  const dora = await hire('dora', { chunks: [SPENT, { awaits: file('dora goes on') }, 'ok'] })
  await notes.prompt('dora', 1)
  // Its program told the cost, and its turn goes on: what a turn used counts when it ends.
  await write(dora, 'one more thing')
  expect([(await budget()).stage, await needs()]).toEqual([null, []])
  writeFileSync(file('dora goes on'), '')
  const needId = await asked()

  expect((await why(ben)).code, 'not cut off').toBe('working')
  expect(notes.asked('ben', 'session/cancel')).toBe(0)
  const cleo = await hire('cleo', { chunks: ['ok'] })
  await write(ben, 'and another')
  writeFileSync(file('ben goes on'), '')
  await eventually('the turn of ben ends', async () => (await why(ben)).code === 'paused')
  for (const id of [ben, dora, cleo]) {
    expect(await why(id)).toMatchObject({ code: 'paused', text: expect.stringContaining('the budget of the crew is used up') }) // prettier-ignore
  }
  const prompts = () => ['ben', 'dora', 'cleo'].map((name) => notes.prompts(name).length)
  expect(prompts(), 'nothing more is started').toEqual([1, 1, 0])
  expect(await needs(), 'and it is asked once').toHaveLength(1)

  const tabs = await Promise.all([1, 2].map(() => answer(needId, { action: 'once' })))
  expect(tabs.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(tabs.find(({ status }) => status === 404)?.body['error']).toMatchObject({
    code: 'need_not_found',
    message: expect.stringContaining('somebody changed it or left it as it is'),
  })
  const second = await asked()
  expect(second).not.toBe(needId)
  const once = prompts()
  expect(Math.max(...once), 'one turn each at most').toBeLessThanOrEqual(2)
  await write(dora, 'and the last thing')
  // The budget was used up again by the first of the turns that ended.
  await expect.poll(async () => (await why(dora)).code).toBe('paused')

  const low = await answer(second, { action: 'raise', usd: 1.2 })
  expect([low.status, low.body['error'].message]).toEqual([
    422,
    '$1.50 are used already, so agents would stay paused. Raise the budget above that.',
  ])
  const raised = await Promise.all([9, 5].map((usd) => answer(second, { action: 'raise', usd })))
  expect(raised.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const won = raised.find(({ status }) => status === 200)
  expect((await budget()).usd).toBe(won?.body['budgets'][0].usd)
  await eventually('dora goes on', () =>
    notes.prompts('dora').some((text) => text.includes('and the last thing')),
  )
  await eventually('so do the others', () => (prompts()[2] ?? 0) >= 1 && (prompts()[0] ?? 0) >= 2)
  await expect.poll(needs).toEqual([])
})
