import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import { BY_RULES, type Policy, type RunRecord, type RunUsage } from '@crewroom/shared/model/run'
import { atLeast, elapsed, money, tokenWords } from '../overview/amounts'
import { listed } from '../sessions/round-words'
import type { Step } from './steps'

type NameOf = (id: string) => string

/** What a policy is called where there is room for a word or two. */
export const POLICY_NAMES: Readonly<Record<Policy['kind'], string>> = {
  round_robin: 'In turn',
  selection: 'Speaker selection',
  parallel: 'All at once',
  hierarchical: 'Manager',
}

/** `Project Lead chooses`: how the next step is decided. */
export function whoDecides(policy: Policy, nameOf: NameOf): string {
  switch (policy.kind) {
    case 'round_robin':
      return 'always the same order'
    case 'selection':
      if (policy.by === BY_RULES) return 'mentions and expertise choose'
      return policy.by === HUMAN_ID ? 'you choose' : `${nameOf(policy.by)} chooses`
    case 'parallel':
      return policy.aggregator === null
        ? 'nobody sums up'
        : policy.aggregator === HUMAN_ID
          ? 'you sum up'
          : `${nameOf(policy.aggregator)} sums up`
    case 'hierarchical':
      return `${nameOf(policy.manager)} asks the others`
    default:
      return policy satisfies never
  }
}

export interface Far {
  /** Rounds that are over. */
  readonly done: number
  /** Number of the one under way; null: none is. */
  readonly now: number | null
  readonly most: number
}

/** How far a discussion is, from the rounds of its session that are known. */
export function farOf(run: RunRecord, rounds: Iterable<RoundRecord>, isTurn: boolean): Far {
  const most = run.limits.rounds
  if (run.status === 'ended') return { done: Math.min(most, run.progress.rounds), now: null, most }
  let open: number | null = null
  for (const round of rounds) {
    if (round.run?.id === run.id && round.closed === null && round.ask !== 'aggregate') {
      open = round.run.n
    }
  }
  // Before somebody chose, there is no round of it yet.
  const now = open ?? (isTurn ? run.progress.rounds + 1 : null)
  return {
    done: Math.min(most, now === null ? run.progress.rounds : now - 1),
    now: now !== null && now <= most ? now : null,
    most,
  }
}

/** `38k`, `at least 38k`; empty where nothing is known. */
export function tokensOf({ tokens, known }: RunUsage): string {
  return tokens === 0 ? '' : atLeast(tokenWords(tokens), !known)
}

export function moneyOf({ usd, known }: RunUsage): string {
  return usd === 0 ? '' : atLeast(money(usd), !known)
}

interface Used {
  readonly tokens: number
  readonly usd: number
}

/** What answers used as far as they say. */
export function usedBy(responses: readonly RoundResponse[]): Used {
  let tokens = 0
  let usd = 0
  for (const { usage } of responses) {
    tokens += usage?.tokens ?? 0
    usd += usage?.usd ?? 0
  }
  return { tokens, usd }
}

/** `14k · $0.16`; empty where nothing is known. */
export function usedWords({ tokens, usd }: Used): string {
  return [tokens > 0 ? tokenWords(tokens) : '', usd > 0 ? money(usd) : '']
    .filter(Boolean)
    .join(' · ')
}

/** From the first question of a round to its last answer, in ms; null while it is under way. */
export function lengthOf(step: Step): number | null {
  const rounds = step.round ? [...step.choices, step.round] : step.choices
  const ends = rounds.flatMap(({ responses }) => responses.map(({ endedAt }) => endedAt))
  const first = rounds[0]
  if (!first || step.round?.closed === null || ends.some((end) => end === null)) return null
  return Math.max(...ends.map((end) => Date.parse(end ?? ''))) - Date.parse(first.openedAt)
}

/** `1:48 · 14k · $0.16`: what a round's line ends with. */
export function stepWords(step: Step): string {
  const length = lengthOf(step)
  const rounds = step.round ? [...step.choices, step.round] : step.choices
  const used = usedWords(usedBy(rounds.flatMap(({ responses }) => responses)))
  return [length === null ? '' : elapsed(length), used].filter(Boolean).join(' · ')
}

/** Who was chosen by whom, and in which words. */
export interface Chosen {
  /** Whoever chose; null: nobody did. */
  readonly by: string | null
  readonly whom: readonly string[]
  /** In somebody's own words. */
  readonly quote: string
  /** In ours. */
  readonly note: string
}

/** What a round says of why it asks these. */
export function chosenIn(run: RunRecord | null, round: RoundRecord, nameOf: NameOf): Chosen {
  const whom = round.responses.map(({ agentId }) => agentId)
  const { reason } = round
  const policy = run?.policy
  if (reason === 'chosen by a person') return { by: HUMAN_ID, whom, quote: '', note: '' }
  // By the lead, in place of whoever chooses otherwise.
  if (reason.startsWith('chosen by ')) return { by: null, whom, quote: '', note: reason }
  if (policy?.kind === 'selection' && policy.by !== BY_RULES && policy.by !== HUMAN_ID) {
    const said = ` chose ${whom.map(nameOf).join('')}`
    const at = reason.indexOf(said)
    const bare = reason.indexOf(' chose ')
    if (at !== -1 || bare !== -1) {
      const rest = at === -1 ? '' : reason.slice(at + said.length)
      return { by: policy.by, whom, quote: rest.replace(/^\s*:\s*/, ''), note: '' }
    }
  }
  if (
    policy?.kind === 'hierarchical' &&
    round.ask !== 'manage' &&
    !reason.startsWith('asked again')
  ) {
    return { by: policy.manager, whom, quote: '', note: '' }
  }
  const note = policy?.kind === 'selection' && policy.by === BY_RULES ? ruleWords(reason) : reason
  return { by: null, whom, quote: '', note }
}

const ruleWords = (reason: string) =>
  /^(asked|fallback)/.test(reason) ? reason : `chosen by rule: ${reason}`

/** Reasons that the policy's own name says already. */
const PLAIN = new Set(['next in order', 'all at once', 'sums up the answers', 'the manager begins'])
export const isPlainReason = (note: string) => PLAIN.has(note)

/** `Ada asked Dev in private`. */
export function nestedTitle(run: RunRecord, starter: string, nameOf: NameOf): string {
  const others = run.participants.filter((id) => id !== starter)
  const names = others.map((id) => (id === HUMAN_ID ? 'you' : nameOf(id)))
  if (names.length === 0) return `${nameOf(starter)} thought aloud`
  return `${nameOf(starter)} asked ${names.length > 3 ? `${names.length} others` : listed(names)} in private`
}

export function roundsWords(count: number): string {
  return count === 1 ? '1 round' : `${count} rounds`
}
