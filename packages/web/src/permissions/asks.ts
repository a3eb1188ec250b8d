import type { NeedRecord, PermissionAsk } from '@crewroom/shared/model/need'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useStore } from 'zustand'
import { permissionAnswers, type Settled } from '../sync/permission-answers'

/** A request for permission that waits or has just ended. */
export interface Ask {
  readonly need: NeedRecord
  readonly ask: PermissionAsk
  readonly settled: Settled | null
}

/** All requests of one agent, oldest first. */
export interface AgentAsks {
  readonly agentId: string
  readonly at: string
  readonly asks: readonly Ask[]
}

/** The requests of a crew by agent; the agent that has waited longest comes first. */
export function asksByAgent(
  { lead, needs }: Pick<CrewState, 'lead' | 'needs'>,
  settled: Readonly<Record<string, Settled>>,
): readonly AgentAsks[] {
  const ended = Object.values(settled).filter(
    ({ need }) => need.leadId === lead.id && !Object.hasOwn(needs, need.id),
  )
  // Requests of the same instant keep the order in which they were opened, as in the state.
  const all: Ask[] = [
    ...ended.map((own) => ({ need: own.need, settled: own })),
    ...Object.values(needs).map((need) => ({ need, settled: null })),
  ].flatMap(({ need, settled: own }) =>
    need.kind === 'permission' && need.permission
      ? [{ need, ask: need.permission, settled: own }]
      : [],
  )
  const byAgent = new Map<string, Ask[]>()
  const inOrder = all.toSorted(({ need: a }, { need: b }) => a.createdAt.localeCompare(b.createdAt))
  for (const one of inOrder) {
    const own = byAgent.get(one.need.agentId)
    if (own) own.push(one)
    else byAgent.set(one.need.agentId, [one])
  }
  return [...byAgent].map(([agentId, asks]) => ({
    agentId,
    at: asks[0]?.need.createdAt ?? '',
    asks,
  }))
}

export function useAsks(state: CrewState): readonly AgentAsks[] {
  return asksByAgent(
    state,
    useStore(permissionAnswers, (all) => all.settled),
  )
}
