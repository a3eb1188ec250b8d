import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { type AgentState, LOOKS, statusLook } from './agent-status'

/** What a person sorts agents by, in the order in which they matter to them. */
export const STANDINGS = ['waits', 'failed', 'working', 'idle', 'off', 'done', 'ended'] as const
export type Standing = (typeof STANDINGS)[number]

/** Temporary states are sorted under a lasting one. */
const STANDS_AS: Readonly<Record<AgentState, Standing>> = {
  waits: 'waits',
  failed: 'failed',
  working: 'working',
  idle: 'idle',
  off: 'off',
  done: 'done',
  ended: 'ended',
  starting: 'idle',
  restarting: 'idle',
  paused: 'idle',
  held: 'waits',
  asleep: 'idle',
  asks: 'idle',
  lost: 'off',
}

type Lives = Readonly<Record<string, LiveAgent>>

export function standingOf(
  state: Pick<CrewState, 'needs'>,
  agent: AgentRecord,
  live: LiveAgent | undefined,
): Standing {
  return STANDS_AS[statusLook(state, agent, live).state]
}

export function standingWord(standing: Standing): string {
  return LOOKS[standing].word
}

export function countStandings(
  state: Pick<CrewState, 'needs'>,
  agents: readonly AgentRecord[],
  live: Lives,
): Readonly<Record<Standing, number>> {
  const counts = { waits: 0, failed: 0, working: 0, idle: 0, off: 0, done: 0, ended: 0 }
  for (const agent of agents) counts[standingOf(state, agent, live[agent.id])] += 1
  return counts
}

/** `2 working · 61 not connected`: only what is not 0, and how many there are where neither is. */
export function crewLine({ working, off, ...others }: Readonly<Record<Standing, number>>): string {
  const parts = [
    ...(working > 0 ? [`${working} working`] : []),
    ...(off > 0 ? [`${off} not connected`] : []),
  ]
  if (parts.length > 0) return parts.join(' · ')
  const all = Object.values(others).reduce((sum, count) => sum + count, 0)
  return all === 1 ? '1 agent' : `${all} agents`
}
