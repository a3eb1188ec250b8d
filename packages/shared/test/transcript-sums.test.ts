import { describe, expect, test } from 'vitest'
import { TranscriptOf } from '../src/transcript/transcript'
import { groupsOf, result, said, text, told, use } from './session-lines'

const side = { isSidechain: true }
const OPUS = 'claude-opus-4-6'
const HAIKU = 'claude-haiku-4-5'
const used = (input: number, output: number, read = 0, written = 0, model = OPUS) => ({
  model,
  usage: {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
  },
})
const answered = (second: number, request: string, usage: object, more: object = {}) =>
  said(second, [text('So')], usage, { requestId: request, ...more })

interface Read {
  readonly lines: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly prices?: object
}
function sumsIn({ lines, files = {}, prices = {} }: Read) {
  const transcript = new TranscriptOf({ id: 't', prices: prices as never })
  transcript.feed(lines.join(''))
  for (const [name, content] of Object.entries(files))
    transcript.feedSubagent(`agent-${name}.jsonl`, content)
  return transcript
}
const tokens = ({ sums }: TranscriptOf) =>
  [sums.own, sums.subagents, sums.together].map(({ totalTokens }) => totalTokens)

const own = [
  told(0, 'Go'),
  said(1, [use('one', 'Task', { prompt: 'A' })], used(10, 2, 100), { requestId: 'r1' }),
  answered(2, 'r1', used(10, 5, 100)),
  told(8, [result('one')]),
  answered(9, 'r2', used(1, 2, 3, 4)),
]
const asked = (second: number, what: string) => told(second, what, side)

describe('TR89 tokens are those of the own conversation, of sub-agents, and of both', () => {
  test('of files', () => {
    const transcript = sumsIn({
      lines: own,
      files: {
        x: asked(3, 'A') + answered(4, 's1', used(1_000, 500), side),
        y: asked(5, 'B') + answered(6, 's2', used(20, 30), side),
      },
    })
    expect(tokens(transcript)).toEqual([125, 1_550, 1_675])
    expect(transcript.sums.together).toEqual({
      totalTokens: 1_675,
      inputTokens: 1_031,
      outputTokens: 537,
      cacheReadTokens: 103,
      cacheCreationTokens: 4,
      dollars: null,
      unpricedTokens: 1_675,
    })
  })

  test('of side chains in the session’s file', () => {
    const chain = { ...side, parentUuid: 'u3' }
    const transcript = sumsIn({
      lines: [
        ...own.slice(0, 3),
        asked(3, 'A'),
        answered(4, 's1', used(1_000, 500), chain),
        own[3] ?? '',
        own[4] ?? '',
      ],
    })
    expect(tokens(transcript)).toEqual([125, 1_500, 1_625])
    expect(transcript.metrics).toMatchObject({ totalTokens: 125, messageCount: 5 })
  })

  test('where `metrics` and the groups are those of the own one', () => {
    const transcript = sumsIn({
      lines: own,
      files: { x: asked(3, 'A') + answered(4, 's1', used(1_000, 500), side) },
    })
    const page = transcript.page({ limit: 1 })
    expect(page.metrics.totalTokens).toBe(page.sums.own.totalTokens)
    const inGroups = groupsOf(transcript).reduce((sum, { metrics }) => sum + metrics.totalTokens, 0)
    expect(inGroups).toBe(page.sums.own.totalTokens)
  })

  test('with sub-agents of sub-agents, and without what is not shown as one', () => {
    const transcript = sumsIn({
      lines: own,
      files: {
        x: asked(3, 'A') + said(4, [use('deep', 'Task', { prompt: 'C' })], used(7, 0), side),
        n: asked(5, 'C') + answered(6, 's2', used(20, 0), side),
        w: asked(1, 'Warmup') + answered(2, 's3', used(300, 0), side),
        'acompact-1': asked(1, 'Sum up') + answered(2, 's4', used(4_000, 0), side),
      },
    })
    expect(tokens(transcript)).toEqual([125, 27, 152])
  })

  test('and a request that two files have counts once, in the own one first', () => {
    const copy = asked(3, 'A') + answered(4, 'r2', used(1, 2, 3, 4), side)
    const files = {
      x: copy + answered(5, 's1', used(50, 0), side),
      y: asked(6, 'B') + answered(7, 's1', used(50, 0), side),
    }
    expect(tokens(sumsIn({ lines: own, files }))).toEqual([125, 50, 175])
  })

  test('as they grow', () => {
    const transcript = sumsIn({ lines: own })
    expect(tokens(transcript)).toEqual([125, 0, 125])
    transcript.feedSubagent('agent-x.jsonl', asked(3, 'A') + answered(4, 's1', used(5, 0), side))
    expect(tokens(transcript)).toEqual([125, 5, 130])
    transcript.feedSubagent('agent-x.jsonl', answered(5, 's2', used(6, 0), side))
    expect(tokens(transcript)).toEqual([125, 11, 136])
    transcript.feed(answered(12, 'r3', used(9, 0)))
    expect(tokens(transcript)).toEqual([134, 11, 145])
  })
})

describe('TR89 dollars are worked out from prices', () => {
  const lines = [told(0, 'Go'), answered(1, 'r1', used(1_000_000, 100_000, 2_000_000, 400_000))]
  const files = {
    x: asked(2, 'A') + answered(3, 's1', used(500_000, 0, 0, 0, HAIKU), side),
  }
  const opus = { input: 5, output: 25 }
  const dollars = (prices: object, more: Partial<Read> = {}) => {
    const { own: mine, subagents, together } = sumsIn({ lines, files, prices, ...more }).sums
    return [mine, subagents, together].map((sum) => [sum.dollars, sum.unpricedTokens])
  }

  test('with the cache at its own price, or at that of input', () => {
    const haiku = { input: 1, output: 5 }
    expect(
      dollars({
        'claude-opus-*': { ...opus, cacheRead: 0.5, cacheWrite: 6.25 },
        'claude-haiku-*': haiku,
      }),
    ).toEqual([
      [5 + 2.5 + 1 + 2.5, 0],
      [0.5, 0],
      [11.5, 0],
    ])
    expect(dollars({ [OPUS]: opus, [HAIKU]: haiku })[0]).toEqual([5 + 2.5 + 10 + 2, 0])
  })

  test('and tokens of models without one are counted beside them', () => {
    expect(dollars({ [OPUS]: opus })).toEqual([
      [19.5, 0],
      [null, 500_000],
      [19.5, 500_000],
    ])
    expect(dollars({ [HAIKU]: opus })).toEqual([
      [null, 3_500_000],
      [2.5, 0],
      [2.5, 3_500_000],
    ])
    expect(dollars({})).toEqual([
      [null, 3_500_000],
      [null, 500_000],
      [null, 4_000_000],
    ])
  })

  test('and are nothing where nothing was used', () => {
    expect(dollars({ '*': opus }, { lines: [told(0, 'Go')], files: {} })).toEqual([
      [null, 0],
      [null, 0],
      [null, 0],
    ])
  })
})
