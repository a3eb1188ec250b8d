import path from 'node:path'
import { writeFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { AcpPrompts } from '../../src/programs/acp/acp-prompts'
import { AgentFloor, posts } from '../harness/agent-floor'
import { FakeModel } from '../harness/fake-model'
import { eventually } from '../harness/speaker'

/** The news of an interrupt that the agent's prompt has brought comes late: after that prompt has begun. */
async function isToldLate(floor: AgentFloor, name: string): Promise<void> {
  floor.server.app.core.signals.emit('interrupted', floor.id(name), null)
  await floor.server.call('GET', '/api/health')
}

/** The news of an interrupt comes just before the prompt is made that brings it. */
function isToldEarly(floor: AgentFloor, name: string): void {
  const { next } = AcpPrompts.prototype
  vi.spyOn(AcpPrompts.prototype, 'next').mockImplementation(function (this: AcpPrompts, wanted) {
    floor.server.app.core.signals.emit('interrupted', floor.id(name), null)
    return next.call(this, wanted)
  })
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('TK47 a model is asked what its prompt has brought, if the news of the interrupt comes just before', async () => {
  await using model = await FakeModel.start({ text: [posts('ada', 'read')] })
  await using floor = await AgentFloor.open()
  await floor.add('ada', model.driver())
  isToldEarly(floor, 'ada')
  await floor.act('ada', 'interrupt', { content: 'stop that' })
  expect(FakeModel.promptOf(await model.request(1))).toContain('stop that')
  await eventually('it has read it', () => floor.contents().includes('read'))
})

test('TK47 a program is not cancelled in what its prompt has brought, if the news of the interrupt comes just before', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('ada', { chunks: [posts('ada', 'read')] })
  isToldEarly(floor, 'ada')
  await floor.act('ada', 'interrupt', { content: 'stop that' })
  await eventually('it has read it', () => floor.contents().includes('read'))
  expect(floor.programs.asked('ada', 'session/cancel')).toBe(0)
})

test('TK47 the request of a model goes on, if its prompt has brought the interrupt already', async () => {
  let goesOn = (): void => {}
  const awaits = new Promise<void>((resolve) => (goesOn = resolve))
  await using model = await FakeModel.start({ text: ['I stop. ', posts('ada', 'read')], awaits })
  await using floor = await AgentFloor.open()
  await floor.add('ada', model.driver())
  await floor.act('ada', 'interrupt', { content: 'stop that' })
  expect(FakeModel.promptOf(await model.request(1))).toContain('stop that')
  await isToldLate(floor, 'ada')
  goesOn()
  await eventually('it has read it', () => floor.contents().includes('read'))
  expect(model.asked[0]?.left).toBe(false)
})

test('TK47 the prompt of a program is not cancelled, if it has brought the interrupt already', async () => {
  await using floor = await AgentFloor.open()
  const goes = path.join(floor.folder, 'goes')
  await floor.agent('ada', { chunks: [{ awaits: goes }, posts('ada', 'read')] })
  await floor.act('ada', 'interrupt', { content: 'stop that' })
  expect(await floor.programs.prompt('ada', 1)).toContain('stop that')
  await isToldLate(floor, 'ada')
  writeFileSync(goes, '')
  await eventually('it has read it', () => floor.contents().includes('read'))
  expect(floor.programs.asked('ada', 'session/cancel')).toBe(0)
})
