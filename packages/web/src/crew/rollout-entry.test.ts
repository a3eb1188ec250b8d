import { ROLLOUT_KINDS, type RolloutEntry } from '@crewroom/shared/model/rollout'
import { stripAnsi } from '@crewroom/shared/transcript/strip-ansi'
import { expect, test } from 'vitest'
import { AT } from '../../test/samples'
import { entryLook, withOneUsage } from './rollout-entry'

const entry = (more: Partial<RolloutEntry>): RolloutEntry => ({
  agentId: 'dev',
  n: 1,
  at: AT,
  kind: 'text',
  turnId: null,
  text: null,
  data: null,
  cut: false,
  ...more,
})

test('UI119 every kind of entry has a look of its own, with what terminals colour taken out', () => {
  const titles = ROLLOUT_KINDS.map((kind) => entryLook(entry({ kind })).title)
  expect(new Set(titles).size).toBe(ROLLOUT_KINDS.length)
  expect(stripAnsi('\u001b[31mred\u001b[0m \u001b]0;title\u0007plain')).toBe('red plain')
  expect(entryLook(entry({ text: '\u001b[1mbold\u001b[0m', cut: true })).body).toMatch(
    /^bold\n… \(the rest/,
  )
  const call = { title: 'Read main.ts', status: 'failed' }
  expect(entryLook(entry({ kind: 'tool_call', data: call }))).toMatchObject({
    form: 'bad',
    title: 'Used a tool: Read main.ts · failed',
  })
  expect(entryLook(entry({ kind: 'stopped', data: { code: 3, signal: null } })).title).toBe(
    'Its program stopped with code 3',
  )
  expect(entryLook(entry({ kind: 'note', data: { missingEntries: 4 } })).title).toBe(
    '4 entries are missing here',
  )
  const plan = { entries: [{ content: 'Read', status: 'completed' }, { content: 'Write' }] }
  expect(entryLook(entry({ kind: 'plan', data: plan })).body).toBe('✓ Read\n○ Write')
})

test('UI271 a refused permission says in the record that the server refused it', () => {
  const data = { toolCall: { title: 'rm -rf /' }, by: 'server', why: 'It cannot be answered yet.' }
  const { title, body } = entryLook(entry({ kind: 'permission', data }))
  expect(title).toBe('Asked for permission: rm -rf / · the server refused')
  expect(body).toContain('It cannot be answered yet.')
})

test.each([
  [{ by: 'person', option: 'Yes, proceed' }, 'a person chose “Yes, proceed”'],
  [{ by: 'person' }, 'a person answered'],
  [{ by: 'rule', option: 'Reject' }, 'a rule of the crew chose “Reject”'],
  [{ by: 'timeout', option: 'Reject' }, 'nobody answered in time, so it was refused'],
  [{ by: 'cancelled' }, 'cancelled before anybody answered'],
])('UI460 the record says what was asked, what was answered, and by whom: %o', (data, words) => {
  const look = entryLook(
    entry({ kind: 'permission', data: { toolCall: { title: 'npm test' }, why: 'Why.', ...data } }),
  )
  expect(look.title).toBe(`Asked for permission: npm test · ${words}`)
  expect(look.body.split('\n')[0]).toBe('Why.')
})

test('UI299 what a turn used is one figure at its end, and nothing where there is no number', () => {
  const usage = (n: number, data: Readonly<Record<string, unknown>> | null) =>
    entry({ n, kind: 'usage', data })
  const entries = [
    entry({ n: 1, kind: 'prompt' }),
    usage(2, { totalTokens: 100 }),
    entry({ n: 3 }),
    usage(4, {}),
    usage(5, { totalTokens: 242 }),
    usage(6, null),
    entry({ n: 7, kind: 'prompt' }),
    usage(8, null),
  ]
  expect(withOneUsage(entries).map(({ n }) => n)).toEqual([1, 3, 5, 7])
  expect(entryLook(usage(5, { totalTokens: 242 })).title).toBe('Used 242 tokens')
})

test('UI501 the record of an agent says that its program fell asleep, not that it stopped', () => {
  const data = { code: 0, signal: null, asleep: true }
  expect(entryLook(entry({ kind: 'stopped', data }))).toMatchObject({
    form: 'line',
    title: 'Fell asleep: it had nothing to do, so its program ended until something wakes it',
  })
})
