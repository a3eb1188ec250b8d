import { LIMITS } from '@crewroom/shared/protocol/limits'
import { expect, test } from 'vitest'
import { AgentStream } from './agent-stream'

const KEPT = LIMITS.overlapKept

/** A stream that has taken so many units, in frames of a size that fits nowhere. */
function fed(units: number) {
  const stream = new AgentStream({ agentId: 'dev', name: 'main', resumable: true })
  const text = Array.from({ length: units }, (_, at) => 'abcdefghijklm'[at % 13]).join('')
  for (let from = 0; from < units; from += 997) stream.feed(text.slice(from, from + 997))
  return { stream, text }
}

test.for([1, 996, KEPT - 1, KEPT, KEPT + 1, 2 * KEPT - 1, 2 * KEPT, 2 * KEPT + 1, 5 * KEPT])(
  'CM19 after %i units, what is sent again is compared as far as the last 64 KiB, and not further',
  (units) => {
    const { stream, text } = fed(units)
    for (const back of [1, 500, KEPT - 1, KEPT, KEPT + 1, units]) {
      if (back > units) continue
      const from = units - back
      expect(stream.newPart(`${text.slice(from)}new`, from), `${back} back`).toBe('new')
      // The oldest unit that is compared, and the one before it.
      const oldest = Math.max(from, units - KEPT)
      const spoilt = (at: number) => `${text.slice(from, at)}?${text.slice(at + 1)}new`
      expect(() => stream.newPart(spoilt(oldest), from), `${back} back`).toThrow('differs')
      if (oldest > from) expect(stream.newPart(spoilt(oldest - 1), from)).toBe('new')
    }
    expect(() => stream.newPart('x', units + 1)).toThrow(`up to ${units}`)
  },
)
