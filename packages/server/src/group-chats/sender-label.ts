import { cut } from '@crewroom/shared/model/cut'
import { HANDLE } from '@crewroom/shared/model/handle'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Message } from '@crewroom/shared/model/message'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { LeftOut, SenderAsked } from '@crewroom/shared/protocol/sender-fields'
import { bounded } from '@crewroom/shared/text/bounded'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { updateGroup } from '../groups/update-group'
import { assertIsMember } from './assert-is-member'
import type { GroupChatAt } from './chat-of'
import { labelFault } from './label-fault'

/** What other programs call the person that wrote a message. */
export interface SenderLabel {
  readonly id: string
  readonly displayName: string
}

/** How a message of somebody is stored, and which names it came with that are not. */
interface Sender {
  /** The role under which it stands; undefined: the sender's own. */
  readonly role: string | undefined
  readonly leftOut: readonly LeftOut[]
}

/**
 * What becomes of the names that a message is sent with. They refuse no message of the person: one that cannot be shown
 * honestly is left out. The first name in a group chat that has none becomes the person's there. An agent may name nobody but itself.
 */
export function senderOf(
  shard: Shard,
  { crew, group }: GroupChatAt,
  by: By,
  asked: SenderAsked,
): Sender {
  if (by.actor.kind !== 'human') {
    assertIsMember({ crew, group }, by, { member_id: asked.sender_id ?? asked.member_id })
    return { role: undefined, leftOut: [] }
  }
  const leftOut: LeftOut[] = []
  const own = group.chat?.person
  const isOwn = (id: string) => id === HUMAN_ID || id === own?.id
  const kept = (field: LeftOut['field']) => {
    const name = asked[field]
    if (name === undefined || (field !== 'sender_name' && isOwn(name))) return name
    const reason = labelFault(shard, crew, name, LIMIT[field])
    if (reason === null) return name
    leftOut.push({ field, reason })
    return undefined
  }
  const id = kept('sender_id') ?? kept('member_id')
  const name = kept('sender_name')
  if (name === undefined && (id === undefined || isOwn(id))) return { role: undefined, leftOut }
  const label = {
    id: id === undefined || isOwn(id) ? (own?.id ?? HUMAN_ID) : id,
    displayName: name ?? id ?? HUMAN_ID,
  }
  if (own && isSame(own, label)) return { role: undefined, leftOut }
  if (own || !HANDLE.test(label.id) || label.displayName !== label.displayName.trim()) {
    return { role: roleOf(label), leftOut }
  }
  updateGroup(shard, crew, by, { group: group.name, chat: { person: label } })
  return { role: undefined, leftOut }
}

/** Together they are never longer than a role may be. */
const LIMIT = { sender_id: 64, member_id: 64, sender_name: LIMITS.agentName }
const LABELLED = /^(.+) \(([^()\s]+)\)$/s

/** In an id what would end it is written as in an address. */
function roleOf({ id, displayName }: SenderLabel): string {
  const code = (sign: string) =>
    Array.from(Buffer.from(sign), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return `${displayName} (${id.replaceAll(/[\s%()]/gu, code)})`
}

/** The name that a message of the person was sent with, where that is another one than the group chat has for the person. */
export function labelOf({
  from,
  fromRole,
}: Pick<Message, 'from' | 'fromRole'>): SenderLabel | null {
  const [, displayName, id] = from === HUMAN_ID ? (LABELLED.exec(fromRole) ?? []) : []
  return displayName === undefined || id === undefined ? null : { id: decoded(id), displayName }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** What the answer says of names that were left out. */
export function leftOutNotice(leftOut: readonly LeftOut[]): string {
  const each = leftOut.map(({ field, reason }) => `${field} was left out because it ${reason}`)
  return `The message is stored, but ${each.join(', and ')}.`
}

/** Names of which senders were told, of each crew that is loaded. */
const told = new WeakMap<Crew, Set<string>>()
const MOST_TOLD = 200

/** Those of which nobody was told in this group chat yet: it is said once. */
export function leftOutNow(
  { crew, group }: GroupChatAt,
  asked: SenderAsked,
  leftOut: readonly LeftOut[],
): readonly LeftOut[] {
  let known = told.get(crew)
  if (!known || known.size > MOST_TOLD) told.set(crew, (known = new Set()))
  const keys = known
  return leftOut.filter(({ field, reason }) => {
    const key = JSON.stringify([group.name, field, reason, cut(asked[field] ?? '', 100)])
    if (keys.has(key)) return false
    keys.add(key)
    return true
  })
}

/** What the answer to the first message, or to a member, under another name says. */
export function noticeOf(...labels: readonly [SenderLabel, ...SenderLabel[]]): string {
  const ids = bounded(labels, { line: ({ id }) => `"${id}"` })
  const [are, names, messages] =
    labels.length === 1 ? ['is', 'another name', 'its'] : ['are', 'other names', 'their']
  return `A server belongs to one person: ${ids} ${are} taken as ${names} of theirs, and ${messages} messages keep ${labels.length === 1 ? 'it' : 'them'}.`
}

function isSame(one: SenderLabel, other: SenderLabel): boolean {
  return one.id === other.id && one.displayName === other.displayName
}
