import type { RpcFrame } from '@crewroom/shared/protocol/routes/rpc-frames'
import { expect, test } from 'vitest'
import { type Frames, NO_FRAMES, outcomeOf, prettyFrame, withNewer } from './frames'

const frame = (n: number): RpcFrame => ({
  n,
  at: '2026-01-02T03:04:05.000Z',
  direction: 'in',
  method: 'network/ping',
  id: `${n}`,
  agentId: 'dev',
  ms: null,
  ok: null,
  code: null,
  frame: `{"id":"${n}"}`,
  cut: false,
})
const some = (from: number, to: number): Frames => ({
  frames: Array.from({ length: to - from + 1 }, (_, at) => frame(from + at)),
  asOf: to,
})
const numbers = ({ frames }: Frames) => frames.map(({ n }) => n)

test('UI673 frames are added once, the newest 200 are kept, and a server that was restarted is asked for all', () => {
  const first = withNewer(NO_FRAMES, some(1, 3))
  expect(numbers(first)).toEqual([1, 2, 3])
  // An answer that was on its way twice.
  expect(numbers(withNewer(first, some(3, 5)))).toEqual([1, 2, 3, 4, 5])
  expect(withNewer(first, { frames: [], asOf: 3 })).toBe(first)
  const many = withNewer(first, some(4, 260))
  expect([many.frames.length, many.frames[0]?.n, many.asOf]).toEqual([200, 61, 260])
  expect(withNewer(many, { frames: [], asOf: 2 })).toEqual(NO_FRAMES)
})

test('UI673 an outcome is a word, and a frame is shown over several lines unless it was cut', () => {
  expect(outcomeOf({ ok: null, code: null })).toBe('')
  expect(outcomeOf({ ok: true, code: null })).toBe('ok')
  expect(outcomeOf({ ok: false, code: -32_023 })).toBe('error -32023')
  expect(prettyFrame({ frame: '{"a":1}' })).toBe('{\n  "a": 1\n}')
  expect(prettyFrame({ frame: '{"a":' })).toBe('{"a":')
})
