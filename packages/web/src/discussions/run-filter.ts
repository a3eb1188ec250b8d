import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { CrewState } from '@crewroom/shared/state/crew-state'

/** What a list of discussions is narrowed to: as `GET /api/runs` understands it. */
export interface RunFilter {
  readonly q: string
  /** A name, or `human`; empty: anybody. */
  readonly participant: string
}

/** Whether a discussion under way is one of those that the server would list. */
export function passes(
  run: RunRecord,
  title: string,
  state: CrewState,
  filter: RunFilter,
): boolean {
  const said = `${title} ${run.goal} ${run.summary ?? ''}`.toLowerCase()
  const words = filter.q.toLowerCase().split(/\s+/)
  return words.every((word) => said.includes(word)) && isIn(run, state, filter.participant)
}

function isIn({ participants }: RunRecord, state: CrewState, name: string): boolean {
  if (name === '') return true
  if (name === HUMAN_ID) return participants.includes(HUMAN_ID)
  return participants.some((id) => state.agents[id]?.name.toLowerCase() === name.toLowerCase())
}

/** Names of the agents of these crews, each once, in the order of the alphabet. */
export function namesIn(states: readonly CrewState[]): readonly string[] {
  const names = new Map<string, string>()
  for (const { agents } of states) {
    for (const { name } of Object.values(agents)) {
      if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    }
  }
  return [...names.values()].toSorted((a, b) => a.localeCompare(b))
}
