import type { Stored } from './stored'

/** The file for itself: numbers without gaps, every message with its fact, times that never go back. */
export function* checkFile(stored: Stored): Generator<string> {
  const { facts, messages, position, lastBatch, integrity } = stored
  if (integrity !== 'ok') yield `the file is damaged: ${JSON.stringify(integrity)}`
  if (position !== lastBatch) yield `the position is ${position}, the last batch ${lastBatch}`
  for (const [at, { seq }] of facts.entries()) {
    if (seq !== at + 1) {
      yield `fact ${at + 1} has the number ${seq}`
      break
    }
  }
  const typed = new Map(facts.map(({ seq, type }) => [seq, type]))
  for (const { id, seq } of messages) {
    if (typed.get(seq) !== 'group:message') yield `message ${id} has no fact at ${seq}`
  }
  const told = facts.filter(({ type }) => type === 'group:message').length
  if (told !== messages.length) yield `${told} messages were posted, ${messages.length} are stored`
  const newest = new Map<string, { n: number; timestamp: string }>()
  for (const { group, n, timestamp } of messages) {
    const before = newest.get(group) ?? { n: 0, timestamp: '' }
    if (n !== before.n + 1) yield `in ${group} #${n} comes after #${before.n}`
    if (timestamp < before.timestamp) yield `#${n} of ${group} is older than the one before`
    newest.set(group, { n, timestamp })
  }
}
