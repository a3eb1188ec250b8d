import { createHash } from 'node:crypto'
import type { Decision } from '../journal/decision'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'

/** How tokens are kept: a random 256-bit value needs no slow hash, and a fast one keeps libuv's pool free. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Gives an agent a token inside a decision; its previous one ends with it. */
export function decideAgentToken(shard: Shard, decision: Decision, agentId: string): string {
  const token = shard.ports.ids.secret()
  decision.add('token:created', {
    token: { hash: tokenHash(token), kind: 'agent', agentId, expiresAt: null },
  })
  return token
}

export function renewAgentToken(shard: Shard, crew: Crew, by: By, agentId: string): string {
  const decision = shard.decide(crew)
  const token = decideAgentToken(shard, decision, agentId)
  shard.commit(crew, by, decision)
  return token
}
