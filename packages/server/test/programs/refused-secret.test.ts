import { expect, test } from 'vitest'
import { permissionRequest } from '../../src/programs/acp/permission-request'
import { AcpRefusals } from '../../src/programs/acp/acp-refusals'
import type { AgentStream } from '../../src/intake/agent-stream'
import type { ProgramRunPorts } from '../../src/programs/program-run'
import { joined, letters } from '../harness/secrets'
import { testCrew } from '../harness/test-crew'

test('MK31 a secret at the end of what is said of a refused command leaves no part of it there', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const token = joined('gh', `p_${letters(36)}`)
  const command = `${'echo '.repeat(36)}${token} and more`
  const ports = { shard: crew.shard, rollouts: { record: () => {} } } as unknown as ProgramRunPorts
  const stream = { agentId: crew.id('dev'), position: { done: 0 } } as unknown as AgentStream
  const refusals = new AcpRefusals(ports, stream)
  refusals.refused(permissionRequest({ toolCall: { rawInput: { command } } }), 'server')
  refusals.ended(false)
  const [need] = Object.values(crew.crew.state.needs)
  expect(need?.text).toContain('[masked:github')
  const told = JSON.stringify([need, await crew.reads('dev')])
  expect(told).toContain('echo')
  expect(told).not.toContain(token.slice(0, 12))
})
