import type { RemoteInbox, Sent, WaitsFor } from '../../src/delivery/remote-inbox'
import type { InboxPage } from '../../src/delivery/inbox-page'

/** Each agent of an inbox has one connection here. */
const CONNECTIONS = new WeakMap<RemoteInbox, Map<string, Sent>>()

/** What a connection of the agent would be handed now; null when there is nothing. */
export async function pushed(
  inbox: RemoteInbox,
  agentId: string,
  limit: number,
  waitsFor?: WaitsFor,
): Promise<InboxPage | null> {
  const sent = sentOver(inbox, agentId)
  if (!inbox.hasNew(agentId, sent, waitsFor)) return null
  await inbox.attach(agentId)
  return inbox.takeNew(agentId, limit, sent)
}

function sentOver(inbox: RemoteInbox, agentId: string): Sent {
  const agents = CONNECTIONS.get(inbox) ?? new Map<string, Sent>()
  CONNECTIONS.set(inbox, agents)
  const sent = agents.get(agentId) ?? new WeakMap()
  agents.set(agentId, sent)
  return sent
}
