import type { RemoteInbox, WaitsFor } from '../../src/delivery/remote-inbox'
import type { InboxPage } from '../../src/delivery/inbox-page'

/** What a connection of the agent would be handed now; null when there is nothing. */
export async function pushed(
  inbox: RemoteInbox,
  agentId: string,
  limit: number,
  waitsFor?: WaitsFor,
): Promise<InboxPage | null> {
  if (!inbox.hasNew(agentId, waitsFor)) return null
  await inbox.attach(agentId)
  return inbox.takeNew(agentId, limit)
}
