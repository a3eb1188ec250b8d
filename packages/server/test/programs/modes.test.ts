import path from 'node:path'
import { expect, test } from 'vitest'
import { ACP_PRESETS } from '../../src/crew/presets'
import { PRESET_MODES } from '../../src/crew/preset-modes'
import { AgentFloor, plannedDriver } from '../harness/agent-floor'
import { isLong } from '../harness/long'

const MODES = ['manual', 'plan', 'yolo']

/** Adds an agent with a mode whose program behaves like this at each start. */
async function hired(floor: AgentFloor, name: string, mode: string | null, behaviour: object) {
  const driver = plannedDriver(floor.folder, name, [behaviour])
  return floor.add(name, mode === null ? driver : { ...driver, mode })
}

/** Into which modes its programs were put, in order. */
function puts(floor: AgentFloor, name: string): unknown[] {
  return floor.programs.notes(name).flatMap(({ method, params }) => {
    const { modeId, value, configId } = (params ?? {}) as Record<string, unknown>
    if (method === 'session/set_mode') return [modeId]
    return method === 'session/set_config_option' ? [`${String(configId)}=${String(value)}`] : []
  })
}

function needs(floor: AgentFloor): string[] {
  const crew = floor.server.app.core.shard.crew(floor.leadId)
  return Object.values(crew.state.needs).map(({ text }) => text)
}

async function edits(floor: AgentFloor, name: string, body: object): Promise<void> {
  const reply = await floor.server.call('PATCH', `/api/agents/${floor.id(name)}/setup`, body)
  expect([reply.status, reply.body]).toEqual([200, reply.body])
}

test('MD1, MD2 a new session and a continued one are put into the agent’s mode, in either form of the protocol', async () => {
  await using floor = await AgentFloor.open()
  await hired(floor, 'ada', 'plan', { modes: MODES, loadSession: true })
  await hired(floor, 'ben', 'yolo', { configModes: MODES, resume: true })
  await hired(floor, 'cara', 'manual', { modes: MODES })
  const names = ['ada', 'ben', 'cara']
  for (const name of names) await floor.tell(name, 'go')
  for (const name of names) await floor.settled(name)
  expect(names.map((name) => puts(floor, name))).toEqual([['plan'], ['how=yolo'], []])
  await floor.restart()
  expect(floor.record('ada').driver).toMatchObject({ mode: 'plan' })
  for (const name of ['ada', 'ben']) await floor.tell(name, 'again')
  for (const name of ['ada', 'ben']) await floor.programs.prompt(name, 2)
  expect(puts(floor, 'ada')).toEqual(['plan', 'plan'])
  expect(puts(floor, 'ben')).toEqual(['how=yolo', 'how=yolo'])
  expect(floor.programs.asked('ada', 'session/load')).toBe(1)
})

test('MD3 an agent fails with a sentence if its program does not have the chosen mode, or does not take it', async () => {
  await using floor = await AgentFloor.open()
  await hired(floor, 'ada', 'turbo', { modes: MODES })
  await hired(floor, 'ben', 'plan', {})
  await hired(floor, 'cara', 'plan', { configModes: MODES, modeError: 'not today' })
  for (const name of ['ada', 'ben', 'cara']) {
    await floor.until('it has failed', () => floor.record(name).ended === 'failed')
    // Trying again would not help.
    expect(floor.programs.starts(name)).toHaveLength(1)
  }
  expect(floor.record('ada').endedReason).toBe(
    'Its program has no mode "turbo": its modes are manual, plan, yolo. Choose another mode for the agent.',
  )
  expect(floor.record('ben').endedReason).toBe(
    'Its program has no mode "plan": it has no modes. Choose another mode for the agent.',
  )
  expect(floor.record('cara').endedReason).toMatch(
    /^Its program did not take the mode "plan": .*not today/,
  )
  expect(needs(floor)).toHaveLength(3)
  // Another mode, and it goes on.
  await edits(floor, 'ada', { mode: 'plan', resume: true })
  await floor.tell('ada', 'go')
  await floor.programs.prompt('ada', 1)
  expect(puts(floor, 'ada')).toEqual(['plan'])
})

test('MD4 a mode is changed while the program runs, at once and without ending it, and back', async () => {
  await using floor = await AgentFloor.open()
  await hired(floor, 'ada', null, { modes: MODES, hang: 'prompt', chunks: ['on it'] })
  await floor.tell('ada', 'go')
  await floor.until('it works', () => floor.seen('ada'))
  await edits(floor, 'ada', { mode: 'yolo' })
  await floor.until('it was put into it', () => puts(floor, 'ada').length === 1)
  await edits(floor, 'ada', { mode: null })
  await floor.until('and back', () => puts(floor, 'ada').length === 2)
  expect(puts(floor, 'ada')).toEqual(['yolo', 'manual'])
  expect(floor.record('ada').driver).not.toHaveProperty('mode')
  expect(floor.programs.starts('ada')).toHaveLength(1)
  // One that is not taken is for a person to see; the agent goes on as it was.
  await edits(floor, 'ada', { mode: 'turbo' })
  await floor.until('a person is told', () => needs(floor).length === 1)
  expect(needs(floor)).toEqual([
    'Its mode was not changed. Its program has no mode "turbo": its modes are manual, plan, yolo. Choose another mode for the agent.',
  ])
  expect(floor.record('ada').ended).toBeNull()
  expect(floor.programs.starts('ada')).toHaveLength(1)
})

test.skipIf(!isLong)(
  'MD4 a mode that is chosen while the program is not running, or is starting, applies from its start',
  async () => {
    await using floor = await AgentFloor.open({ idleStopMinutes: 0.005 })
    await hired(floor, 'ada', null, { modes: MODES, loadSession: true })
    const { presence } = floor.server.app.core
    await floor.until('it sleeps', () => presence.get(floor.id('ada')).asleep)
    await edits(floor, 'ada', { mode: 'plan' })
    await floor.tell('ada', 'go')
    await floor.programs.prompt('ada', 1)
    expect(puts(floor, 'ada').at(-1)).toBe('plan')
    const hold = path.join(floor.folder, 'never')
    await hired(floor, 'ben', null, { modes: MODES, holdSession: hold })
    await floor.until('it is starting', () => floor.programs.asked('ben', 'session/new') === 1)
    await edits(floor, 'ben', { mode: 'plan' })
    await floor.until('another one is', () => floor.programs.starts('ben').length === 2)
    expect(presence.get(floor.id('ben')).status).toBe('starting')
  },
)

test('MD5 every preset lists its modes with what an agent does in each without asking; the first is the default', async () => {
  await using floor = await AgentFloor.open()
  const { body } = await floor.server.call('GET', '/api/drivers')
  const listed = body['presets'] as { id: string; modes: { id: string; unasked: boolean }[] }[]
  expect(Object.keys(PRESET_MODES).sort()).toEqual(Object.keys(ACP_PRESETS).sort())
  for (const { id, modes } of listed) expect([id, modes]).toEqual([id, PRESET_MODES[id]])
  const unasked = (id: string) => listed.find((one) => one.id === id)?.modes[0]?.unasked
  // As they were tried: only these two act before anybody has chosen a mode.
  expect(listed.filter(({ id }) => unasked(id)).map(({ id }) => id)).toEqual(['codex', 'opencode'])
  for (const [id, { mode }] of Object.entries(ACP_PRESETS)) {
    if (mode !== null) expect([id, PRESET_MODES[id]?.[0]?.id]).toEqual([id, mode])
  }
  expect(listed.find(({ id }) => id === 'copilot')?.modes.map(({ id }) => id)).toContain(
    'https://agentclientprotocol.com/protocol/session-modes#plan',
  )
})

test('MD6 a mode is refused for a program that does not speak ACP, and if it contains a secret', async () => {
  await using floor = await AgentFloor.open()
  await floor.add('pipe', { kind: 'pipe', command: process.execPath, args: ['-e', ''] })
  const route = `/api/agents/${floor.id('pipe')}/setup`
  const refused = await floor.server.call('PATCH', route, { mode: 'plan' })
  expect([refused.status, refused.body['error'].message]).toEqual([
    422,
    expect.stringContaining('Only programs that speak ACP have modes'),
  ])
  const driver = { ...plannedDriver(floor.folder, 'eve', [{}]), mode: floor.server.owner }
  const agents = `/api/lead/${floor.leadId}/agents`
  const told = await floor.server.call('POST', agents, { name: 'eve', role: 'developer', driver })
  expect(told.status).toBe(422)
})
