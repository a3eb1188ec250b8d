import type { TerminalStatus } from '@crewroom/shared/model/agent'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState } from '@crewroom/shared/state/crew-state'

export type MarkKind =
  | 'message'
  | 'direct'
  | 'interrupt'
  | 'task'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'returned'
  | 'ended'
  | 'held'

/** Something that happened at one moment, on the lane of whom it comes from. */
export interface Mark {
  readonly kind: MarkKind
  readonly at: number
  readonly event: CrewEvent
  /** Set where its agent's life ends here. */
  readonly end: TerminalStatus | null
}

/** A stretch of time; `to` is null while it goes on. */
export interface Stretch {
  readonly from: number
  readonly to: number | null
}

export interface Lane {
  /** An agent's id, or the person's. */
  readonly id: string
  readonly marks: readonly Mark[]
  /** From when to when it was there: more than one stretch where it came back. */
  readonly lives: readonly Stretch[]
}

export interface GroupLane {
  readonly name: string
  readonly marks: readonly Mark[]
  readonly life: Stretch
}

const ENDS = {
  'agent:completed': 'completed',
  'agent:terminated': 'terminated',
  'agent:failed': 'failed',
} as const satisfies Readonly<Record<string, TerminalStatus>>

const TASK_MARKS = {
  'task:completed': 'done',
  'task:failed': 'failed',
  'task:cancelled': 'cancelled',
} as const

const AGENT_MARKS = {
  'agent:resumed': 'returned',
  'agent:held': 'held',
  'agent:failed': 'failed',
  'agent:completed': 'done',
  'agent:terminated': 'ended',
} as const

/** An agent that ends together with its task does so within this. */
const TOGETHER_MS = 2_000

/** On whose lane an event is marked, and as what; null for what lanes do not show. */
function markOf(event: CrewEvent): { readonly id: string; readonly kind: MarkKind } | null {
  switch (event.type) {
    case 'group:message':
    case 'session:message':
      return event.message.kind === 'system' ? null : { id: event.message.from, kind: 'message' }
    case 'direct:message':
      return {
        id: event.message.from,
        kind: event.message.kind === 'interrupt' ? 'interrupt' : 'direct',
      }
    case 'task:created': {
      const { by, agentId } = event.task
      return { id: by === SYSTEM_ID ? agentId : by, kind: 'task' }
    }
    case 'task:completed':
    case 'task:failed':
    case 'task:cancelled':
      return { id: event.task.agentId, kind: TASK_MARKS[event.type] }
    case 'agent:resumed':
    case 'agent:held':
    case 'agent:failed':
    case 'agent:completed':
    case 'agent:terminated':
      return { id: event.agent.id, kind: AGENT_MARKS[event.type] }
    default:
      return null
  }
}

function isTaskOver({ event, kind }: Mark): boolean {
  return event.type.startsWith('task:') && kind !== 'task'
}

/** The marks of each lane, by the id of whom they come from, in the order of events. */
export function marksOf(events: readonly CrewEvent[]): ReadonlyMap<string, readonly Mark[]> {
  const marks = new Map<string, Mark[]>()
  for (const event of events) {
    const own = markOf(event)
    if (!own) continue
    const of = marks.get(own.id) ?? []
    marks.set(own.id, of)
    const at = Date.parse(event.at)
    const end = event.type in ENDS ? ENDS[event.type as keyof typeof ENDS] : null
    const last = of.at(-1)
    // A task and the agent that ends with it are one sign, with the words of the task.
    if (end !== null && last && isTaskOver(last) && at - last.at <= TOGETHER_MS) {
      of[of.length - 1] = { ...last, end }
    } else of.push({ kind: own.kind, at, event, end })
  }
  return marks
}

/**
 * One lane per agent: the lead on top, the person below it if it did anything, then the others as they came.
 * `knownFrom`: what was before is not loaded; null when everything is.
 */
export function lanesOf(
  state: Pick<CrewState, 'lead' | 'agents'>,
  marks: ReadonlyMap<string, readonly Mark[]>,
  knownFrom: number | null,
): readonly Lane[] {
  const agents = Object.values(state.agents).toSorted((a, b) =>
    a.createdAt.localeCompare(b.createdAt),
  )
  const others = agents.map(({ id }) => id).filter((id) => id !== state.lead.id)
  const ids = [state.lead.id, ...(marks.has(HUMAN_ID) ? [HUMAN_ID] : []), ...others]
  return ids.map((id) => {
    const own = marks.get(id) ?? []
    const agent = state.agents[id]
    const lives =
      id === HUMAN_ID || !agent
        ? [{ from: -Infinity, to: null }]
        : livesOf(Date.parse(agent.createdAt), agent.ended !== null, own, knownFrom)
    return { id, marks: own, lives }
  })
}

function livesOf(
  born: number,
  isEnded: boolean,
  marks: readonly Mark[],
  knownFrom: number | null,
): readonly Stretch[] {
  const lives: { from: number; to: number | null }[] = [{ from: born, to: null }]
  for (const { end, at, event } of marks) {
    const last = lives.at(-1)
    if (!last) continue
    if (end !== null) last.to ??= at
    else if (event.type === 'agent:resumed' && last.to !== null) lives.push({ from: at, to: null })
  }
  const last = lives.at(-1)
  // It ended before what is loaded.
  if (last && last.to === null && isEnded) last.to = Math.max(last.from, knownFrom ?? last.from)
  return lives
}

/** Groups, each with what was written in it, oldest group first. */
export function groupLanesOf(
  state: Pick<CrewState, 'groups'>,
  events: readonly CrewEvent[],
): readonly GroupLane[] {
  const marks = new Map<string, Mark[]>()
  const over = new Map<string, number | null>()
  for (const event of events) {
    if (event.type === 'group:archived') over.set(event.group.name, Date.parse(event.at))
    if (event.type === 'group:unarchived') over.set(event.group.name, null)
    if (event.type !== 'group:message' && event.type !== 'session:message') continue
    if (event.message.kind === 'system') continue
    const own = marks.get(event.groupName) ?? []
    own.push({ kind: 'message', at: Date.parse(event.at), event, end: null })
    marks.set(event.groupName, own)
  }
  return Object.values(state.groups)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    .map(({ name, createdAt, archived }) => {
      const own = marks.get(name) ?? []
      const from = Date.parse(createdAt)
      const to = archived ? (over.get(name) ?? own.at(-1)?.at ?? from) : null
      return { name, marks: own, life: { from, to } }
    })
}

/** The recipients of an event, as far as they are known: members that joined the group before it. */
export function toldBy(state: CrewState, event: CrewEvent): readonly string[] {
  switch (event.type) {
    case 'group:message': {
      const group = state.groups[event.groupName]
      return (group?.members ?? [])
        .filter(({ id, joinedSeq }) => joinedSeq <= event.seq && id !== event.message.from)
        .map(({ id }) => id)
    }
    // Others are given an answer with their next round only.
    case 'session:message':
      return event.message.round?.as === 'start'
        ? (state.sessions[event.sessionId]?.activeAgents ?? [])
        : []
    case 'direct:message': {
      const { to, from } = event.message
      if (to !== null) return [to]
      return Object.values(state.agents)
        .filter(({ id, createdAt }) => id !== from && createdAt <= event.at)
        .map(({ id }) => id)
    }
    case 'task:created':
      return event.task.by === event.task.agentId || event.task.waits ? [] : [event.task.agentId]
    case 'task:completed':
    case 'task:failed':
      return event.task.by === event.task.agentId ? [] : [event.task.by]
    default:
      return []
  }
}
