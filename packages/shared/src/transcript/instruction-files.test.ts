import { expect, test } from 'vitest'
import { aiGroup, call, record, result, said, userGroup } from '../../test/made-transcripts'
import { enhanceGroup } from './enhance-group'
import type { AIGroup } from './groups'

const statsOf = (group: AIGroup, before: string | null = null) =>
  enhanceGroup(group, { before: before === null ? null : userGroup(before) }).claudeMdStats

test('TR40 instruction files in reminders are counted by their own texts', () => {
  const reminder = [
    'Do this.',
    '<system-reminder>',
    'As you answer, you can use the following context:',
    '# claudeMd',
    'Contents of /home/a/.claude/CLAUDE.md (user’s private instructions):',
    '',
    'x'.repeat(400),
    '',
    'Contents of /repo/CLAUDE.md (project instructions):',
    'y'.repeat(40),
    'Contents of /repo/notes.md:',
    'z'.repeat(4000),
    '</system-reminder>',
  ].join('\n')
  const files = [
    { path: '/home/a/.claude/CLAUDE.md', tokens: 100 },
    { path: '/repo/CLAUDE.md', tokens: 10 },
  ]
  expect(statsOf(aiGroup([said(1)]), reminder)).toEqual({ files, totalTokens: 110 })
  // Said by a person, it is no reminder of the program.
  expect(statsOf(aiGroup([said(1)]), reminder.replace('<system-reminder>', ''))).toBe(null)
})

test('TR40 a reminder in the result of a tool counts, and so does a file that was read', () => {
  const nested =
    'code\n<system-reminder>\nContents of /repo/web/CLAUDE.md:\n\nUse tabs.\n</system-reminder>'
  const steps = [
    call(1, 'a', 'Read', { file_path: '/repo/web/page.ts' }),
    result(2, 'a', nested),
    call(3, 'b', 'Read', { file_path: '/repo/AGENTS.md' }),
    result(4, 'b', 'Run the tests.\n<system-reminder>Mind malware.</system-reminder>'),
    call(5, 'c', 'Write', { file_path: '/repo/GEMINI.md', content: 'new' }),
    result(6, 'c', 'written'),
    call(7, 'd', 'Read', { file_path: '/repo/CLAUDE.local.md' }),
    result(8, 'd', 'no such file', true),
  ]
  const responses = [
    record({ type: 'user', toolResults: [{ toolUseId: 'a', content: nested, isError: false }] }),
  ]
  expect(statsOf(aiGroup(steps, { responses }))).toEqual({
    files: [
      { path: '/repo/web/CLAUDE.md', tokens: 3 },
      { path: '/repo/AGENTS.md', tokens: 4 },
    ],
    totalTokens: 7,
  })
})

test('TR40 records that show no instruction file tell nothing', () => {
  expect(statsOf(aiGroup([said(1)]), 'See CLAUDE.md')).toBe(null)
})
