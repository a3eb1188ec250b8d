import { describe, expect, test } from 'vitest'
import {
  aiGroup,
  at,
  groupsOf,
  read,
  result,
  said,
  text,
  thought,
  told,
  use,
} from './session-lines'

describe('TR17', () => {
  test('what a record contains are steps, with their texts and estimated tokens', () => {
    const { steps } = aiGroup(
      said(1, [thought('Why?!'), text('So.'), use('a', 'Read', { file_path: '/a.ts' })]),
      told(2, [
        result(
          'a',
          [
            { type: 'text', text: 'one' },
            { type: 'image', source: {} },
          ],
          true,
        ),
      ]),
    )
    expect(steps.map(({ id, type, content, tokens }) => [id, type, content, tokens])).toEqual([
      ['a1-0', 'thinking', { thinkingText: 'Why?!' }, { input: 0, output: 2 }],
      ['a1-1', 'output', { outputText: 'So.' }, { input: 0, output: 1 }],
      [
        'a',
        'tool_call',
        { toolName: 'Read', toolInput: { file_path: '/a.ts' }, toolUseId: 'a' },
        { input: 0, output: 4 },
      ],
      [
        'a-result',
        'tool_result',
        {
          toolUseId: 'a',
          toolResultContent: [
            { type: 'text', text: 'one' },
            { type: 'image', source: {} },
          ],
          isError: true,
        },
        { input: 1_504, output: 0 },
      ],
    ])
  })

  test('a step ends where the next one begins that is at least 100 ms later', () => {
    const { steps, endTime } = aiGroup(
      said(0, [use('a')]),
      said(0.05, [use('b')]),
      said(0.099, [use('c')]),
      said(0.1, [use('d')]),
      said(2, [text('So')]),
      told(3, [], { isMeta: true }),
    )
    expect(
      steps.map(({ id, endTime: end, durationMs, isGapFilled }) => [
        id,
        end,
        durationMs,
        isGapFilled,
      ]),
    ).toEqual([
      ['a', at(0.1), 100, true],
      ['b', at(2), 1_950, true],
      ['c', at(2), 1_901, true],
      ['d', at(2), 1_900, true],
      ['a2-0', at(3), 1_000, true],
    ])
    expect(endTime).toBe(at(3))
  })

  test('steps are in the order of time, even if their records are not', () => {
    const lines = [
      said(1, [use('a')]),
      said(5, [text('Late')]),
      said(3, [text('Early')]),
      said(6, [text('End')]),
    ]
    const ids = aiGroup(...lines).steps.map(({ id, endTime }) => [id, endTime])
    expect(ids).toEqual([
      ['a', at(3)],
      ['a3-0', at(5)],
      ['a5-0', at(6)],
      ['a6-0', at(6)],
    ])
    // Line by line it is the same.
    const transcript = read()
    for (const line of lines) {
      transcript.feed(line)
      void transcript.conversation
    }
    expect(groupsOf(transcript)).toEqual(groupsOf(read(...lines)))
  })

  test('the context of a step is that of its response, of a result that of the response before', () => {
    const usage = (input: number) => ({
      usage: {
        input_tokens: input,
        cache_read_input_tokens: 20,
        cache_creation_input_tokens: 3,
        output_tokens: 7,
      },
    })
    const { steps } = aiGroup(
      told(0, [result('before')]),
      said(1, [use('a')], usage(100)),
      told(2, [result('a')]),
      said(3, [text('So')], usage(200)),
    )
    expect(steps.map(({ contextTokens }) => contextTokens)).toEqual([undefined, 123, 123, 223])
  })

  test('the steps of one response are a group, with the results of its calls', () => {
    const m1 = { id: 'm1' }
    const { stepGroups } = aiGroup(
      said(1, [thought('Hm')], m1),
      said(2, [use('a', 'Read'), use('b', 'Grep')], m1),
      told(3, [result('a')]),
      said(4, [text('So')], { id: 'm2' }),
      told(5, [result('b')]),
      told(6, [result('c')]),
      told(7, '[Request interrupted by user]'),
    )
    expect(
      stepGroups.map(({ id, messageId, label, stepIds }) => [id, messageId, label, stepIds]),
    ).toEqual([
      ['group-a1-0', 'm1', 'Read, Grep', ['a1-0', 'a', 'b', 'a-result', 'b-result']],
      ['group-a4-0', 'm2', 'Output', ['a4-0']],
      ['group-c-result', null, 'Tool result', ['c-result']],
      ['group-u7-interruption', null, 'Interruption', ['u7-interruption']],
    ])
    expect([
      stepGroups[0]?.startTime,
      stepGroups[0]?.endTime,
      stepGroups[0]?.totalDurationMs,
    ]).toEqual([at(1), at(6), 5_000])
  })
})
