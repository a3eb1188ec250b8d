import { describe, expect, test } from 'vitest'
import type { PermissionRule } from '@crewroom/shared/model/need'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { listNeeds } from '../../src/crew/needs'
import {
  createPermissionRule,
  deletePermissionRule,
  ruleFor,
} from '../../src/crew/permission-rules'
import { answerPermission, closeLostPermissions, openPermission } from '../../src/crew/permissions'
import { EXAMPLE_ASK } from '../harness/example-ask'
import { FaultyStorage } from '../harness/faulty-storage'
import { asksToRun, programAsks, settled } from '../harness/program-asks'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const MINUTE = 60_000
const YES = { outcome: 'selected', optionId: 'yes' }
const NO = { outcome: 'selected', optionId: 'no' }
const CANCELLED = { outcome: 'cancelled' }

/** A crew, and what became of the requests of its developer. */
async function asked(commands: readonly string[], storage?: FaultyStorage, ms?: number) {
  const crew = testCrew({
    agents: { dev: 'developer', arch: 'architect' },
    ...(storage ? { storage } : {}),
  })
  const { permissions } = programAsks(crew, undefined, ms)
  const outcomes: Record<string, unknown> = {}
  for (const command of commands) {
    void permissions.ask('turn', asksToRun(command), false).then((end) => (outcomes[command] = end))
  }
  await settled()
  return { crew, permissions, outcomes }
}

const needs = (crew: TestCrew) => listNeeds(crew.crew, BY_PERSON)
const waiting = (crew: TestCrew) => needs(crew).filter(({ kind }) => kind === 'permission')

const rule = (action: PermissionRule['action'], more: Partial<PermissionRule> = {}) =>
  ({ id: action, role: null, toolKind: 'execute', prefix: null, action, ...more }) as PermissionRule

describe('PM8, PM20 rules beside each other', () => {
  const GENERAL = rule('allow')
  const ROWS: readonly (readonly [
    half: string,
    rules: readonly PermissionRule[],
    command: string | null,
    answer: PermissionRule['action'] | 'person',
  ])[] = [
    ['PM20 a command that is unknown is not allowed by a general rule beside one that refuses some', [GENERAL, rule('refuse', { prefix: 'rm' })], null, 'person'],
    ['PM20 … nor beside one that asks about some', [GENERAL, rule('ask', { prefix: 'rm' })], null, 'person'],
    ['PM20 … but it is beside one for another role', [GENERAL, rule('refuse', { prefix: 'rm', role: 'architect' })], null, 'allow'],
    ['PM20 … and beside one for another kind of tool', [GENERAL, rule('refuse', { toolKind: 'edit' })], null, 'allow'],
    ['PM20 a command that might run what is refused is not allowed by a general rule', [GENERAL, rule('refuse', { prefix: 'rm' })], 'sudo rm x', 'person'],
    ['PM20 … nor one that might run what is asked about', [GENERAL, rule('ask', { prefix: 'git push' })], 'sh -c "git push"', 'person'],
    ['PM20 … but by a rule with exactly its text', [GENERAL, rule('refuse', { prefix: 'rm' }), rule('allow', { prefix: 'sudo rm x' })], 'sudo rm x', 'allow'],
    ['PM20 … and not by one that asks with exactly its text', [GENERAL, rule('refuse', { prefix: 'rm' }), rule('ask', { prefix: 'sudo rm x' })], 'sudo rm x', 'ask'],
    ['PM8 the strictest counts: ask before allow, even for the same command', [rule('allow', { prefix: 'ls' }), rule('ask', { prefix: 'ls' })], 'ls', 'ask'],
    ['PM8 … and refuse before both', [rule('allow', { prefix: 'ls' }), rule('ask'), rule('refuse', { prefix: 'ls' })], 'ls', 'refuse'],
    ['PM9 a general rule that refuses covers a command that is unknown', [GENERAL, rule('refuse')], null, 'refuse'],
  ] // prettier-ignore
  test.for(ROWS)('%s', ([, rules, command, answer]) => {
    const found = ruleFor(rules, 'developer', { toolKind: 'execute', command, folder: '/project' })
    expect(found?.action ?? 'person').toBe(answer)
  })
})

test('PM6 requests of programs that run are not closed with those of an earlier run', async () => {
  const { crew, permissions, outcomes } = await asked(['ls'])
  await using _ = crew
  // Nobody waits for this one: it is of a program that has ended.
  const { id } = openPermission(crew.shard, crew.crew, crew.id('arch'), EXAMPLE_ASK, 'x')
  crew.shard.permissions.over(id)
  expect(needs(crew)).toHaveLength(2)
  closeLostPermissions(crew.shard, crew.crew)
  await settled()
  expect(needs(crew).map(({ agentId }) => agentId)).toEqual([crew.id('dev')])
  expect(outcomes).toEqual({})
  permissions.close()
})

test('PM10, PM11 "always" answers only waiting requests that it fits, and of that role alone; a deleted rule answers none', async () => {
  const { crew, permissions, outcomes } = await asked([
    'git status',
    'git status src',
    'git status -- b',
  ])
  await using _ = crew
  const other = programAsks(crew, crew.id('arch'))
  let others: unknown = null
  void other.permissions.ask(null, asksToRun('git status'), false).then((end) => (others = end))
  await settled()
  const [first] = needs(crew).filter(({ permission }) => permission?.command === 'git status')
  const { rule: made } = answerPermission(crew.shard, crew.crew, BY_PERSON, first?.id ?? '', {
    optionId: 'yes',
    always: true,
  })
  await settled()
  expect([outcomes, others]).toEqual([{ 'git status': YES, 'git status src': YES }, null])
  deletePermissionRule(crew.shard, crew.crew, BY_PERSON, made?.id ?? '')
  void permissions.ask('turn', asksToRun('git status -- c'), false)
  await settled()
  expect(needs(crew)).toHaveLength(3)
  permissions.close()
  other.permissions.close()
})

test('PM5, PM11 a rule does not answer a request that a person has answered and that is about to be stored', async () => {
  const storage = new FaultyStorage()
  const { crew, permissions, outcomes } = await asked(['ls'], storage)
  await using _ = crew
  const [need] = needs(crew)
  storage.breaks()
  answerPermission(crew.shard, crew.crew, BY_PERSON, need?.id ?? '', { optionId: 'no' })
  permissions.ruled()
  const add = { toolKind: 'execute', action: 'allow' } as const
  createPermissionRule(crew.shard, crew.crew, BY_PERSON, add)
  permissions.ruled()
  await settled()
  expect(outcomes, 'nothing is durable').toEqual({})
  permissions.close()
})

/** What is done is decided before storage refuses it, or is tried when the journal has failed already. */
const TIMES = ['before', 'after'] as const

async function refusing(
  crew: TestCrew,
  storage: FaultyStorage,
  time: (typeof TIMES)[number],
  act: () => void,
): Promise<void> {
  storage.breaks()
  if (time === 'before') act()
  createPermissionRule(crew.shard, crew.crew, BY_PERSON, { toolKind: 'read', action: 'allow' })
  await settled()
  storage.refuses()
  await settled()
  if (time === 'after') act()
  await settled()
  crew.recover()
  await settled()
}

test.for(TIMES)('PM2 a request that comes %s storage refuses is listed once it works again, and answered once', async (time) => {
  const storage = new FaultyStorage()
  const { crew, permissions, outcomes } = await asked([], storage)
  await using _ = crew
  await refusing(crew, storage, time, () => {
    void permissions.ask('turn', asksToRun('ls'), false).then((end) => (outcomes['ls'] = end))
  })
  expect([outcomes, needs(crew)]).toEqual([{}, []])
  crew.clock.advance(500)
  await settled()
  const [need, ...more] = needs(crew)
  expect(more).toEqual([])
  answerPermission(crew.shard, crew.crew, BY_PERSON, need?.id ?? '', { optionId: 'yes' })
  await settled()
  expect(outcomes).toEqual({ ls: YES })
  permissions.close()
}) // prettier-ignore

test.for(TIMES)('PM12 a request whose time is over %s storage refuses is refused once it works again, and a need says so', async (time) => {
  const storage = new FaultyStorage()
  const { crew, permissions, outcomes } = await asked(['ls'], storage, MINUTE)
  await using _ = crew
  await refusing(crew, storage, time, () => crew.clock.advance(MINUTE))
  expect([outcomes, needs(crew).map(({ kind }) => kind)]).toEqual([{}, ['permission']])
  crew.clock.advance(500)
  await settled()
  expect([outcomes, needs(crew).map(({ kind }) => kind)]).toEqual([{ ls: NO }, ['refused']])
  permissions.close()
}) // prettier-ignore

test.for(TIMES)('PM13 a request that is cancelled %s storage refuses is answered at once, and not listed for ever', async (time) => {
  const storage = new FaultyStorage()
  const { crew, permissions, outcomes } = await asked(['ls'], storage)
  await using _ = crew
  await refusing(crew, storage, time, () => permissions.cancel())
  expect(outcomes).toEqual({ ls: CANCELLED })
  expect(needs(crew), 'memory is made of the tables').toHaveLength(1)
  crew.clock.advance(500)
  await settled()
  expect(needs(crew)).toEqual([])
  permissions.close()
}) // prettier-ignore

test('PM23 a rule that storage refuses allows nothing: a person is asked', async () => {
  const storage = new FaultyStorage()
  const { crew, permissions, outcomes } = await asked([], storage)
  await using _ = crew
  storage.breaks()
  createPermissionRule(crew.shard, crew.crew, BY_PERSON, { toolKind: 'execute', action: 'allow' })
  void permissions.ask('turn', asksToRun('ls'), false).then((end) => (outcomes['ls'] = end))
  await settled()
  expect(outcomes).toEqual({})
  storage.refuses()
  await settled()
  crew.recover()
  await settled()
  crew.clock.advance(500)
  await settled()
  expect([outcomes, needs(crew).map(({ permission }) => permission?.command)]).toEqual([{}, ['ls']])
  permissions.close()
})

test('PM14 at most 16 requests wait, and there is room again for each that was answered', async () => {
  const all = Array.from({ length: LIMITS.permissionsOpen }, (_, n) => `run-${n}`)
  const { crew, permissions, outcomes } = await asked(all)
  await using _ = crew
  expect(waiting(crew)).toHaveLength(16)
  expect(await permissions.ask('turn', asksToRun('one more'), false)).toEqual(NO)
  answerPermission(crew.shard, crew.crew, BY_PERSON, waiting(crew)[0]?.id ?? '', {
    optionId: 'yes',
  })
  await settled()
  expect(Object.values(outcomes)).toEqual([YES])
  void permissions.ask('turn', asksToRun('again'), false)
  await settled()
  expect(waiting(crew)).toHaveLength(16)
  expect(await permissions.ask('turn', { ...asksToRun('ls'), options: [] }, false)).toEqual(
    CANCELLED,
  )
  permissions.close()
})

test('PM12 refusals of one agent that nobody had a say in are one need, those of another one its own', async () => {
  const { crew, permissions } = await asked(['a', 'b'], undefined, MINUTE)
  await using _ = crew
  const other = programAsks(crew, crew.id('arch'), MINUTE)
  void other.permissions.ask(null, asksToRun('c'), false)
  await settled()
  crew.clock.advance(MINUTE)
  await settled()
  expect(needs(crew).map(({ kind, agentId }) => [kind, agentId])).toEqual([
    ['refused', crew.id('dev')],
    ['refused', crew.id('arch')],
  ])
  permissions.close()
  other.permissions.close()
})
