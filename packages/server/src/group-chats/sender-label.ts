import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Message } from '@crewroom/shared/model/message'
import type { SenderAsked } from '@crewroom/shared/protocol/sender-fields'
import { bounded } from '@crewroom/shared/text/bounded'
import type { Crew } from '../crew/crew'
import { assertNoSecret } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'
import { updateGroup } from '../groups/update-group'
import { assertIsMember } from './assert-is-member'
import type { GroupChatAt } from './chat-of'
import { assertApart } from './named-members'

/** What other programs call the person that wrote a message. */
export interface SenderLabel {
  readonly id: string
  readonly displayName: string
}

/**
 * The role under which a message of the person stands that is sent with a name; undefined: the person's own. The first name in a
 * group chat that has none becomes the person's there. An agent may name nobody but itself.
 */
export function roleOfSender(
  shard: Shard,
  { crew, group }: GroupChatAt,
  by: By,
  { sender_id: senderId, member_id: memberId, sender_name: name }: SenderAsked,
): string | undefined {
  const id = senderId ?? memberId
  if (by.actor.kind !== 'human') {
    assertIsMember({ crew, group }, by, { member_id: id })
    return undefined
  }
  if (id === undefined && name === undefined) return undefined
  const own = group.chat?.person
  const isOwn = id === undefined || id === HUMAN_ID || id === own?.id
  if (isOwn && name === undefined) return undefined
  const label = {
    id: isOwn ? (own?.id ?? HUMAN_ID) : id,
    displayName: name ?? id ?? HUMAN_ID,
  }
  assertNoSecret(shard.maskOf(crew), 'sender_name', label.displayName)
  assertApart(shard, crew, label, agentsOf(crew, group))
  if (own) return isSame(own, label) ? undefined : `${label.displayName} (${label.id})`
  updateGroup(shard, crew, by, { group: group.name, chat: { person: label } })
  return undefined
}

const LABELLED = /^(.+) \(([^()\s]+)\)$/s

/** The name that a message of the person was sent with, where that is another one than the group chat has for the person. */
export function labelOf({
  from,
  fromRole,
}: Pick<Message, 'from' | 'fromRole'>): SenderLabel | null {
  const [, displayName, id] = from === HUMAN_ID ? (LABELLED.exec(fromRole) ?? []) : []
  return displayName === undefined || id === undefined ? null : { id, displayName }
}

/** What the answer to the first message, or to a member, under another name says. */
export function noticeOf(...labels: readonly [SenderLabel, ...SenderLabel[]]): string {
  const ids = bounded(labels, { line: ({ id }) => `"${id}"` })
  const [are, names, messages] =
    labels.length === 1 ? ['is', 'another name', 'its'] : ['are', 'other names', 'their']
  return `A server belongs to one person: ${ids} ${are} taken as ${names} of theirs, and ${messages} messages keep ${labels.length === 1 ? 'it' : 'them'}.`
}

function agentsOf(crew: Crew, { memberIds }: GroupRecord) {
  return memberIds.flatMap((id) => crew.state.agents[id] ?? [])
}

function isSame(one: SenderLabel, other: SenderLabel): boolean {
  return one.id === other.id && one.displayName === other.displayName
}
