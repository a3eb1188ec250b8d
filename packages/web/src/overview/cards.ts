import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { AgentOverview, OutputLine } from '@crewroom/shared/model/overview'
import { isEstimated, tokensOf } from '@crewroom/shared/model/usage'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { statusLook, type StatusLook } from '../crew/agent-status'
import { knownAs, type Participant, participantOf } from '../crew/participant'
import { type Standing, STANDINGS, standingOf } from '../crew/standing'
import { shownHidden } from '../groups/message/text-pieces'
import type { OverviewData } from './use-overview'

/** One agent as the overview shows it. */
export interface Card {
  readonly id: string
  readonly who: Participant
  /** What tells it from others in a sentence. */
  readonly name: string
  readonly look: StatusLook
  readonly standing: Standing
  /** Since when it is as it is; null where that is not known. */
  readonly since: string | null
  /** In one line; null for none. */
  readonly task: string | null
  /** Agents whose tasks come before it, where it has not begun. */
  readonly waitsFor: readonly string[]
  readonly told: AgentOverview | null
  /** Why it failed. */
  readonly failure: OutputLine | null
  readonly tokens: number | null
  readonly cost: number | null
  readonly isEstimate: boolean
}

type Lives = Readonly<Record<string, LiveAgent>>

export function cardsOf(
  state: CrewState,
  live: Lives,
  data: OverviewData | undefined,
): readonly Card[] {
  const told = new Map(data?.agents.map((agent) => [agent.agentId, agent]))
  const asked = askedSince(state)
  return Object.values(state.agents).map((agent) => {
    const own = live[agent.id]
    const standing = standingOf(state, agent, own)
    return {
      id: agent.id,
      who: participantOf(state, agent.id, ''),
      name: knownAs(state, agent.id),
      look: statusLook(state, agent, own),
      standing,
      since:
        standing === 'waits' || standing === 'failed'
          ? (asked.get(agent.id) ?? null)
          : (own?.why.since ?? null),
      ...taskOf(state, agent),
      told: told.get(agent.id) ?? null,
      failure:
        agent.ended === 'failed' && agent.endedReason !== null
          ? { kind: 'failed', text: shownHidden(agent.endedReason) }
          : null,
      tokens: tokensOf(own?.usage),
      cost: own?.usage?.cost ?? null,
      isEstimate: isEstimated(own?.usage),
    }
  })
}

/** What an agent is at, or else the task that it waits with, and for whom. */
export function taskOf(
  state: Pick<CrewState, 'agents' | 'tasks' | 'lead'>,
  { id, task }: Pick<AgentRecord, 'id' | 'task'>,
): Pick<Card, 'task' | 'waitsFor'> {
  const all = Object.values(state.tasks)
  const waiting = all.find((own) => own.agentId === id && own.waits !== undefined)
  const isAtWork = all.some((own) => own.agentId === id && own.waits === undefined)
  if (!waiting || isAtWork) return { task: firstLine(task), waitsFor: [] }
  const others = (waiting.after ?? []).flatMap((before) => state.tasks[before]?.agentId ?? [])
  const waitsFor = [...new Set(others)].filter((other) => other !== id)
  return {
    task: firstLine(waiting.text),
    waitsFor: waitsFor.map((other) => participantOf(state, other, '').label),
  }
}

function firstLine(text: string | null): string | null {
  const line = text?.split('\n').find((one) => one.trim() !== '')
  return line === undefined ? null : shownHidden(line.trim())
}

/** Since when the oldest need of each agent is open. */
function askedSince({ needs }: Pick<CrewState, 'needs'>): ReadonlyMap<string, string> {
  const asked = new Map<string, string>()
  for (const { agentId, createdAt } of Object.values(needs)) {
    const known = asked.get(agentId)
    if (known === undefined || createdAt < known) asked.set(agentId, createdAt)
  }
  return asked
}

/** Who needs the person first, then who failed, who works (by what it put out last), who rests, who is done. */
export function inOrder(state: CrewState, cards: readonly Card[]): readonly Card[] {
  const asked = askedSince(state)
  const rank = ({ standing }: Card) => STANDINGS.indexOf(standing)
  const within = (a: Card, b: Card): number => {
    if (a.standing === 'waits') return (asked.get(a.id) ?? '').localeCompare(asked.get(b.id) ?? '')
    if (a.standing === 'working') {
      return (b.told?.lastAt ?? '').localeCompare(a.told?.lastAt ?? '')
    }
    return 0
  }
  const born = ({ id }: Card) => state.agents[id]?.createdAt ?? ''
  return cards.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      within(a, b) ||
      Number(b.who.isLead) - Number(a.who.isLead) ||
      born(a).localeCompare(born(b)),
  )
}

/** Cards in the places that they had: new ones come at the end, and missing ones leave no gap. */
export function inPlaces(cards: readonly Card[], places: readonly string[]): readonly Card[] {
  const place = new Map(places.map((id, index) => [id, index]))
  return cards.toSorted(
    (a, b) => (place.get(a.id) ?? places.length) - (place.get(b.id) ?? places.length),
  )
}

/** What a screen reader calls a card: `Dora, Developer, waits for you, Move the callers`. */
export function cardName({ who, name, look, task, waitsFor }: Card): string {
  const role = who.label === who.roleName ? [] : [who.roleName]
  const word = look.word.charAt(0).toLowerCase() + look.word.slice(1)
  const after = waitsFor.length === 0 ? [] : [`waits for ${waitsFor.join(' and ')}`]
  return [name, ...role, word, ...after, ...(task === null ? [] : [task])].join(', ')
}
