import { HISTORY_LIMIT } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { OpenAILine, PlacedLine } from '@crewroom/shared/transcript/openai/openai-line'
import { openAILines } from '@crewroom/shared/transcript/to-openai'
import { type OpenRollout, readRollout, type StoredRollouts } from '../agents/read-rollout'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { memberNamed } from '../groups/change-members'
import { readableSession } from '../sessions/read-session'
import type { GroupChatAt } from './chat-of'
import { memberNames } from './member-names'
import { timeOf } from './page-bound'

export interface AgentViewQuery {
  readonly session: string
  /** A member, by what the group chat calls it. */
  readonly agent: string
  readonly limit?: number | undefined
  /** A time, or `next_before` of a page. */
  readonly before?: string | undefined
}

export interface AgentView {
  readonly messages: readonly OpenAILine[]
  readonly has_more: boolean
  readonly next_before: string | null
}

/** Entries up to this one, and nothing from this time on. */
interface Bound {
  readonly n: number
  readonly time: string | null
}

/**
 * A page of what one agent was given and did in a session, ascending, in the form of the messages that models are sent: its last
 * lines, or those before one. For people and the agent itself.
 */
export async function readAgentView(
  shard: Shard,
  rollouts: StoredRollouts,
  { crew, group }: GroupChatAt,
  by: By,
  query: AgentViewQuery,
): Promise<AgentView> {
  const agent = agentOf(crew, memberNamed(shard, crew, group, query.agent))
  assertMayInCrew('readRollout', crew, by, agent)
  const names = memberNames(crew, group, shard.ports.personName)
  const { limit = group.chat?.historyLimit ?? HISTORY_LIMIT } = query
  const bound = boundOf(query.before)
  // The free talk of a group has no rounds.
  const sessionId =
    query.session === MAIN_SESSION
      ? MAIN_SESSION
      : readableSession(crew, by, { group: group.name, session: query.session }).id
  await shard.journal.durable(crew.state.lead.id)
  const rounds = shard.ports.reader.turnsOfRounds(agent.id, sessionId)
  const source: Source = {
    shard,
    rollouts,
    open: { crew, agent },
    rounds,
    about: {
      personName: names.nameOf(HUMAN_ID),
      showThinking: group.chat?.showThinking === true,
    },
  }
  const { lines, hasMore } = await newestLines(source, bound, limit)
  const [first] = lines
  return {
    messages: lines.map(({ line }) => line),
    has_more: hasMore,
    next_before: hasMore && first ? `entry-${first.n}` : null,
  }
}

interface Source {
  readonly shard: Shard
  readonly rollouts: StoredRollouts
  readonly open: OpenRollout
  /** Number of the round by the turn that handed it over. */
  readonly rounds: ReadonlyMap<string, number>
  readonly about: { readonly personName: string; readonly showThinking: boolean }
}

/** The newest lines within a bound: whole rounds are read back until there are enough. */
async function newestLines(
  source: Source,
  bound: Bound,
  limit: number,
): Promise<{ lines: readonly PlacedLine[]; hasMore: boolean }> {
  const { shard, rollouts, open, rounds, about } = source
  const entries: RolloutEntry[] = []
  // What is said of a call may come after the bound: the round of the bound is read to its end.
  let before = Number.MAX_SAFE_INTEGER
  // Lines are made of all entries so far: of twice as many each time, so that a long record costs no more than twice its length.
  let enough = 0
  for (;;) {
    const query = { turnIds: [...rounds.keys()], before, limit: LIMITS.page }
    const page = await readRollout(shard, rollouts, open, query)
    entries.unshift(...page.entries)
    before = page.entries[0]?.n ?? 0
    const isBegin = !page.hasBefore || page.entries.length === 0
    if (!isBegin && entries.length < enough) continue
    enough = 2 * entries.length
    const from = isBegin ? 0 : beginOfRound(entries, rounds)
    const manifest = isBegin ? await manifestBefore(source, before) : null
    const lines = openAILines(entries.slice(from), { ...about, manifest }).filter(
      ({ n, at, subagent }) =>
        subagent === null && n < bound.n && (bound.time === null || at < bound.time),
    )
    const first = firstOfPage(lines, limit)
    if (isBegin || first > 0) return { lines: lines.slice(first), hasMore: first > 0 }
  }
}

/** Index of the first entry of a round that is there whole; behind all where there is none. */
function beginOfRound(
  entries: readonly RolloutEntry[],
  rounds: ReadonlyMap<string, number>,
): number {
  const roundOf = (entry: RolloutEntry | undefined) => rounds.get(entry?.turnId ?? '')
  const at = entries.findIndex((entry, index) => index > 0 && roundOf(entry) !== roundOf(entries[index - 1])) // prettier-ignore
  return at === -1 ? entries.length : at
}

/** The newest manifest that the agent got before an entry. */
async function manifestBefore(
  { shard, rollouts, open }: Source,
  n: number,
): Promise<string | null> {
  if (n === 0) return null
  const query = { kind: 'manifest', before: n, limit: 1 } as const
  const { entries } = await readRollout(shard, rollouts, open, query)
  return entries[0]?.text ?? null
}

/** Index of the first of the last `limit` lines; lines with the same entry or time are on the same page. */
function firstOfPage(lines: readonly PlacedLine[], limit: number): number {
  let first = Math.max(0, lines.length - limit)
  const { n, at } = lines[first] ?? {}
  while (first > 0 && (lines[first - 1]?.n === n || lines[first - 1]?.at === at)) first--
  return first
}

function boundOf(before: string | undefined): Bound {
  const all = { n: Number.MAX_SAFE_INTEGER, time: null }
  if (before === undefined) return all
  const entry = /^entry-(\d{1,15})$/.exec(before)
  if (entry) return { n: Number(entry[1]), time: null }
  const time = timeOf(before)
  if (time !== null) return { ...all, time }
  throw new CrewError(
    'validation',
    'before: neither a time such as 2026-02-10T12:05:00.000Z nor the next_before of a page.',
    { fields: { before: 'not a time, and of no page' } },
  )
}
