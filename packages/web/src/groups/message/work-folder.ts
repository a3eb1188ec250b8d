import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { createContext } from 'react'

/** The agent whose words these are, if files of its working folder are shown. */
export const WorkFolder = createContext<AgentRecord | null>(null)

/** The agent, if it works in a folder of this machine and a person lets its files be shown. */
export function withFolder(
  crew: Pick<CrewState, 'agents' | 'workFiles'>,
  id: string,
): AgentRecord | null {
  const agent = crew.workFiles && crew.agents[id]
  return agent && agent.cwd !== null && agent.driver.kind !== 'remote' ? agent : null
}
