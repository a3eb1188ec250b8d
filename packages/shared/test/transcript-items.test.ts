import { describe, expect, test } from 'vitest'
import { TranscriptOf } from '../src/transcript/transcript'
import { record } from './made-transcripts'
import {
  aiGroup,
  groupsOf,
  itemsOf,
  kinds,
  noted,
  read,
  result,
  said,
  text,
  thought,
  told,
  use,
} from './session-lines'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'aGk=' } }

function userContent(content: unknown) {
  const [item] = itemsOf(told(1, content))
  return item?.type === 'user' ? item.group.content : null
}

function systemGroup(...lines: readonly string[]) {
  const item = itemsOf(...lines).at(-1)
  if (item?.type !== 'system') return null
  const { kind, commandOutput, commandName = null } = item.group
  return [kind, commandOutput, commandName]
}

describe('TR11 what a person wrote', () => {
  test('has its commands apart from its text', () => {
    expect(userContent('Look at this\n/review the last change\nand /tmp/a/b\n/plan')).toEqual({
      text: 'Look at this\n\nand /tmp/a/b',
      rawText: 'Look at this\n/review the last change\nand /tmp/a/b\n/plan',
      commands: [
        { name: 'review', args: 'the last change', raw: '/review the last change' },
        { name: 'plan', raw: '/plan' },
      ],
      images: [],
      fileReferences: [],
    })
    expect(userContent('/Users/ada/x is a path')?.commands).toEqual([])
  })

  test('that is a command is that command', () => {
    const tags = '<command-name>/model</command-name>\n<command-message>model</command-message>\n'
    expect(userContent(`${tags}<command-args>sonnet</command-args>`)).toEqual({
      rawText: '/model sonnet',
      commands: [{ name: 'model', args: 'sonnet', raw: '/model sonnet' }],
      images: [],
      fileReferences: [],
    })
    expect(userContent(`${tags}<command-args></command-args>`)?.rawText).toBe('/model')
    expect(userContent('<bash-input> ls -la </bash-input>')?.commands).toEqual([
      { name: '!', args: 'ls -la', raw: '!ls -la' },
    ])
  })

  test('has its files and images', () => {
    const words = 'See @src/a.ts, @./b, @docs and @README.md (@ada said so, me@home.org) @~/notes.'
    const content = userContent([text(words), image])
    expect(content?.fileReferences.map(({ path }) => path)).toEqual([
      'src/a.ts',
      './b',
      'docs',
      'README.md',
      '~/notes',
    ])
    expect(content?.images).toEqual([{ mediaType: 'image/jpeg', data: 'aGk=' }])
    expect(userContent([image])).toEqual({
      commands: [],
      images: [{ mediaType: 'image/jpeg', data: 'aGk=' }],
      fileReferences: [],
    })
  })

  test('has nothing of what the program added', () => {
    const added = '<system-reminder>\nMind it\n</system-reminder>'
    const opened = '<ide_opened_file>a.ts</ide_opened_file>'
    expect(userContent([text(opened), text(`Go on ${added}`)])?.text).toBe('Go on')
    expect(userContent('a < b and c > d')?.text).toBe('a < b and c > d')
  })

  test('is read where it was typed while the agent worked', () => {
    const queued = { type: 'attachment', attachment: { type: 'queued_command', prompt: 'Stop' } }
    const items = itemsOf(told(1, 'Go'), told(2, '', queued), told(3, '', { type: 'attachment' }))
    expect(kinds(items)).toBe('user user')
  })
})

describe('TR12 what a program said', () => {
  test('is output, an error, an error of the API or a notice', () => {
    const typed = told(1, '<bash-input>ls</bash-input>')
    const output = '<bash-stdout>a.ts</bash-stdout><bash-stderr></bash-stderr>'
    const failed = '<bash-stdout></bash-stdout><bash-stderr>no such file</bash-stderr>'
    expect(systemGroup(typed, told(2, output))).toEqual(['output', 'a.ts', '!ls'])
    expect(systemGroup(typed, told(2, failed))).toEqual(['error', 'no such file', '!ls'])
    expect(systemGroup(told(2, output.replace('></bash', '>warning</bash')))).toEqual([
      'output',
      'a.ts\nwarning',
      null,
    ])
    const model = '<command-name>/model</command-name>'
    const local = '<local-command-stdout>Set model to sonnet</local-command-stdout>'
    expect(systemGroup(told(1, model), told(2, local))).toEqual([
      'output',
      'Set model to sonnet',
      '/model',
    ])
    expect(systemGroup(noted(1, 'local_command', { content: local }))?.[0]).toBe('output')
    const error = 'API Error: 529 Overloaded'
    const synthetic = { model: '<synthetic>' }
    expect(systemGroup(said(1, [text(error)], synthetic, { isApiErrorMessage: true }))).toEqual([
      'api_error',
      error,
      null,
    ])
    const inner = { error: { error: { message: 'Overloaded.' } }, retryAttempt: 1, maxRetries: 10 }
    expect(systemGroup(noted(1, 'api_error', inner))).toEqual([
      'api_error',
      'The request to the model failed: Overloaded. Attempt 1 of 10.',
      null,
    ])
    const notice =
      '<task-notification><task-id>b1</task-id><summary>Build ended</summary></task-notification>'
    expect(systemGroup(told(1, notice))).toEqual(['notice', 'Build ended', null])
  })
})

describe('TR13', () => {
  const refused = { toolUseResult: 'User rejected tool use' }
  const banner = '[Request interrupted by user for tool use]'

  test('an interruption is a step, and one step however often it is written', () => {
    const group = aiGroup(
      said(1, [use('a')]),
      told(2, [result('a', 'refused', true)], refused),
      told(3, [text(banner)]),
    )
    expect(group.steps.map(({ type }) => type)).toEqual([
      'tool_call',
      'tool_result',
      'interruption',
    ])
    expect(aiGroup(said(1, [text('Hm')]), told(2, '[Request interrupted by user]')).status).toBe(
      'interrupted',
    )
    const both = [result('a', 'refused', true), text(banner)]
    expect(aiGroup(said(1, [use('a')]), told(2, both, refused)).steps).toHaveLength(3)
  })

  test('a group ends as its last step did', () => {
    const failed = [said(1, [use('a')]), told(2, [result('a', 'no', true)])]
    const status = (...lines: readonly string[]) => aiGroup(...lines, told(9, 'Next')).status
    expect(aiGroup(...failed).status).toBe('in_progress')
    expect(aiGroup(...failed, said(3, [text('Sorry')])).status).toBe('complete')
    expect(status(said(1, [text('Done')]))).toBe('complete')
    expect(status(said(1, [use('a', 'ExitPlanMode')]))).toBe('complete')
    const stopped = [...failed, told(3, '[Request interrupted by user]')]
    expect(status(...stopped)).toBe('interrupted')
    expect(status(...stopped, said(4, [text('Going on')]))).toBe('complete')
    const next = groupsOf(read(...failed, told(5, 'Go on'), said(6, [text('Done')])))
    expect(next.map(({ status: own }) => own)).toEqual(['error', 'complete'])
  })

  test('a session goes on until it is ended', () => {
    const goesOn = (...lines: readonly string[]) => read(...lines).ongoing
    const end = { type: 'shutdown_response', approve: true }
    expect(goesOn(told(1, 'Go'))).toBe(false)
    expect(goesOn(said(1, [thought('Hm')]))).toBe(true)
    expect(goesOn(said(1, [thought('Hm')]), said(2, [text('So')]))).toBe(false)
    expect(goesOn(said(1, [text('So'), use('a')]))).toBe(true)
    expect(goesOn(said(1, [use('a')]), told(2, [result('a')]))).toBe(true)
    expect(goesOn(said(1, [use('a')]), told(2, [result('a')], refused))).toBe(false)
    expect(goesOn(said(1, [use('a', 'ExitPlanMode')]))).toBe(false)
    expect(goesOn(said(1, [use('a', 'SendMessage', end)]), told(2, [result('a')]))).toBe(false)
    expect(goesOn(said(1, [use('a')]), told(2, '[Request interrupted by user]'))).toBe(false)
  })

  test('of a session that goes on only the last group does', () => {
    const transcript = read(said(1, [use('a')]), told(2, 'More'), said(3, [use('b')]))
    expect(groupsOf(transcript).map(({ isOngoing = false }) => isOngoing)).toEqual([false, true])
    transcript.feed(told(4, [result('b')]) + said(5, [text('Done')]))
    expect(groupsOf(transcript).map(({ status }) => status)).toEqual(['complete', 'complete'])
  })
})

describe('TR14', () => {
  const usage = (input: number, output: number, read_ = 0, made = 0) => ({
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: read_,
    cache_creation_input_tokens: made,
  })

  test('each response counts once, as the last of its records has it', () => {
    const lines = [
      said(1, [thought('Four')], { id: 'm1', usage: usage(10, 1, 100, 5) }, { requestId: 'r1' }),
      said(2, [text('So')], { id: 'm1', usage: usage(10, 7, 100, 5) }, { requestId: 'r1' }),
      said(3, [text('And')], { id: 'm2', usage: usage(3, 4, 110) }),
      said(4, [text('So on')], { id: 'm2', usage: usage(3, 6, 110) }),
      said(5, [text('Off')], { usage: usage(1, 1) }),
      said(6, [text('On')], { usage: usage(1, 1) }),
    ]
    const { tokens, metrics, summary } = aiGroup(...lines)
    expect(tokens).toEqual({ input: 15, output: 15, cached: 210, thinking: 1 })
    expect(metrics.totalTokens).toBe(15 + 15 + 210 + 5)
    expect([summary.totalTokens, summary.cachedTokens, summary.outputMessageCount]).toEqual([
      245, 210, 5,
    ])
    expect(read(...lines).metrics).toEqual({ ...metrics, durationMs: 5_000, messageCount: 6 })
  })

  test('a compaction has its phase, and what it freed as soon as that is known', () => {
    const compact = told(2, 'Summary', { isCompactSummary: true })
    const transcript = read(said(1, [text('Much')], { usage: usage(1_000, 10, 500, 90) }), compact)
    const shown = () =>
      transcript.conversation.items.flatMap(({ type, group }) =>
        type === 'compact' ? [group] : [],
      )
    expect(shown()).toMatchObject([{ startingPhaseNumber: 2 }])
    expect(shown()[0]).not.toHaveProperty('tokenDelta')
    transcript.feed(said(3, [text('Less')], { usage: usage(200, 20) }))
    const delta = { preCompactionTokens: 1_600, postCompactionTokens: 220, delta: -1_380 }
    expect(shown()[0]?.tokenDelta).toEqual(delta)
    transcript.feed(said(4, [text('More')], { usage: usage(300, 20) }))
    expect(shown()[0]?.tokenDelta).toEqual(delta)
    transcript.feed(told(5, 'Summary', { isCompactSummary: true }))
    expect(shown().map(({ startingPhaseNumber }) => startingPhaseNumber)).toEqual([2, 3])
  })
})

describe('TR15', () => {
  test('ids are different whatever the records have', () => {
    const same = { uuid: 'same' }
    const items = itemsOf(
      told(1, 'A', same),
      said(2, [text('B')], {}, same),
      told(3, 'C', same),
      said(4, [text('D')], {}, { uuid: undefined }),
      told(5, 'E', { uuid: '' }),
      told(6, 'F', { uuid: 7 }),
    )
    expect(items.map(({ group }) => group.id)).toEqual([
      'user-same',
      'ai-same',
      'user-same~2',
      'ai-record-4',
      'user-record-5',
      'user-record-6',
    ])
  })

  test('a record without a time has that of the one before', () => {
    const [, , third] = itemsOf(
      told(1, 'A'),
      said(2, [text('B')]),
      told(3, 'C', { timestamp: 'yesterday' }),
      told(4, 'D', { timestamp: '2026-01-05T10:00:00+01:00' }),
    )
    expect(third?.type === 'user' && third.group.timestamp).toBe('2026-01-05T09:00:02.000Z')
    const [only] = itemsOf(told(1, 'A', { timestamp: '2026-01-05T10:00:00+01:00' }))
    expect(only?.type === 'user' && only.group.timestamp).toBe('2026-01-05T09:00:00.000Z')
  })

  test('a group that shows nothing is no item', () => {
    const meta = told(2, [text('Base directory for this skill: x')], { isMeta: true })
    expect(kinds(itemsOf(told(1, '/skill'), meta, told(3, 'Next')))).toBe('user user')
    expect(kinds(itemsOf(told(1, '/skill'), meta, said(3, [text('Ready')])))).toBe('user ai')
    const mail = told(1, '<teammate-message teammate_id="lead">Begin</teammate-message>')
    expect(kinds(itemsOf(mail))).toBe('ai')
  })

  test('kinds of records that nobody knows are counted', () => {
    const transcript = read(
      told(1, 'A'),
      told(2, 'B', { type: 'hologram' }),
      told(3, 'C', { type: 'progress' }),
    )
    expect([transcript.unknown, transcript.unreadable, transcript.metrics.messageCount]).toEqual([
      1, 0, 1,
    ])
  })
})

describe('TR16 a result', () => {
  test('that comes after something was typed belongs to the group of its call', () => {
    const lines = [said(1, [use('a')]), told(2, 'Faster'), told(3, [result('a')])]
    const transcript = read(...lines)
    const [first] = groupsOf(transcript)
    expect(kinds(transcript.conversation.items)).toBe('ai user')
    expect(first?.steps.map(({ id }) => id)).toEqual(['a', 'a-result'])
    transcript.feed(said(4, [text('Done')]))
    expect(kinds(transcript.conversation.items)).toBe('ai user ai')
    expect(groupsOf(transcript)[0]?.steps[1]).toBe(first?.steps[1])
  })

  test('with a person’s words is both', () => {
    const transcript = read(
      said(1, [use('a')]),
      told(2, [result('a', 'no', true), text('The other one')]),
    )
    expect(kinds(transcript.conversation.items)).toBe('ai user')
    expect(groupsOf(transcript)[0]?.steps.map(({ type }) => type)).toEqual([
      'tool_call',
      'tool_result',
    ])
  })

  test('that comes again, changed, is changed where it is', () => {
    const block = { type: 'tool_use', id: 'a', name: 'Bash', input: {} } as const
    const call = record({ uuid: 'c', content: [block], toolCalls: [{ ...block, isTask: false }] })
    const typed = record({ uuid: 't', type: 'user', content: 'Faster' })
    const answer = (content: string) =>
      record({
        uuid: 'r',
        type: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content }],
        toolResults: [{ toolUseId: 'a', content, isError: false }],
      })
    const transcript = new TranscriptOf()
    transcript.add([call, typed, answer('one')])
    const { revision } = transcript
    transcript.add([answer('one two')])
    expect(transcript.changedSince(revision)).toEqual(['ai-c'])
    const [group] = groupsOf(transcript)
    expect(group?.steps.map(({ content }) => content.toolResultContent)).toEqual([
      undefined,
      'one two',
    ])
    expect(kinds(transcript.conversation.items)).toBe('ai user')
    expect(transcript.metrics.messageCount).toBe(3)
  })
})
