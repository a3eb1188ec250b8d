import type { AgentRecord } from '@crewroom/shared/model/agent'
import { AcpRun } from './acp/acp-run'
import { ModelRun } from './model/model-run'
import { PipeRun } from './pipe'
import type { ProgramRun, ProgramRunPorts } from './program-run'

/** Starts what acts for an agent; a remote one has its program elsewhere. */
export function runOf(ports: ProgramRunPorts, agent: AgentRecord): ProgramRun {
  const { kind } = agent.driver
  switch (kind) {
    case 'pipe':
      return new PipeRun(ports, agent)
    case 'acp':
      return new AcpRun(ports, agent)
    case 'model':
      return new ModelRun(ports, agent)
    default:
      throw new Error(`an agent whose driver is ${kind} has no program here`)
  }
}
