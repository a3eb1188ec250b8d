import type { PermissionRule } from '@crewroom/shared/model/need'
import { expect, test } from 'vitest'
import { answerPermission, askAboutRules } from '../../src/crew/permissions'
import {
  createPermissionRule,
  deletePermissionRule,
  listPermissionRules,
} from '../../src/crew/permission-rules'
import { listNeeds } from '../../src/crew/needs'
import { closeNeed } from '../../src/groups/close-need'
import { terminateAgent } from '../../src/agents/end-agent'
import { CountingIds } from '../harness/counting-ids'
import { crewText, linesOf, takeIn } from '../harness/export-text'
import { asksToRun, programAsks, settled } from '../harness/program-asks'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const ALLOWED = { outcome: 'selected', optionId: 'yes' }
const REFUSED = { outcome: 'selected', optionId: 'no' }
const AGENTS = { dev: 'developer', two: 'developer' } as const

const needs = (crew: TestCrew) => listNeeds(crew.crew, BY_PERSON)
const rules = (crew: TestCrew) => listPermissionRules(crew.crew, BY_PERSON)

/** Asks, and answers with "always" if a person is asked; the folder in which the agent works is that of its program. */
async function always(crew: TestCrew, optionId: string, folder: string, command = 'npm test') {
  const { permissions } = programAsks(crew, crew.id('dev'), null, folder)
  const answer = permissions.ask(null, asksToRun(command), false)
  await Promise.resolve()
  const [need] = needs(crew)
  answerPermission(crew.shard, crew.crew, BY_PERSON, need?.id ?? '', { optionId, always: true })
  await answer
  permissions.close()
}

/** The answer of a rule, or that a person is asked. */
async function asked(crew: TestCrew, folder: string, command = 'npm test', name = 'dev') {
  const { permissions } = programAsks(crew, crew.id(name), null, folder)
  const answer = permissions.ask(null, asksToRun(command), false)
  await settled()
  const isAsked = needs(crew).some(({ kind }) => kind === 'permission')
  permissions.close()
  return isAsked ? 'a person is asked' : await answer
}

test('PM30 "always" allows in the folder alone in which the agent works that asked, and refuses in every folder', async () => {
  await using crew = testCrew({ agents: AGENTS })
  await always(crew, 'yes', '/project')
  expect(rules(crew)).toMatchObject([{ action: 'allow', prefix: 'npm test', folder: '/project' }])
  expect(await asked(crew, '/project')).toEqual(ALLOWED)
  expect(await asked(crew, '/project', 'npm test', 'two')).toEqual(ALLOWED)
  for (const folder of ['/project/evil', '/projec', '/', '/PROJECT', '/other']) {
    expect(await asked(crew, folder)).toBe('a person is asked')
  }
  await always(crew, 'no', '/project', 'git push')
  expect(rules(crew).at(-1)).not.toHaveProperty('folder')
  expect(await asked(crew, '/other', 'git push')).toEqual(REFUSED)
})

test('PM30 a rule that a person writes holds in every folder, beside one that holds in one', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const own = { toolKind: 'execute', prefix: 'npm test', role: 'developer', action: 'allow' } as const // prettier-ignore
  await always(crew, 'yes', '/project')
  createPermissionRule(crew.shard, crew.crew, BY_PERSON, own)
  expect(rules(crew).map(({ folder }) => folder)).toEqual(['/project', null])
  expect(await asked(crew, '/other')).toEqual(ALLOWED)
  crew.restart()
  expect(rules(crew).map(({ folder }) => folder)).toEqual(['/project', null])
})

/** Rules as an earlier version wrote them. */
function earlier(crew: TestCrew, ...prefixes: readonly string[]): readonly PermissionRule[] {
  return prefixes.map((prefix) =>
    crew.act(() => {
      const decision = crew.shard.decide(crew.crew)
      const id = crew.shard.ports.ids.record()
      const rule: PermissionRule = { id, leadId: crew.leadId, role: null, toolKind: 'execute', prefix, action: 'allow', createdBy: 'human', createdAt: decision.at } // prettier-ignore
      decision.add('permission:rule_added', { rule })
      crew.shard.commit(crew.crew, BY_PERSON, decision)
      return rule
    }),
  )
}

const ASKS =
  '2 rules of an earlier version allow more than what was answered: they hold in every folder. Keep them, or drop them and be asked again: npm test; tar'

/** A crew of an earlier version, after the first start of this one. */
function updated(): TestCrew {
  const crew = testCrew({ agents: AGENTS })
  earlier(crew, 'npm test', 'tar')
  createPermissionRule(crew.shard, crew.crew, BY_PERSON, { toolKind: 'read', action: 'refuse' })
  crew.restart()
  askAboutRules(crew.shard, crew.crew)
  return crew
}

const close = (crew: TestCrew, action: Parameters<typeof closeNeed>[3]) =>
  closeNeed(crew.shard, BY_PERSON, needs(crew)[0]?.id ?? '', action)

test('PM31 a person is asked once about rules of an earlier version, also after restarts, and they hold as before until then', async () => {
  await using crew = updated()
  expect(needs(crew)).toMatchObject([{ kind: 'rules', agentId: crew.leadId, text: ASKS }])
  expect(await asked(crew, '/anywhere')).toEqual(ALLOWED)
  crew.restart()
  askAboutRules(crew.shard, crew.crew)
  expect(needs(crew)).toHaveLength(1)
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.leadId, null))
  expect(needs(crew)).toHaveLength(1)
})

test('PM31 the rules stay because a person says so, or dismisses the question; or they go; nobody asks again', async () => {
  for (const action of ['keep', 'dismiss', 'drop'] as const) {
    await using crew = updated()
    close(crew, action)
    const kept = action === 'drop' ? [] : [['npm test', null], ['tar', null]] // prettier-ignore
    const allowing = () => rules(crew).filter((rule) => rule.action === 'allow')
    expect(allowing().map(({ prefix, folder }) => [prefix, folder])).toEqual(kept)
    expect(rules(crew).some((rule) => rule.action === 'refuse')).toBe(true)
    crew.restart()
    askAboutRules(crew.shard, crew.crew)
    expect(needs(crew)).toEqual([])
    expect(await asked(crew, '/anywhere')).toEqual(action === 'drop' ? 'a person is asked' : ALLOWED) // prettier-ignore
  }
})

test('PM31 the question ends with the last of the rules, and keep and drop answer nothing else', async () => {
  await using crew = updated()
  for (const [index, rule] of rules(crew).slice(0, 2).entries()) {
    expect(needs(crew)).toHaveLength(1)
    expect(rules(crew)).toHaveLength(3 - index)
    deletePermissionRule(crew.shard, crew.crew, BY_PERSON, rule.id)
  }
  expect(needs(crew)).toEqual([])
  void programAsks(crew).permissions.ask(null, asksToRun('ls'), false)
  await Promise.resolve()
  for (const action of ['keep', 'drop'] as const) {
    expect(() => close(crew, action)).toThrow('Only rules can be kept or dropped')
  }
  expect(needs(crew)).toHaveLength(1)
})

test('EX70 a crew whose rules say where they hold is a file of version 11, also when they are gone; any other as before', async () => {
  await using crew = testCrew({ agents: AGENTS })
  createPermissionRule(crew.shard, crew.crew, BY_PERSON, { toolKind: 'read', action: 'refuse' })
  expect(linesOf(await crewText(crew))[0]).toMatchObject({ version: 1 })
  await always(crew, 'yes', '/project')
  for (const isThere of [true, false]) {
    const text = await crewText(crew)
    expect(linesOf(text)[0]).toMatchObject({ version: 11 })
    await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
    await takeIn(other, text)
    const taken = listPermissionRules(other.shard.crew(crew.leadId), BY_PERSON)
    expect(taken).toEqual(rules(crew))
    expect(await crewText(other, crew.leadId)).toBe(text)
    const rule = rules(crew).find(({ folder }) => folder !== undefined)
    if (isThere) deletePermissionRule(crew.shard, crew.crew, BY_PERSON, rule?.id ?? '')
  }
})

test('EX71 rules of a file of an earlier version change nothing in it, and the next start asks about them once', async () => {
  await using crew = testCrew({ agents: AGENTS })
  earlier(crew, 'npm test', 'tar')
  const text = await crewText(crew)
  expect(linesOf(text)[0]).toMatchObject({ version: 1 })
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, text)
  const taken = () => other.shard.crew(crew.leadId)
  expect(listNeeds(taken(), BY_PERSON)).toEqual([])
  expect(await crewText(other, crew.leadId)).toBe(text)
  askAboutRules(other.shard, taken())
  expect(listNeeds(taken(), BY_PERSON)).toMatchObject([{ kind: 'rules', text: ASKS }])
  const again = await crewText(other, crew.leadId)
  expect(linesOf(again)[0]).toMatchObject({ version: 11 })
  await using third = testCrew({ ids: new CountingIds('c0c0', 'c-') })
  await takeIn(third, again)
  askAboutRules(third.shard, third.shard.crew(crew.leadId))
  expect(listNeeds(third.shard.crew(crew.leadId), BY_PERSON)).toHaveLength(1)
})
