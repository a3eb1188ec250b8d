import { type GroupRecord, type Member, memberOf } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { GroupChatMember } from '@crewroom/shared/protocol/reply-shapes/group-chats'
import type { Crew } from '../crew/crew'

/** What of a crew says how its members are called. */
export type NamedCrew = Pick<Crew, 'state'>

/** What other programs call the participants of a group. */
export interface MemberNames {
  /** Handle of an agent, or its id; for the person what they are called in this group. */
  idOf(participantId: string): string
  nameOf(participantId: string): string
}

export function memberNames(crew: NamedCrew, group: GroupRecord, personName: string): MemberNames {
  const { agents } = crew.state
  const person = group.chat?.person
  return {
    idOf: (id) => (id === HUMAN_ID ? (person?.id ?? HUMAN_ID) : (agents[id]?.handle ?? id)),
    nameOf: (id) =>
      id === HUMAN_ID ? (person?.displayName ?? personName) : (agents[id]?.name ?? id),
  }
}

/** Members of a group chat. The lead of the crew is one only where somebody has named it, and a
 * member that only reads along is none. */
export function listedMembers(crew: NamedCrew, group: GroupRecord): readonly Member[] {
  const { lead } = crew.state
  return group.members.filter(
    ({ id, listed }) => listed !== false && (id !== lead.id || group.chat?.listsLead === true),
  )
}

export function memberReply(
  crew: NamedCrew,
  group: GroupRecord,
  id: string,
  names: MemberNames,
): GroupChatMember {
  const member = memberOf(group, id)
  const agent = crew.state.agents[id]
  return {
    type: id === HUMAN_ID ? 'human' : 'agent',
    id: names.idOf(id),
    display_name: names.nameOf(id),
    role: member?.memberRole === 'owner' ? 'owner' : 'member',
    ...(agent?.model === undefined ? {} : { model: agent.model }),
    joined_at: member?.joinedAt ?? group.createdAt,
    ...(agent ? { participant_id: agent.id } : {}),
  }
}
