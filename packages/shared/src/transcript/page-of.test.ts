import { expect, test } from 'vitest'
import {
  ai,
  at,
  call,
  compact,
  record,
  result,
  said,
  subagent,
  system,
  thought,
  user,
  userGroup,
  viewsOf,
} from '../../test/made-transcripts'
import { transcriptPage } from '../protocol/routes/transcript-shapes'
import type { TranscriptViews } from './transcript-views'
import { jsonBytes } from './view-texts'
import type { TranscriptPage } from './views'

const pageOf = (views: TranscriptViews, query: Parameters<TranscriptViews['page']>[0]) =>
  transcriptPage.parse(views.page(query)) as TranscriptPage
const idsOf = (page: TranscriptPage) => page.items.map(({ id }) => id)

test('TR42 pages go from the newest items back to the first, oldest first in each', () => {
  const views = viewsOf([1, 2, 3, 4, 5].map((n) => user(`u${n}`, n, `text ${n}`)))
  const newest = pageOf(views, { limit: 2 })
  expect([idsOf(newest), newest.hasBefore, newest.revision]).toEqual([['u4', 'u5'], true, 7])
  const before = pageOf(views, { limit: 2, before: 'u4' })
  expect([idsOf(before), before.hasBefore]).toEqual([['u2', 'u3'], true])
  const first = pageOf(views, { limit: 2, before: 'u2' })
  expect([idsOf(first), first.hasBefore]).toEqual([['u1'], false])
  expect(idsOf(pageOf(views, { limit: 2, before: 'unknown' }))).toEqual([])
})

test('TR42 a page ends before it is too large, and texts in it are cut', () => {
  const items = Array.from({ length: 400 }, (_, n) => user(`u${n}`, n, '漢'.repeat(9_000)))
  const page = pageOf(viewsOf(items), { limit: 400 })
  expect(jsonBytes(page)).toBeLessThan(513 * 1024)
  expect(page.items.length).toBeGreaterThan(20)
  expect(page.hasBefore).toBe(true)
  const [newest] = page.items.toReversed()
  expect(newest?.type === 'user' && newest.text).toEqual({ text: '漢'.repeat(4_000), cut: 9_000 })
})

test('TR42 an item of each kind shows what its list needs', () => {
  const steps = [
    { ...thought(10), contextTokens: 900 },
    call(11, 'bad'),
    result(12, 'bad', '\u001b[31mno\u001b[0m', true),
    call(13, 'lost'),
    { ...said(14, `\u001b[1m${'x'.repeat(5_000)}`), contextTokens: 1_200 },
  ]
  const image = { mediaType: 'image/png', data: 'AAAA' }
  const delivered = {
    kind: 'group',
    groupName: 'team',
    fromId: 'ada',
    messageId: 'm1',
    text: 'Hello',
  } as const
  const asked = userGroup('Look', { id: 'u1' })
  const views = viewsOf([
    {
      type: 'user',
      group: {
        ...asked,
        content: { ...asked.content, images: [image] },
        message: { ...asked.message, crew: { entry: 1, delivered: [delivered] } },
      },
    },
    system('s1', 5, '\u001b[32mok\u001b[0m'),
    compact('c1', 6, 'So far', 2),
    ai('a1', steps, { responses: [record({ model: 'claude-opus-4-6' })] }),
  ])
  expect(pageOf(views, { limit: 9 }).items).toMatchObject([
    {
      images: [{ mediaType: 'image/png', bytes: 3 }],
      text: { text: 'Look' },
      delivered: [delivered],
    },
    { output: { text: 'ok' }, kind: 'output' },
    { summary: { text: 'So far' }, startingPhaseNumber: 2 },
    {
      itemsSummary: '1 thinking, 2 tool calls',
      items: 3,
      errorIds: ['bad'],
      orphanIds: ['lost'],
      contextTokens: 1_200,
      contextLimit: 200_000,
      mainModel: { label: 'opus4.6' },
      lastOutput: { type: 'text', text: 'x'.repeat(4_000), cut: 5_000, timestamp: at(14) },
    },
  ])
})

test('TR48 totals count tools, failed ones, those without a result and sub-agents', () => {
  const steps = [
    call(1, 'a'),
    result(2, 'a', 'no', true),
    call(3, 'b'),
    result(4, 'b'),
    call(5, 'c'),
    call(6, 'c'),
    { ...call(6, 'of a sub-agent'), context: 'subagent' as const },
    // The result of a call that stands elsewhere.
    result(7, 'other', 'no', true),
  ]
  const views = viewsOf(
    [ai('a1', steps, { processes: [subagent('s')] }), ai('a2', [call(8, 'd')]), user('u', 9, '')],
    { unreadable: 3, unknown: 2 },
  )
  expect(pageOf(views, { limit: 1 }).totals).toEqual({
    user: 1,
    system: 0,
    ai: 2,
    compact: 0,
    tools: 4,
    errors: 1,
    orphans: 2,
    subagents: 1,
    unreadable: 3,
    unknown: 2,
  })
})
