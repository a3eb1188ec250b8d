import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { unreadTotal } from '../sync/read-marks'
import { crews, readMarks, serverPause } from '../sync/sync'
import { STANDINGS, standingOf } from './standing'

/** The crew whose pages are shown. */
export const CrewId = createContext('')

/** Stands for a crew that is not there. */
export const NO_CREW: CrewState = {
  seq: 0,
  viewer: null,
  lead: { id: '', name: '', parentId: null, paused: false, autoGroups: true, createdAt: '' },
  agents: {},
  groups: {},
  tasks: {},
  needs: {},
  sessions: {},
  rounds: {},
  runs: {},
  admissions: {},
  files: {},
  mentions: {},
  readMarks: {},
  ownUnread: {},
  asked: {},
}

/** The crew's state; below `CrewId` it is always there, elsewhere it may be empty for a moment. */
export function useCrewState(leadId: string): CrewState {
  return useStore(crews, ({ views }) => views[leadId]?.state ?? NO_CREW)
}

export function useCurrentCrew(): CrewState {
  return useCrewState(useContext(CrewId))
}

/** Whether nothing is handed over in a crew: it is paused itself, or with all others. */
export function useIsPaused({ lead }: Pick<CrewState, 'lead'>): boolean {
  return useStore(serverPause, ({ paused }) => paused) || lead.paused
}

const NOBODY: Readonly<Record<string, LiveAgent>> = {}

export function useLive(leadId: string): Readonly<Record<string, LiveAgent>> {
  return useStore(crews, ({ views }) => views[leadId]?.live.agents ?? NOBODY)
}

export function useUnreadTotal(state: CrewState): number {
  const marks = useStore(readMarks.store)
  return unreadTotal(state, marks)
}

/** Agents of a crew but its lead: who needs a person first, those that ended last. */
export function crewOrder(
  state: CrewState,
  live: Readonly<Record<string, LiveAgent>>,
): readonly AgentRecord[] {
  const rank = (agent: AgentRecord) => STANDINGS.indexOf(standingOf(state, agent, live[agent.id]))
  return Object.values(state.agents)
    .filter((agent) => agent.id !== state.lead.id)
    .toSorted((a, b) => rank(a) - rank(b) || a.createdAt.localeCompare(b.createdAt))
}
