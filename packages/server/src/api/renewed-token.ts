import type { Envelope } from '../journal/facts'

/** The agent that has another token from this fact on; null: none. Connections made with its previous one end. */
export function renewedBy(entry: Envelope): string | null {
  if (entry.type !== 'token:created') return null
  const { kind, agentId } = entry.data.token
  return kind === 'agent' ? agentId : null
}
