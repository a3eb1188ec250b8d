import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CONTENT_TOO_LONG, CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Decision } from '../journal/decision'
import type { SentDirect } from '../journal/ports/reader-port'
import type { Crew } from '../crew/crew'
import { agentOf, isActive, named, resolveAddressee } from '../crew/directory'
import { decideAgentHold, decideAgentRelease } from '../conduct/hold-agent'
import { hopOf } from '../conduct/hops'
import { decideNeed, decideNeedsClosed } from '../crew/needs'
import { decideRevival } from './revive'
import { assertMayInCrew } from '../crew/may'
import { assertSameAgain } from '../crew/same-again'
import { assertNoSecret } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'

export interface Sent {
  readonly message: DirectMessage
  /** The delivery to its only recipient; null for a broadcast and for a message to the person. */
  readonly deliveryId: string | null
  /** The same clientId was sent before: this is that message. */
  readonly repeated: boolean
}

interface Words {
  readonly content: string
  /** The sender's own id for this message: sent again with it, it is the same message. */
  readonly clientId?: string | undefined
}

/** Writes to one agent, which comes back for it if it has completed or failed; or to the person. */
export function sendDirect(
  shard: Shard,
  crew: Crew,
  by: By,
  input: Words & { readonly to: string },
): Sent & { agent: AgentRecord | null } {
  const before = saidBefore(shard, crew, by, input, 'direct', input.to)
  if (before) {
    const { message, deliveries } = before
    const [delivery] = deliveries
    const agent = message.to === null ? null : (crew.state.agents[message.to] ?? null)
    return { message, deliveryId: delivery?.id ?? null, agent, repeated: true }
  }
  if (input.to.trim().toLowerCase() === HUMAN_ID) {
    return { ...sendToPerson(shard, crew, by, input), agent: null }
  }
  const agent = resolveAddressee(shard, crew, input.to)
  assertMayInCrew('message', crew, by, agent)
  const decision = beginMessage(shard, crew, by, input.content)
  const open =
    by.actor.kind === 'human'
      ? decideAgentRelease(decision, crew, by, agent)
      : decideAgentHold(shard, decision, crew, by, agent, hopOf(crew, by, input.content, agent))
  decideRevival(shard, decision, crew, by, open)
  if (by.actor.kind === 'human') {
    // An answer: what the agent had asked does not wait any more.
    decideNeedsClosed(
      decision,
      crew,
      (need) => need.kind === 'question' && need.agentId === agent.id,
    )
  }
  const sent = decideMessage(shard, decision, crew, by, 'direct', agent.id, input)
  shard.commit(crew, by, decision)
  return { ...sent, agent: agentOf(crew, agent.id) }
}

/** Stops what an agent is doing and tells it something before everything else. */
export function interrupt(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly to: string; readonly content: string },
): Sent & { agent: AgentRecord } {
  const agent = resolveAddressee(shard, crew, input.to)
  assertMayInCrew('interrupt', crew, by, agent)
  const decision = beginMessage(shard, crew, by, input.content)
  decideRevival(shard, decision, crew, by, agent)
  const sent = decideMessage(shard, decision, crew, by, 'interrupt', agent.id, {
    content: input.content,
  })
  shard.commit(crew, by, decision)
  return { ...sent, agent: agentOf(crew, agent.id) }
}

/** Writes to every active agent of the crew but the sender. Only a person's broadcast wakes. */
export function broadcast(
  shard: Shard,
  crew: Crew,
  by: By,
  words: Words,
): { message: DirectMessage; recipients: readonly string[]; repeated: boolean } {
  const before = saidBefore(shard, crew, by, words, 'broadcast', null)
  if (before) {
    const { message, deliveries } = before
    return { message, recipients: deliveries.map(({ agentId }) => agentId), repeated: true }
  }
  assertMayInCrew('message', crew, by)
  const decision = beginMessage(shard, crew, by, words.content)
  const message = decideRow(shard, decision, crew, by, 'broadcast', null, words)
  const recipients = Object.values(crew.state.agents)
    .filter((agent) => isActive(agent) && agent.id !== by.actor.id)
    .map(({ id }) => id)
  for (const id of recipients) {
    decideDelivery(shard, decision, message, id, by.actor.kind === 'human')
  }
  shard.commit(crew, by, decision)
  return { message, recipients, repeated: false }
}

function sendToPerson(shard: Shard, crew: Crew, by: By, words: Words): Sent {
  if (by.actor.kind === 'human') {
    throw new CrewError('forbidden', 'This would be a message to yourself.')
  }
  const decision = beginMessage(shard, crew, by, words.content)
  const message = decideRow(shard, decision, crew, by, 'direct', HUMAN_ID, words)
  decideNeed(shard, decision, crew, {
    kind: 'question',
    agentId: by.actor.id,
    text: message.content,
    messageId: message.id,
  })
  shard.commit(crew, by, decision)
  return { message, deliveryId: null, repeated: false }
}

/** What was sent under this clientId before; refused when that was something else. */
function saidBefore(
  shard: Shard,
  crew: Crew,
  by: By,
  { clientId, content }: Words,
  kind: DirectMessage['kind'],
  to: string | null,
): SentDirect | null {
  if (clientId === undefined) return null
  assertNoSecret(shard.maskOf(crew), 'clientId', clientId)
  const from = by.actor.id
  const found =
    crew.direct.findByClient(from, clientId) ??
    shard.ports.reader.directByClient(crew.state.lead.id, from, clientId)
  if (!found) return null
  const { message } = found
  assertSameAgain(shard, crew, message, { content }, message.kind === kind && message.to === to)
  return found
}

function beginMessage(shard: Shard, crew: Crew, by: By, content: string): Decision {
  if (content.length > LIMITS.content) throw new CrewError('validation', CONTENT_TOO_LONG)
  const decision = shard.decide(crew)
  if (by.actor.kind === 'agent') shard.ports.rate.take(by.actor.id)
  return decision
}

export function decideMessage(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  kind: 'direct' | 'interrupt',
  to: string,
  words: Words,
): Sent {
  const message = decideRow(shard, decision, crew, by, kind, to, words)
  const deliveryId = decideDelivery(shard, decision, message, to, true)
  return { message, deliveryId, repeated: false }
}

function decideRow(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  kind: DirectMessage['kind'],
  to: string | null,
  { content, clientId }: Words,
): DirectMessage {
  const given: DirectMessage = {
    id: shard.ports.ids.message(),
    seq: decision.nextSeq,
    leadId: crew.state.lead.id,
    kind,
    from: by.actor.id,
    fromRole: named(crew, by.actor.id).roleName,
    to,
    content,
    timestamp: decision.at,
    ...(clientId === undefined ? {} : { clientId }),
    hop: hopOf(crew, by, content, to === null ? undefined : crew.state.agents[to]),
  }
  return decision.add('direct:message', { message: given }).message
}

function decideDelivery(
  shard: Shard,
  decision: Decision,
  message: DirectMessage,
  agentId: string,
  wake: boolean,
): string {
  const id = shard.ports.ids.record()
  decision.add('delivery:created', {
    delivery: {
      id,
      agentId,
      kind: message.kind,
      wake,
      groupName: null,
      content: { form: 'message', messageId: message.id },
      hop: message.hop,
    },
  })
  return id
}
