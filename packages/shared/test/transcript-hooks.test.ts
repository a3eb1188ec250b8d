import { describe, expect, test } from 'vitest'
import {
  groupsOf,
  itemsOf,
  kinds,
  noted,
  read,
  result,
  said,
  text,
  told,
  use,
} from './session-lines'

const attached = (second: number, attachment: unknown, more: object = {}) =>
  told(second, '', { type: 'attachment', uuid: `h${second}`, attachment, ...more })
const blocked = (blockingError: unknown, more: object = {}) => ({
  type: 'hook_blocking_error',
  hookName: 'PostToolUse:Edit',
  hookEvent: 'PostToolUse',
  toolUseID: 't',
  blockingError,
  ...more,
})

/** What an attachment holds, and the line that it is. */
const HOOKS = [
  [
    'its reason and command',
    blocked({ blockingError: 'ruff check failed', command: 'uv run ruff check' }),
    'Hook PostToolUse:Edit blocked: ruff check failed\nIt ran: uv run ruff check',
  ],
  [
    'a reason that has the command in it',
    blocked({ blockingError: '[./check.sh]: 2 problems\n', command: './check.sh' }),
    'Hook PostToolUse:Edit blocked: [./check.sh]: 2 problems',
  ],
  ['a reason alone', blocked('no secrets'), 'Hook PostToolUse:Edit blocked: no secrets'],
  [
    'a command beside the reason',
    blocked('no secrets', { command: './check.sh' }),
    'Hook PostToolUse:Edit blocked: no secrets\nIt ran: ./check.sh',
  ],
  ['no name but its event', blocked('x', { hookName: undefined }), 'Hook PostToolUse blocked: x'],
  ['nothing', { type: 'hook_blocking_error' }, 'A hook blocked.'],
  ['values of other kinds', blocked([7], { hookName: 3 }), 'Hook PostToolUse blocked.'],
  [
    'why the agent was stopped',
    { type: 'hook_stopped_continuation', hookName: 'Stop', message: 'Tests fail' },
    'Hook Stop stopped the agent: Tests fail',
  ],
] as const

describe('TR12 a hook', () => {
  test.each(HOOKS)('that blocked is a system line with %s', (_what, attachment, line) => {
    const items = itemsOf(told(1, '<bash-input>ls</bash-input>'), attached(2, attachment))
    const item = items.at(-1)
    expect(item?.type === 'system' ? item.group : null).toMatchObject({
      id: 'system-h2',
      kind: 'error',
      commandOutput: line,
    })
    expect(item?.group).not.toHaveProperty('commandName')
  })

  test('that did not block is none, and neither is an attachment of another shape', () => {
    const quiet = [
      { type: 'hook_success', hookName: 'Stop', content: 'ok' },
      { type: 'hook_additional_context', content: ['x'] },
      'hook_blocking_error',
      null,
    ]
    expect(kinds(itemsOf(told(1, 'Go'), ...quiet.map((one, n) => attached(2 + n, one))))).toBe(
      'user',
    )
    expect(read(...quiet.map((one, n) => attached(n, one))).unknown).toBe(0)
  })

  test('that blocked between a call and its result leaves them together', () => {
    const transcript = read(
      said(1, [use('t', 'Edit')]),
      attached(2, blocked('no')),
      told(3, [result('t', 'refused', true)]),
      said(4, [text('I see.')]),
    )
    expect(kinds(transcript.conversation.items)).toBe('ai system ai')
    const [first] = groupsOf(transcript)
    expect(first?.steps.map(({ type }) => type)).toEqual(['tool_call', 'tool_result'])
    expect(transcript.page({ limit: 9 }).totals).toMatchObject({ orphans: 0, errors: 1, system: 1 })
  })

  test('that blocked a sub-agent is in the sub-agent’s own transcript', () => {
    const side = { isSidechain: true }
    const lines = [told(1, 'Look', side), attached(2, blocked('no'), side)]
    expect(kinds(itemsOf(...lines))).toBe('user system')
  })
})

test('TR12 a recap of what was done while the person was away is a notice', () => {
  const item = itemsOf(noted(1, 'away_summary', { content: 'The tests pass. Next: docs.' })).at(-1)
  expect(item?.type === 'system' ? [item.group.kind, item.group.commandOutput] : null).toEqual([
    'notice',
    'The tests pass. Next: docs.',
  ])
})
