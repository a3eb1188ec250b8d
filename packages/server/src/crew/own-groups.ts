import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import { bounded } from '@crewroom/shared/text/bounded'
import type { Crew } from './crew'

/** Groups that the participant is in, in the order of their creation. */
export function groupsOf(crew: Crew, participantId: string, archived = false): GroupRecord[] {
  return Object.values(crew.state.groups).filter(
    (group) => group.archived === archived && memberOf(group, participantId) !== undefined,
  )
}

/** A group of an agent, with how many of its messages wait for it. */
export interface OwnGroup {
  readonly crew: Crew
  readonly group: GroupRecord
  readonly unread: number
}

/** An agent's groups with what waits for it first, then by their newest message, or else when they were created. */
export function groupsByNews(crews: readonly Crew[], agentId: string): OwnGroup[] {
  const own = crews.flatMap((crew) =>
    groupsOf(crew, agentId).map((group) => ({
      crew,
      group,
      unread: unreadOf(crew, agentId, group),
    })),
  )
  const rank = ({ group: { lastMessage, createdAt }, unread }: OwnGroup) =>
    `${unread > 0 ? 1 : 0} ${lastMessage?.timestamp ?? createdAt}`
  const ranks = new Map(own.map((one) => [one, rank(one)]))
  return own.toSorted((a, b) => {
    const [first, second] = [ranks.get(a) ?? '', ranks.get(b) ?? '']
    return first === second ? 0 : first > second ? -1 : 1
  })
}

function unreadOf(crew: Crew, agentId: string, { name }: GroupRecord): number {
  return crew.memberships.of(agentId, name).reduce((sum, { owed }) => sum + owed, 0)
}

/** A sentence of a refusal: an agent that named another group meant one of these. */
export function yourGroups(crew: Crew, agentId: string): string {
  const names = groupsByNews([crew], agentId).map(({ group }) => group.name)
  if (names.length === 0) return 'You are in no group.'
  return `Your groups: ${bounded(names, { line: (name) => name, rest: () => 'QUERY_GROUPS lists all' })}.`
}
