import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { composingArrived, liveDetails } from './live-details'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const FRAME = { type: 'live:composing', leadId: 'l', agentId: 'a', groupName: 'team' } as const

const writers = () => Object.values(liveDetails.getState().composing).flat().length

test.each([-3_600_000, 0, 3_600_000])(
  'UI220 who is said to be writing is not any more after eight quiet seconds, with a clock that is %i ms off by then too',
  (off) => {
    composingArrived(FRAME)
    vi.advanceTimersByTime(5_000)
    composingArrived(FRAME)
    vi.setSystemTime(Date.now() + off)
    vi.advanceTimersByTime(5_000)
    expect(writers()).toBe(1)
    vi.advanceTimersByTime(5_000)
    expect(writers()).toBe(0)
  },
)
