import type { AgentRecord } from '@crewroom/shared/model/agent'
import { SYSTEM } from '@crewroom/shared/model/participant'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { decideAutoArchive } from '../groups/auto-archive'
import { decideGone } from '../rounds/decide-gone'
import type { Crew } from '../crew/crew'
import type { Decision } from '../journal/decision'
import { agentOf } from '../crew/directory'
import { decideAgentRelease } from '../conduct/hold-agent'
import { decideLeadTold } from './lead-told'
import { decideNeed, decideNeedsClosed } from '../crew/needs'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { goOn } from './prerequisites'
import { decideStall } from '../conduct/stall'
import { decideReport } from './tasks'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/** Ends an agent for good: its program is stopped, its open tasks are cancelled, and who gave them is told. */
export function terminateAgent(
  shard: Shard,
  crew: Crew,
  by: By,
  agentId: string,
  reason: string | null,
): AgentRecord {
  const agent = agentOf(crew, agentId)
  assertMayInCrew('terminate', crew, by, agent)
  if (agent.ended === 'terminated') {
    throw new CrewError('agent_terminal', 'it has been terminated already.')
  }
  const decision = shard.decide(crew)
  const own = Object.values(crew.state.tasks).filter((task) => task.agentId === agentId)
  const tasks = own.map(({ waits: _, ...task }): TaskRecord => {
    const end = { status: 'cancelled', summary: reason, endedAt: decision.at } as const
    return decision.add('task:cancelled', { task: { ...task, ...end } }).task
  })
  const delegators = delegatorsOf(crew, agent, own)
  for (const to of delegators) {
    if (to === by.actor.id) continue
    decision.add('delivery:created', {
      delivery: {
        id: shard.ports.ids.record(),
        agentId: to,
        kind: 'report',
        wake: true,
        groupName: null,
        content: { form: 'terminated', agentId, by: by.actor.id, reason },
        hop: crew.inHand.chain(agentId).hop + 1,
      },
    })
  }
  decideLeadTold(shard, decision, crew, by, agent, delegators, {
    form: 'terminated',
    agentId,
    by: by.actor.id,
    reason,
  })
  const open = decideAgentRelease(decision, crew, by, agent)
  // A group stays held without it, and a crew without its lead waits for the answer about its budget.
  const ofCrew = crew.budget(null)?.needId
  decideNeedsClosed(
    decision,
    crew,
    (need) =>
      need.agentId === agentId &&
      need.kind !== 'held' &&
      need.kind !== 'stalled' &&
      // The person’s turn in a discussion is not the agent’s.
      need.kind !== 'turn' &&
      // Rules are the crew's.
      need.kind !== 'rules' &&
      need.id !== ofCrew,
  )
  decideStall(decision, crew, agentId, null)
  const ended: AgentRecord = { ...open, ended: 'terminated', endedReason: reason }
  decideGone(decision, crew, agentId, TEXT.endedInRound('terminated', reason))
  decision.add('agent:terminated', { agent: ended })
  decideAutoArchive(decision, crew, agentId)
  shard.commit(crew, by, decision)
  goOn(shard, crew, by, tasks)
  return agentOf(crew, agentId)
}

/**
 * An agent whose program cannot be kept running: its tasks have failed, who gave them is told, a person is asked.
 * `lines`: what its program wrote of it, for the person.
 */
export function failAgent(
  shard: Shard,
  agentId: string,
  reason: string,
  lines: readonly string[] = [],
): void {
  const decided = new Map<Crew, Decision>()
  const failed = new Map<Crew, readonly TaskRecord[]>()
  for (const crew of shard.crewsOf(agentId)) {
    const agent = agentOf(crew, agentId)
    // Also who has completed: that it cannot be run matters when it is brought back.
    if (agent.ended !== null) continue
    const decision = shard.decideAccepted(crew)
    const tasks = crew.openTasks(agentId)
    const ended = tasks.map((task): TaskRecord => {
      const end = { status: 'failed', summary: reason, endedAt: decision.at } as const
      return decision.add('task:failed', { task: { ...task, ...end } }).task
    })
    failed.set(crew, ended)
    const delegators = delegatorsOf(crew, agent, tasks)
    const report = { status: 'failed', summary: reason, ofTask: tasks.length > 0 } as const
    for (const to of delegators) decideReport(shard, decision, crew, agent, to, report)
    decideLeadTold(shard, decision, crew, BY_SYSTEM, agent, delegators, {
      form: 'report',
      agentId,
      ...report,
    })
    decideStall(decision, crew, agentId, null)
    decideGone(decision, crew, agentId, TEXT.endedInRound('failed', reason))
    decision.add('agent:failed', { agent: { ...agent, ended: 'failed', endedReason: reason } })
    decideAutoArchive(decision, crew, agentId)
    if (crew === shard.crewOf(agentId)) {
      const text = [reason, ...(lines.length > 1 ? lines : [])].join('\n')
      decideNeed(shard, decision, crew, { kind: 'failed', agentId, text, messageId: null })
    }
    decided.set(crew, decision)
  }
  shard.commitTogether(BY_SYSTEM, decided)
  for (const [crew, ended] of failed) goOn(shard, crew, BY_SYSTEM, ended)
}

/** The agents that wait for something of this one: who gave it these tasks, or else who created it. */
function delegatorsOf(crew: Crew, agent: AgentRecord, tasks: readonly TaskRecord[]): string[] {
  const ids = tasks.length > 0 ? tasks.map((task) => task.by) : [agent.createdBy]
  return [...new Set(ids)].filter((id) => id !== agent.id && crew.state.agents[id] !== undefined)
}
