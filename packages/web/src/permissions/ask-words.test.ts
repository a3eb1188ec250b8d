import type { PermissionAsk } from '@crewroom/shared/model/need'
import { expect, test } from 'vitest'
import { answerWords, canBeRule, coveredText, leftWords, titleOf, wishOf } from './ask-words'
import { ruleWhere } from './rule-words'

const ASK: PermissionAsk = {
  toolKind: 'execute',
  title: 'npm test',
  command: 'npm test',
  diffs: [],
  cut: false,
  options: [],
  rule: { toolKind: 'execute', prefix: 'npm test' },
  until: null,
}
const FILE = { path: '/project/a.txt', oldText: 'a\n', newText: 'b\n' }

test('UI450 what is asked for is said by the kind of tool, and by what it would change', () => {
  const wish = (more: Partial<PermissionAsk>) => wishOf({ ...ASK, ...more })
  expect(wish({})).toBe('wants to run a command')
  const edit = { toolKind: 'edit', command: null } as const
  expect(wish({ ...edit, diffs: [FILE] })).toBe('wants to change a file')
  expect(wish({ ...edit, diffs: [{ ...FILE, oldText: null }] })).toBe('wants to create a file')
  expect(wish({ ...edit, diffs: [FILE, FILE] })).toBe('wants to change 2 files')
  expect(wish({ toolKind: 'other', command: null })).toBe('wants to use a tool')
  expect(wish({ toolKind: 'other' })).toBe('wants to run a command')
})

test('UI450 the agent’s own title is shown where nothing else says the same', () => {
  expect(titleOf(ASK)).toBeNull()
  expect(titleOf({ ...ASK, title: 'Runs the tests' })).toBe('Runs the tests')
  const edit = { ...ASK, command: null, diffs: [FILE] }
  expect(titleOf({ ...edit, title: FILE.path })).toBeNull()
  expect(titleOf({ ...edit, title: 'Writing to a.txt' })).toBeNull()
  expect(titleOf({ ...edit, title: 'Fix the parser' })).toBe('Fix the parser')
})

test('UI457 what a rule would cover is said exactly, and none is offered that covers any command', () => {
  expect(coveredText({ toolKind: 'execute', prefix: 'npm test' })).toBe(
    'exactly the command “npm test”',
  )
  expect(coveredText({ toolKind: 'edit', prefix: null })).toBe('changing files')
  const can = (toolKind: PermissionAsk['toolKind'], prefix: string | null) =>
    canBeRule({ toolKind, prefix })
  expect([can('execute', 'npm'), can('edit', null)]).toEqual([true, true])
  expect([can('execute', null), can('other', null)]).toEqual([false, false])
  expect(can('execute', 'curl -H [masked:token]')).toBe(false)
})

test('UI890 a rule that allows says where, and no other does, because it holds everywhere', () => {
  expect(ruleWhere({ action: 'allow', folder: '/pro\u202Eject' })).toBe('in /pro⟪U+202E⟫ject')
  for (const folder of [null, undefined]) {
    expect(ruleWhere({ action: 'allow', folder })).toBe('in every folder')
    expect(ruleWhere({ action: 'refuse', folder })).toBe('')
  }
})

test('UI454 what became of a request says who answered and how', () => {
  const yes = { optionId: 'a', name: 'Yes, proceed' }
  const none = { optionId: null, name: null }
  const answers = (isMine: boolean) => [
    answerWords({ by: 'person', ...yes }, isMine),
    answerWords({ by: 'rule', ...yes }, isMine),
    answerWords({ by: 'timeout', ...none }, isMine),
    answerWords({ by: 'cancelled', ...none }, isMine),
    answerWords({ by: 'restart', ...none }, isMine),
  ]
  expect(answers(true)[0]).toBe('You chose “Yes, proceed”')
  expect(answers(false)).toEqual([
    'Answered elsewhere: “Yes, proceed”',
    'A rule of the crew chose “Yes, proceed”',
    'Nobody answered in time, so it was refused',
    'The agent was stopped before anybody answered',
    'The server restarted, so the request is gone',
  ])
})

test('UI459 the time left is told in minutes and seconds, and in hours where it is long', () => {
  expect([7, 520, 3_600, 7_500].map(leftWords)).toEqual([
    '0:07',
    '8:40',
    '1 h 00 min',
    '2 h 05 min',
  ])
})
