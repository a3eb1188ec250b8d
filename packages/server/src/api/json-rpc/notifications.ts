import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import type { RpcNotification, RpcTold } from '@crewroom/shared/protocol/rpc/notifications'
import type { Envelope } from '../../journal/facts'
import type { ConversationBook } from './conversation-book'
import { messageOf, taskIdOf, taskOf } from './wire'

/** One notification, and the agents that get it. */
export type Told = {
  [N in RpcNotification]: {
    readonly method: N
    readonly params: RpcTold<N>
    readonly to: readonly string[]
  }
}[RpcNotification]

/**
 * What a fact says on this door, and to whom. `book` is as it was before the fact, and is after it then; `following` are the
 * facts that became durable with it.
 */
export function toldOf(
  entry: Envelope,
  book: ConversationBook,
  following: () => readonly Envelope[],
): readonly Told[] {
  const { leadId } = entry
  switch (entry.type) {
    case 'admission:created':
    case 'admission:closed':
      return [aboutTask(entry.type, entry.data.admission, entry.data.gone)]
    case 'group:created':
    case 'group:imported': {
      const { group } = entry.data
      const participants = [...listedIds(group)]
      const params = { ...named(group), name: group.displayName, participants }
      // A manager that somebody else made it for could not know of it.
      const manager = book.managerOf(group)
      const isTold = manager !== null && manager !== group.createdBy
      const to = isTold ? [...new Set([...participants, manager])] : participants
      return [{ method: 'task/conversation/created', params, to }]
    }
    case 'group:archived': {
      const { group } = entry.data
      const params = { ...named(group), archivedAt: entry.at }
      return [{ method: 'task/conversation/archived', params, to: listedIds(group) }]
    }
    case 'group:unarchived': {
      const { group } = entry.data
      const to = listedIds(group)
      return [{ method: 'task/conversation/unarchived', params: named(group), to }]
    }
    case 'group:updated':
      return cameToBeListed(book.get(leadId, entry.data.group.name), entry.data.group)
    case 'group:member_added': {
      const { state: group, agentId } = entry.data
      return listedIds(group).includes(agentId) ? [added(group, agentId)] : []
    }
    case 'group:member_removed': {
      const { agentId, reason } = entry.data
      const before = book.get(leadId, entry.data.group)
      const to = before ? listedIds(before) : []
      // Whoever read along leaves without a word, as it came.
      if (!before || !to.includes(agentId)) return []
      const why =
        reason === 'left' && following().some((later) => isOut(later, before, agentId))
          ? 'task_leave'
          : 'tm_remove'
      const params = { ...named(before), removedAgentId: agentId, reason: why } as const
      return [{ method: 'task/conversation/participants/removed', params, to }]
    }
    case 'group:message': {
      const { message, groupName } = entry.data
      const group = book.get(leadId, groupName)
      if (!group) return []
      const to = listedIds(group).filter((id) => id !== message.from)
      const params = { taskId: taskIdOf(group), message: messageOf(message, group.id) }
      return [{ method: 'messages/received', params, to }]
    }
    default:
      return []
  }
}

/** Whether a fact is that an agent has left the task of a conversation. It follows those that take it out of all of them. */
function isOut({ type, data }: Envelope, { admissionId }: GroupRecord, agentId: string): boolean {
  if (type !== 'admission:updated' && type !== 'admission:closed') return false
  return data.admission.id === admissionId && (data.gone?.includes(agentId) ?? false)
}

function aboutTask(
  type: 'admission:created' | 'admission:closed',
  admission: AdmissionRecord,
  gone: readonly string[] = [],
): Told {
  const { admitted, initiator, manager } = admission
  // The last one to leave learns that this closed it.
  const to = [...new Set([manager, ...admitted.map(({ id }) => id), ...gone])]
  const params = { task: taskOf(admission) }
  if (type === 'admission:closed') return { method: 'task/closed', params, to }
  return { method: 'task/created', params, to: [...new Set([initiator, ...to])] }
}

/** Members that read along before, and were made participants. */
function cameToBeListed(before: GroupRecord | undefined, group: GroupRecord): readonly Told[] {
  if (!before || before.members.every(({ listed }) => listed !== false)) return []
  const known = new Set(listedIds(before))
  return listedIds(group).flatMap((id) => (known.has(id) ? [] : [added(group, id)]))
}

function added(group: GroupRecord, addedAgentId: string): Told {
  const params = { ...named(group), addedAgentId, byAgentOrTm: 'tm' } as const
  return {
    method: 'task/conversation/participants/added',
    params,
    to: listedIds(group),
  }
}

const named = (group: GroupRecord) => ({ taskId: taskIdOf(group), conversationId: group.id })
