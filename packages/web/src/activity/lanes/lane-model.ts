import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'

export type MarkKind =
  | 'message'
  | 'direct'
  | 'task'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'joined'
  | 'ended'
  | 'held'

/** Something that happened at one moment, on the lane of whom it happened to. */
export interface Mark {
  readonly kind: MarkKind
  readonly at: number
  readonly event: CrewEvent
}

/** A stretch in which an agent had something in hand. */
export interface Bar {
  readonly key: string
  readonly from: number
  /** Null: it is not over. */
  readonly to: number | null
  /** Its program works on it now, or did until the end. Otherwise it was handed over and nothing was heard since. */
  readonly isWork: boolean
}

export interface Lane {
  readonly id: string
  readonly marks: readonly Mark[]
  readonly bars: readonly Bar[]
  /** When it came into the crew, where that is known. */
  readonly born: number | null
}

/** Marks that would touch each other, drawn as one. */
export interface Cluster {
  readonly key: string
  readonly at: number
  readonly x: number
  readonly marks: readonly Mark[]
}

const ENDS = {
  'agent:completed': 'ended',
  'agent:terminated': 'ended',
  'agent:failed': 'failed',
  'agent:created': 'joined',
  'agent:resumed': 'joined',
  'agent:held': 'held',
} as const satisfies Readonly<Record<string, MarkKind>>

/** On whose lane an event is marked, and as what; null for what lanes do not show. */
function markOf(event: CrewEvent): { readonly id: string; readonly kind: MarkKind } | null {
  switch (event.type) {
    case 'group:message':
      return event.message.kind === 'system' ? null : { id: event.message.from, kind: 'message' }
    case 'direct:message':
      return { id: event.message.from, kind: 'direct' }
    case 'task:created':
      return { id: event.task.agentId, kind: 'task' }
    case 'task:completed':
      return { id: event.task.agentId, kind: 'done' }
    case 'task:failed':
      return { id: event.task.agentId, kind: 'failed' }
    case 'task:cancelled':
      return { id: event.task.agentId, kind: 'cancelled' }
    case 'agent:created':
    case 'agent:completed':
    case 'agent:failed':
    case 'agent:terminated':
    case 'agent:resumed':
    case 'agent:held':
      return { id: event.agent.id, kind: ENDS[event.type] }
    default:
      return null
  }
}

interface Told {
  readonly events: readonly CrewEvent[]
  readonly turns: readonly TurnTimes[]
  readonly live: Readonly<Record<string, LiveAgent>>
}

/** One lane per agent: the lead on top, the person below it if it did anything, then the others as they came. */
export function lanesOf(state: Pick<CrewState, 'lead' | 'agents'>, told: Told): readonly Lane[] {
  const marks = new Map<string, Mark[]>()
  for (const event of told.events) {
    const own = markOf(event)
    if (!own) continue
    const mark = { kind: own.kind, at: Date.parse(event.at), event }
    const of = marks.get(own.id)
    if (of) of.push(mark)
    else marks.set(own.id, [mark])
  }
  const bars = barsOf(told)
  const agents = Object.values(state.agents).toSorted((a, b) =>
    a.createdAt.localeCompare(b.createdAt),
  )
  const born = new Map(agents.map(({ id, createdAt }) => [id, Date.parse(createdAt)]))
  const others = agents.map(({ id }) => id).filter((id) => id !== state.lead.id)
  const ids = [state.lead.id, ...(marks.has(HUMAN_ID) ? [HUMAN_ID] : []), ...others]
  return ids.map((id) => ({
    id,
    marks: marks.get(id) ?? [],
    bars: bars.get(id) ?? [],
    born: born.get(id) ?? null,
  }))
}

function barsOf({ turns, live }: Told): Map<string, Bar[]> {
  const bars = new Map<string, Bar[]>()
  const add = (id: string, bar: Bar) => bars.set(id, [...(bars.get(id) ?? []), bar])
  const isOpen = new Set<string>()
  for (const { id, agentId, sentAt, endedAt } of turns) {
    const isWorking = live[agentId]?.status === 'working'
    if (endedAt === null) isOpen.add(agentId)
    add(agentId, {
      key: id,
      from: Date.parse(sentAt),
      to: endedAt === null ? null : Date.parse(endedAt),
      isWork: endedAt !== null || isWorking,
    })
  }
  // Who began since the turns were asked for says so itself.
  for (const [id, { status, why }] of Object.entries(live)) {
    if (status !== 'working' || isOpen.has(id) || why.since === null) continue
    add(id, { key: `now ${id}`, from: Date.parse(why.since), to: null, isWork: true })
  }
  return bars
}

/** Marks within a stretch of time, those together that are closer than `apart` pixels. */
export function clusters(
  marks: readonly Mark[],
  range: { readonly from: number; readonly to: number; readonly width: number },
  apart: number,
): readonly Cluster[] {
  const { from, to, width } = range
  const made: { key: string; at: number; x: number; marks: Mark[] }[] = []
  for (const mark of marks) {
    if (mark.at < from || mark.at > to) continue
    const x = ((mark.at - from) / (to - from)) * width
    const last = made.at(-1)
    if (last && x - last.x < apart) last.marks.push(mark)
    else made.push({ key: String(mark.event.seq), at: mark.at, x, marks: [mark] })
  }
  return made
}

/** Who was told by an event, as far as it is known: members that are in the group since before it. */
export function toldBy(state: CrewState, event: CrewEvent): readonly string[] {
  if (event.type === 'group:message') {
    const group = state.groups[event.groupName]
    return (group?.members ?? [])
      .filter(({ id, joinedSeq }) => joinedSeq <= event.seq && id !== event.message.from)
      .map(({ id }) => id)
  }
  if (event.type === 'direct:message') {
    const { to, from } = event.message
    if (to !== null) return [to]
    return Object.values(state.agents)
      .filter(({ id, createdAt }) => id !== from && createdAt <= event.at)
      .map(({ id }) => id)
  }
  return event.type === 'task:created' && event.task.by !== event.task.agentId
    ? [event.task.by]
    : []
}

const STEPS_S = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200]

/** Round local times within a stretch, as many as fit. */
export function ticks(from: number, to: number, width: number): readonly number[] {
  const wanted = Math.max(3, Math.floor(width / 96))
  const step =
    (STEPS_S.find((seconds) => (to - from) / (seconds * 1_000) <= wanted) ?? 7_200) * 1_000
  const zone = new Date(from).getTimezoneOffset() * 60_000
  const first = Math.ceil((from - zone) / step) * step + zone
  const made: number[] = []
  for (let at = first; at <= to; at += step) made.push(at)
  return made
}
