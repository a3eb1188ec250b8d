import { expect, test } from 'vitest'
import { withClockTimes } from './times'

test('UI273 an instant in a sentence of the server is a time of day to a person', () => {
  const said = withClockTimes('config-team is on hold until 2026-11-22T14:19:57.198Z; 3 items wait')
  expect(said).toMatch(/^config-team is on hold until \d\d:\d\d; 3 items wait$/)
  expect(withClockTimes('idle; nothing waits for it')).toBe('idle; nothing waits for it')
})
