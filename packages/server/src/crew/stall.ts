import { SYSTEM } from '@crewroom/shared/model/participant'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Decision } from '../journal/decision'
import type { Stall } from '../journal/facts'
import type { Crew } from './crew'
import { named } from './directory'
import { decideNeed, decideNeedsClosed } from './needs'
import { withoutSecrets } from './secrets'
import type { By, Shard } from './shard'
import type { TurnItem } from './turn-item'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/** Prompts an agent once to go on, or to say what is in its way. */
export function askToGoOn(shard: Shard, crew: Crew, agentId: string, text: string): void {
  const decision = shard.decideFurther(crew)
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId,
      kind: 'system',
      wake: true,
      groupName: null,
      content: { form: 'text', text },
      // It goes on with what the agent is at.
      hop: crew.kept(agentId).hop,
    },
  })
  decideStall(decision, crew, agentId, 'asked')
  shard.commit(crew, BY_SYSTEM, decision)
}

/** It was asked and went quiet again: a person is needed, and whoever gave it its tasks gets its last words. */
export function tellStalled(
  shard: Shard,
  crew: Crew,
  agentId: string,
  { isThere, said }: { readonly isThere: boolean; readonly said: string | null },
): void {
  const words = said === null ? null : withoutSecrets(shard, crew, said, LIMITS.previewUnits)
  const tasks = crew.openTasks(agentId)
  const decision = shard.decideFurther(crew)
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
        content: { form: 'text', text: TEXT.stalled(named(crew, agentId), words) },
        hop: crew.kept(agentId).hop + 1,
      },
    })
  }
  decideStall(decision, crew, agentId, 'told')
  shard.commit(crew, BY_SYSTEM, decision)
}

/** How far it has come with an agent's silence. Whatever ends it settles what waited for a person. */
export function decideStall(
  decision: Decision,
  crew: Crew,
  agentId: string,
  stall: Stall | null,
): void {
  if (crew.kept(agentId).stall === stall) return
  decision.add('agent:stalled', { agentId, stall })
  if (stall === 'asked' || stall === 'told') return
  const isOver = (need: NeedRecord) => need.kind === 'stalled' && need.agentId === agentId
  decideNeedsClosed(decision, crew, isOver)
}

/** What is being handed over now begins anew: the agent may be asked again once it has had its turn with it. */
export function noteNews(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  agentId: string,
  items: readonly TurnItem[],
): void {
  const isStopped = items.some(({ kind }) => kind === 'interrupt')
  if (!isStopped && !items.some(isNews)) return
  const stall = isStopped ? 'stopped' : null
  decideStall(decision, crew, agentId, stall)
  for (const other of shard.crewsOf(agentId)) {
    if (other === crew || other.kept(agentId).stall === stall) continue
    const further = shard.decideFurther(other)
    decideStall(further, other, agentId, stall)
    shard.commit(other, BY_SYSTEM, further)
  }
}

/**
 * Something that others have for it. What it did itself, and notices, are no news; nor is what others go on saying in a
 * group, or an agent in a busy one would be asked after every message.
 */
function isNews({ kind, calls }: TurnItem): boolean {
  if (kind === 'group') return calls
  return kind !== 'reply' && kind !== 'system' && kind !== 'history'
}
