import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'

/** The one word for what is with an agent. The last seven are temporary. */
export type AgentState =
  | 'working'
  | 'waits'
  | 'idle'
  | 'off'
  | 'done'
  | 'failed'
  | 'ended'
  | 'starting'
  | 'restarting'
  | 'paused'
  | 'held'
  | 'asleep'
  | 'asks'
  | 'lost'

/** How a state looks: a shape as well as a colour, and a word for both. */
export interface StatusLook {
  readonly state: AgentState
  readonly dot: 'run' | 'wait' | 'idle' | 'off' | 'done' | 'fail' | 'end' | 'start' | 'pause'
  readonly word: string
}

/** Every state as it is shown on every screen. */
export const LOOKS: Readonly<Record<AgentState, StatusLook>> = {
  working: { state: 'working', dot: 'run', word: 'Working' },
  waits: { state: 'waits', dot: 'wait', word: 'Waits for you' },
  idle: { state: 'idle', dot: 'idle', word: 'Idle' },
  off: { state: 'off', dot: 'off', word: 'Not connected' },
  done: { state: 'done', dot: 'done', word: 'Done' },
  failed: { state: 'failed', dot: 'fail', word: 'Failed' },
  ended: { state: 'ended', dot: 'end', word: 'Ended' },
  starting: { state: 'starting', dot: 'start', word: 'Starting' },
  restarting: { state: 'restarting', dot: 'start', word: 'Restarting' },
  paused: { state: 'paused', dot: 'pause', word: 'Paused' },
  held: { state: 'held', dot: 'wait', word: 'On hold' },
  asleep: { state: 'asleep', dot: 'idle', word: 'Asleep' },
  asks: { state: 'asks', dot: 'idle', word: 'Reads when it asks' },
  lost: { state: 'lost', dot: 'off', word: 'Connection lost' },
}

type Needs = Pick<CrewState, 'needs'>

export function statusLook(
  state: Needs,
  agent: AgentRecord,
  live: LiveAgent | undefined,
): StatusLook {
  return LOOKS[stateOf(state, agent, live)]
}

function stateOf(state: Needs, agent: AgentRecord, live: LiveAgent | undefined): AgentState {
  switch (agent.ended) {
    case 'completed':
      return 'done'
    case 'failed':
      return 'failed'
    case 'terminated':
      return 'ended'
    case null:
      break
    default:
      agent.ended satisfies never
  }
  if (waitsForYou(state, agent, live)) return 'waits'
  if (!live) return 'off'
  switch (live.why.code) {
    case 'working':
    case 'starting':
    case 'restarting':
    case 'paused':
    case 'held':
    case 'asleep':
    case 'asks':
      return live.why.code
    default:
  }
  if (live.connection === 'none') return 'off'
  return live.connection === 'lost' ? 'lost' : 'idle'
}

/**
 * Whether an open need of it waits for a person. A question does whatever the agent does meanwhile, and an agent that asks
 * for a permission stands still until it has an answer; without what it was
 * refused, or after it was called quiet, it may be at work all the same.
 */
function waitsForYou({ needs }: Needs, { id }: AgentRecord, live: LiveAgent | undefined): boolean {
  return Object.values(needs).some(({ agentId, kind }) => {
    if (agentId !== id) return false
    if (kind === 'question' || kind === 'permission') return true
    return (kind === 'refused' || kind === 'stalled') && live?.why.code !== 'working'
  })
}

/** Why nothing is happening with an agent, where its status word does not say it already. */
export function whyLine(live: LiveAgent | undefined): string | null {
  if (!live || live.why.code === 'working' || live.why.code === 'starting') return null
  if (live.why.code === 'asleep') return live.why.text.replace(/^asleep[;,] /, '')
  return live.why.code === 'idle' && live.owed.count === 0 ? null : live.why.text
}

export function isWorking(state: Needs, agent: AgentRecord, live: LiveAgent | undefined): boolean {
  return stateOf(state, agent, live) === 'working'
}
