import { expect, test } from 'vitest'
import { isAllowedBy, ruleTextOf } from '../../src/crew/command-words'
import { PAIRS } from './command-pairs'

test('PM32 what "always" on a harmless command allows is never the harmful one that its program’s manual offers', () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(150)
  for (const [harmless, harmful] of PAIRS) {
    const rule = ruleTextOf(harmless)
    expect.soft(isAllowedBy(harmless, rule), harmless).toBe(true)
    expect.soft(isAllowedBy(harmful, rule), harmful).toBe(false)
  }
})
