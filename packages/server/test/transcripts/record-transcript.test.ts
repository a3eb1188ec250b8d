import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RolloutMessages } from '@crewroom/shared/transcript/from-rollout'
import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { createCommandFinder } from '../../src/transcripts/command-finder'
import { entry, recordOf, RECORDS } from './record-messages'

/** The transcript of a record that comes in these parts. */
function transcriptOf(...parts: readonly (readonly RecordEntry[])[]): TranscriptOf {
  const reader = new RolloutMessages(createCommandFinder)
  const transcript = new TranscriptOf()
  for (const part of parts) transcript.add(reader.add(part))
  return transcript
}

const shape = (transcript: TranscriptOf) =>
  transcript.conversation.items.map(({ type, group }) =>
    type === 'ai' ? `ai ${group.status} ${group.steps.length}` : type,
  )

test('TR111 a record is a flat conversation: what it was given, what it did, what happened to it', () => {
  const transcript = transcriptOf(recordOf('acp-interrupted'))
  expect(shape(transcript)).toEqual([
    'system',
    'system',
    'user',
    expect.stringMatching(/^ai interrupted /),
    'user',
    expect.stringMatching(/^ai /),
    'system',
  ])
  const [, second] = transcript.conversation.items.filter(({ type }) => type === 'user')
  expect(second?.type === 'user' && second.group.content).toMatchObject({
    commands: [],
    fileReferences: [],
  })
})

test('TR111 every tool call of a record is in one group, with its result', () => {
  for (const name of RECORDS) {
    const { items } = transcriptOf(recordOf(name)).conversation
    const steps = items.flatMap((item) => (item.type === 'ai' ? item.group.steps : []))
    const calls = steps.flatMap(({ type, id }) => (type === 'tool_call' ? id : []))
    expect(new Set(calls).size).toBe(calls.length)
    const results = steps.filter(({ type }) => type === 'tool_result')
    for (const { content } of results) expect(calls).toContain(content.toolUseId)
    for (const item of items) {
      if (item.type !== 'ai') continue
      const own = item.group.steps.filter(({ type }) => type === 'tool_call').map(({ id }) => id)
      for (const { type, content } of item.group.steps) {
        if (type === 'tool_result') expect(own).toContain(content.toolUseId)
      }
    }
  }
})

test('TR105 what a sub-agent of a program did is its own trace, also beside another one', () => {
  const { processes } = transcriptOf(recordOf('acp'))
  expect(processes.map(({ parentTaskId, description }) => [parentTaskId, description])).toEqual([
    ['e10', 'Find callers'],
    ['e31', 'Find callers'],
  ])
  expect(
    processes[0]?.messages.flatMap(({ toolCalls }) => toolCalls.map(({ name }) => name)),
  ).toEqual(['Grep', 'Read'])
  const call = (n: number, toolCallId: string, parentToolUseId?: string) =>
    entry(n, {
      kind: 'tool_call',
      turnId: 'turn',
      data: {
        sessionUpdate: 'tool_call',
        toolCallId,
        rawInput: { description: toolCallId },
        _meta: { claudeCode: { toolName: parentToolUseId ? 'Read' : 'Task', parentToolUseId } },
      },
    })
  const side = transcriptOf([
    call(1, 'one'),
    call(2, 'two'),
    call(3, 'c', 'two'),
    call(4, 'd', 'one'),
  ])
  expect(
    side.processes.map(({ description, messages }) => [description, messages[0]?.uuid]),
  ).toEqual([
    ['two', 'e3'],
    ['one', 'e4'],
  ])
})

test('TR112 a conversation that a program made shorter begins another phase', () => {
  const used = (n: number, tokens: number) =>
    entry(n, {
      kind: 'usage',
      turnId: 'turn',
      data: { sessionUpdate: 'usage_update', used: tokens },
    })
  const say = (n: number) => entry(n, { kind: 'text', text: `Text ${n}.`, turnId: 'turn' })
  const transcript = transcriptOf([say(1), used(2, 90_000), say(3), used(4, 12_000), say(5)])
  expect(transcript.conversation.items.map(({ type }) => type)).toEqual(['ai', 'compact', 'ai'])
  expect(transcript.conversation.items[1]?.group).toMatchObject({
    startingPhaseNumber: 2,
    message: { content: 'Its conversation was made shorter: 12,000 tokens instead of 90,000.' },
  })
})

test('TR113 whether an agent works on is known from elsewhere, and not from its last words', () => {
  const call = entry(1, { kind: 'text', text: '⟦⟦ QUERY_CREW ⟧⟧\n' })
  const transcript = transcriptOf([call])
  const status = () => shape(transcript)
  expect(status()).toEqual(['ai in_progress 1'])
  transcript.goesOn(false)
  expect(status()).toEqual(['ai complete 1'])
  const { revision } = transcript
  transcript.goesOn(false)
  expect(transcript.revision).toBe(revision)
  transcript.goesOn(true)
  expect(status()).toEqual(['ai in_progress 1'])
  expect(transcript.changedSince(revision)).toEqual(['ai-e1'])
})

test('TR110 a transcript that grows with a record is that of the whole, and what did not change stays', () => {
  for (const name of RECORDS) {
    const entries = recordOf(name)
    const whole = transcriptOf(entries)
    fc.assert(
      fc.property(fc.array(fc.nat(entries.length), { maxLength: 5 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), entries.length]
        const parts = places.slice(1).map((to, index) => entries.slice(places[index], to))
        const grown = transcriptOf(...parts)
        expect(grown.conversation).toEqual(whole.conversation)
        expect(grown.metrics).toEqual(whole.metrics)
        expect(grown.processes).toEqual(whole.processes)
      }),
      { numRuns: 15 },
    )
  }
  const entries = recordOf('pipe-lead')
  const reader = new RolloutMessages(createCommandFinder)
  const growing = new TranscriptOf()
  growing.add(reader.add(entries.slice(0, -4)))
  const before = new Map(growing.conversation.items.map((item) => [item.group.id, item]))
  const { revision } = growing
  growing.add(reader.add(entries.slice(-4)))
  const changed = growing.changedSince(revision) ?? []
  const same = growing.conversation.items.filter(
    (item) => before.has(item.group.id) && !changed.includes(item.group.id),
  )
  expect(same.length).toBeGreaterThan(20)
  for (const item of same) expect(before.get(item.group.id)).toBe(item)
})
