import { expect, test } from 'vitest'
import { CrewFollower } from '../../src/client/crew-follower'

test('LB34, UI2 a snapshot that was on its way when the connection was lost is fetched again after the next hello', async () => {
  const answers: ((snapshot: { seq: number }) => void)[] = []
  const loaded: number[] = []
  const follower = new CrewFollower<{ seq: number }>({
    begins: 'snapshot',
    after: () => () => {},
    random: () => 0.5,
    fetchSnapshot: () => new Promise((resolve) => answers.push(resolve)),
    loaded: (_leadId, { seq }) => void loaded.push(seq),
    arrived: () => {},
    stale: () => {},
    forgotten: () => {},
    known: () => {},
  })
  const connects = (seq: number) =>
    follower.hello({ type: 'hello', serverTime: '', version: '', epoch: 'e', at: { l: seq } })
  connects(3)
  // Events 4 and 5 are sent to nobody: a snapshot alone has them.
  connects(5)
  expect(answers).toHaveLength(2)
  // The first answer comes late, and lacks them.
  for (const [index, answer] of answers.entries()) answer({ seq: index === 0 ? 3 : 5 })
  await expect.poll(() => follower.positions()).toEqual({ l: 5 })
  expect(loaded).toEqual([5])
})
