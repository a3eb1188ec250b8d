import { HUMAN_ID } from '@crewroom/shared/model/participant'
import {
  BY_RULES,
  type EndRule,
  type Policy,
  type RunLimits,
  type Transitions,
} from '@crewroom/shared/model/run'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { money } from '../overview/amounts'
import { countOf } from '../ui/amounts'
import type { NewRun } from '../sync/api/runs'

/** What a person fills in. */
export interface Wanted {
  readonly goal: string
  readonly kind: Policy['kind']
  /** In the order of turns. */
  readonly participants: readonly string[]
  /** Who chooses, sums up or manages, by policy; empty: nobody. */
  readonly decider: string
  readonly endsWhen: string
  readonly rounds: string
  readonly usd: string
  readonly turn: TurnLimit
  /** Words that end it, and whether any of them does or all together. */
  readonly ends: readonly EndWord[]
  readonly endsBy: 'any' | 'all'
  /** By participant: who may speak after it; nobody: anybody. */
  readonly follow: Readonly<Record<string, readonly string[]>>
}

export interface EndWord {
  readonly word: string
  /** The participant that has to say it; empty: anybody. */
  readonly from: string
}

export const TURN_LIMITS = [
  { id: 'ever', label: 'waits for ever' },
  { id: 'skip', label: '5 min, then skip' },
  { id: 'stop', label: '5 min, then stop' },
] as const
export type TurnLimit = (typeof TURN_LIMITS)[number]['id']
const TURN_SECONDS = 300

/** Who chooses first, if nobody said it: whoever is not a participant, or else the rules. */
export function deciderOf(kind: Policy['kind'], leadId: string, participants: readonly string[]) {
  switch (kind) {
    case 'round_robin':
      return ''
    case 'selection':
      return BY_RULES
    case 'parallel':
      return leadId
    case 'hierarchical':
      return participants.find((id) => id !== HUMAN_ID) ?? leadId
    default:
      return kind satisfies never
  }
}

export const DECIDER_LABELS: Readonly<Record<Policy['kind'], string | null>> = {
  round_robin: null,
  selection: 'Who chooses?',
  parallel: 'Who sums up?',
  hierarchical: 'Who manages?',
}

/** Whether one speaks after another, so that it can be said who. */
export const hasOrder = (kind: Policy['kind']) => kind === 'round_robin' || kind === 'selection'

function policyOf(wanted: Wanted): Policy {
  const { kind, decider } = wanted
  switch (kind) {
    case 'round_robin':
      return { kind, ...transitionsOf(wanted) }
    case 'selection':
      return { kind, by: decider, repeat: false, ...transitionsOf(wanted) }
    case 'parallel':
      return { kind, aggregator: decider === '' ? null : decider }
    case 'hierarchical':
      return { kind, manager: decider }
    default:
      return kind satisfies never
  }
}

/** Of those who take part: somebody may have been taken out since. */
function transitionsOf(wanted: Wanted): { readonly transitions?: Transitions } {
  const asked = askedOf(wanted)
  const said = asked.flatMap((before) => {
    const after = (wanted.follow[before] ?? []).filter((id) => asked.includes(id))
    return after.length === 0 ? [] : [[before, after] as const]
  })
  return said.length === 0 ? {} : { transitions: Object.fromEntries(said) }
}

function untilOf(wanted: Wanted): { readonly until?: EndRule } {
  const asked = askedOf(wanted)
  const words = wanted.ends.flatMap(({ word, from }) =>
    word.trim() === '' ? [] : [{ word: word.trim(), ...(asked.includes(from) ? { from } : {}) }],
  )
  const [first, ...others] = words
  if (!first) return {}
  if (others.length === 0) return { until: first }
  return { until: wanted.endsBy === 'all' ? { all: words } : { any: words } }
}

/** Who has to be in the group: whoever takes part or decides, without the person. */
export function membersOf({ kind, decider, participants }: Wanted): readonly string[] {
  const isAgent = (id: string) => id !== '' && id !== HUMAN_ID && id !== BY_RULES
  const all = kind === 'round_robin' ? participants : [...participants, decider]
  return [...new Set(all)].filter(isAgent)
}

/** Participants that are asked: whoever manages asks the others, and is none of them. */
export function askedOf({ kind, decider, participants }: Wanted): readonly string[] {
  return kind === 'hierarchical' ? participants.filter((id) => id !== decider) : participants
}

const number = (text: string) =>
  Number(
    text
      .replace(/^\s*\$/, '')
      .trim()
      .replace(',', '.'),
  )

/** Why it cannot start; null: it can. */
export function missingOf(wanted: Wanted): string | null {
  const { goal, kind, rounds, usd, endsWhen } = wanted
  const asked = askedOf(wanted)
  if (goal.trim() === '') return 'Say what they should find out'
  if (goal.length > LIMITS.goal)
    return `The question is ${countOf(goal.length - LIMITS.goal, 'character')} too long`
  if (kind === 'hierarchical' && asked.length === 0)
    return 'Pick at least one whom the manager asks'
  if (kind !== 'hierarchical' && asked.length < 2) return 'Pick at least two'
  if (kind === 'parallel' && asked.every((id) => id === HUMAN_ID)) return 'Pick at least one agent'
  if (endsWhen.length > LIMITS.terminationCondition) return 'The end is too long'
  const count = number(rounds)
  if (!Number.isInteger(count) || count < 1 || count > LIMITS.runRounds) {
    return `Rounds are 1 to ${LIMITS.runRounds}`
  }
  if (usd.trim() !== '' && !(number(usd) > 0 && number(usd) <= LIMITS.budgetUsd)) {
    return 'Money is an amount, such as 1.00, or nothing'
  }
  return null
}

export function bodyOf(wanted: Wanted): NewRun {
  const { goal, participants, endsWhen, rounds, usd, turn } = wanted
  const limits: Partial<RunLimits> = {
    rounds: number(rounds),
    usd: usd.trim() === '' ? null : number(usd),
    ...(participants.includes(HUMAN_ID) || wanted.decider === HUMAN_ID
      ? {
          humanSeconds: turn === 'ever' ? null : TURN_SECONDS,
          onHumanTimeout: turn === 'stop' ? 'stop' : 'skip',
        }
      : {}),
    ...untilOf(wanted),
  }
  return {
    goal: goal.trim(),
    policy: policyOf(wanted),
    participants: askedOf(wanted),
    ...(endsWhen.trim() === '' ? {} : { terminationCondition: endsWhen.trim() }),
    limits,
  }
}

/** Who speaks or chooses first: `Project Lead chooses first.` */
export function firstWords(wanted: Wanted, nameOf: (id: string) => string): string {
  const { kind, decider } = wanted
  const asked = askedOf(wanted)
  const [first] = asked
  const named = (id: string, own: string, other: string) =>
    id === HUMAN_ID ? `You ${own}` : `${nameOf(id)} ${other}`
  switch (kind) {
    case 'round_robin':
      return first === undefined ? '' : named(first, 'speak first.', 'speaks first.')
    case 'selection':
      if (decider === BY_RULES) return 'Whoever knows most about it speaks first.'
      return named(decider, 'choose first.', 'chooses first.')
    case 'parallel':
      return 'All speak at once.'
    case 'hierarchical':
      return named(decider, 'begin.', 'begins.')
    default:
      return kind satisfies never
  }
}

/** `At most 10 rounds and $1.00.` */
export function worstWords({ rounds, usd }: Pick<Wanted, 'rounds' | 'usd'>): string {
  const most = `At most ${countOf(number(rounds), 'round')}`
  return usd.trim() === '' ? `${most}.` : `${most} and ${money(number(usd))}.`
}

/** The participants with one of them at another place. */
export function movedTo(all: readonly string[], id: string, to: number): readonly string[] {
  const rest = all.filter((own) => own !== id)
  const at = Math.max(0, Math.min(rest.length, to))
  return [...rest.slice(0, at), id, ...rest.slice(at)]
}
