import { expect, test } from 'vitest'
import {
  ai,
  call,
  compact,
  interrupted,
  record,
  result,
  said,
  subagent,
  system,
  thought,
  user,
  viewsOf,
  worked,
} from '../../test/made-transcripts'
import { foundTexts } from '../protocol/routes/transcript-shapes'
import type { TranscriptViews } from './transcript-views'
import { jsonBytes } from './view-texts'
import type { FoundTexts } from './views'

const find = (views: TranscriptViews, words: string, limit = 100) =>
  foundTexts.parse(views.find(words, limit)) as FoundTexts
const placesOf = (views: TranscriptViews, words: string) =>
  find(views, words).hits.map(({ itemId, displayItemId, subagentIds }) =>
    [itemId, ...subagentIds, displayItemId ?? '-'].join(' '),
  )

test('TR46 words are found in every text, in closed parts and sub-agents, in the order of the page', () => {
  const inner = subagent('s2', { parentTaskId: 'b', messages: worked('Needle inside', ['c']) })
  const outer = subagent('s1', {
    parentTaskId: 'task',
    description: 'needle hunt',
    messages: [
      ...worked('Ask', ['a', 'b']),
      record({ uuid: 'x', content: [{ type: 'text', text: 'my NEEDLE' }] }),
    ],
  })
  const steps = [
    thought(10, 'a needle'),
    call(11, 'run', 'Bash', { command: 'grep "needle"' }),
    result(12, 'run', 'one \u001b[31mnee\u001b[0mdle'),
    call(13, 'task', 'Task'),
    said(14, 'The needle.'),
  ]
  const teammate = '<teammate-message teammate_id="ada" summary="Needle!">Hi</teammate-message>'
  const views = viewsOf(
    [
      user('u1', 1, 'Find a Needle'),
      system('s', 2, 'needle'),
      compact('c', 3, 'needle', 2),
      ai('a1', steps, {
        processes: [{ ...outer, startTime: steps[3]!.startTime }],
        responses: [record({ uuid: 'm', type: 'user', content: teammate })],
      }),
      ai('a2', [call(20, 'p', 'ExitPlanMode', { plan: 'needle' })]),
      ai('a3', [interrupted(30, 'needle')]),
    ],
    { processes: [outer, inner] },
  )
  expect(placesOf(views, 'needle')).toEqual([
    'u1 -',
    's -',
    'c -',
    'a1 m-teammate-0',
    'a1 thought-10',
    'a1 run',
    'a1 run',
    'a1 s1',
    'a1 s1 s2 s2',
    'a1 s1 s1',
    'a1 -',
    // A plan is in its call and in the last output.
    'a2 p',
    'a2 -',
    'a3 -',
  ])
})

test('TR46 inputs are searched as they are, not as JSON writes them', () => {
  const views = viewsOf([
    ai('a1', [
      call(1, 'run', 'Bash', { command: 'grep "x"\nls', more: { deep: ['C:\\dir'], n: 42 } }),
    ]),
  ])
  for (const words of ['"X"\nls', 'c:\\dir', '42', 'bash'])
    expect(placesOf(views, words)).toEqual(['a1 run'])
  expect(placesOf(views, 'command')).toEqual([])
})

test('TR46 a hit has the text around it, whole characters, as it is written', () => {
  const views = viewsOf([user('u1', 1, `${'😀'.repeat(60)}İSTANBUL a+b ${'z'.repeat(200)}`)])
  const [hit] = find(views, 'A+B').hits
  expect(hit).toMatchObject({ match: 'a+b', after: ` ${'z'.repeat(79)}` })
  expect(hit?.before.endsWith('😀İSTANBUL ')).toBe(true)
  expect(hit?.before.isWellFormed()).toBe(true)
  expect(find(views, 'a.b').hits).toEqual([])
  expect(find(views, '   ').hits).toEqual([])
})

test('TR46 every character is looked for as it is', () => {
  const signs = String.fromCharCode(...Array.from({ length: 94 }, (_, n) => n + 33))
  const views = viewsOf([user('u1', 1, `a ${signs} b é 漢 😀`)])
  for (const sign of [...Array.from(signs), '漢', 'É', '😀', signs])
    expect(find(views, sign).hits[0]?.match.toLowerCase(), sign).toBe(sign.toLowerCase())
})

test('TR46 hits are bounded, and it says when there are more', () => {
  const views = viewsOf([user('u1', 1, 'x '.repeat(50)), user('u2', 2, 'x')])
  const first = find(views, 'x', 50)
  expect([first.hits.length, first.hasMore]).toEqual([50, true])
  const all = find(views, 'x', 51)
  expect([all.hits.length, all.hasMore, all.revision]).toEqual([51, false, 7])

  const many = find(viewsOf([user('u1', 1, 'x '.repeat(20_000))]), 'x', 20_000)
  expect(many.hasMore).toBe(true)
  expect(jsonBytes(many)).toBeLessThan(520 * 1024)
})
