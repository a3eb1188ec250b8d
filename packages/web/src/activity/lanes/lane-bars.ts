import { givenAt } from '@crewroom/shared/model/task'
import type { TurnTimes } from '@crewroom/shared/model/turn'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import type { Stretch } from './lane-model'

/** A stretch in which an agent had something in hand. */
export interface Bar extends Stretch {
  readonly key: string
  /** Its program works on it now, or did until the end. Otherwise it was handed over and nothing was heard since. */
  readonly isWork: boolean
  /** What it worked on, in the words of its task; null where it had none. */
  readonly label: string | null
}

interface Known {
  readonly events: readonly CrewEvent[]
  readonly turns: readonly TurnTimes[]
  readonly live: Readonly<Record<string, LiveAgent>>
}

interface Given extends Stretch {
  readonly text: string
}

/** A task may be stored a little after the hand-over that began with it. */
const SLACK_MS = 2_000

/** The bars of each agent, as they began. */
export function barsOf(
  state: Pick<CrewState, 'tasks'>,
  { events, turns, live }: Known,
): ReadonlyMap<string, readonly Bar[]> {
  const tasks = tasksOf(state, events)
  const bars = new Map<string, Bar[]>()
  const add = (id: string, bar: Omit<Bar, 'label'>) => {
    const label = labelAt(tasks.get(id) ?? [], bar)
    const own = bars.get(id)
    if (own) own.push({ ...bar, label })
    else bars.set(id, [{ ...bar, label }])
  }
  const isOpen = new Set<string>()
  for (const { id, agentId, sentAt, endedAt } of turns) {
    const isWorking = live[agentId]?.status === 'working'
    if (endedAt === null) isOpen.add(agentId)
    const to = endedAt === null ? null : Date.parse(endedAt)
    add(agentId, { key: id, from: Date.parse(sentAt), to, isWork: endedAt !== null || isWorking })
  }
  // An agent that began after the turns were requested reports that itself.
  for (const [id, { status, why }] of Object.entries(live)) {
    if (status !== 'working' || isOpen.has(id) || why.since === null) continue
    add(id, { key: `now ${id}`, from: Date.parse(why.since), to: null, isWork: true })
  }
  for (const own of bars.values()) own.sort((a, b) => a.from - b.from)
  return bars
}

/** What each agent was given to do, and until when. */
function tasksOf(
  state: Pick<CrewState, 'tasks'>,
  events: readonly CrewEvent[],
): ReadonlyMap<string, readonly Given[]> {
  const byId = new Map<string, { agentId: string; given: Given }>()
  const put = (id: string, agentId: string, given: Given) => byId.set(id, { agentId, given })
  for (const task of Object.values(state.tasks)) {
    const at = givenAt(task)
    if (at !== null) put(task.id, task.agentId, { from: Date.parse(at), to: null, text: task.text })
  }
  for (const event of events) {
    if (!('task' in event)) continue
    const { id, agentId, text, endedAt } = event.task
    const at = givenAt(event.task)
    if (at === null || (event.type === 'task:created' && byId.has(id))) continue
    const to = endedAt === null ? null : Date.parse(endedAt)
    put(id, agentId, { from: Date.parse(at), to, text })
  }
  const made = new Map<string, Given[]>()
  for (const { agentId, given } of byId.values()) {
    const own = made.get(agentId)
    if (own) own.push(given)
    else made.set(agentId, [given])
  }
  for (const own of made.values()) own.sort((a, b) => a.from - b.from)
  return made
}

/** The newest task that was open while the bar began. */
function labelAt(tasks: readonly Given[], bar: Stretch): string | null {
  const own = tasks.findLast(
    ({ from, to }) => from <= bar.from + SLACK_MS && (to === null || to > bar.from),
  )
  return own === undefined ? null : oneLine(own.text)
}

/** A task in one line, without the signs that only format it. */
function oneLine(text: string): string {
  const [first = ''] = text.trim().split('\n')
  return first.replaceAll(/[`*]+/g, '').trim()
}

/** When each agent waited for a person, from its needs. One that has failed waits for nobody. */
export function waitsOf(
  state: Pick<CrewState, 'needs'>,
  events: readonly CrewEvent[],
): ReadonlyMap<string, readonly Stretch[]> {
  const byId = new Map<string, { agentId: string; from: number; to: number | null }>()
  const put = (need: (typeof state.needs)[string], to: number | null) => {
    if (need.kind === 'failed') return
    byId.set(need.id, { agentId: need.agentId, from: Date.parse(need.createdAt), to })
  }
  for (const need of Object.values(state.needs)) put(need, null)
  for (const event of events) {
    if (event.type === 'need:closed') put(event.need, Date.parse(event.at))
  }
  const made = new Map<string, Stretch[]>()
  for (const { agentId, from, to } of [...byId.values()].toSorted((a, b) => a.from - b.from)) {
    made.set(agentId, [...(made.get(agentId) ?? []), { from, to }])
  }
  return made
}

/** What is left of stretches where the agent was at work or not there: `now` is where open ones end. */
export function without(
  stretches: readonly Stretch[],
  taken: readonly Stretch[],
  now: number,
): readonly Stretch[] {
  let left: readonly Stretch[] = stretches
  for (const one of taken) {
    const end = one.to ?? now
    left = left.flatMap((own) => {
      const to = own.to ?? now
      if (end <= own.from || one.from >= to) return [own]
      return [
        ...(one.from > own.from ? [{ from: own.from, to: one.from }] : []),
        ...(end < to ? [{ from: end, to: own.to }] : []),
      ]
    })
  }
  return left
}

/** Bars as they can be told apart on paper: what is closer than `apart` pixels, or goes on with the same task, is one. */
export function drawnBars(
  bars: readonly Bar[],
  at: (time: number) => number,
  now: number,
  apart: number,
): readonly Bar[] {
  const made: Bar[] = []
  for (const bar of bars) {
    const last = made.at(-1)
    const gap = last ? at(bar.from) - at(last.to ?? now) : Infinity
    const isSame = last?.label === bar.label && last.isWork === bar.isWork
    if (last && (gap < apart / 4 || (isSame && gap < apart))) {
      const to = last.to === null || bar.to === null ? null : Math.max(last.to, bar.to)
      const label = last.label ?? bar.label
      made[made.length - 1] = { ...last, to, label, isWork: last.isWork || bar.isWork }
    } else made.push(bar)
  }
  return made
}
