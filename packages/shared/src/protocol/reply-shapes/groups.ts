import * as z from 'zod'
import { BROADCAST_MODES, type GroupRecord, WAKE_LEVELS } from '../../model/group'
import type { GroupView, MemberView } from '../views'
import { conduct, hold, id, type Loose, seq, status, time } from './fields'

const wake = z.enum(WAKE_LEVELS)
const memberRole = z.enum(['lead', 'owner', 'member'])
export const lastMessage = z.strictObject({
  id,
  seq,
  n: seq,
  kind: z.enum(['message', 'system']),
  from: id,
  fromRole: z.string(),
  content: z.string().max(100),
  timestamp: time,
})

export const groupChat = z.strictObject({
  broadcastMode: z.enum(BROADCAST_MODES),
  showThinking: z.boolean().optional(),
  historyLimit: seq.optional(),
  person: z.strictObject({ id: z.string(), displayName: z.string() }).optional(),
  listsLead: z.literal(true).optional(),
  updatedAt: time.optional(),
  deleted: z.literal(true).optional(),
})

const groupFields = {
  id,
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  displayName: z.string(),
  purpose: z.string().nullable(),
  leadId: id,
  memberIds: z.array(id),
  memberCount: seq,
  messageCount: seq,
  lastMessage: lastMessage.nullable(),
  archived: z.boolean(),
  archivedBy: id.nullable(),
  auto: z.boolean(),
  paused: z.boolean(),
  hold,
  createdAt: time,
  createdBy: id,
  roles: z.array(z.string()),
  chat: groupChat.optional(),
  admissionId: id.optional(),
  openHistory: z.literal(true).optional(),
}
export const member = z.strictObject({
  id,
  memberRole,
  joinedAt: time,
  joinedSeq: seq,
  wake,
  listed: z.literal(false).optional(),
})
export const groupRecord = z.strictObject({ ...groupFields, conduct, members: z.array(member) })
groupRecord satisfies z.ZodType<Loose<GroupRecord>>
export const groupView = z.strictObject({ ...groupFields, unread: seq, mentions: seq })
groupView satisfies z.ZodType<Loose<GroupView>>
export const memberView = z.strictObject({
  id,
  shortId: z.string(),
  name: z.string(),
  role: z.string(),
  roleName: z.string(),
  type: z.enum(['agent', 'human']),
  memberRole,
  status: status.nullable(),
  joinedAt: time,
  wake,
  listed: z.literal(false).optional(),
})
memberView satisfies z.ZodType<Loose<MemberView>>
