import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Circle } from './circles'

/** Agents that can be picked, those who are admitted first. */
export function candidatesOf(
  { agents }: CrewState,
  { admitted }: Pick<Circle, 'admitted'>,
  without: readonly string[] = [],
): readonly AgentRecord[] {
  const rank = ({ id }: AgentRecord) => (admitted.includes(id) ? 0 : 1)
  return Object.values(agents)
    .filter(({ id, ended }) => ended === null && !without.includes(id))
    .toSorted((a, b) => rank(a) - rank(b))
}

/** What a list of people says of whoever would be refused. */
export const outside =
  ({ admitted }: Pick<Circle, 'admitted'>) =>
  (id: string) =>
    admitted.includes(id) ? null : 'not in this circle'
