import { and, eq, sql } from 'drizzle-orm'
import { type GroupRecord, type Member, memberOf } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import {
  chatGroupMembers,
  chatGroupMemberships,
  chatGroups,
  readMarks,
  SETTLED_UP_TO,
} from '../schema'
import { HANDED_ALL } from '../../journal/ports/stored-shard'
import { filesWriter } from './files'
import { flag, type Projection, type ProjectionContext } from './projection'

const p = sql.placeholder

interface OfGroup {
  readonly leadId: string
  readonly data: { readonly group: GroupRecord }
}

export function groupsProjection(context: ProjectionContext) {
  const { orm, guard } = context
  const putFiles = filesWriter(context)
  const putGroup = guard(
    orm
      .insert(chatGroups)
      .values({
        name: p('name'),
        leadId: p('leadId'),
        archived: p('archived'),
        archivedBy: p('archivedBy'),
        createdAt: p('createdAt'),
        id: p('id'),
        displayName: p('displayName'),
        purpose: p('purpose'),
        auto: p('auto'),
        paused: p('paused'),
        hold: p('hold'),
        conduct: p('conduct'),
        createdBy: p('createdBy'),
        roles: p('roles'),
        chat: p('chat'),
        admissionId: p('admissionId'),
        openHistory: p('openHistory'),
      })
      .onConflictDoUpdate({
        target: [chatGroups.name, chatGroups.leadId],
        set: {
          archived: sql`excluded.archived`,
          archivedBy: sql`excluded.archived_by`,
          displayName: sql`excluded.display_name`,
          purpose: sql`excluded.purpose`,
          paused: sql`excluded.paused`,
          hold: sql`excluded.hold`,
          conduct: sql`excluded.conduct`,
          roles: sql`excluded.roles`,
          chat: sql`excluded.chat`,
        },
      }),
  )
  const setRoles = guard(
    orm
      .update(chatGroups)
      .set({ roles: sql`${p('roles')}` })
      .where(and(eq(chatGroups.name, p('groupName')), eq(chatGroups.leadId, p('leadId')))),
  )
  const putMember = guard(
    orm.insert(chatGroupMembers).values({
      groupName: p('groupName'),
      leadId: p('leadId'),
      agentId: p('agentId'),
      addedAt: p('addedAt'),
      joinedSeq: p('joinedSeq'),
      position: p('position'),
      memberRole: p('memberRole'),
      wake: p('wake'),
      listed: p('listed'),
    }),
  )
  const dropMember = guard(
    orm
      .delete(chatGroupMembers)
      .where(
        and(
          eq(chatGroupMembers.groupName, p('groupName')),
          eq(chatGroupMembers.leadId, p('leadId')),
          eq(chatGroupMembers.agentId, p('agentId')),
        ),
      ),
  )
  const setMember = guard(
    orm
      .update(chatGroupMembers)
      .set({ wake: sql`${p('wake')}`, listed: sql`${p('listed')}` })
      .where(
        and(
          eq(chatGroupMembers.groupName, p('groupName')),
          eq(chatGroupMembers.leadId, p('leadId')),
          eq(chatGroupMembers.agentId, p('agentId')),
        ),
      ),
  )
  const openStay = guard(
    orm.insert(chatGroupMemberships).values({
      leadId: p('leadId'),
      groupName: p('groupName'),
      agentId: p('agentId'),
      joinedSeq: p('joinedSeq'),
      handedSeq: p('handedSeq'),
    }),
  )
  /** Whoever only read along is handed everything from now on. */
  const listStay = guard(
    orm
      .update(chatGroupMemberships)
      .set({ handedSeq: sql`${p('seq')}` })
      .where(
        and(
          eq(chatGroupMemberships.leadId, p('leadId')),
          eq(chatGroupMemberships.groupName, p('groupName')),
          eq(chatGroupMemberships.agentId, p('agentId')),
          eq(chatGroupMemberships.handedSeq, HANDED_ALL),
          sql`${chatGroupMemberships.leftSeq} is null`,
        ),
      ),
  )
  const closeStay = guard(
    orm
      .update(chatGroupMemberships)
      .set({ leftSeq: sql`${p('leftSeq')}` })
      .where(
        and(
          eq(chatGroupMemberships.leadId, p('leadId')),
          eq(chatGroupMemberships.groupName, p('groupName')),
          eq(chatGroupMemberships.agentId, p('agentId')),
          sql`${chatGroupMemberships.leftSeq} is null`,
        ),
      ),
  )
  const keepSettled = guard({
    toSQL: () => ({
      sql: `insert or ignore into read_marks
          (lead_id, group_name, session_id, reader_id, seq, n, last_seen)
        select own.lead_id, own.group_name, own.session_id, ?, coalesce(mark.seq, 0),
          coalesce(mark.n, 0), coalesce(mark.last_seen, own.last_seen)
        from (select ? as lead_id, ? as group_name, ? as session_id, ? as last_seen) own
        left join read_marks mark on mark.lead_id = own.lead_id
          and mark.group_name = own.group_name and mark.session_id = own.session_id
          and mark.reader_id = ?
        where true`,
      params: [SETTLED_UP_TO, p('leadId'), p('groupName'), p('sessionId'), p('lastSeen'), HUMAN_ID],
    }),
  })
  const putMark = guard(
    orm
      .insert(readMarks)
      .values({
        leadId: p('leadId'),
        groupName: p('groupName'),
        sessionId: p('sessionId'),
        readerId: p('readerId'),
        seq: p('lastSeq'),
        n: p('n'),
        lastSeen: p('lastSeen'),
      })
      .onConflictDoUpdate({
        target: [readMarks.leadId, readMarks.groupName, readMarks.sessionId, readMarks.readerId],
        set: { seq: sql`excluded.seq`, n: sql`excluded.n`, lastSeen: sql`excluded.last_seen` },
      }),
  )

  const groupRow = ({ data: { group }, leadId }: OfGroup) =>
    putGroup({
      ...group,
      leadId,
      archived: flag(group.archived),
      auto: flag(group.auto),
      paused: flag(group.paused),
      hold: group.hold && JSON.stringify(group.hold),
      conduct: JSON.stringify(group.conduct),
      roles: JSON.stringify(group.roles),
      chat: group.chat ? JSON.stringify(group.chat) : null,
      admissionId: group.admissionId ?? null,
      openHistory: flag(group.openHistory === true),
    })
  const join = (leadId: string, groupName: string, member: Member, position: number) => {
    putMember({
      groupName,
      leadId,
      agentId: member.id,
      addedAt: member.joinedAt,
      joinedSeq: member.joinedSeq,
      position,
      memberRole: member.memberRole,
      wake: member.wake,
      listed: flag(member.listed !== false),
    })
    openStay({
      leadId,
      groupName,
      agentId: member.id,
      joinedSeq: member.joinedSeq,
      handedSeq: member.listed === false ? HANDED_ALL : member.joinedSeq,
    })
  }

  const founded = (fact: OfGroup) => {
    const { data, leadId } = fact
    groupRow(fact)
    data.group.members.forEach((member, index) => join(leadId, data.group.name, member, index))
  }

  return {
    'group:created': founded,
    'group:imported': (fact) => {
      founded(fact)
      const { leadId, seq, data } = fact
      putFiles({ leadId, seq }, data.group.name, data.files ?? [])
    },
    'group:updated': (fact) => {
      const { group, wakeOf } = fact.data
      const { leadId } = fact
      groupRow(fact)
      const member = wakeOf === undefined ? undefined : memberOf(group, wakeOf)
      if (!member) return
      const { id: agentId, wake, listed } = member
      setMember({ leadId, groupName: group.name, agentId, wake, listed: flag(listed !== false) })
      if (listed !== false) listStay({ leadId, groupName: group.name, agentId, seq: fact.seq })
    },
    'group:archived': groupRow,
    'group:unarchived': groupRow,
    'group:paused': groupRow,
    'group:resumed': groupRow,
    'group:held': groupRow,
    'group:member_added': ({ data, leadId }) => {
      join(leadId, data.group, data.member, 0)
      setRoles({ leadId, groupName: data.group, roles: JSON.stringify(data.roles) })
    },
    'group:member_removed': ({ data, leadId, seq }) => {
      dropMember({ leadId, groupName: data.group, agentId: data.agentId })
      closeStay({ leadId, groupName: data.group, agentId: data.agentId, leftSeq: seq })
    },
    'group:read': ({ data, leadId }) => {
      const mark = { ...data, leadId, sessionId: MAIN_SESSION }
      if (data.readerId === HUMAN_ID) keepSettled(mark)
      putMark(mark)
    },
    'session:read': ({ data, leadId }) => {
      keepSettled({ ...data, leadId })
      putMark({ ...data, leadId })
    },
  } satisfies Projection
}
