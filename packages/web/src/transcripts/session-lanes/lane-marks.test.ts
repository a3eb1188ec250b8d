import type { TimelineView } from '@crewroom/shared/transcript/views'
import { expect, test } from 'vitest'
import { laneMarks, markAt } from './lane-marks'

const at = (minute: number) => new Date(2026, 10, 20, 14, minute).toISOString()
const bar = (from: number, to: number, label: string, hasError = false) => ({
  startTime: at(from),
  endTime: at(to),
  label,
  itemId: `ai-${from}`,
  displayItemId: null,
  hasError,
})
const view: TimelineView = {
  startTime: at(0),
  endTime: at(20),
  lanes: [
    {
      id: 'main',
      label: 'Claude',
      kind: 'main',
      bars: [bar(0, 5, '3 tools'), bar(10, 20, '1 tool', true)],
      joined: 0,
    },
    { id: 'p', label: 'Explore', kind: 'subagent', bars: [bar(5, 10, 'Map it')], joined: 4 },
  ],
  marks: [{ at: at(0), kind: 'user', itemId: 'user-1' }],
  revision: 1,
}

test('TV64 the time line has a lane for each agent, in the order of time, with words for each bar', () => {
  const marks = laneMarks(view)
  expect(marks.map(({ lane, from, to, look }) => [lane, from, to, look])).toEqual([
    [-1, 0, 0, 'user'],
    [0, 0, 0.25, 'bar'],
    [1, 0.25, 0.5, 'bar'],
    [0, 0.5, 1, 'error'],
  ])
  expect(marks.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^You wrote, \d\d:00$/),
    expect.stringMatching(/^Claude: 3 tools, \d\d:00, 5:00$/),
    expect.stringMatching(/^Explore: Map it, \d\d:05, 5:00$/),
    expect.stringMatching(/^Claude: 1 tool, \d\d:10, 10:00, with an error$/),
  ])
  const key = (lane: number, place: number) => markAt(marks, lane, place, 0.01)?.itemId
  expect([key(0, 0.1), key(0, 0.255), key(0, 0.3), key(1, 0.3), key(-1, 0.005)]).toEqual([
    'ai-0',
    'ai-0',
    undefined,
    'ai-5',
    'user-1',
  ])
  const empty = { ...view, startTime: null, endTime: null, lanes: [], marks: [] }
  expect(laneMarks(empty)).toEqual([])
})
