import type { Message } from '@crewroom/shared/model/message'
import type { NeedRecord, PermissionAnswer, PermissionAsk } from '@crewroom/shared/model/need'
import { MAIN_SESSION, sessionOfPlace } from '@crewroom/shared/model/session'
import { waitingIn } from '@crewroom/shared/state/crew-state'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Decision } from '../journal/decision'
import type { Crew } from './crew'
import { assertMayInCrew, mayInCrew } from './may'
import { decideRulesKept } from './wide-rules'
import type { By, Shard } from './shard'

const CANCELLED: PermissionAnswer = { by: 'cancelled', optionId: null, name: null }

/** What waits for a person; nothing of it is for agents to see. */
export function listNeeds(crew: Crew, by: By): readonly NeedRecord[] {
  return mayInCrew('readNeeds', crew, by) ? Object.values(crew.state.needs) : []
}

/** Notes that something waits for a person, inside the decision that made it so. */
export function decideNeed(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  need: Pick<NeedRecord, 'kind' | 'agentId' | 'text' | 'messageId'> &
    Partial<Pick<NeedRecord, 'groupName' | 'permission' | 'turn'>>,
): NeedRecord {
  return decision.add('need:opened', {
    need: {
      id: shard.ports.ids.record(),
      leadId: crew.state.lead.id,
      kind: need.kind,
      agentId: need.agentId,
      text: need.text,
      messageId: need.messageId,
      groupName: need.groupName ?? null,
      permission: need.permission ?? null,
      ...(need.turn ? { turn: need.turn } : {}),
      createdAt: decision.at,
    },
  }).need
}

/** Closes what a decision settles. */
export function decideNeedsClosed(
  decision: Decision,
  crew: Crew,
  settles: (need: NeedRecord) => boolean,
): void {
  for (const need of Object.values(crew.state.needs)) {
    if (!settles(need)) continue
    const answer = need.permission && CANCELLED
    decision.add('need:closed', { need, ...(answer && { answer }) })
  }
}

/** Where the message is, if it waits for the person's answer. */
function placeAsked({ state }: Crew, messageId: string): string | null {
  const places = Object.keys(state.asked)
  return places.find((place) => waitingIn(state, place).some(({ id }) => id === messageId)) ?? null
}

/** Whether something with this id waits in the crew: what the server opened, or a message that mentions the person. */
export function isWaiting(crew: Crew, needId: string): boolean {
  return crew.state.needs[needId] !== undefined || placeAsked(crew, needId) !== null
}

/** A message as what waits. It has none of its words: those are the message's alone. */
function needOfMention({ id, leadId, from, group, n, timestamp }: Message): NeedRecord {
  return {
    id,
    leadId,
    kind: 'mention',
    agentId: from,
    text: `It mentioned you in "${group}" (#${n}).`,
    messageId: id,
    groupName: group,
    permission: null,
    createdAt: timestamp,
  }
}

function askedMessage(shard: Shard, crew: Crew, messageId: string): Message | null {
  const place = placeAsked(crew, messageId)
  if (place === null) return null
  const sessionId = sessionOfPlace(place) ?? MAIN_SESSION
  const group = crew.state.sessions[sessionId]?.groupName ?? place
  const known = crew.window(place).find(messageId)
  return known ?? shard.ports.reader.message(crew.state.lead.id, group, messageId, sessionId)
}

/** A person has seen it and lets it be. A request for permission is refused by that. */
export function dismissNeed(shard: Shard, crew: Crew, by: By, needId: string): NeedRecord {
  const need = needOf(shard, crew, by, needId)
  const decision = shard.decide(crew)
  const answer = need.permission && refusalOf(need.permission)
  if (need.kind === 'rules') decideRulesKept(shard, decision, crew, by)
  decision.add('need:closed', { need, ...(answer && { answer }) })
  shard.commit(crew, by, decision)
  if (answer) shard.permissions.answered(needId, answer)
  return need
}

/** Something that still waits, for whoever may close it. */
export function needOf(shard: Shard, crew: Crew, by: By, needId: string): NeedRecord {
  assertMayInCrew('closeNeed', crew, by)
  const message = askedMessage(shard, crew, needId)
  const need = message ? needOfMention(message) : crew.state.needs[needId]
  if (!need) throw new CrewError('need_not_found', 'Nothing with this id waits for you any more.')
  return need
}

/** A person's refusal, by the agent's own option where it has one. */
function refusalOf({ options }: PermissionAsk): PermissionAnswer {
  const option =
    options.find(({ kind }) => kind === 'reject_once') ??
    options.find(({ kind }) => kind === 'reject_always')
  return { by: 'person', optionId: option?.optionId ?? null, name: option?.name ?? null }
}
