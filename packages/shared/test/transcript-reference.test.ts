import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { AIGroup, EnhancedAIGroup } from '../src/transcript/groups'
import type { TranscriptOf } from '../src/transcript/transcript'
import { readWhole, textOf } from './real-transcripts'

const DOCUMENT = path.join(import.meta.dirname, '../../../docs/transcripts.md')

/** A line of reference.jsonl; the README beside it says what the names mean. */
interface Reference {
  readonly f: string
  readonly seq: string
  readonly totals: readonly number[]
  readonly ongoing: boolean
  readonly procs: readonly {
    readonly id: string
    readonly par: boolean
    readonly task?: string
    readonly team?: string
  }[]
  readonly comp: readonly unknown[]
  readonly metrics: unknown
  readonly ai: readonly {
    readonly s: string
    readonly last: string | null
    readonly status: string
    readonly orph: number
    readonly tools: number
    readonly model: string | null
    readonly proc: number
    readonly steps: number
    readonly tok: {
      readonly input: number
      readonly output: number
      readonly cached: number
      readonly thinking: number
    }
  }[]
}

const LETTERS = { user: 'u', ai: 'a', system: 's', compact: 'c' }

const groupsOf = (transcript: TranscriptOf): readonly AIGroup[] =>
  transcript.conversation.items.flatMap((item) => (item.type === 'ai' ? [item.group] : []))

const enhancedOf = (transcript: TranscriptOf): readonly EnhancedAIGroup[] =>
  groupsOf(transcript).flatMap(({ id }) => transcript.enhanced(id) ?? [])

const list = (parts: readonly unknown[]): string => parts.map((part) => String(part)).join('; ')

/** What is compared: its name, there, here. Of groups a list, one for each. */
const COMPARED: readonly (readonly [
  what: string,
  there: (reference: Reference) => string,
  here: (transcript: TranscriptOf) => string,
])[] = [
  ['order of groups', ({ seq }) => seq, ({ conversation }) => conversation.items.map(({ type }) => LETTERS[type]).join('')],
  ['totals', ({ totals }) => list(totals), ({ conversation: c }) => list([c.totalUserGroups, c.totalSystemGroups, c.totalAIGroups, c.totalCompactGroups])],
  ['goes on', ({ ongoing }) => String(ongoing), ({ ongoing }) => String(ongoing)],
  ['tokens, time and records', ({ metrics }) => JSON.stringify(metrics), ({ metrics }) => JSON.stringify(metrics)],
  ['compactions', ({ comp }) => list(comp.map((one) => JSON.stringify(one))), ({ conversation }) => list(conversation.items.flatMap((item) => (item.type === 'compact' ? [JSON.stringify(item.group.tokenDelta)] : [])))],
  ['sub-agents', ({ procs }) => list(procs.map(({ id, task, team, par }) => [id.slice(0, 20), task ?? '-', team ?? '-', par].join(' '))), ({ processes }) => list(processes.map(({ id, parentTaskId, team, isParallel }) => [id.slice(0, 20), parentTaskId ?? '-', team?.memberName ?? '-', isParallel].join(' ')))],
  ['steps', ({ ai }) => list(ai.map(({ steps }) => steps)), (transcript) => list(groupsOf(transcript).map(({ steps }) => steps.length))],
  ['sub-agents of groups', ({ ai }) => list(ai.map(({ proc }) => proc)), (transcript) => list(groupsOf(transcript).map(({ processes }) => processes.length))],
  ['tool calls', ({ ai }) => list(ai.map(({ tools }) => tools)), (transcript) => list(enhancedOf(transcript).map(({ linkedTools }) => linkedTools.size))],
  ['calls without a result', ({ ai }) => list(ai.map(({ orph }) => orph)), (transcript) => list(enhancedOf(transcript).map(({ linkedTools }) => [...linkedTools.values()].filter(({ isOrphaned }) => isOrphaned).length))],
  ['tokens of thoughts', ({ ai }) => list(ai.map(({ tok }) => tok.thinking)), (transcript) => list(groupsOf(transcript).map(({ tokens }) => tokens.thinking))],
  ['tokens of groups', ({ ai }) => list(ai.map(({ tok }) => `${tok.input}/${tok.output}/${tok.cached}`)), (transcript) => list(groupsOf(transcript).map(({ tokens }) => `${tokens.input}/${tokens.output}/${tokens.cached}`))],
  ['status', ({ ai }) => list(ai.map(({ status }) => status)), (transcript) => list(groupsOf(transcript).map(({ status }) => status))],
  ['summary', ({ ai }) => list(ai.map(({ s }) => s)), (transcript) => list(enhancedOf(transcript).map(({ itemsSummary }) => itemsSummary))],
  ['last output', ({ ai }) => list(ai.map(({ last }) => last)), (transcript) => list(enhancedOf(transcript).map(({ lastOutput }) => lastOutput?.type ?? null))],
  ['model', ({ ai }) => list(ai.map(({ model }) => model)), (transcript) => list(enhancedOf(transcript).map(({ mainModel }) => mainModel?.label ?? null))],
] // prettier-ignore

/** From here on it is compared group by group. */
const FIRST_OF_GROUPS = COMPARED.findIndex(([what]) => what === 'steps')

/** Why it differs, in a word that the document explains: by what, and in some files by what and file. */
const REASONS: Readonly<Record<string, string>> = {
  status: 'finished',
  'tokens of groups': 'each response',
  model: 'model',
  'd-kimuson/5c0375b4-57a5-4f26-b12d-d022ee4e51b7.jsonl': 'side chains',
  'd-kimuson/agent-test-hash-123.jsonl': 'own file',
  'd-kimuson/agent-test-hash-456.jsonl': 'own file',
  'entireio/37_995ebed6e4_3.jsonl': 'interruption',
  'entireio/37_995ebed6e4_3.jsonl status': 'finished, interruption',
  'tail-claude/not_ongoing_interrupted_pending.jsonl': 'interruption',
  'tail-claude/not_ongoing_interrupted_pending.jsonl status': 'interruption',
  'entireio/00_c9e2351016_3.jsonl summary': 'once',
  'tail-claude/not_ongoing_rejected.jsonl summary': 'once',
  'tail-claude/not_ongoing_shutdown.jsonl summary': 'every call',
  'tail-claude/team-parent.jsonl': 'no call',
  'simonw/sample_session.jsonl tokens of groups': 'no counts',
}

const reasonFor = (file: string, what: string): string =>
  REASONS[`${file} ${what}`] ?? REASONS[what] ?? REASONS[file] ?? 'not explained'

const HEAD = '| file | what | reference | here | why |'

function differences(): readonly string[] {
  const references = textOf('reference.jsonl').trim().split('\n')
  const rows = references.flatMap((line) => {
    const reference = JSON.parse(line) as Reference
    const transcript = readWhole(reference.f)
    // Groups that the reference does not have cannot be compared.
    const hasGroups = reference.ai.length === groupsOf(transcript).length
    return COMPARED.flatMap(([what, thereOf, hereOf], at) => {
      if (at >= FIRST_OF_GROUPS && !hasGroups) return []
      const [there, here] = [thereOf(reference), hereOf(transcript)]
      const cells = [reference.f, what, there, here, reasonFor(reference.f, what)]
      return there === here ? [] : [`| ${cells.map((cell) => cell || 'none').join(' | ')} |`]
    })
  })
  return [HEAD, '|---|---|---|---|---|', ...rows]
}

test('TR10 every difference from the reference is in docs/transcripts.md with its reason', () => {
  const lines = readFileSync(DOCUMENT, 'utf8').split('\n')
  const table = lines.slice(lines.indexOf(HEAD)).filter((line) => line.startsWith('|'))
  const found = differences()
  expect(table.join('\n')).toBe(found.join('\n'))
  const reasons = new Set(Object.values(REASONS).flatMap((reason) => reason.split(', ')))
  const explained = lines.flatMap((line) => /^- \*\*(.+?)\*\*:/.exec(line)?.[1] ?? [])
  expect(explained.toSorted()).toEqual([...reasons].toSorted())
})
