import { SYSTEM } from '@crewroom/shared/model/participant'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Decision } from '../journal/decision'
import type { Stall } from '../journal/facts'
import type { Crew } from '../crew/crew'
import { named } from '../crew/directory'
import { decideNeed, decideNeedsClosed } from '../crew/needs'
import { withoutSecrets } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'
import type { TurnItem } from '../crew/turn-item'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/** Prompts an agent once to continue, or to say what is in its way. */
export function askToGoOn(shard: Shard, crew: Crew, agentId: string, text: string): void {
  const decision = shard.decideAccepted(crew)
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId,
      kind: 'system',
      wake: true,
      groupName: null,
      content: { form: 'text', text },
      // The prompt continues the chain that the agent is in.
      hop: crew.inHand.chain(agentId).hop,
    },
  })
  decideStall(decision, crew, agentId, 'asked')
  shard.commit(crew, BY_SYSTEM, decision)
}

export interface StallReport {
  readonly isThere: boolean
  /** Its last words. */
  readonly said: string | null
  /** How many times in a row it has gone quiet. */
  readonly times: number
}

/**
 * The agent was asked and went quiet again: a person is needed, and its delegators get its last words. A delegator that
 * hands it the task again each time could do so for ever, so in the end it is left to the person.
 */
export function tellStalled(
  shard: Shard,
  crew: Crew,
  agentId: string,
  { isThere, said, times }: StallReport,
): void {
  const isLast = times >= LIMITS.stallsInRow
  const words = said === null ? null : withoutSecrets(shard, crew, said, LIMITS.previewUnits)
  const tasks = crew.openTasks(agentId)
  const who = named(crew, agentId)
  const text = isLast ? TEXT.escalated(who, times) : TEXT.stalled(who, words)
  const decision = shard.decideAccepted(crew)
  decideNeed(shard, decision, crew, {
    kind: 'stalled',
    agentId,
    text: TEXT.stalledNeed(tasks[0]?.text ?? '', isThere, words),
    messageId: null,
  })
  for (const to of new Set(tasks.map(({ by }) => by))) {
    if (to === agentId || !crew.state.agents[to]) continue
    decision.add('delivery:created', {
      delivery: {
        id: shard.ports.ids.record(),
        agentId: to,
        kind: 'report',
        wake: true,
        groupName: null,
        content: { form: 'text', text },
        hop: crew.inHand.chain(agentId).hop + 1,
      },
    })
  }
  decideStall(decision, crew, agentId, isLast ? 'escalated' : 'told')
  shard.commit(crew, BY_SYSTEM, decision)
}

/** Sets the stage of an agent's stall. The end of a stall settles its need. */
export function decideStall(
  decision: Decision,
  crew: Crew,
  agentId: string,
  stall: Stall | null,
): void {
  if (crew.remembered(agentId).stall === stall) return
  decision.add('agent:stalled', { agentId, stall })
  if (stall !== null && stall !== 'stopped') return
  decideNeedsClosed(decision, crew, isOfStall(agentId))
}

function isOfStall(agentId: string): (need: NeedRecord) => boolean {
  return (need) => need.kind === 'stalled' && need.agentId === agentId
}

/** Whether only a person can end the stall: until one has acted, nothing that agents send changes it. */
function waitsForPerson(crew: Crew, agentId: string): boolean {
  if (crew.remembered(agentId).stall !== 'escalated') return false
  return Object.values(crew.state.needs).some(isOfStall(agentId))
}

/** A hand-over resets the stall: the agent may be asked again once it has had its turn with it. */
export function noteNews(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  agentId: string,
  items: readonly TurnItem[],
): void {
  if (!isNews(items)) return
  const isStopped = items.some(isInterrupt)
  const isOfPerson = items.some((item) => item.hop === 0 && isOfOthers(item))
  const stall = isStopped ? 'stopped' : null
  for (const one of shard.crewsOf(agentId)) {
    if (one.remembered(agentId).stall === stall) continue
    if (!isOfPerson && waitsForPerson(one, agentId)) continue
    const further = one === crew ? decision : shard.decideAccepted(one)
    decideStall(further, one, agentId, stall)
    if (one !== crew) shard.commit(one, BY_SYSTEM, further)
  }
}

/** Whether a hand-over may reset the stall. */
export function isNews(items: readonly TurnItem[]): boolean {
  return items.some((item) => isInterrupt(item) || isOfOthers(item))
}

function isInterrupt({ kind }: TurnItem): boolean {
  return kind === 'interrupt'
}

/**
 * Whether others sent it to the agent. The agent's own acts and notices do not count, and neither do further messages
 * of others in a group; otherwise an agent in a busy group would be asked after every message.
 */
function isOfOthers({ kind, calls }: TurnItem): boolean {
  if (kind === 'group') return calls
  return kind !== 'reply' && kind !== 'system' && kind !== 'history'
}
