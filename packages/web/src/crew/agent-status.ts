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
  if (!live) return { dot: 'idle', word: 'Not connected' }
  switch (live.why.code) {
    case 'working':
      return { dot: 'run', word: 'Working' }
    case 'starting':
      return { dot: 'idle', word: 'Starting' }
    case 'restarting':
      return { dot: 'wait', word: 'Restarting' }
    case 'paused':
      return { dot: 'wait', word: 'Paused' }
    case 'held':
      return { dot: 'wait', word: 'Held' }
    default:
  }
  if (live.connection === 'none') return { dot: 'idle', word: 'Not connected' }
  if (live.connection === 'lost') return { dot: 'wait', word: 'Connection lost' }
  return live.why.code === 'waiting'
    ? { dot: 'idle', word: 'Waiting' }
    : { dot: 'idle', word: 'Idle' }
}

/** Why nothing is happening with an agent, where its status word does not say it already. */
export function whyLine(live: LiveAgent | undefined): string | null {
  if (!live || live.why.code === 'working' || live.why.code === 'starting') return null
  return live.why.code === 'idle' && live.owed.count === 0 ? null : live.why.text
}

export function isWorking(agent: AgentRecord, live: LiveAgent | undefined): boolean {
  return statusLook(agent, live).dot === 'run'
}
