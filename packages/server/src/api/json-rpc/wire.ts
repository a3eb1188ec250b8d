import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { laterOf } from '@crewroom/shared/model/later-of'
import type { Message } from '@crewroom/shared/model/message'
import { partsOf } from '@crewroom/shared/model/part'
import type { RpcConversation, RpcMessage, RpcTask } from '@crewroom/shared/protocol/rpc/records'
import type { ConversationTimes } from '../../groups/list-conversations'

/** What the model's records are on this door. */

export function taskOf(admission: AdmissionRecord): RpcTask {
  const { id, appId, initiator, status, createdAt, endedAt } = admission
  return {
    id,
    appId,
    initiatorAgentId: initiator,
    status,
    startedAt: createdAt,
    endedAt,
    createdAt,
  }
}

/** The task that a group belongs to: the crew itself, where it is of no other. */
export function taskIdOf({ admissionId, leadId }: GroupRecord): string {
  return admissionId ?? leadId
}

/** `times`: null for one that was created right now. */
export function conversationOf(
  group: GroupRecord,
  times: ConversationTimes | null,
): RpcConversation {
  const { id, createdBy, createdAt, lastMessage, members } = group
  const archivedAt = times?.archivedAt ?? null
  // Something that it no longer has, such as an archiving that was undone, has changed it too.
  const changes = [
    times?.changedAt,
    lastMessage?.timestamp,
    archivedAt,
    ...members.map(({ joinedAt }) => joinedAt),
  ]
  return {
    id,
    name: group.displayName,
    createdBy,
    ...(lastMessage ? { lastMessageTimestamp: lastMessage.timestamp } : {}),
    createdAt,
    updatedAt: changes.reduce<string>((newest, time) => laterOf(newest, time ?? ''), createdAt),
    ...(archivedAt === null ? {} : { archivedAt }),
  }
}

export function messageOf(message: Message, conversationId: string): RpcMessage {
  const { id, from, replyTo, timestamp, seq } = message
  return {
    id,
    conversationId,
    senderId: from,
    ...(replyTo ? { replyToId: replyTo.id } : {}),
    parts: [...partsOf(message)],
    createdAt: timestamp,
    seq: String(seq),
  }
}
