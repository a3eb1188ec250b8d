import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { expect, test } from 'vitest'
import { progress, run } from '../../test/run-samples'
import { AT, LEAD } from '../../test/samples'
import { withRunEvent } from './use-run'

const stamped = (seq: number) => ({ seq, leadId: LEAD, at: AT })

test('UI638 a discussion that was fetched is kept true by events, once each', () => {
  const own = { run: run({ status: 'ended', stopReason: 'max_rounds' }), asOf: 10 }
  const started: CrewEvent = { type: 'run:updated', ...stamped(11), run: run() }
  const after = withRunEvent(own, started)
  expect(after).toEqual({ run: run(), asOf: 11 })
  const stepped: CrewEvent = {
    type: 'run:stepped',
    ...stamped(12),
    runId: 'r1',
    sessionId: 's1',
    status: 'waiting_human',
    progress: progress(2),
  }
  expect(withRunEvent(after, stepped).run).toMatchObject({
    status: 'waiting_human',
    progress: { rounds: 2 },
  })
  expect(withRunEvent(own, { ...started, seq: 10 })).toBe(own)
  expect(withRunEvent(own, { ...started, run: run({ id: 'other' }) })).toBe(own)
})
