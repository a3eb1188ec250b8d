import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleFor } from '../../src/crew/permission-rules'
import { openPermission } from '../../src/crew/permissions'
import { AgentFloor, posts } from '../harness/agent-floor'
import { EXAMPLE_ASK } from '../harness/example-ask'
import {
  answer,
  asked,
  OPTIONS,
  outcomes,
  record,
  rule,
  runs,
  waiting,
} from '../harness/floor-asks'

const SAMPLES = JSON.parse(
  readFileSync(new URL('../fixtures/permission-requests.json', import.meta.url), 'utf8'),
) as { readonly program: string; readonly request: { readonly options: readonly object[] } }[]

const CANCELLED = { outcome: 'cancelled' }

test('PM1, PM2, PM4 every program’s request waits for a person while its turn stays open, and is answered with any of its own options', async () => {
  await using floor = await AgentFloor.open()
  const shapes = SAMPLES.slice(0, 16).map(({ request }) => request)
  const id = await floor.agent('ada', { permissions: shapes })
  await floor.tell('ada', 'go')
  const needs = await asked(floor, shapes.length)
  expect(outcomes(floor, 'ada')).toEqual([])
  expect(needs.map((need) => [need.agentId, need.permission?.options])).toEqual(
    shapes.map(({ options }) => [id, options]),
  )
  expect((await floor.view('ada'))['status']).toBe('working')
  for (const need of needs) {
    const chosen = need.permission?.options.at(-2)
    const { status, body } = await answer(floor, need, { optionId: chosen?.optionId })
    expect([status, body['need'], body['rule']]).toEqual([200, need, null])
  }
  await floor.settled('ada')
  expect(outcomes(floor, 'ada')).toEqual(
    needs.map(({ permission }) => ({ outcome: 'selected', optionId: permission?.options.at(-2)?.optionId })), // prettier-ignore
  )
  expect(await record(floor, 'ada')).toEqual(needs.map(() => ['person', 'A person chose this answer.'])) // prettier-ignore
  expect(waiting(floor)).toEqual([])
})

test('PM5, PM7 the first answer counts, the second is refused with whose that was, and only the person may answer', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('ada', { permissions: [runs('ls')] })
  await floor.tell('ada', 'go')
  const [need] = await asked(floor)
  const path = `/api/lead/${floor.leadId}/needs/${need?.id}/permission`
  const asLead = await floor.server.call('POST', path, { optionId: 'cancel' }, { token: floor.leadToken }) // prettier-ignore
  expect([asLead.status, asLead.body['error']['code']]).toEqual([403, 'forbidden'])
  const unknown = await answer(floor, need, { optionId: 'yes' })
  expect([unknown.status, unknown.body['error']['message']]).toEqual([
    422,
    'The agent offers no such option. It offers: cancel, ok.',
  ])
  const both = await Promise.all(['ok', 'cancel'].map((optionId) => answer(floor, need, { optionId }))) // prettier-ignore
  expect(both.map(({ status }) => status)).toEqual([200, 409])
  expect(both[1]?.body['error']).toMatchObject({
    code: 'already_answered',
    message: 'You already answered this request: No.',
    details: { answer: { by: 'person', optionId: 'ok', name: 'No' } },
  })
  await floor.until('it is answered', () => outcomes(floor, 'ada').length > 0)
  expect(outcomes(floor, 'ada')[0]).toEqual({ outcome: 'selected', optionId: 'ok' })
})

test('PM8, PM10, PM11 "always" adds a rule that answers the waiting requests it fits and later ones, until it is deleted', async () => {
  await using floor = await AgentFloor.open()
  const wishes = [runs('git status'), runs('git status src'), runs('git status; rm x')]
  await floor.agent('ada', { permissions: wishes })
  await floor.tell('ada', 'go')
  const [first, , third] = await asked(floor, 3)
  expect(first?.permission?.rule).toEqual({ toolKind: 'execute', prefix: 'git status' })
  const { body } = await answer(floor, first, { optionId: 'cancel', always: true })
  expect(body['rule']).toMatchObject({ role: 'developer', toolKind: 'execute', prefix: 'git status', action: 'allow', createdBy: 'human' }) // prettier-ignore
  expect(await asked(floor, 1)).toEqual([third])
  await answer(floor, third, { optionId: 'cancel' })
  await floor.settled('ada')
  expect((await record(floor, 'ada')).map(([by]) => by).sort()).toEqual([
    'person',
    'person',
    'rule',
  ])
  const rules = `/api/lead/${floor.leadId}/permission-rules`
  const listed = await floor.server.call('GET', rules)
  expect(listed.body['rules']).toEqual([body['rule']])
  // A person saw a developer ask: what another role wants is another question.
  const crew = floor.server.app.core.shard.crew(floor.leadId)
  const wish = { toolKind: 'execute', command: 'git status', folder: process.cwd() } as const
  const rulesNow = [...crew.permissionRules.values()]
  expect(ruleFor(rulesNow, 'developer', wish)?.action).toBe('allow')
  expect(ruleFor(rulesNow, 'code-reviewer', wish)).toBeNull()
  await floor.restart()
  expect((await floor.server.call('GET', rules)).body['rules']).toEqual([body['rule']])
  const gone = await floor.server.call('DELETE', `${rules}/${body['rule'].id}`)
  expect([gone.status, gone.body['rule']]).toEqual([200, body['rule']])
  const again = await floor.server.call('DELETE', `${rules}/${body['rule'].id}`)
  expect([again.status, again.body['error']['code']]).toEqual([404, 'rule_not_found'])
  await floor.tell('ada', 'again')
  await asked(floor, 3)
})

test('PM20 a rule that allows every command leaves those to a person that might be a refused one, until that very command is allowed', async () => {
  await using floor = await AgentFloor.open()
  await rule(floor, { toolKind: 'execute', action: 'allow' })
  await rule(floor, { toolKind: 'execute', prefix: 'git push', action: 'refuse' })
  await floor.agent('ada', { permissions: [runs('cd app && git push'), runs('npm test')] })
  await floor.tell('ada', 'go')
  const [need] = await asked(floor)
  expect(need?.permission?.command).toBe('cd app && git push')
  await answer(floor, need, { optionId: 'cancel', always: true })
  await floor.settled('ada')
  expect((await record(floor, 'ada')).map(([by]) => by).sort()).toEqual(['person', 'rule'])
  await floor.tell('ada', 'again')
  await floor.until('both are answered', () => outcomes(floor, 'ada').length === 4)
  const allowed = { outcome: 'selected', optionId: 'cancel' }
  expect(outcomes(floor, 'ada')).toEqual([allowed, allowed, allowed, allowed])
  const rules = [...floor.server.app.core.shard.crew(floor.leadId).permissionRules.values()]
  const answers = ['git push -f', 'sudo git push', 'git status'].map(
    (command) =>
      ruleFor(rules, 'developer', { toolKind: 'execute', command, folder: process.cwd() })
        ?.action ?? 'person',
  )
  expect(answers).toEqual(['refuse', 'person', 'allow'])
})

test('PM21, PM24 a title is never the command, and "always" is refused for a command that cannot be read', async () => {
  await using floor = await AgentFloor.open()
  const unknown = { toolCall: { toolCallId: 'x', kind: 'execute' }, options: OPTIONS }
  const titled = { ...unknown, toolCall: { ...unknown.toolCall, title: 'npm test', rawInput: { cmd: 'touch x' } } } // prettier-ignore
  await floor.agent('ada', { permissions: [unknown, titled] })
  await floor.tell('ada', 'go')
  await rule(floor, { toolKind: 'execute', prefix: 'npm test', action: 'allow' })
  const needs = await asked(floor, 2)
  expect(needs.map((need) => need.permission?.command)).toEqual([null, '# {"cmd":"touch x"}'])
  for (const need of needs) {
    const { status, body } = await answer(floor, need, { optionId: 'cancel', always: true })
    expect([status, body['error']?.['message']]).toEqual([
      422,
      'No rule can name this command: it cannot be read, is too long, or holds a secret. Answer it without "always".',
    ])
  }
  expect(waiting(floor)).toHaveLength(2)
  expect([...floor.server.app.core.shard.crew(floor.leadId).permissionRules]).toHaveLength(1)
})

test('PM8, PM15 a rule that refuses does so at once; the agent is prompted once to continue, and no person is needed', async () => {
  await using floor = await AgentFloor.open()
  expect((await rule(floor, { role: 'developer', toolKind: 'other', action: 'refuse' })).status).toBe(201) // prettier-ignore
  await floor.agent('ada', { permission: true, endsOnRefusal: { say: 'refused' } })
  await floor.tell('ada', 'go')
  expect(await floor.programs.prompt('ada', 2)).toBe(
    '[System] A rule of your crew refused your permission request: rm -rf /\n  Continue without it, or ask "human" with AGENT_MESSAGE.',
  )
  await floor.settled('ada')
  expect([...waiting(floor), ...waiting(floor, 'refused')]).toEqual([])
})

/** What a person does, and what stands in the record of it. */
const STOPS: readonly (readonly [string, (floor: AgentFloor) => Promise<unknown>, string])[] = [
  ['an interrupt', (floor) => floor.act('ada', 'interrupt', { content: 'Stop.' }), 'being cancelled'],
  ['an end', (floor) => floor.act('ada', 'terminate'), 'being cancelled'],
] // prettier-ignore

test.each(STOPS)(
  'PM13 whatever stops an agent answers all of its open requests with cancelled: %s',
  async (what, stop, why) => {
    await using floor = await AgentFloor.open({ acpCancelMs: 60_000 })
    await floor.agent('ada', { permissions: [runs('a'), runs('b')], cancelWaits: true })
    await floor.tell('ada', 'go')
    const [need] = await asked(floor, 2)
    await stop(floor)
    await floor.until(`${what} answers`, () => outcomes(floor, 'ada').length >= 2)
    expect.soft(outcomes(floor, 'ada').slice(0, 2), what).toEqual([CANCELLED, CANCELLED])
    await floor.until(`nothing waits after ${what}`, () => waiting(floor).every(({ id }) => id !== need?.id)) // prettier-ignore
    expect.soft((await record(floor, 'ada'))[0], what).toEqual(['cancelled', expect.stringContaining(why)]) // prettier-ignore
    const late = await answer(floor, need, { optionId: 'cancel' })
    expect.soft([late.status, late.body['error']['code']], what).toEqual([409, 'already_answered'])
  },
)

test('PM6, PM13 a request ends with its program: when the server is stopped or killed it is closed, and answering it is refused with that', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('ada', { permissions: [runs('ls')] }, { chunks: [posts('ada', 'on')] })
  await floor.tell('ada', 'go')
  const [need] = await asked(floor)
  // As after a kill: nobody could close this one.
  const { shard } = floor.server.app.core
  openPermission(shard, shard.crew(floor.leadId), floor.id('ada'), EXAMPLE_ASK, 'npm test')
  await asked(floor, 2)
  await floor.restart()
  expect(outcomes(floor, 'ada')).toEqual([CANCELLED])
  await floor.until('it is not listed', () => waiting(floor).length === 0)
  const late = await answer(floor, need, { optionId: 'cancel' })
  expect([late.status, late.body['error']['code'], late.body['error']['message']]).toEqual([
    404,
    'need_not_found',
    'This request does not wait any more: its program was stopped, or the server restarted. If the agent still needs it, it asks again.',
  ])
})

test('PM16 dismissing a request refuses it', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('ada', { permissions: [runs('ls')] })
  await floor.tell('ada', 'go')
  const [need] = await asked(floor)
  await floor.server.call('POST', `/api/needs/${need?.id}`, { action: 'dismiss' })
  await floor.until('it is answered', () => outcomes(floor, 'ada').length > 0)
  expect(outcomes(floor, 'ada')[0]).toEqual({ outcome: 'selected', optionId: 'ok' })
})

test('PM14 at most 16 requests of an agent wait; a further one, or one without an option, is refused at once, and a person is notified', async () => {
  await using floor = await AgentFloor.open()
  const many = Array.from({ length: 17 }, (_, n) => runs(`run ${n}`))
  await floor.agent('ada', { permissions: many })
  await floor.tell('ada', 'go')
  await asked(floor, 16)
  await floor.until('one is refused', () => outcomes(floor, 'ada').length === 1)
  expect(waiting(floor, 'refused').map(({ text }) => text)).toEqual([
    'It asked for permission and was refused: run 16',
  ])
  await floor.act('ada', 'terminate')
  await floor.agent('eve', { permission: [] })
  await floor.tell('eve', 'go')
  await floor.until('it is answered', () => outcomes(floor, 'eve').length > 0)
  expect(outcomes(floor, 'eve')[0]).toEqual(CANCELLED)
})
