import { expect, test } from 'vitest'
import { Compaction } from './compaction'

const seen = (...updates: readonly object[]) => {
  const compaction = new Compaction()
  return updates.map((update) => compaction.seenIn(update))
}
const used = (tokens: unknown) => ({ sessionUpdate: 'usage_update', used: tokens, size: 100_000 })

test('MF22 a context that falls to less than half of its most was compacted, once for each fall', () => {
  expect(seen(used(1_000), used(40_000), used(20_000))).toEqual([false, false, false])
  expect(seen(used(40_000), used(19_999), used(12_000), used(30_000), used(14_000))).toEqual([
    false,
    true,
    false,
    false,
    true,
  ])
  expect(seen(used(60_000), used(40_000), used(29_000)), 'in steps').toEqual([false, false, true])
  expect(seen(used(40_000), used(0), used(41_000)), 'not known for a moment').toEqual([
    false,
    false,
    false,
  ])
  expect(seen(used(40_000), used(null), used('9'), used(Number.NaN))).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('MF22 a compaction that an agent tells of is one when it is completed, and its smaller context is no second', () => {
  const told = (status: string) => ({
    sessionUpdate: 'compaction_update',
    compactionId: 'c',
    status,
  })
  expect(
    seen(used(40_000), told('in_progress'), told('failed'), told('completed'), used(5_000)),
  ).toEqual([false, false, false, true, false])
})

test('MF22 a compaction that a program reports in words of its own is one when it is completed', () => {
  const says = (text: string) => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
  })
  const done = 'Compaction completed.\n- Messages compacted: 586'
  const begun = 'Compacting conversation context…'
  expect(seen(used(50_000), says(begun), says(done), used(20_000))).toEqual([
    false,
    false,
    true,
    false,
  ])
})
