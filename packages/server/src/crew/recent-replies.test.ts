import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentReplies } from './recent-replies'

interface Act {
  readonly agentId: string
  readonly after: number
}

/** SPEC CD10 word for word, counted afresh each time. */
function counted(acts: readonly Act[], seconds: number, most: number, share: number): number {
  let now = 0
  const all = acts.map(({ agentId, after }) => ({ agentId, at: (now += after) }))
  const lately = all.filter(({ at }) => at > now - seconds).slice(-most)
  const agents = new Set(lately.map(({ agentId }) => agentId))
  let sum = 0
  for (const agent of agents)
    sum += Math.min(share, lately.filter(({ agentId }) => agentId === agent).length)
  return sum
}

test('CD10 replies within the window are counted, of one agent at most its share, after any series of them', () => {
  const act = fc.record({ agentId: fc.constantFrom('a', 'b', 'c'), after: fc.nat(50) })
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 10 }),
      (acts, most, share) => {
        const replies = new RecentReplies(most, share)
        let now = 0
        for (const [n, { agentId, after }] of acts.entries()) {
          now += after
          const expected = counted(acts.slice(0, n + 1), 120, most, share)
          expect(replies.add({ at: now, agentId }, now - 120)).toBe(expected)
        }
        expect(replies.newestAt).toBe(acts.length === 0 ? -Infinity : now)
      },
    ),
    { numRuns: 300 },
  )
})
