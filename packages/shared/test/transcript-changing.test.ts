import { expect, test } from 'vitest'
import type { ParsedMessage } from '../src/transcript/messages'
import { TranscriptOf } from '../src/transcript/transcript'
import { record } from './made-transcripts'
import { numbers } from './real-transcripts'
import { at, groupsOf } from './session-lines'

const ROUNDS = 100
const RECORDS = 25

const kinds = [
  'text',
  'text',
  'thinking',
  'shrinking',
  'call',
  'result',
  'interruption',
  'user',
  'out of order',
] as const

/** A record and how it grew: all versions of it, the last one whole. */
function versions(
  n: number,
  second: number,
  below: (n: number) => number,
): readonly ParsedMessage[] {
  const kind = kinds[below(kinds.length)]
  const count = 1 + below(3)
  const toolUseId = `c${n - 1 - below(2)}`
  const response = { messageId: `m${Math.floor(n / 3)}` }
  const usage = below(3) === 0 ? { input_tokens: below(9), output_tokens: below(9) } : null
  const timestamp = at(kind === 'out of order' ? second - below(3) : second)
  return Array.from({ length: count }, (_, version): ParsedMessage => {
    const words = 'word '.repeat(version + 1)
    const own = { uuid: `r${n}`, timestamp, ...response, ...(usage && { usage }) }
    const told = { uuid: `r${n}`, timestamp, type: 'user' } as const
    if (kind === 'thinking')
      return record({
        ...own,
        content: version === 0 ? [] : [{ type: 'thinking', thinking: words }],
      })
    if (kind === 'shrinking') {
      const blocks = ['a', 'b', 'c']
        .slice(0, count - version)
        .map((text) => ({ type: 'text', text }) as const)
      return record({ ...own, content: blocks })
    }
    if (kind === 'call') {
      const call = { id: `c${n}`, name: 'Bash', input: { words } }
      const content = [{ type: 'tool_use', ...call } as const]
      return record({ ...own, content, toolCalls: [{ ...call, isTask: false }] })
    }
    if (kind === 'result') {
      const content = [{ type: 'tool_result', tool_use_id: toolUseId, content: words } as const]
      return record({
        ...told,
        content,
        toolResults: [{ toolUseId, content: words, isError: false }],
      })
    }
    if (kind === 'interruption')
      return record({ ...told, content: '[Request interrupted by user]' })
    if (kind === 'user') return record({ ...told, content: words })
    const content = [
      { type: 'text', text: words },
      ...(version > 0 ? [{ type: 'text', text: 'More' }] : []),
    ]
    return record({ ...own, content: content as ParsedMessage['content'] })
  })
}

test('TR22 records that come again, changed, give the conversation of their last versions', () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const below = numbers(seed)
    const growing = new TranscriptOf()
    const last: ParsedMessage[] = []
    let second = 10
    for (let n = 0; n < RECORDS; n += 1) {
      second += [0, 0.05, 0.15, 2][below(4)] ?? 0
      const all = versions(n, second, below)
      for (const version of all) {
        growing.add([version])
        if (below(2) === 0) void growing.conversation
      }
      last.push(all.at(-1) ?? record())
    }
    const whole = new TranscriptOf()
    whole.add(last)
    const shown = ({ conversation, metrics, sums }: TranscriptOf) =>
      JSON.stringify([conversation.items, metrics, sums])
    if (shown(growing) !== shown(whole))
      expect(growing.conversation, `seed ${seed}`).toEqual(whole.conversation)
    expect(shown(growing) === shown(whole), `seed ${seed}`).toBe(true)
  }
})

test('TR22 a step ends at the next one that is left', () => {
  const said = (second: number, words: string | null) =>
    record({
      uuid: `at ${second}`,
      timestamp: at(second),
      content: words === null ? [] : [{ type: 'text', text: words }],
    })
  const transcript = new TranscriptOf()
  const ends = () => groupsOf(transcript)[0]?.steps.map(({ endTime }) => endTime)
  transcript.add([said(1, 'One'), said(2, 'Two')])
  expect(ends()).toEqual([at(2), at(2)])
  transcript.add([said(2, null), said(5, 'Three')])
  expect(ends()).toEqual([at(5), at(5)])
})
