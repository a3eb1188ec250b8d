import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { decideAutoArchive } from '../groups/auto-archive'
import { decideDone, decideGone } from '../rounds/decide-gone'
import { maybeAutoCreateGroup } from '../groups/auto-group'
import type { Decision } from '../journal/decision'
import type { Crew } from '../crew/crew'
import { agentOf, resolveAddressee } from '../crew/directory'
import { hopOf } from '../conduct/hops'
import { assertNotGivenBefore } from './given-before'
import { decideLeadTold } from './lead-told'
import {
  decideHandedTask,
  decideReplaced,
  goOn,
  orderAfter,
  readyAfter,
  replacedBy,
  type TaskOrder,
} from './prerequisites'
import { decideRevival } from './revive'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { decideNeedsClosed } from '../crew/needs'
import { decideStall } from '../conduct/stall'

export interface TaskInput {
  readonly text: string
  readonly context?: string | undefined
  /** Whose task it is, where that is not who gives it. */
  readonly by?: string
}

export interface DelegateInput extends TaskInput {
  readonly to: string
  /** Tasks that must be done before: each by its id, or the end of it. */
  readonly after?: readonly string[] | undefined
  /** A lost task that others wait for: they wait for this one instead. */
  readonly insteadOf?: string | undefined
  /** Give it even if the agent has the same open task already. */
  readonly again?: boolean | undefined
}

/** Gives an agent a task; one that has completed or failed returns for it. */
export function delegate(
  shard: Shard,
  crew: Crew,
  by: By,
  input: DelegateInput,
): { agent: AgentRecord; task: TaskRecord } {
  const agent = resolveAddressee(shard, crew, input.to)
  assertMayInCrew('delegate', crew, by, agent)
  const { text, context, after = [], insteadOf, again } = input
  if (after.length > 0 && insteadOf !== undefined) {
    throw new CrewError(
      'validation',
      'give either after or insteadOf: a task that takes the place of another is given at once.',
    )
  }
  assertNotGivenBefore(shard, crew, agent, input, again)
  const given = { text, context, ...orderAfter(shard, crew, after) }
  const replaced = replacedBy(shard, crew, insteadOf)
  const decision = shard.decide(crew)
  // An agent returns for a task that waits when it is given it.
  if (!given.waits) decideRevival(shard, decision, crew, by, agent)
  const task = decideTask(shard, decision, crew.state.lead.id, by, agent.id, given, hopOf(crew, by))
  if (replaced) decideReplaced(decision, crew, replaced.id, task.id)
  if (!task.waits) maybeAutoCreateGroup(shard, decision, crew, by, task)
  shard.commit(crew, by, decision)
  return { agent: agentOf(crew, agent.id), task }
}

/** A task and, unless it waits, its delivery, inside a decision. The agent may be one that the same decision creates. */
export function decideTask(
  shard: Shard,
  decision: Decision,
  leadId: string,
  by: By,
  agentId: string,
  input: TaskInput & TaskOrder,
  hop: number,
): TaskRecord {
  const given: TaskRecord = {
    id: shard.ports.ids.record(),
    leadId,
    agentId,
    by: input.by ?? by.actor.id,
    text: input.text,
    context: input.context ?? null,
    status: 'open',
    summary: null,
    createdAt: decision.at,
    endedAt: null,
    ...(input.after ? { after: input.after } : {}),
    ...(input.waits ? { waits: input.waits } : {}),
  }
  const { task } = decision.add('task:created', { task: given })
  if (!task.waits) decideHandedTask(shard, decision, task, hop)
  return task
}

/**
 * Ends the agent's oldest open task and reports to its delegator; tasks that waited for it go on. With no other task open the agent itself is
 * completed or failed; its program stays. A lead ends even without a task, and so does any agent that a person ends;
 * another agent without one is at work for others, and is told to wait.
 */
export function completeTask(
  shard: Shard,
  crew: Crew,
  by: By,
  agentId: string,
  input: { readonly status?: 'completed' | 'failed'; readonly summary?: string | undefined },
): { openTasks: number } {
  const agent = agentOf(crew, agentId)
  assertMayInCrew('complete', crew, by, agent)
  const [task, ...others] = crew.openTasks(agentId)
  if (agent.ended === 'terminated') {
    throw new CrewError('agent_terminal', 'it has been terminated.')
  }
  if (!task && agent.ended !== null) {
    throw new CrewError(
      'no_open_task',
      `no task is open: it has ${agent.ended} already. A new task or message revives it.`,
    )
  }
  if (!task && by.actor.kind === 'agent' && agentId !== crew.state.lead.id) {
    throw new CrewError(
      'no_open_task',
      'you have no open task, so there is nothing to report. Just end your turn: a message or a task will wake you.',
    )
  }
  const status = input.status ?? 'completed'
  const summary = input.summary ?? null
  const decision = shard.decide(crew)
  const ended = task && { ...task, status, summary, endedAt: decision.at }
  if (ended) decision.add(`task:${status}`, { task: ended })
  // Its next task may be one that waited for this one.
  const next = task && status === 'completed' ? readyAfter(crew, task) : []
  const openTasks = others.length + next.filter((one) => one.agentId === agentId).length
  const to = task?.by ?? agent.createdBy
  const report = { status, summary, ofTask: task !== undefined }
  decideReport(shard, decision, crew, agent, to, report)
  if (openTasks === 0) {
    decideLeadTold(shard, decision, crew, by, agent, [to], {
      form: 'report',
      agentId,
      ...report,
    })
    if (status === 'completed') decideDone(decision, crew, agentId)
    else decideGone(decision, crew, agentId, TEXT.endedInRound(status, summary))
    decision.add(`agent:${status}`, { agent: { ...agent, ended: status, endedReason: summary } })
    decideAutoArchive(decision, crew, agentId)
    // What it was refused, it did without.
    decideNeedsClosed(decision, crew, (need) => need.kind === 'refused' && need.agentId === agentId)
  }
  // It goes on: with its next task it may be asked again.
  decideStall(decision, crew, agentId, null)
  shard.commit(crew, by, decision)
  if (ended) goOn(shard, crew, by, [ended])
  return { openTasks }
}

/** Tells a delegator what became of a task. People read it on the dashboard, and nobody reports to itself. */
export function decideReport(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  agent: AgentRecord,
  to: string,
  report: {
    readonly status: 'completed' | 'failed'
    readonly summary: string | null
    readonly ofTask: boolean
  },
): void {
  if (to === agent.id || !crew.state.agents[to]) return
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId: to,
      kind: 'report',
      wake: true,
      groupName: null,
      content: { form: 'report', agentId: agent.id, ...report },
      hop: crew.inHand.chain(agent.id).hop + 1,
    },
  })
}
