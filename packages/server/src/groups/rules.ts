import type { Member, MemberRole, WakeLevel } from '@crewroom/shared/model/group'
import { QUIET_GROUP_SIZE } from '@crewroom/shared/model/group'
import { groupSlug } from '@crewroom/shared/model/group-name'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'

/** The wake level that a new member gets: the lead and everyone in large groups are woken by mentions only. */
export function defaultWake(memberRole: MemberRole, agentsInGroup: number): WakeLevel {
  return memberRole === 'lead' || agentsInGroup > QUIET_GROUP_SIZE ? 'mentions' : 'all'
}

export function memberRoleOf(id: string, leadId: string, creatorId: string): MemberRole {
  if (id === leadId) return 'lead'
  return id === creatorId ? 'owner' : 'member'
}

export function newMember(
  id: string,
  memberRole: MemberRole,
  joinedSeq: number,
  joinedAt: string,
  agentsInGroup: number,
): Member {
  return { id, memberRole, joinedAt, joinedSeq, wake: defaultWake(memberRole, agentsInGroup) }
}

/**
 * The name for a given text; `group-<n>` with the first free n when nothing of the text is left. Throws `validation`
 * when it is too long: cut, it would be another name than the one that was asked for.
 */
export function chooseName(given: string, taken: (name: string) => boolean): string {
  const slug = groupSlug(given)
  if (slug.length > LIMITS.groupName) {
    const problem = `gives a name of ${slug.length} characters; a group's name has at most ${LIMITS.groupName}`
    throw new CrewError('validation', `name: ${problem}. Choose a shorter one.`, {
      fields: { name: problem },
    })
  }
  if (slug !== '') return slug
  for (let n = 1; ; n++) {
    if (!taken(`group-${n}`)) return `group-${n}`
  }
}

/** The name, or the same with the first number from 2 that is free, cut so that it fits. */
export function freeName(name: string, taken: (name: string) => boolean): string {
  if (!taken(name)) return name
  for (let n = 2; ; n++) {
    const end = `-${n}`
    const numbered = name.slice(0, LIMITS.groupName - end.length).replace(/-+$/, '') + end
    if (!taken(numbered)) return numbered
  }
}

/** A request for too many is refused with this; other places that meet the limit have their words from `membersFull`. */
export function assertMemberLimit(count: number): void {
  if (count <= LIMITS.members) return
  throw new CrewError(
    'limit_reached',
    `A group has at most ${LIMITS.members} members; this would be ${count}, so nothing was changed. Name ${count - LIMITS.members} fewer, remove members that are done, or create a second group for the others.`,
    { limit: 'members' },
  )
}
