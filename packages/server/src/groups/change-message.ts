import {
  deletedMessage,
  editedMessage,
  type Message,
  type MessageChange,
} from '@crewroom/shared/model/message'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { calledBy, wakesOf } from '@crewroom/shared/state/wakes'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import { HANDED_ALL } from '../crew/memberships'
import type { By, Shard } from '../crew/shard'
import { type WrittenInput, writtenOf } from '../crew/written'
import type { Decision } from '../journal/decision'
import { findMessage } from './find-message'
import { openGroupOf } from './lookup'
import { readGroup } from './list-groups'

interface MessageAt {
  readonly group: string
  /** A message's id, `#n` or its ordinal. */
  readonly messageId: string
}

export interface ChangedMessage {
  readonly message: Message
  /** Agents that were handed it as it was before, and are told. */
  readonly told: readonly string[]
}

/** Changes what a person wrote. Agents that have it are told; others read it as it is now. */
export function editMessage(
  shard: Shard,
  crew: Crew,
  by: By,
  input: MessageAt & Omit<WrittenInput, 'replyTo'>,
): ChangedMessage {
  const { group, message } = ownMessage(shard, crew, by, input)
  if (message.deletedAt !== undefined) {
    throw new CrewError(
      'message_deleted',
      `you deleted message #${message.n} in "${group.name}". Write a new one.`,
    )
  }
  const said = writtenOf(shard.maskOf(crew), input)
  const change: MessageChange = {
    content: said.content,
    mentions: calledBy(crew.state, group, by.actor.id, said.text, shard.ports.personName),
    ...(said.parts ? { parts: said.parts } : {}),
  }
  if (isSame(message, change)) return { message, told: [] }
  if (shard.ports.reader.versionsOf(message.id).length >= LIMITS.messageVersions) {
    throw new CrewError(
      'limit_reached',
      `message #${message.n} has been changed ${LIMITS.messageVersions - 1} times, the most there is. Delete it and write a new one.`,
    )
  }
  const decision = shard.decide(crew)
  crew.window(group.name).pin(message, decision.nextSeq)
  const fact = decision.add('group:message_edited', {
    groupName: group.name,
    messageId: message.id,
    n: message.n,
    by: by.actor.id,
    ...change,
  })
  const next = editedMessage(message, fact, decision.at)
  const told = tellReaders(shard, decision, crew, group, [message, next])
  shard.commit(crew, by, decision)
  return { message: next, told }
}

/** Takes back what a person wrote: its place stays, its text is gone. Agents that have it are told. */
export function deleteMessage(shard: Shard, crew: Crew, by: By, input: MessageAt): ChangedMessage {
  const { group, message } = ownMessage(shard, crew, by, input)
  if (message.deletedAt !== undefined) return { message, told: [] }
  const decision = shard.decide(crew)
  crew.window(group.name).pin(message, decision.nextSeq)
  decision.add('group:message_deleted', {
    groupName: group.name,
    messageId: message.id,
    n: message.n,
    by: by.actor.id,
  })
  const told = tellReaders(shard, decision, crew, group, [message])
  shard.commit(crew, by, decision)
  return { message: deletedMessage(message, decision.at), told }
}

/** What a message has said, oldest first; nothing where it was not changed, or deleted. */
export async function readVersions(shard: Shard, crew: Crew, by: By, input: MessageAt) {
  const group = readGroup(crew, by, input.group)
  const { id } = findMessage(shard, crew, group, input.messageId, by)
  const asOf = crew.state.seq
  await shard.journal.durable(crew.state.lead.id)
  const versions = shard.ports.reader
    .versionsOf(id)
    .map(({ at, content, parts }) => ({ at, content, ...(parts ? { parts } : {}) }))
  return { versions, asOf }
}

function ownMessage(
  shard: Shard,
  crew: Crew,
  by: By,
  { group: reference, messageId }: MessageAt,
): { group: GroupRecord; message: Message } {
  const group = openGroupOf(crew, reference, by, 'changeMessage')
  const message = findMessage(shard, crew, group, messageId, by)
  if (message.from === by.actor.id && message.kind === 'message') return { group, message }
  throw new CrewError(
    'forbidden',
    `you did not write message #${message.n} in "${group.name}". You can change and delete your own messages.`,
  )
}

function isSame(message: Message, { content, parts }: MessageChange): boolean {
  return message.content === content && JSON.stringify(message.parts) === JSON.stringify(parts)
}

/** Tells every agent that was handed the message, or may have been. It starts those whom the message starts. */
function tellReaders(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  group: GroupRecord,
  [before, next = before]: readonly [Message, Message?],
): string[] {
  const wakes = new Set([before, next].flatMap((said) => wakesOf(crew.state, group, said)))
  const told = readersOf(shard, crew, before)
  for (const agentId of told) {
    decision.add('delivery:created', {
      delivery: {
        id: shard.ports.ids.record(),
        agentId,
        kind: 'system',
        wake: wakes.has(agentId),
        groupName: group.name,
        content: { form: 'changed', groupName: group.name, messageId: before.id },
        hop: 0,
      },
    })
  }
  return told
}

function readersOf(shard: Shard, crew: Crew, message: Message): string[] {
  const found = new Set<string>()
  const later: string[] = []
  for (const interval of crew.memberships.all()) {
    const { groupName, agentId, joinedSeq, leftSeq } = interval
    if (groupName !== message.group || agentId === HUMAN_ID) continue
    const agent = crew.state.agents[agentId]
    if (!agent || !isActive(agent) || interval.handedSeq === HANDED_ALL) continue
    if (joinedSeq > message.seq) later.push(agentId)
    else if (leftSeq === null || message.seq <= leftSeq) {
      const handed = Math.max(crew.inHand.handedIn(interval), crew.inHand.doubt.inGroups(agentId))
      if (handed >= message.seq) found.add(agentId)
    }
  }
  // Those who joined later were given what was said last before.
  const given = shard.ports.reader.historiesWith(later, message.group, message.n)
  for (const { id, agentId } of given) {
    if (!crew.inHand.pending(agentId).some((pending) => pending.id === id)) found.add(agentId)
  }
  return [...found]
}
