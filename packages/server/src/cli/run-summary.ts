import {
  answersPerMessage,
  type EffectFigures,
  type ReadTimes,
} from '@crewroom/shared/model/effect'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { UsageTotal } from '@crewroom/shared/model/usage-total'
import { type CostKind, costKind, tokensOf } from '@crewroom/shared/model/usage'
import type { CrewState, LiveState } from '@crewroom/shared/state/crew-state'
import { relayed, relayedLine } from '@crewroom/shared/text/relay'
import type { Ink } from '../terminal-colors'
import { shownAgent } from './event-line'

/** What a run came to, for people and for programs. */
export interface RunSummary {
  readonly status: 'completed' | 'failed' | 'terminated'
  /** In the words of the lead, or why it was ended. */
  readonly reason: string | null
  /** From the first fact of the crew to the end of its lead, in milliseconds. */
  readonly ms: number
  /** The newest ones, oldest first: what one answer of the server holds. */
  readonly tasks: readonly {
    readonly agentId: string
    readonly status: TaskRecord['status']
    readonly text: string
    readonly summary: string | null
    /** What turns for it used; null where no program told. */
    readonly tokens: number | null
    /** In US dollars. */
    readonly cost: number | null
    readonly costKind: CostKind | null
  }[]
  readonly agents: readonly SummaryAgent[]
  /** What waits for a person. */
  readonly needs: readonly { readonly agentId: string; readonly text: string }[]
  readonly messages: number
  readonly groups: number
  /** What the work of each crew took, that of the lead first. */
  readonly effects: readonly CrewSummary[]
}

/** What one crew's work took. */
export interface CrewSummary extends EffectFigures {
  readonly leadId: string
  /** There was more than was counted. */
  readonly isPart: boolean
}

export interface SummaryAgent {
  readonly id: string
  readonly name: string
  readonly color: string
  /** Null where its program does not tell. */
  readonly tokens: number | null
  /** In US dollars; null where its program does not tell. */
  readonly cost: number | null
  /** Whether that is what its program reported, or was worked out from prices. */
  readonly costKind: CostKind | null
}

export interface RunEnd extends Pick<RunSummary, 'status' | 'reason'> {
  /** When its lead ended. */
  readonly at: string
}

export interface Snapshot {
  readonly state: Pick<CrewState, 'lead' | 'agents' | 'groups' | 'needs'>
  readonly live: LiveState
}

/** A crew as it is when the run ends, with its newest tasks. */
export interface EndedCrew extends Snapshot {
  readonly tasks: readonly TaskRecord[]
  /** What its turns used, by task. */
  readonly usage: readonly UsageTotal[]
  readonly effect: Omit<CrewSummary, 'leadId'>
}

/** The summary of a crew whose lead has ended, and of those below it, which `crews` has behind it. */
export function runSummary(end: RunEnd, crews: readonly [EndedCrew, ...EndedCrew[]]): RunSummary {
  const groups = crews
    .flatMap(({ state }) => Object.values(state.groups))
    .filter(({ messageCount }) => messageCount > 0)
  const agents = new Map<string, SummaryAgent>()
  for (const { state, live } of crews) {
    for (const agent of Object.values(state.agents)) {
      // A sub-lead is an agent of the crew above it, too, under its own name.
      if (agents.has(agent.id)) continue
      const usage = live.agents[agent.id]?.usage ?? null
      const cost = usage?.cost ?? null
      agents.set(agent.id, {
        id: agent.id,
        ...shownAgent(agent),
        tokens: tokensOf(usage),
        cost,
        costKind: costKind(usage),
      })
    }
  }
  return {
    status: end.status,
    reason: end.reason,
    ms: Math.max(0, Date.parse(end.at) - Date.parse(crews[0].state.lead.createdAt)),
    tasks: crews
      .flatMap(({ tasks, usage }) =>
        tasks.map((task) => ({ ...task, used: usage.find(({ key }) => key === task.id) })),
      ) // prettier-ignore
      .map(({ agentId, status, text, summary, used }) => ({
        agentId,
        status,
        text,
        summary,
        tokens: used?.totalTokens ?? null,
        cost: used?.cost ?? null,
        costKind: used?.costKind ?? null,
      })),
    agents: [...agents.values()],
    needs: crews
      .flatMap(({ state }) => Object.values(state.needs))
      .map(({ agentId, text }) => ({ agentId, text })),
    messages: groups.reduce((sum, { messageCount }) => sum + messageCount, 0),
    groups: groups.length,
    effects: crews.map(({ state, effect }) => ({ leadId: state.lead.id, ...effect })),
  }
}

const SECTIONS: readonly (readonly [TaskRecord['status'], string])[] = [
  ['completed', 'Done'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
  ['open', 'Still open'],
]
/** One line of a list. */
const LINE = 200

/** The same in words: how it ended, what was done and by whom, what is open, and what it cost. */
export function summaryText(summary: RunSummary, leadId: string, ink: Ink): string {
  const { status, reason, ms, tasks, agents, needs, messages, groups, effects } = summary
  const how = status[0]?.toUpperCase() + status.slice(1)
  const who = (id: string) => {
    const agent = agents.find((one) => one.id === id)
    return agent ? ink.paint(relayedLine(agent.name, LINE), agent.color) : id
  }
  const lines = [
    `${ink.bold(how)} in ${duration(ms)}${reason === null ? '.' : `: ${relayed(reason)}`}`,
  ]
  for (const [wanted, title] of SECTIONS) {
    // What the lead reported is said above.
    const listed = tasks.filter(
      (task) => task.status === wanted && !(task.agentId === leadId && task.summary === reason),
    )
    if (listed.length === 0) continue
    lines.push('', ink.bold(title))
    for (const task of listed) {
      const { agentId, text, summary: outcome } = task
      const came = outcome === null ? '' : ` → ${relayedLine(outcome, LINE)}`
      lines.push(`  ${who(agentId)}: ${relayedLine(text, LINE)}${came}${usedFor(task)}`)
    }
  }
  if (needs.length > 0) {
    lines.push('', ink.bold('Waits for you'))
    for (const { agentId, text } of needs) {
      lines.push(`  ${who(agentId)}: ${relayedLine(text, LINE)}`)
    }
  }
  lines.push('')
  if (messages > 0) lines.push(`${count(messages, 'message')} in ${count(groups, 'group')}`)
  lines.push(tokenLine(agents, who))
  for (const effect of effects) {
    // A median of several crews together would say nothing of any.
    const whose = effect.leadId === leadId ? 'Turns' : `Turns of the crew of ${who(effect.leadId)}`
    if (effect.turns > 0) lines.push(effectLine(whose, effect))
  }
  return lines.join('\n')
}

/** `  (about $0.12, 12,000 tokens)` */
function usedFor({ tokens, cost, costKind: kind }: RunSummary['tasks'][number]): string {
  const parts = [
    ...(cost === null ? [] : [dollarsOf(cost, kind !== 'reported')]),
    ...(tokens === null ? [] : [`${tokens.toLocaleString('en')} tokens`]),
  ]
  return parts.length === 0 ? '' : `  (${parts.join(', ')})`
}

function dollarsOf(cost: number, isEstimate: boolean): string {
  return `${isEstimate ? 'about ' : ''}$${cost.toFixed(cost > 0 && cost < 0.01 ? 4 : 2)}`
}

function tokenLine(agents: readonly SummaryAgent[], who: (id: string) => string): string {
  const told = agents.flatMap(({ id, tokens }) => (tokens === null ? [] : [{ id, tokens }]))
  const cost = agents.reduce((sum, agent) => sum + (agent.cost ?? 0), 0)
  const isEstimate = agents.some(({ costKind: kind }) => kind !== null && kind !== 'reported')
  const dollars = cost === 0 ? '' : `, ${dollarsOf(cost, isEstimate)}`
  if (told.length === 0)
    return `Tokens: not reported by ${agents.length === 1 ? 'its program' : 'their programs'}${dollars}`
  const sum = told.reduce((all, { tokens }) => all + tokens, 0)
  const each = told.map(({ id, tokens }) => `${who(id)} ${tokens.toLocaleString('en')}`).join(', ')
  const untold = agents.length - told.length
  return `Tokens: ${sum.toLocaleString('en')}${dollars} (${each}${untold === 0 ? '' : `, ${count(untold, 'agent')} not reporting`})`
}

/** `Turns: 14, none woken for nothing; 0.8 answers per message; read after 2 s (half), 40 s (90 %)` */
function effectLine(what: string, effect: Omit<CrewSummary, 'leadId'>): string {
  const { turns, emptyWakes, readTimes, isPart } = effect
  const empty = emptyWakes === 0 ? 'none' : emptyWakes.toLocaleString('en')
  const answers = answersPerMessage(effect)
  return [
    `${what}: ${isPart ? 'at least ' : ''}${turns.toLocaleString('en')}, ${empty} of them empty`,
    ...(answers === null ? [] : [`${answers.toFixed(1)} answers per message`]),
    ...(readTimes === null ? [] : [readLine(readTimes)]),
  ].join('; ')
}

function readLine({ median, p90 }: ReadTimes): string {
  return `half of the messages were read within ${duration(median)}, nine of ten within ${duration(p90)}`
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60)
    return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
