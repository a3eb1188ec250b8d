import { expect, test } from 'vitest'
import { type Hit, type Session, sessionRows, type TranscriptList } from './session-rows'

const NOW = new Date(2026, 10, 23, 15, 0).getTime()
const at = (daysAgo: number, hour: number) => new Date(2026, 10, 23 - daysAgo, hour).toISOString()

const session = (id: string, updatedAt: string, ongoing: boolean | null = false): Session => ({
  id,
  file: `${id}.jsonl`,
  bytes: 1,
  updatedAt,
  title: null,
  model: null,
  branch: null,
  items: null,
  tokens: null,
  durationMs: null,
  subagents: null,
  errors: null,
  sums: null,
  ongoing,
})
const list: TranscriptList = {
  roots: [],
  why: null,
  more: 0,
  projects: [
    {
      id: 'p1',
      path: '/home/a/.claude/projects/-home-a-atlas',
      sessions: [
        session('old', at(1, 17)),
        session('live', at(0, 14), true),
        session('noon', at(0, 12), null),
      ],
    },
    { id: 'p2', path: '/srv/logs/site/', sessions: [session('site', at(0, 13))] },
    { id: 'p3', path: '/srv/old', sessions: [session('then', new Date(2024, 1, 5).toISOString())] },
  ],
}
const ALL = { projectId: null, onlyOngoing: false, hits: null, now: NOW }
const shown = (change: Partial<Parameters<typeof sessionRows>[1]> = {}) =>
  sessionRows(list, { ...ALL, ...change }).map((row) => (row.kind === 'head' ? row.words : row.key))

test('TV50 session files stand by folder and day, the newest of each first', () => {
  expect(shown()).toEqual([
    'home-a-atlas · today',
    'live',
    'noon',
    'site · today',
    'site',
    'home-a-atlas · yesterday',
    'old',
    expect.stringMatching(/^old · .*2024/),
    'then',
  ])
})

test('TV50, TV52 a search and a filter leave out what does not fit, and its folder and day with it', () => {
  const hit: Hit = { id: 'old', count: 2, before: 'a ', match: 'key', after: ' of' }
  expect(shown({ hits: new Map([['old', hit]]) })).toEqual(['home-a-atlas · yesterday', 'old'])
  expect(shown({ projectId: 'p2' })).toEqual(['site · today', 'site'])
  // What is not known to be ongoing is not.
  expect(shown({ onlyOngoing: true })).toEqual(['home-a-atlas · today', 'live'])
  expect(shown({ projectId: 'p2', hits: new Map([['old', hit]]) })).toEqual([])
})
