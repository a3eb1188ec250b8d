import type { CrewOverview, OutputLine, PlanProgress } from '@crewroom/shared/model/overview'
import { tokensOf } from '@crewroom/shared/model/usage'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { linesOf, type OutputPiece, outputPieces } from '@crewroom/shared/text/output-lines'
import { answersIn } from '@crewroom/shared/text/reply-words'
import { relayedLine } from '@crewroom/shared/text/relay'
import { iso } from '../clock'
import type { PutOut } from '../journal/ports/overview-port'
import type { Crew } from '../crew/crew'
import { usageOf } from './agent'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'

const BARS = 30
const BAR_SECONDS = 30
const MINUTES = 30
const SHOWN = 2

/** All outputs of a crew together are at most about this long, as JSON; one of them never longer than `LINE_BYTES`. */
const OUTPUT_BYTES = 24_000
const LINE_BYTES = { least: 40, most: 240 }
/** So many entries of records are looked through, shared out among the agents. */
const ENTRIES = { all: 2_400, least: 6, most: 40 }

export type OverviewAnswer = CrewOverview & { readonly asOf: number }

/** Records beside the journal: answers how much of these agents' is still not in the tables after so long. */
export interface AllStored {
  allStored(agentIds: readonly string[], waitMs: number): Promise<number>
}

/** A reader waits so long for what agents put out before its request. */
const WAIT_MS = 2_000

/** A crew at a glance. It tells what is in agents' records, so it is for people. */
export async function readOverview(
  shard: Shard,
  rollouts: AllStored,
  crew: Crew,
  by: By,
): Promise<OverviewAnswer & { readonly pending: number }> {
  assertMayInCrew('readOverview', crew, by)
  const pending = await rollouts.allStored(Object.keys(crew.state.agents), WAIT_MS)
  return { ...(await overviewOf(shard, crew)), pending }
}

/** Waits until the tables hold what memory holds; what was used is told as live frames tell it. */
export async function overviewOf(shard: Shard, crew: Crew): Promise<OverviewAnswer> {
  const { state } = crew
  const leadId = state.lead.id
  await shard.journal.durable(leadId)
  const agentIds = Object.keys(state.agents)
  const share = (all: number, { least, most }: { least: number; most: number }) =>
    Math.max(least, Math.min(most, Math.floor(all / agentIds.length)))
  const until = endOfSpan(shard.ports.clock.now(), BAR_SECONDS)
  const usedUntil = endOfSpan(shard.ports.clock.now(), 60)
  const { agents, asOf, tasks, tokensByMinute } = shard.ports.reader.overview(leadId, {
    agentIds,
    since: iso(until - BARS * BAR_SECONDS * 1_000),
    barSeconds: BAR_SECONDS,
    bars: BARS,
    usedSince: iso(usedUntil - MINUTES * 60_000),
    minutes: MINUTES,
    entries: share(ENTRIES.all, ENTRIES),
  })
  const bytes = share(OUTPUT_BYTES / SHOWN, LINE_BYTES)
  return {
    agents: agentIds.flatMap((agentId) => {
      const activity = agents.get(agentId)
      if (!activity) return []
      const { putOut, answered, bars, plan, tasks: own } = activity
      const usage = usageOf(shard, agentId)
      return {
        agentId,
        outputs: outputsOf(putOut, answered.flatMap(answersIn), state).map(({ kind, text }) => ({
          kind,
          text: kind === 'text' ? endOf(text, bytes) : beginningOf(text, bytes),
        })),
        lastAt: putOut.at(-1)?.at ?? null,
        bars,
        plan: planOf(plan),
        tokens: tokensOf(usage),
        cost: usage?.cost ?? null,
        tasks: own,
      }
    }),
    barSeconds: BAR_SECONDS,
    barsUntil: iso(until),
    tasks,
    tokensByMinute,
    asOf,
  }
}

/** Spans begin at full minutes and halves of them, so that a bar holds the same at every reading. */
function endOfSpan(now: number, seconds: number): number {
  return (Math.floor(now / (seconds * 1_000)) + 1) * seconds * 1_000
}

/**
 * The last lines of what an agent put out: pieces of one speech are read as one text. `given`: the newest answers to its
 * commands; all commands are held against them, for the last ones alone could be taken for earlier ones.
 */
function outputsOf(
  putOut: readonly PutOut[],
  given: readonly string[],
  state: CrewState,
): readonly OutputLine[] {
  const pieces: OutputPiece[] = []
  let speech: { readonly turnId: string | null; text: string } | null = null
  const flush = () => {
    if (speech) pieces.push(...outputPieces(speech.text, state))
    speech = null
  }
  for (const { kind, turnId, text, isEnd, title, status } of putOut) {
    if (kind === 'text') {
      if (!speech || speech.turnId !== turnId || isEnd) {
        flush()
        speech = { turnId, text }
      } else speech.text += text
      continue
    }
    // A call is told once, when it begins; what came of it only where that went wrong.
    const isFailed = kind === 'tool_result' && status === 'failed'
    if (typeof title !== 'string' || (kind === 'tool_result' && !isFailed)) continue
    const words = relayedLine(title, 400).replaceAll('`', '').replace(/\s+/g, ' ').trim()
    if (words === '') continue
    flush()
    pieces.push(
      isFailed ? { kind: 'failed', text: `${words} failed` } : { kind: 'tool', text: words },
    )
  }
  flush()
  return linesOf(pieces, given).slice(-SHOWN)
}

function planOf(entries: string | null): PlanProgress | null {
  const plan: unknown = entries === null ? null : JSON.parse(entries)
  if (!Array.isArray(plan) || plan.length === 0) return null
  const done = plan.filter(
    (step: unknown) =>
      typeof step === 'object' && step !== null && 'status' in step && step.status === 'completed',
  ).length
  return { done, total: plan.length }
}

const sizeOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/** As much of a text as fits into so many bytes of JSON. */
function beginningOf(text: string, bytes: number): string {
  if (sizeOf(text) <= bytes) return text
  return `${fitting(Array.from(text), bytes).join('').trimEnd()}…`
}

function endOf(text: string, bytes: number): string {
  if (sizeOf(text) <= bytes) return text
  return `…${fitting(Array.from(text).toReversed(), bytes).toReversed().join('').trimStart()}`
}

function fitting(characters: readonly string[], bytes: number): string[] {
  let left = bytes - sizeOf('…')
  const end = characters.findIndex((one) => (left -= sizeOf(one)) < 0)
  return characters.slice(0, end < 0 ? undefined : end)
}
