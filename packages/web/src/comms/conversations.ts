import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'

/** Who talks with whom: all at once, one agent with the person, or two agents with each other. */
export type ConversationKey =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'agent'; readonly agentId: string }
  | { readonly kind: 'pair'; readonly ids: readonly [string, string] }

const EVERYONE = 'everyone'
const BETWEEN = '~'

/** The form of a conversation in an address. */
export function addressOf(key: ConversationKey): string {
  switch (key.kind) {
    case 'everyone':
      return EVERYONE
    case 'agent':
      return key.agentId
    case 'pair':
      return key.ids.join(BETWEEN)
    default:
      return key satisfies never
  }
}

/** How the server is asked for its document. */
export function documentOf(key: ConversationKey) {
  const kind = 'direct' as const
  switch (key.kind) {
    case 'everyone':
      return { kind, of: EVERYONE }
    case 'agent':
      return { kind, of: key.agentId, with: HUMAN_ID }
    case 'pair':
      return { kind, of: key.ids[0], with: key.ids[1] }
    default:
      return key satisfies never
  }
}

export function conversationAt(address: string): ConversationKey {
  if (address === EVERYONE) return { kind: 'everyone' }
  const [a = '', b] = address.split(BETWEEN)
  return b === undefined ? { kind: 'agent', agentId: a } : { kind: 'pair', ids: pair(a, b) }
}

function pair(a: string, b: string): readonly [string, string] {
  return a < b ? [a, b] : [b, a]
}

/** Where a message belongs in the list. */
function conversationOf({ from, to }: DirectMessage): ConversationKey {
  if (to === null) return { kind: 'everyone' }
  if (from === HUMAN_ID) return { kind: 'agent', agentId: to }
  if (to === HUMAN_ID) return { kind: 'agent', agentId: from }
  return { kind: 'pair', ids: pair(from, to) }
}

/**
 * Whether a message is shown in a conversation. What went to everybody is also part of the one with an agent: what
 * it answers is often that. Which agents a broadcast reached is the server's to say.
 */
export function isIn(key: ConversationKey, message: DirectMessage): boolean {
  if (key.kind === 'agent' && message.to === null) return true
  return addressOf(conversationOf(message)) === addressOf(key)
}

export interface Conversation {
  readonly key: ConversationKey
  readonly address: string
  readonly last: DirectMessage
}

/** One as the list shows it, even before anything was said. */
export type ListedConversation = Omit<Conversation, 'last'> & {
  readonly last: DirectMessage | null
}

/** The agents that a conversation is with. */
export function idsIn(key: ConversationKey): readonly string[] {
  return key.kind === 'everyone' ? [] : key.kind === 'agent' ? [key.agentId] : key.ids
}

/** The conversations of some messages, newest first. */
export function conversationsIn(messages: readonly DirectMessage[]): readonly Conversation[] {
  const byAddress = new Map<string, Conversation>()
  for (const message of messages) {
    const key = conversationOf(message)
    const address = addressOf(key)
    const known = byAddress.get(address)
    if (!known || known.last.seq < message.seq)
      byAddress.set(address, { key, address, last: message })
  }
  return [...byAddress.values()].toSorted((a, b) => b.last.seq - a.last.seq)
}
