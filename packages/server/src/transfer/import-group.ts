import { type GroupRecord, newGroup } from '@crewroom/shared/model/group'
import {
  deletedMessage,
  editedMessage,
  lastMessageOf,
  type Message,
  newMessage,
} from '@crewroom/shared/model/message'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { assertRoomForGroup } from '../groups/group-limit'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { newMember } from '../groups/rules'
import { nextTimestamp } from '../crew/next-timestamp'
import type { HistoryItem } from '../journal/facts'
import type { GroupFile, OriginLine } from './group-file'

/**
 * Takes a group into a crew as history: archived, read by everybody who may read the group, owed to nobody, calling
 * nobody. Its authors stay who they were elsewhere; of the crew only the lead is in it, as in every group.
 */
export function importGroup(shard: Shard, crew: Crew, by: By, file: GroupFile): GroupRecord {
  assertMayInCrew('importGroup', crew, by)
  const { lead, groups } = crew.state
  const name = file.header.group
  if (groups[name]) {
    throw new CrewError(
      'group_exists',
      `"${lead.name}" already has a group "${name}". Nothing was imported.`,
      { name },
    )
  }
  assertRoomForGroup(shard, crew)
  const decision = shard.decide(crew)
  const taken = new Set(shard.ports.reader.taken('message', [...file.messageIds]))
  /** Ids of its messages here, by ordinal. */
  const ids: string[] = []
  let last: Message | null = null
  const itemOf = (line: OriginLine): HistoryItem => {
    if ('author' in line) return { kind: 'author', ...line.author }
    if ('event' in line) return { kind: 'event', ...line.event }
    if ('reaction' in line) {
      return { kind: 'reaction', messageId: ids[line.reaction.n - 1] ?? '', ...line.reaction }
    }
    if ('edit' in line) {
      const { n, at, content, mentions, parts } = line.edit
      const messageId = ids[n - 1] ?? ''
      const change = { content, mentions, ...(parts ? { parts } : {}) }
      if (last?.id === messageId) last = editedMessage(last, { ...change, mentions: [] }, at)
      return { kind: 'edit', n, messageId, at, ...change }
    }
    if ('deletion' in line) {
      const { n, at } = line.deletion
      const messageId = ids[n - 1] ?? ''
      if (last?.id === messageId) last = deletedMessage(last, at)
      return { kind: 'deletion', n, messageId, at }
    }
    const { id, mentions, parts, replyTo, ...rest } = line.message
    last = newMessage({
      ...rest,
      // An id is one message's on this server: where it is taken, this one gets another.
      id: taken.has(id) ? shard.ports.ids.message() : id,
      seq: decision.nextSeq,
      group: name,
      leadId: lead.id,
      ...(parts ? { parts } : {}),
      ...(replyTo ? { replyTo: { id: ids[replyTo.n - 1] ?? '', ...replyTo } } : {}),
    })
    ids.push(last.id)
    return { kind: 'message', id, mentions, message: last }
  }
  for (const line of file.lines) {
    decision.add('group:history', { groupName: name, item: itemOf(line) })
  }
  const newest = last as Message | null
  const seq = decision.nextSeq
  const { paused, hold, conduct, ...first } = newGroup(
    {
      ...file.record,
      id: shard.ports.ids.record(),
      name,
      leadId: lead.id,
      messageCount: newest?.n ?? 0,
      lastMessage: newest && lastMessageOf(newest),
      archived: true,
      archivedBy: by.actor.id,
    },
    [newMember(lead.id, 'lead', seq, decision.at, 1)],
  )
  // Its fields keep the order in which exports have always had them.
  const group = { ...file.record, ...first, paused, hold, conduct }
  const { files } = file
  decision.add('group:imported', { group, ...(files.length > 0 ? { files } : {}) })
  if (newest) {
    // The person has it before them: nothing of it is news.
    decision.add('group:read', {
      readerId: by.actor.id,
      groupName: name,
      lastSeq: newest.seq,
      n: newest.n,
      lastSeen: nextTimestamp(shard.ports.clock.now(), newest.timestamp),
    })
  }
  shard.commit(crew, by, decision)
  return group
}
