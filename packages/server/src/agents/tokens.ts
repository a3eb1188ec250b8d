import { createHash } from 'node:crypto'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
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
  const agent = agentOf(crew, agentId)
  assertMayInCrew('renewToken', crew, by, agent)
  if (agent.driver.kind !== 'remote') {
    throw new CrewError(
      'wrong_driver',
      'Only agents with the driver "remote" have tokens; the server runs this one itself.',
    )
  }
  const decision = shard.decide(crew)
  const token = decideAgentToken(shard, decision, agentId)
  shard.commit(crew, by, decision)
  return token
}
