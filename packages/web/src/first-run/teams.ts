import { roleOf } from '@crewroom/shared/model/role'

export type TeamId = 'solo' | 'pair' | 'team'

/** A crew that one choice creates. */
export interface Team {
  readonly id: TeamId
  readonly name: string
  readonly about: string
  /** The role of the lead, when it is not only to lead. */
  readonly leadRole?: string
  /** Who works with the lead, one of each. */
  readonly roles: readonly string[]
}

export const TEAMS: readonly Team[] = [
  { id: 'solo', name: 'Solo', about: 'One agent that works with you', roles: [] },
  {
    id: 'pair',
    name: 'Pair',
    about: 'Developer and reviewer',
    leadRole: 'developer',
    roles: ['code-reviewer'],
  },
  {
    id: 'team',
    name: 'Team of 5',
    about: 'Lead, architect, developer, reviewer, tester',
    roles: ['architect', 'developer', 'code-reviewer', 'qa-tester'],
  },
]

/** All of a team as they are painted, the lead first. */
export function membersOf({ leadRole = 'lead', roles }: Team) {
  return [leadRole, ...roles].map((role, index) => {
    const { name } = roleOf(role)
    return { kind: 'agent', role, roleName: name, label: name, isLead: index === 0 } as const
  })
}
