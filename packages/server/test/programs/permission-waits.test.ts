import { expect, test } from 'vitest'
import { listNeeds } from '../../src/crew/needs'
import { createPermissionRule, listPermissionRules } from '../../src/crew/permission-rules'
import { answerPermission } from '../../src/crew/permissions'
import type { AcpPermissions } from '../../src/programs/acp/acp-permissions'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { asksToRun, programAsks } from '../harness/program-asks'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const MINUTE = 60_000
const REQUEST = asksToRun('ls')

const needs = (crew: TestCrew) => listNeeds(crew.crew, BY_PERSON)

test('PM12 a request that nobody answers in time is refused, and a need says so; with no time set, it waits', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions, recorded } = programAsks(crew, undefined, 30 * MINUTE)
  const answer = permissions.ask(null, REQUEST, false)
  await Promise.resolve()
  expect(needs(crew)[0]?.permission?.until).toBe('2026-01-02T03:34:05.000Z')
  crew.clock.advance(30 * MINUTE - 1)
  expect(needs(crew).map(({ kind }) => kind)).toEqual(['permission'])
  crew.clock.advance(1)
  expect(await answer).toEqual({ outcome: 'selected', optionId: 'no' })
  expect(needs(crew).map(({ kind, text }) => [kind, text])).toEqual([
    [
      'refused',
      'It asked for permission, and nobody answered within 30 minutes, so it was refused: ls',
    ],
  ])
  expect(recorded).toMatchObject([
    { by: 'timeout', why: 'Nobody answered in time.', option: 'Reject' },
  ])
  permissions.close()
  const patient = programAsks(crew, undefined, null)
  void patient.permissions.ask(null, REQUEST, false)
  await Promise.resolve()
  crew.clock.advance(10_000 * MINUTE)
  expect(needs(crew).map(({ kind, permission }) => [kind, permission?.until])).toEqual([
    ['refused', undefined],
    ['permission', null],
  ])
  patient.permissions.close()
})

test('PM8 of the rules that fit, the strictest counts, for the roles that they name; without allow_once a person is asked', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions } = programAsks(crew, undefined, 30 * MINUTE)
  const add = (rule: object) =>
    createPermissionRule(crew.shard, crew.crew, BY_PERSON, { toolKind: 'execute', action: 'allow', ...rule }) // prettier-ignore
  add({ role: 'architect' })
  const open = permissions.ask(null, REQUEST, false)
  await Promise.resolve()
  expect(needs(crew)).toHaveLength(1)
  add({})
  expect(await open).toEqual({ outcome: 'selected', optionId: 'yes' })
  expect(needs(crew)).toEqual([])
  const always = [{ optionId: 'all', name: 'All', kind: 'allow_always' }]
  void permissions.ask(null, { ...REQUEST, options: always }, false)
  await Promise.resolve()
  expect(needs(crew)).toHaveLength(1)
  add({ action: 'ask', prefix: 'ls' })
  void permissions.ask(null, REQUEST, false)
  await Promise.resolve()
  expect(needs(crew)).toHaveLength(2)
  add({ action: 'refuse', role: 'developer' })
  expect(await permissions.ask(null, REQUEST, false)).toEqual({
    outcome: 'selected',
    optionId: 'no',
  })
  expect(() => add({ toolKind: 'edit', prefix: 'ls' })).toThrow('Only rules for commands')
  expect(add({ action: 'refuse', role: 'developer' })).toEqual(listPermissionRules(crew.crew, BY_PERSON).at(-1)) // prettier-ignore
  permissions.close()
})

test('PM10 "always" for a command that no rule can name is refused, and the request waits on', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions } = programAsks(crew, undefined, 30 * MINUTE)
  const command = `bash -c ${'x'.repeat(300)}`
  const toolCall = { ...REQUEST.toolCall, rawInput: { command } }
  const answer = permissions.ask(null, { ...REQUEST, toolCall }, false)
  await Promise.resolve()
  const id = needs(crew)[0]?.id ?? ''
  const give = (always: boolean) =>
    answerPermission(crew.shard, crew.crew, BY_PERSON, id, { optionId: 'yes', always })
  expect(() => give(true)).toThrow('No rule can name this command')
  expect(needs(crew)).toHaveLength(1)
  give(false)
  expect(await answer).toEqual({ outcome: 'selected', optionId: 'yes' })
  permissions.close()
})

test('PM6, PM17 a crew’s file has its rules and its requests; after an import the rules apply and the requests are closed', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions } = programAsks(crew, undefined, 30 * MINUTE)
  createPermissionRule(crew.shard, crew.crew, BY_PERSON, { toolKind: 'read', action: 'allow' })
  void permissions.ask(null, REQUEST, false)
  await Promise.resolve()
  const text = await crewText(crew)
  await using other = testCrew({ ids: new CountingIds('ffff', 'ffff-') })
  await takeIn(other, text)
  const taken = other.shard.crew(crew.leadId)
  expect(listPermissionRules(taken, BY_PERSON)).toEqual(listPermissionRules(crew.crew, BY_PERSON))
  expect(listNeeds(taken, BY_PERSON)).toEqual([])
  const [need] = needs(crew)
  const closed = other.published.find(({ type }) => type === 'need:closed')
  expect(closed?.data).toEqual({ need, answer: { by: 'restart', optionId: null, name: null } }) // prettier-ignore
  permissions.close()
})

test('PM23 a request that a rule would answer is cancelled if its turn is cancelled, or its program ends, before the rule is durable', async () => {
  const stops = [
    (permissions: AcpPermissions) => permissions.cancel(),
    (permissions: AcpPermissions) => permissions.close(),
  ]
  for (const stop of stops) {
    await using crew = testCrew({ agents: { dev: 'developer' } })
    const { permissions } = programAsks(crew, undefined, 30 * MINUTE)
    createPermissionRule(crew.shard, crew.crew, BY_PERSON, { toolKind: 'execute', action: 'allow' })
    const answer = permissions.ask('turn', REQUEST, false)
    stop(permissions)
    expect(await answer).toEqual({ outcome: 'cancelled' })
    expect(needs(crew)).toEqual([])
    permissions.close()
  }
})

test('PM23 while a rule becomes durable a stricter one counts', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const { permissions } = programAsks(crew, undefined, 30 * MINUTE)
  createPermissionRule(crew.shard, crew.crew, BY_PERSON, { toolKind: 'execute', action: 'allow' })
  const answer = permissions.ask('turn', REQUEST, false)
  createPermissionRule(crew.shard, crew.crew, BY_PERSON, { toolKind: 'execute', action: 'refuse' })
  expect(await answer).toEqual({ outcome: 'selected', optionId: 'no' })
  permissions.close()
})
