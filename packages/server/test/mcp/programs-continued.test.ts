import { expect, test } from 'vitest'
import { AgentFloor } from '../harness/agent-floor'
import { isLong } from '../harness/long'

const ON = { agentTools: true }

test('MC33 a conversation that continues is notified in which way its agent acts now', async () => {
  await using floor = await AgentFloor.open(ON)
  await floor.agent('ben', { mcp: 'lists' }, { mcp: 'lists' }, { mcp: 'ignores' })
  await floor.tell('ben', 'One.')
  await floor.programs.prompt('ben', 1)
  await floor.until(
    'it is idle',
    () => floor.server.app.core.presence.get(floor.id('ben')).status === 'idle',
  )
  await floor.restart()
  await floor.tell('ben', 'Two.')
  expect(await floor.programs.prompt('ben', 2)).toMatch(
    /^\[System\] From now on, act with the tools of "crewroom"/,
  )
  if (!isLong) return
  await floor.until(
    'it is idle',
    () => floor.server.app.core.presence.get(floor.id('ben')).status === 'idle',
  )
  await floor.restart()
  await floor.tell('ben', 'Three.')
  expect(await floor.programs.prompt('ben', 3)).toMatch(
    /^\[System\] The tools of "crewroom" are not available: write commands/,
  )
})
