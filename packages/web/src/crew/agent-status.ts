import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'

/** How an agent's state looks: a shape as well as a colour, and a word for both. */
export interface StatusLook {
  readonly dot: 'run' | 'idle' | 'done' | 'fail' | 'wait'
  readonly word: string
}

export function statusLook(agent: AgentRecord, live: LiveAgent | undefined): StatusLook {
  switch (agent.ended) {
    case 'completed':
      return { dot: 'done', word: 'Finished' }
    case 'failed':
      return { dot: 'fail', word: 'Failed' }
    case 'terminated':
      return { dot: 'done', word: 'Ended' }
    case null:
      break
    default:
      agent.ended satisfies never
  }
  if (!live || live.connection === 'none') return { dot: 'idle', word: 'Not connected' }
  if (live.connection === 'lost') return { dot: 'wait', word: 'Connection lost' }
  if (live.status === 'working') return { dot: 'run', word: 'Working' }
  return live.status === 'starting'
    ? { dot: 'idle', word: 'Starting' }
    : { dot: 'idle', word: 'Idle' }
}

export function isWorking(agent: AgentRecord, live: LiveAgent | undefined): boolean {
  return statusLook(agent, live).dot === 'run'
}
