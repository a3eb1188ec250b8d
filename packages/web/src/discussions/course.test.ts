import { expect, test } from 'vitest'
import { run } from '../../test/run-samples'
import { response, round } from '../../test/samples'
import { type CourseInput, courseOf } from './course'
import { BOX } from './course-arrows'

const answered = (n: number, k: number, id: string, messageId: string) => ({
  ...round(n, [response(id, { status: 'done', messageId, endedAt: '2026-11-21T12:00:09.000Z' })]),
  run: { id: 'r1', n: k },
  closed: 'answered' as const,
})
const input = (more: Partial<CourseInput>): CourseInput => ({
  run: run(),
  rounds: [],
  said: new Map(),
  children: new Map(),
  turn: null,
  nameOf: (id) => id,
  startedAt: '14:26',
  ...more,
})

test('UI633 columns are rounds, lanes are participants, and the person is the last', () => {
  const course = courseOf(
    input({
      rounds: [answered(1, 1, 'ada', 'm1'), answered(2, 2, 'dora', 'm2')],
      said: new Map([['m1', '**Off** is what nine mean.']]),
    }),
  )
  expect(course.columns.map(({ title }) => title)).toEqual(['Start', 'Round 1', 'Round 2'])
  expect(course.lanes.map(({ id }) => id)).toEqual(['ada', 'dora', 'human'])
  const [goal, ada, dora] = course.boxes
  expect([goal?.title, ada?.title, dora?.title]).toEqual([
    'Goal',
    'Off is what nine me…',
    'Answered',
  ])
  // A box is in the middle of its lane and inside of its column.
  for (const box of course.boxes) {
    const lane = course.lanes.find(({ id }) => id === box.agentId)
    expect(box.y + BOX / 2).toBe(lane?.y)
    const column = course.columns.find(({ x, width }) => box.x >= x && box.x < x + width)
    expect(box.x + box.width).toBeLessThanOrEqual((column?.x ?? 0) + (column?.width ?? 0))
  }
  expect(course.arrows.map(({ kind }) => kind)).toEqual(['chose', 'chose'])
  expect(course.label).toBe('The discussion as a picture: ada, then dora')
})

test('UI633 a choice is a circle, with what was handed back to it and whom it chose', () => {
  const choice = {
    ...round(1, [response('lead', { status: 'done', decision: 'NEXT: ada' })]),
    ask: 'select' as const,
    run: { id: 'r1', n: 1 },
    closed: 'answered' as const,
  }
  const course = courseOf(
    input({
      run: run({ policy: { kind: 'selection', by: 'lead', repeat: false } }),
      rounds: [choice, { ...answered(2, 1, 'ada', 'm1'), reason: 'lead chose ada: She knows.' }],
    }),
  )
  expect(course.lanes.map(({ id }) => id)).toEqual(['lead', 'ada', 'dora', 'human'])
  expect(course.circles).toHaveLength(1)
  expect(course.arrows.map(({ kind }) => kind)).toEqual(['back', 'chose'])
  expect(course.columns[1]?.quote).toEqual(['“She knows.”'])
})

test('UI633 a turn of the person waits, in amber; answers at once are boxes of one column', () => {
  const both = {
    ...round(1, [response('ada'), response('dora', { status: 'error', error: 'x' })]),
    run: { id: 'r1', n: 1 },
  }
  const mine = { ...round(2, [response('human')]), ask: 'human' as const, run: { id: 'r1', n: 2 } }
  const course = courseOf(
    input({
      run: run({
        policy: { kind: 'parallel', aggregator: null },
        participants: ['ada', 'dora', 'human'],
      }),
      rounds: [both, mine],
      turn: 'Which one?',
    }),
  )
  expect(course.boxes.map(({ kind }) => kind)).toEqual(['goal', 'thinking', 'failed', 'wait'])
  expect(course.boxes[1]?.x).toBe(course.boxes[2]?.x)
  expect(course.boxes.at(-1)?.meta).toBe('Which one?')
  expect(course.columns.map(({ isWait }) => isWait)).toEqual([false, false, true])
})

test('UI633 a discussion in private is a small box in a frame; many rounds are narrow', () => {
  const first = answered(1, 1, 'ada', 'm1')
  const rounds = [{ ...first, responses: first.responses.map((own) => ({ ...own, child: 'r2' })) }]
  const child = run({ id: 'r2', participants: ['dev'], summary: 'Nine, and three.' })
  const course = courseOf(input({ rounds, children: new Map([['r2', child]]) }))
  expect(course.frames).toHaveLength(1)
  expect(course.lanes.find(({ id }) => id === 'dev')?.isPrivate).toBe(true)
  expect(course.boxes.at(-1)).toMatchObject({
    kind: 'private',
    agentId: 'dev',
    title: 'Nine, and three.',
  })
  const many = Array.from({ length: 13 }, (_, at) => answered(at + 1, at + 1, 'ada', 'm'))
  const narrow = courseOf(input({ rounds: many }))
  expect(new Set(narrow.columns.slice(1).map(({ width }) => width))).toEqual(new Set([96]))
  expect(narrow.boxes.slice(1).every(({ title, meta }) => title === '' && meta === '')).toBe(true)
})
