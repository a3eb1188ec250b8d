import { expect, test } from 'vitest'
import { aiGroup, at, call, interrupted, result, said, thought } from '../../test/made-transcripts'
import type { SemanticStep } from './chunks'
import { enhanceGroup } from './enhance-group'
import type { AIGroup } from './groups'

const enhanced = (group: AIGroup) => enhanceGroup(group, { before: null })

const plan = (input = { plan: '1. Do it.' }) => call(5, 'exit', 'ExitPlanMode', input)
test.each([
  ['text behind tools', [said(1, 'a'), call(2, 't'), result(3, 't')], false, 'text'],
  ['a result', [call(2, 't'), result(3, 't')], false, 'tool_result'],
  ['only a call', [call(2, 't')], false, null],
  ['only thoughts', [thought(1)], false, null],
  ['nothing', [], false, null],
  ['it goes on', [said(1), call(2, 't')], true, 'ongoing'],
  ['nothing of an ongoing one', [], true, null],
  ['interrupted at the end', [said(1), interrupted(2)], true, 'interruption'],
  [
    'interrupted, with a late result',
    [call(1, 't'), interrupted(2), result(3, 't')],
    false,
    'interruption',
  ],
  ['interrupted, and then it went on', [interrupted(1), said(2, 'On.')], false, 'text'],
  ['a plan', [said(1), plan()], false, 'plan_exit'],
  ['a plan that was answered', [said(1), plan(), result(6, 'exit')], false, 'text'],
  ['a plan, and a text after it', [plan(), said(6)], false, 'text'],
  ['blank texts', [said(1, 'Hi.'), said(2, '  \n')], false, 'text'],
] as const)('TR36 the last output: %s', (_, steps, isOngoing, type) => {
  const { lastOutput } = enhanced(aiGroup(steps, { isOngoing }))
  expect(lastOutput?.type ?? null).toBe(type)
  if (type === 'text') expect(lastOutput?.text?.trim()).toBeTruthy()
})

test('TR36 a plan comes with the text that leads to it, shown once', () => {
  const group = aiGroup([said(1, 'First'), said(2, 'My plan:'), plan()])
  expect(enhanced(group)).toMatchObject({
    lastOutput: { type: 'plan_exit', planContent: '1. Do it.', planPreamble: 'My plan:' },
    itemsSummary: '1 tool call, 1 message',
  })
})

test('TR36 a group that goes on names the tool that it waits for, and what that works on', () => {
  const edit = call(2, 'a', 'Edit', { file_path: 'src/a.ts', old_string: 'x' })
  const lastOf = (...steps: SemanticStep[]) =>
    enhanced(aiGroup(steps, { isOngoing: true })).lastOutput
  expect(lastOf(said(1), edit)).toEqual({
    type: 'ongoing',
    toolName: 'Edit',
    text: 'src/a.ts',
    timestamp: at(2),
  })
  // Another one that was called at the same time is over.
  expect(lastOf(edit, call(2, 'b'), result(3, 'b'))).toMatchObject({ toolName: 'Edit' })
  expect(lastOf(edit, result(3, 'a'))).toEqual({ type: 'ongoing', timestamp: at(3) })
  expect(lastOf(edit, thought(4))).toEqual({ type: 'ongoing', timestamp: at(4) })
})

test('TR36 a result comes with what its tool was called for', () => {
  const post = call(1, 'a', 'GROUP_MESSAGE', { group: 'docs-team', content: 'The guide is done.' })
  expect(enhanced(aiGroup([post, result(2, 'a')])).lastOutput).toMatchObject({
    type: 'tool_result',
    toolName: 'GROUP_MESSAGE',
    text: 'The guide is done.',
  })
  const list = call(1, 'a', 'LIST_GROUPS', {})
  expect(enhanced(aiGroup([list, result(2, 'a')])).lastOutput).not.toHaveProperty('text')
})

test('TR37 an interruption names the tool that it stopped', () => {
  const steps = [call(1, 'a', 'Bash', { command: 'pytest -x' }), interrupted(2)]
  expect(enhanced(aiGroup(steps)).lastOutput).toMatchObject({
    type: 'interruption',
    toolName: 'Bash',
    text: 'pytest -x',
  })
})

test('TR37 an interruption is the last output, with its message, and no item', () => {
  const steps = [
    said(1, 'I edit.'),
    call(2, 'edit', 'Edit'),
    result(3, 'edit', 'refused', true),
    interrupted(4, 'User rejected tool use'),
    interrupted(5, '[Request interrupted by user for tool use]'),
  ]
  const group = enhanced(aiGroup(steps))
  expect(group.lastOutput).toEqual({
    type: 'interruption',
    interruptionMessage: '[Request interrupted by user for tool use]',
    timestamp: at(5),
  })
  expect(group.displayItems.map(({ id }) => id)).toEqual(['said-1', 'edit'])
  expect(group.itemsSummary).toBe('1 tool call, 1 message')
})

test('TR37 an interruption after which the agent went on is an item', () => {
  const group = enhanced(aiGroup([interrupted(1), said(2, 'On.')]))
  expect(group.displayItems).toMatchObject([
    { type: 'output', content: '[Request interrupted by user]' },
  ])
})
