import { type GroupRecord, listedIds, memberOf } from '@crewroom/shared/model/group'
import { type Message, newMessage } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { calledBy, wakesOf } from '@crewroom/shared/state/wakes'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import { assertHonest } from '../crew/honest-names'
import { hopOf } from '../conduct/hops'
import type { By, Shard } from '../crew/shard'
import { assertSameAgain } from '../crew/same-again'
import { assertNoSecret } from '../crew/secrets'
import { senderRole } from '../crew/sender-role'
import { calledByReply, quoteOf, type Written, type WrittenInput, writtenOf } from '../crew/written'
import { findReplied } from './find-message'
import { decideGroupHold, decideGroupRelease } from './hold-group'
import { joinOne } from './join'
import { openGroupOf } from './lookup'
import { nextTimestamp } from '../crew/next-timestamp'

export interface SendMessageInput extends WrittenInput {
  readonly group: string
  /** The sender's own id for this message: sent again with it, it is the same message. */
  readonly clientId?: string | undefined
  /** Given only by embedders, who name the sender's role with each message. */
  readonly fromRole?: string
}

export interface SentMessage {
  readonly message: Message
  /** Members but the sender and ended agents: in whose inboxes it stands. */
  readonly recipientIds: readonly string[]
  /** The agents among them that it wakes. */
  readonly wakes: readonly string[]
  /** The same clientId was sent before: this is that message. */
  readonly repeated: boolean
}

/** Posts to a group. A person who is not a member joins by it. */
export function sendMessage(
  shard: Shard,
  crew: Crew,
  by: By,
  input: SendMessageInput,
): SentMessage {
  const group = openGroupOf(crew, input.group, by, 'sendMessage')
  const mask = shard.maskOf(crew)
  const said = writtenOf(mask, input)
  assertNoSecret(mask, 'clientId', input.clientId)
  if (by.actor.kind === 'agent') {
    const isLead = by.actor.id === crew.state.lead.id
    assertHonest({ fromRole: input.fromRole }, shard.ports.personName, isLead)
  }
  const before = sentBefore(shard, crew, group, by, input.clientId, said)
  if (before)
    return { message: before, ...audience(shard, crew, group, by, before), repeated: true }
  const repliesTo =
    said.replyTo === undefined ? null : findReplied(shard, crew, group, said.replyTo, by)

  const decision = shard.decide(crew)
  if (by.actor.kind === 'agent') shard.ports.rate.take(by.actor.id)
  const hop = hopOf(crew, by, said.text)
  // A person's word is what a held group waits for.
  const open =
    by.actor.kind === 'human'
      ? decideGroupRelease(decision, crew, by, group)
      : decideGroupHold(shard, decision, crew, by, group, hop)
  const joined =
    by.actor.kind === 'human' && !memberOf(open, HUMAN_ID)
      ? joinOne(decision, crew, open, by, HUMAN_ID)
      : open
  const { messages } = crew.window(group.name)
  const last = messages[messages.length - 1]
  const given = newMessage({
    id: shard.ports.ids.message(),
    seq: decision.nextSeq,
    n: group.messageCount + 1,
    group: group.name,
    leadId: group.leadId,
    kind: by.actor.kind === 'system' ? 'system' : 'message',
    from: by.actor.id,
    fromRole: input.fromRole ?? senderRole(crew, by),
    content: said.content,
    timestamp: nextTimestamp(shard.ports.clock.now(), last?.timestamp ?? null),
    mentions: [
      ...new Set([
        ...calledBy(crew.state, joined, by.actor.id, said.text, shard.ports.personName),
        ...calledByReply(repliesTo, by.actor.id, listedIds(joined)),
      ]),
    ],
    clientId: input.clientId,
    hop,
    ...(said.parts ? { parts: said.parts } : {}),
    ...(repliesTo ? { replyTo: quoteOf(mask, repliesTo) } : {}),
  })
  const begins = by.actor.kind === 'human' && speaksAfterAgents(joined)
  const { message } = decision.add('group:message', {
    groupName: group.name,
    message: given,
    ...(begins ? { begins } : {}),
  })
  shard.commit(crew, by, decision)
  return { message, ...audience(shard, crew, joined, by, message), repeated: false }
}

/** Whether there is any talk of agents that a person's word ends; it changes nothing of its own words. */
function speaksAfterAgents({ lastMessage }: GroupRecord): boolean {
  return lastMessage !== null && lastMessage.from !== HUMAN_ID
}

function sentBefore(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  by: By,
  clientId: string | undefined,
  said: Written,
): Message | null {
  if (clientId === undefined) return null
  const found =
    crew.window(group.name).findByClient(by.actor.id, clientId) ??
    shard.ports.reader.messageByClient(crew.state.lead.id, group.name, by.actor.id, clientId)
  if (!found) return null
  // Only the first text could be told from another one, and its sender has changed that since.
  if (found.editedAt ?? found.deletedAt) return found
  assertSameAgain(shard, crew, found, said)
  return found
}

function audience(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  by: By,
  message: Message,
): { recipientIds: readonly string[]; wakes: readonly string[] } {
  const recipientIds = listedIds(group).filter((id) => {
    const agent = crew.state.agents[id]
    return id !== by.actor.id && (!agent || isActive(agent))
  })
  return { recipientIds, wakes: shard.paused ? [] : wakesOf(crew.state, group, message) }
}
