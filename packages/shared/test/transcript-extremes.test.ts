import { expect, test } from 'vitest'
import * as replies from '../src/protocol/routes/transcripts'
import { linkProcesses } from '../src/transcript/link-processes'
import { SubagentTrack } from '../src/transcript/subagent-track'
import type { TaskCall } from '../src/transcript/task-calls'
import { TranscriptOf } from '../src/transcript/transcript'
import { ai, record, said as outputAt, viewsOf } from './made-transcripts'
import { at, groupsOf, read, result, said, text, told, use } from './session-lines'
import { patience } from './patience'

const TIMES = [
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-01-05T24:00:00.000Z',
  '2026-01-05T10:00:00+05:00',
  8.64e15,
  -8.64e15,
  1e300,
  null,
]

test('TR119 whatever a record has as its time, what a reader gets of it has the form that is told', () => {
  for (const timestamp of TIMES) {
    const transcript = new TranscriptOf({ id: 'session' })
    transcript.feed(told(1, 'Go'))
    transcript.feed(told(2, 'On', { timestamp }))
    transcript.feed(said(3, [text('Done'), use('one')], {}, { timestamp }))
    const page = transcript.page({ limit: 10 })
    expect(page.items, String(timestamp)).toHaveLength(3)
    expect(() => replies.readTranscript.reply.parse(page), String(timestamp)).not.toThrow()
    const { data } = replies.readTranscriptTimeline.reply.safeParse(transcript.timeline())
    expect(data?.lanes, String(timestamp)).toHaveLength(1)
  }
})

test(
  'TR120 a group of 130,000 responses has a context and a time line',
  { timeout: patience(60_000) },
  () => {
    const steps = Array.from({ length: 130_000 }, (_, n) => ({
      ...outputAt(n + 1, `${n}`),
      contextTokens: n + 1,
    }))
    const views = viewsOf([ai('ai-1', steps)])
    const [phase] = views.context().phases
    expect(phase?.points.at(-1)?.tokens).toBe(130_000)
    const [main] = views.timeline().lanes
    expect((main?.bars.length ?? 0) + (main?.joined ?? 0)).toBe(130_000)
  },
)

const side = { isSidechain: true }
const sidechain = (second: number, more: object = {}) =>
  told(second, `Look at ${second}`, { ...side, parentUuid: `lost-${second}`, ...more })

test('TR121 a sub-agent that nothing is known to have started is shown in the group during or after which it began', () => {
  const transcript = read(
    told(0, 'Go'),
    sidechain(1),
    said(2, [text('First')]),
    sidechain(3),
    told(5, 'And'),
    sidechain(6),
    said(7, [text('Second')]),
    sidechain(20),
  )
  const shown = groupsOf(transcript).map(({ id, processes }) => [
    id,
    processes.map(({ startTime }) => startTime),
  ])
  expect(shown).toEqual([
    ['ai-a2', [at(1), at(3), at(6)]],
    ['ai-a7', [at(20)]],
  ])
  expect(transcript.page({ limit: 10 }).totals.subagents).toBe(4)
})

test('TR121 sub-agents whose records say that they started each other are both shown', () => {
  const transcript = read(told(0, 'Go'), said(1, [text('Begun')]))
  const starts = (other: string, call: string) =>
    said(4, [use(call, 'Task', { prompt: 'Other' })], {}, side) +
    told(5, [result(call)], { ...side, toolUseResult: { agentId: other } })
  transcript.feedSubagent('agent-x.jsonl', told(2, 'X', side) + starts('y', 'call-x'))
  transcript.feedSubagent('agent-y.jsonl', told(3, 'Y', side) + starts('x', 'call-y'))
  const [group] = groupsOf(transcript)
  const [outer] = group?.processes ?? []
  expect(group?.processes).toHaveLength(1)
  const inner = transcript.processes.find(({ id }) => id !== outer?.id)
  const calls = outer?.messages.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id))
  expect(calls).toContain(inner?.parentTaskId)
})

test('TR121 calls are not looked through for each sub-agent', () => {
  let read = 0
  const call = (n: number): TaskCall => ({
    id: `call-${n}`,
    at: at(n),
    get prompt() {
      read += 1
      return `Ask ${n}`
    },
    owner: null,
    about: {},
    name: null,
    teamName: null,
    isMember: false,
    color: null,
    agentId: null,
    saidId: null,
    isFinished: false,
    workflow: null,
  })
  const track = (n: number) => {
    const made = new SubagentTrack(`track-${n}`, 'inline')
    made.add(record({ type: 'user', timestamp: at(n), content: `Other ${n}`, parentUuid: 'lost' }))
    return made
  }
  const numbers = Array.from({ length: 500 }, (_, n) => n)
  const links = linkProcesses(numbers.map(track), numbers.map(call))
  expect([...links.values()].map(({ id }) => id)).toEqual(numbers.map((n) => `call-${n}`))
  expect(read).toBeLessThan(5 * numbers.length)
})
