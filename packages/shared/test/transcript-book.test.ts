import { expect, test } from 'vitest'
import { itemDetails } from '../src/protocol/routes/transcript-item-shapes'
import {
  contextView,
  foundTexts,
  timelineView,
  transcriptPage,
} from '../src/protocol/routes/transcript-shapes'
import { timeOf } from '../src/transcript/display-items'
import type { EnhancedAIGroup } from '../src/transcript/groups'
import { TranscriptOf } from '../src/transcript/transcript'
import { LIMITS } from '../src/protocol/limits'
import { readWhole, SESSION_FILES, textOf } from './real-transcripts'

const enhancedOf = (transcript: TranscriptOf): readonly EnhancedAIGroup[] =>
  transcript.conversation.items.flatMap(({ type, group }) =>
    type === 'ai' ? (transcript.enhanced(group.id) ?? []) : [],
  )

test.each(SESSION_FILES)(
  'TR33 every tool call of %s is in one item, in the order of time',
  (file) => {
    const transcript = readWhole(file)
    for (const group of enhancedOf(transcript)) {
      const shown = group.displayItems.flatMap((item) => (item.type === 'tool' ? item.id : []))
      const hidden = group.processes.flatMap(({ parentTaskId }) => parentTaskId ?? [])
      const called = group.responses.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id))
      expect([...shown, ...new Set(hidden)].toSorted()).toEqual([...new Set(called)].toSorted())
      const times = group.displayItems.map(timeOf)
      expect(times).toEqual(times.toSorted())
      const ids = group.displayItems.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }
  },
)

test.each(SESSION_FILES)(
  'TR42, TR44, TR45, TR46 the views of %s are as their schemas have them',
  (file) => {
    const transcript = readWhole(file)
    const { items } = transcriptPage.parse(transcript.page({ limit: LIMITS.page }))
    expect(items.map(({ id }) => id)).toEqual(
      transcript.conversation.items.map(({ group }) => group.id),
    )
    for (const { id } of items) itemDetails.parse(transcript.details(id))
    contextView.parse(transcript.context())
    timelineView.parse(transcript.timeline())
    foundTexts.parse(transcript.find('e', LIMITS.transcriptHits))
  },
)

test('TR33 what did not change stays the same object while a session grows', () => {
  const file = 'entireio/37_995ebed6e4_3.jsonl'
  const transcript = readWhole(file)
  const before = enhancedOf(transcript)
  expect(before.length).toBeGreaterThan(2)
  transcript.feed(textOf('tail-claude/not_ongoing_text.jsonl'))
  const after = enhancedOf(transcript)
  expect(after).toHaveLength(before.length + 1)
  // The last group may have ended differently.
  expect(before.slice(0, -1).every((group, place) => group === after[place])).toBe(true)
})

test('TR33 tools of a group that grows stay the same objects, until their result comes', () => {
  const lines = textOf('entireio/e1_2c3e2b3f2a_0.jsonl').split('\n')
  const transcript = new TranscriptOf()
  let before: EnhancedAIGroup | undefined
  let kept = 0
  for (const line of lines) {
    transcript.feed(`${line}\n`)
    const after = enhancedOf(transcript).at(-1)
    if (before !== undefined && before.id === after?.id) {
      for (const [id, tool] of before.linkedTools) {
        const now = after.linkedTools.get(id)
        if (now === tool) kept += 1
        else expect([tool.isOrphaned, now?.isOrphaned]).toEqual([true, false])
      }
    }
    before = after
  }
  expect(kept).toBeGreaterThan(2_000)
  expect(before?.linkedTools.size).toBe(45)
})

test('TR41 a sub-agent that a sub-agent started is shown as it grows', () => {
  const line = (record: object) => `${JSON.stringify(record)}\n`
  const task = (uuid: string, id: string, timestamp: string) =>
    line({
      type: 'assistant',
      uuid,
      timestamp,
      message: { content: [{ type: 'tool_use', id, name: 'Task', input: { prompt: id } }] },
    })
  const asked = (uuid: string, content: string, timestamp: string) =>
    line({ type: 'user', uuid, timestamp, message: { content } })
  const time = (second: number) => `2026-01-05T09:00:0${second}.000Z`
  const transcript = new TranscriptOf()
  transcript.feed(asked('u', 'Go', time(0)) + task('a', 'outer', time(1)))
  transcript.feedSubagent(
    'agent-o.jsonl',
    asked('o1', 'outer', time(2)) + task('o2', 'inner', time(3)),
  )
  const inner = () => {
    const details = transcript.details('ai-a')
    const [outer] = details?.type === 'ai' ? details.displayItems : []
    const [item] = outer?.type === 'subagent' ? outer.subagent.displayItems : []
    return item?.type === 'subagent' ? item.subagent.itemsSummary : item?.type
  }
  expect(inner()).toBe('tool')
  transcript.feedSubagent('agent-i.jsonl', asked('i1', 'inner', time(4)))
  expect(inner()).toBe('No items')
  transcript.feedSubagent('agent-i.jsonl', task('i2', 'deeper', time(5)))
  expect(inner()).toBe('1 tool call')
})
