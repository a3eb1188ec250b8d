import { CALM, type Conduct, type Hold } from './conduct'
import type { LastMessage } from './message'

export type MemberRole = 'lead' | 'owner' | 'member'
/** Which of a group's messages wake an idle member. */
export const WAKE_LEVELS = ['all', 'mentions', 'none'] as const
export type WakeLevel = (typeof WAKE_LEVELS)[number]

/** A current membership. `joinedSeq` opens the interval in which the member sees and is owed the group's events. */
export interface Member {
  readonly id: string
  readonly memberRole: MemberRole
  readonly joinedAt: string
  readonly joinedSeq: number
  readonly wake: WakeLevel
  /** It reads along: the lead and the manager of an admission, as long as nobody named them. */
  readonly listed?: false | undefined
}

/** Whom a person's message in a session asks when it names nobody: all that take part, or only who is mentioned. */
export const BROADCAST_MODES = ['all', 'mention_only'] as const
export interface GroupChat {
  readonly broadcastMode: (typeof BROADCAST_MODES)[number]
  /** Whether those who read a session along see how an answer comes about. */
  readonly showThinking?: boolean | undefined
  /** Messages of a session that are read when nobody says how many. */
  readonly historyLimit?: number | undefined
  /** What another program calls the person, in a group that it has made. */
  readonly person?: { readonly id: string; readonly displayName: string } | undefined
  /** Other programs see the lead of the crew as a member: somebody has named it. */
  readonly listsLead?: true | undefined
  /** When it was last changed what the group is called or for, or how its sessions work. */
  readonly updatedAt?: string | undefined
  /** It was deleted as a group chat; as a group it is archived. */
  readonly deleted?: true | undefined
}

/** Messages of a session that are read where neither a group nor a reader says how many. */
export const HISTORY_LIMIT = 10

/** What is durable about a group. Members are in the order in which they joined. */
export interface GroupRecord {
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly purpose: string | null
  readonly leadId: string
  readonly members: readonly Member[]
  /** The members' ids and number again, for readers that need no more; kept equal by `withMembers`. */
  readonly memberIds: readonly string[]
  readonly memberCount: number
  readonly messageCount: number
  readonly lastMessage: LastMessage | null
  readonly archived: boolean
  /** Who archived it: `system` when all its agents had ended, null while it is in use. */
  readonly archivedBy: string | null
  readonly auto: boolean
  readonly paused: boolean
  /** Set while the server hands nothing of it to agents, because they talk in circles. */
  readonly hold: Hold | null
  readonly conduct: Conduct
  readonly createdAt: string
  readonly createdBy: string
  /** Role ids given at creation or by adding roles. */
  readonly roles: readonly string[]
  /** How its sessions work, where somebody has said so. */
  readonly chat?: GroupChat | undefined
  /** The admission of which it is a conversation; not there: it is one of the crew. */
  readonly admissionId?: string | undefined
  /** Every member reads all of it, also from before it came. */
  readonly openHistory?: true | undefined
}

/** A group of these members; what is not given is as in a group that has just begun. */
export function newGroup(
  given: Pick<
    GroupRecord,
    'id' | 'name' | 'displayName' | 'purpose' | 'leadId' | 'createdAt' | 'createdBy'
  > &
    Partial<GroupRecord>,
  members: readonly Member[],
): GroupRecord {
  const { id, name, displayName, purpose, leadId, createdAt, createdBy, ...other } = given
  return withMembers(
    {
      id,
      name,
      displayName,
      purpose,
      leadId,
      members: [],
      memberIds: [],
      memberCount: 0,
      messageCount: 0,
      lastMessage: null,
      archived: false,
      archivedBy: null,
      auto: false,
      paused: false,
      hold: null,
      conduct: CALM,
      createdAt,
      createdBy,
      roles: [],
      ...other,
    },
    members,
  )
}

/** The group with these members. */
export function withMembers(group: GroupRecord, members: readonly Member[]): GroupRecord {
  return {
    ...group,
    members,
    memberIds: members.map((member) => member.id),
    memberCount: members.length,
  }
}

export function memberOf(group: GroupRecord, id: string): Member | undefined {
  return group.members.find((member) => member.id === id)
}

/** The members that somebody has named: those who are handed what is said, and are shown as who talks. */
export function listedIds({ members, memberIds }: GroupRecord): readonly string[] {
  if (members.every(({ listed }) => listed !== false)) return memberIds
  return members.flatMap(({ id, listed }) => (listed === false ? [] : [id]))
}

/** Whether nothing of a group is handed to agents for now: a person has paused it, or the server holds it. */
export function isSilenced(group: GroupRecord): boolean {
  return group.paused || group.hold !== null
}

/** The group taken out of use, or back into it. */
export function withArchive(group: GroupRecord, archivedBy: string | null): GroupRecord {
  return { ...group, archived: archivedBy !== null, archivedBy }
}

/** Above this many agents a new member's wake level is `mentions`, so that large groups do not wake everyone. */
export const QUIET_GROUP_SIZE = 8
