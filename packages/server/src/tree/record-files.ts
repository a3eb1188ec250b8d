import { createHash } from 'node:crypto'
import path from 'node:path'
import { HANDLE } from '@crewroom/shared/model/handle'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { PlacedLine } from '@crewroom/shared/transcript/openai/openai-line'
import { openAILines } from '@crewroom/shared/transcript/to-openai'
import { readRollout, type StoredRollouts } from '../agents/read-rollout'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { appendAt, bytesFrom, makeFolders, sizeOf } from './files'
import { type FileMark, NEW_FILE, NEW_RECORD, type RecordMark } from './session-mark'
import { RECORD_FILE } from './tree-lines'

/** So many entries are turned into lines at once, and a round more. */
const MOST_ENTRIES = 1_000

export interface RecordOf {
  readonly shard: Shard
  readonly rollouts: StoredRollouts
  readonly crew: Crew
  readonly agent: AgentRecord
  /** Number of the round by the turn that handed it over, of rounds that have ended for this agent. */
  readonly rounds: ReadonlyMap<string, number>
  readonly personName: string
  readonly showThinking: boolean
}

/**
 * Writes what an agent was given and did in a session, as far as its questions have ended: behind what is there. The lines of the
 * last two rounds are compared with the file, because a program may report something later: then these are written again.
 */
export async function writeRecord(
  of: RecordOf,
  session: string,
  name: string,
  before: RecordMark | undefined,
): Promise<RecordMark> {
  const about = JSON.stringify([of.personName, of.showThinking])
  const goesOn =
    before?.about === about &&
    (await isRecordThere(path.join(session, 'agents', name), before, 'least'))
  let mark = goesOn ? before : { ...NEW_RECORD, about }
  for (;;) {
    const { entries, more } = await entriesFrom(of, mark.from)
    const [first] = entries
    if (!first) return mark
    const manifest = mark.from === 0 ? manifestBefore(of, first.n) : null
    const begins = roundsIn(entries, of.rounds)
    // The last round of a part may go on in the next one.
    const end = more ? (begins.at(-1) ?? first.n) : Number.MAX_SAFE_INTEGER
    const next = begins.at(more ? -3 : -2) ?? mark.from
    // The manifest is only before the first round.
    const from = mark.from === 0 && next === first.n ? 0 : next
    const { personName, showThinking } = of
    const lines = openAILines(entries, { personName, showThinking, manifest }).filter(
      ({ n }) => n < end,
    )
    mark = await writeWindow(session, name, mark, lines, from)
    if (!more) return mark
  }
}

/** Whether the files of an agent are as long as they were written, or at least so long. */
export async function isRecordThere(
  folder: string,
  { own, subagents }: RecordMark,
  length: 'exact' | 'least',
): Promise<boolean> {
  const files = [
    [path.join(folder, RECORD_FILE), own] as const,
    ...Object.entries(subagents).map(
      ([file, mark]) => [path.join(folder, 'subagents', file), mark] as const,
    ),
  ]
  for (const [file, mark] of files) {
    const size = await sizeOf(file)
    if (size === null || size < mark.size) return false
    if (length === 'exact' && size > mark.size) return false
  }
  return true
}

/** Entries from one on: enough to get on by at least a round, and whether there are more. */
async function entriesFrom({ shard, rollouts, crew, agent, rounds }: RecordOf, from: number) {
  const entries: RolloutEntry[] = []
  let after = Math.max(0, from - 1)
  for (;;) {
    const query = { turnIds: [...rounds.keys()], after, limit: LIMITS.page }
    const page = await readRollout(shard, rollouts, { crew, agent }, query)
    entries.push(...page.entries)
    after = page.entries.at(-1)?.n ?? after
    const more = page.hasAfter && page.entries.length > 0
    if (!more) return { entries, more: false }
    if (entries.length >= MOST_ENTRIES && roundsIn(entries, rounds).length > 3) {
      return { entries, more: true }
    }
  }
}

/** The first entry of each round. */
function roundsIn(entries: readonly RolloutEntry[], rounds: ReadonlyMap<string, number>): number[] {
  // Something may be said late of an earlier one.
  let newest = -1
  return entries.flatMap(({ n, turnId }) => {
    const round = rounds.get(turnId ?? '') ?? 0
    if (round <= newest) return []
    newest = round
    return n
  })
}

/** The newest manifest that the agent got before an entry. */
function manifestBefore({ shard, crew, agent }: RecordOf, n: number): string | null {
  const query = { agentId: agent.id, kind: 'manifest', before: n, limit: 1 } as const
  return shard.ports.reader.rollout(crew.state.lead.id, query).entries[0]?.text ?? null
}

/** Writes the lines of a window of entries to the files of the agent and its sub-agents. */
async function writeWindow(
  session: string,
  name: string,
  mark: RecordMark,
  lines: readonly PlacedLine[],
  from: number,
): Promise<RecordMark> {
  const folder = await makeFolders(session, ['agents', name])
  const own = lines.filter(({ subagent }) => subagent === null)
  const written = await writeFrom(path.join(folder, RECORD_FILE), mark.own, own, from)
  const subagents = { ...mark.subagents }
  for (const [file, theirs] of bySubagent(lines)) {
    const theirFolder = await makeFolders(folder, ['subagents'])
    const at = path.join(theirFolder, file)
    subagents[file] = await writeFrom(at, subagents[file] ?? NEW_FILE, theirs, from)
  }
  return { ...mark, from, own: written, subagents }
}

/** Makes the file say these lines from its mark on; those of the entry `from` begin where the next mark says. */
async function writeFrom(
  file: string,
  { base }: FileMark,
  lines: readonly PlacedLine[],
  from: number,
): Promise<FileMark> {
  const texts = lines.map(({ n, line }) => ({ n, text: `${JSON.stringify(line)}\n` }))
  const text = texts.map((one) => one.text).join('')
  const there = await bytesFrom(file, base)
  const bytes = Buffer.from(text)
  const isBegin = there !== null && bytes.subarray(0, there.length).equals(there)
  if (isBegin && there.length < bytes.length) {
    await appendAt(file, base + there.length, bytes.subarray(there.length))
  } else if (!isBegin) await appendAt(file, base, text)
  const earlier = texts.filter(({ n }) => n < from)
  const next = base + earlier.reduce((sum, one) => sum + Buffer.byteLength(one.text), 0)
  return { base: next, size: base + bytes.length }
}

function bySubagent(lines: readonly PlacedLine[]): Map<string, PlacedLine[]> {
  const found = new Map<string, PlacedLine[]>()
  for (const line of lines) {
    if (line.subagent === null) continue
    const file = `agent-${nameOfSubagent(line.subagent)}.jsonl`
    found.set(file, [...(found.get(file) ?? []), line])
  }
  return found
}

/** As its program names it, if that is a name of a file: programs may name it as they like. */
function nameOfSubagent(id: string): string {
  return HANDLE.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 16)
}
