import { expect, test } from 'vitest'
import { AgentFloor, posts } from '../harness/agent-floor'
import { answer, asked, outcomes, record, runs, waiting } from '../harness/floor-asks'

const CANCELLED = { outcome: 'cancelled' }
const ALLOWED = { outcome: 'selected', optionId: 'cancel' }

const PAUSES: readonly (readonly [what: string, path: (floor: AgentFloor) => string])[] = [
  ['the crew', ({ leadId }) => `/api/lead/${leadId}`],
  ['all crews', () => '/api'],
]

const call = (floor: AgentFloor, path: string) => floor.server.call('POST', path)
const stalled = (floor: AgentFloor) => waiting(floor, 'stalled').length

test.for(PAUSES)('PM13 a request waits on while %s is paused: it is listed, answered, and its turn goes on at once', async ([, pathOf]) => {
  await using floor = await AgentFloor.open()
  await floor.agent('ada', { permissions: [runs('git push')] })
  await floor.tell('ada', 'go')
  const [need] = await asked(floor)
  await call(floor, `${pathOf(floor)}/pause`)
  const { body } = await floor.server.call('GET', `/api/lead/${floor.leadId}/needs`)
  expect(body['needs']).toEqual([{ ...need, permission: { ...need?.permission, until: null } }])
  expect((await floor.view('ada'))['why']).toMatchObject({ code: 'waiting', text: 'waiting for you: it asks for permission' }) // prettier-ignore
  expect(outcomes(floor, 'ada')).toEqual([])
  expect((await answer(floor, need, { optionId: 'cancel' })).status).toBe(200)
  await floor.settled('ada')
  expect(outcomes(floor, 'ada')).toEqual([ALLOWED])
  expect((await record(floor, 'ada')).map(([by]) => by)).toEqual(['person'])
  // What comes next is kept back by the pause.
  await floor.tell('ada', 'again')
  const twice = await answer(floor, need, { optionId: 'ok' })
  expect([twice.status, twice.body['error']['code']]).toEqual([409, 'already_answered'])
  expect(floor.programs.prompts('ada')).toHaveLength(1)
  await call(floor, `${pathOf(floor)}/resume`)
  await asked(floor)
  expect(stalled(floor)).toBe(0)
}) // prettier-ignore

test.for(PAUSES)('PM13 a request that is open when the pause of %s ends waits on, and its agent is not asked to continue', async ([, pathOf]) => {
  await using floor = await AgentFloor.open({ permissionMinutes: 30 })
  await floor.agent('ada', { permissions: [runs('git push')] })
  await floor.leadSays(`⟦⟦ DELEGATE ${JSON.stringify({ to: floor.id('ada'), task: 'push it' })} ⟧⟧\n`)
  const [need] = await asked(floor)
  await call(floor, `${pathOf(floor)}/pause`)
  await call(floor, `${pathOf(floor)}/resume`)
  expect(await asked(floor)).toEqual([need])
  const { body } = await floor.server.call('GET', `/api/lead/${floor.leadId}/needs`)
  const [now] = body['needs']
  expect(now.permission.until > String(need?.permission?.until)).toBe(true)
  await answer(floor, need, { optionId: 'cancel' })
  await floor.until('it is answered', () => outcomes(floor, 'ada').length === 1)
  expect([outcomes(floor, 'ada'), stalled(floor)]).toEqual([[ALLOWED], 0])
}) // prettier-ignore

test('PM13 what is first asked for in a pause is a need as well', async () => {
  await using floor = await AgentFloor.open()
  const rule = { when: 'go', permission: true, say: 'done' }
  await floor.agent('ada', { rules: [rule, rule] })
  await floor.tell('ada', 'go')
  const [first] = await asked(floor)
  await call(floor, `/api/lead/${floor.leadId}/pause`)
  await answer(floor, first, { optionId: 'yes' })
  await floor.until('it asks for the next', () => waiting(floor).some(({ id }) => id !== first?.id))
  await answer(floor, waiting(floor)[0], { optionId: 'yes' })
  await floor.settled('ada')
  const allowed = { outcome: 'selected', optionId: 'yes' }
  expect(outcomes(floor, 'ada')).toEqual([allowed, allowed])
})

/** What ends the turn or the program, which has no answer to wait for then; and how a late answer is refused. */
const ENDS: readonly (readonly [what: string, act: (floor: AgentFloor) => unknown, refused: string])[] = [
  ['an interrupt', (floor) => floor.act('ada', 'interrupt', { content: 'Stop.' }), 'already_answered'],
  ['the removal of the agent', (floor) => floor.act('ada', 'terminate'), 'already_answered'],
  ['a crash of its program', (floor) => process.kill(floor.programs.pids('ada')[0] ?? 0, 'SIGKILL'), 'already_answered'],
  ['a restart of the server', (floor) => floor.restart(), 'need_not_found'],
] // prettier-ignore

test.for(ENDS)('PM13 %s withdraws a request in a pause as well, and says so to a late answer', async ([what, act, refused]) => {
  await using floor = await AgentFloor.open({ acpCancelMs: 60_000 })
  const ada = { permissions: [runs('git push')], cancelWaits: true }
  await floor.agent('ada', ada, { chunks: [posts('ada', 'on')] })
  await floor.tell('ada', 'go')
  const [need] = await asked(floor)
  await call(floor, `/api/lead/${floor.leadId}/pause`)
  await act(floor)
  await floor.until(`nothing waits after ${what}`, () => waiting(floor).length === 0)
  const late = await answer(floor, need, { optionId: 'cancel' })
  expect([late.status, late.body['error']['code']]).toEqual([refused === 'need_not_found' ? 404 : 409, refused]) // prettier-ignore
  if (!what.startsWith('a crash')) {
    await floor.until('it is told', () => outcomes(floor, 'ada').length > 0)
    expect(outcomes(floor, 'ada')[0]).toEqual(CANCELLED)
  }
}) // prettier-ignore
