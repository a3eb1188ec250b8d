import { takesTurns } from '@crewroom/shared/model/agent'
import type { CrewEffect, EffectFigures, ReadTimes } from '@crewroom/shared/model/effect'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { givenAt, type TaskRecord } from '@crewroom/shared/model/task'
import type { EndedHandOver, WrittenMessage } from '../journal/ports/effect-port'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { AllStored } from './read-overview'

/** So much is looked at: what it costs does not grow with how long a crew is there. */
const HAND_OVERS = 1_000
const TIMED = 200
const GROUPS = 50
const MESSAGES = 200
const TASKS = 50
/** A reader waits so long for what agents were handed before its request. */
const WAIT_MS = 2_000
/** A message to which another agent's words led; what a person or a task leads to has 1. */
const ANSWER_HOP = 2

/** Whether the server begins the agent's turns: others fetch what they get, or read lines while they do something else. */
type IsWoken = (agentId: string) => boolean

/** What the crew's work took, by its newest hand-overs and messages. It tells nothing of what was said. */
export async function readEffect(
  shard: Shard,
  rollouts: AllStored,
  crew: Crew,
): Promise<CrewEffect & { readonly asOf: number }> {
  const { state } = crew
  const leadId = state.lead.id
  await rollouts.allStored(Object.keys(state.agents), WAIT_MS)
  await shard.journal.durable(leadId)
  const { reader } = shard.ports
  const groups = Object.values(state.groups)
    .filter(({ messageCount }) => messageCount > 0)
    .toSorted((a, b) => (b.lastMessage?.seq ?? 0) - (a.lastMessage?.seq ?? 0))
  const { handOvers, messages, hasMore, asOf } = reader.effect(leadId, {
    handOvers: HAND_OVERS,
    timed: TIMED,
    groups: groups.slice(0, GROUPS).map(({ name }) => name),
    messages: MESSAGES,
  })
  const { tasks } = reader.tasks(leadId, { status: null, before: null, limit: TASKS })
  const isWoken: IsWoken = (agentId) => {
    const agent = state.agents[agentId]
    return agent !== undefined && takesTurns(agent.driver)
  }
  return {
    ...figuresOf(handOvers, messages, isWoken),
    isPart:
      hasMore ||
      groups.length > GROUPS ||
      groups.some(({ messageCount }) => messageCount > MESSAGES),
    tasks: tasks.map((task) => ({
      taskId: task.id,
      ...figuresOf(
        handOvers.filter((one) => isOf(task, one.agentId, one.at)),
        messages.filter((one) => isOf(task, one.from, one.at)),
        isWoken,
      ),
    })),
    asOf,
  }
}

/** Whether an agent did it while it had the task. */
function isOf(task: TaskRecord, agentId: string, at: string): boolean {
  const from = givenAt(task)
  return (
    agentId === task.agentId &&
    from !== null &&
    at >= from &&
    (task.endedAt === null || at <= task.endedAt)
  )
}

function figuresOf(
  handOvers: readonly EndedHandOver[],
  messages: readonly WrittenMessage[],
  isWoken: IsWoken,
): EffectFigures {
  const told = handOvers.flatMap(({ tokens }) => tokens ?? [])
  const answers = messages.filter(({ from, hop }) => from !== HUMAN_ID && hop >= ANSWER_HOP)
  return {
    turns: handOvers.length,
    tokens: told.length === 0 ? null : told.reduce((sum, tokens) => sum + tokens, 0),
    emptyWakes: handOvers.filter(({ agentId, hasContent }) => !hasContent && isWoken(agentId))
      .length,
    openings: messages.length - answers.length,
    answers: answers.length,
    readTimes: timesOf(handOvers.flatMap(({ waits }) => waits)),
  }
}

/** By nearest rank. */
function timesOf(waits: readonly number[]): ReadTimes | null {
  if (waits.length === 0) return null
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { median: at(0.5), p90: at(0.9) }
}
