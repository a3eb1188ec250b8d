import type { AgentStream } from '../../src/intake/agent-stream'
import { AcpPermissions } from '../../src/programs/acp/acp-permissions'
import type { ProgramRunPorts } from '../../src/programs/program-run'
import type { TestCrew } from './test-crew'

/** The requests of one agent's program, without the program. */
export function programAsks(
  crew: TestCrew,
  agentId = crew.id('dev'),
  permissionMs: number | null = null,
  folder = '/project',
): { readonly permissions: AcpPermissions; readonly recorded: Record<string, unknown>[] } {
  const recorded: Record<string, unknown>[] = []
  const ports = {
    shard: crew.shard,
    rollouts: {
      record: (_: string, { data }: { data: Record<string, unknown> }) => recorded.push(data),
    },
    live: { emit: () => {} },
    maskOf: crew.core.maskOf,
    logger: { warn: () => {} },
    permissionMs,
  } as unknown as ProgramRunPorts
  const stream = { agentId, position: { done: 0 } } as unknown as AgentStream
  return { permissions: new AcpPermissions(ports, stream, folder), recorded }
}

/** A request to run this, with a way to allow and a way to refuse it. */
export const asksToRun = (command: string) => ({
  toolCall: { toolCallId: command, title: command, kind: 'execute', rawInput: { command } },
  options: [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ],
})

/** Whatever waits for promises alone has run. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))
