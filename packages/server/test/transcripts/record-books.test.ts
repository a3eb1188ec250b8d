import { expect, test } from 'vitest'
import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import { RecordBooks } from '../../src/transcripts/record-books'
import { entry, recordOf } from './record-messages'

const ABOUT = { agentId: 'a', name: 'Ann', cwd: null, isWorking: false, replies: [] }

const part = (after: number, entries: readonly RecordEntry[], transcript = 'agent-a') =>
  ({ type: 'record', transcript, after, entries, about: ABOUT }) as const

test('TR117 a record is given in parts; one that does not follow is asked for from where it goes on', () => {
  const entries = recordOf('acp')
  const books = new RecordBooks()
  expect(books.add(part(5, entries.slice(5, 8)))).toEqual({ n: null, revision: 0, changed: [] })
  const begun = books.add(part(0, entries.slice(0, 5)))
  expect(begun).toMatchObject({ n: 5, changed: 'all' })
  expect(books.add(part(8, entries.slice(8)))).toEqual({ ...begun, changed: [] })
  const more = books.add(part(5, entries.slice(5)))
  expect(more.n).toBe(entries.at(-1)?.n)
  expect(more.revision).toBeGreaterThan(begun.revision)
  expect(more.changed).toContain('ai-e4')
  const whole = new RecordBooks()
  whole.add(part(0, entries))
  expect(books.get('agent-a').book.conversation).toEqual(whole.get('agent-a').book.conversation)
  // The same again from its beginning: what was known of it is not.
  const again = books.add(part(0, entries))
  expect(again.changed).toBe('all')
  expect(again.revision).toBeGreaterThan(more.revision)
  books.forget('agent-a')
  expect(() => books.get('agent-a')).toThrow('ask again')
})

test('TR117 records that were not used for long make room for others', () => {
  const books = new RecordBooks(0, 64_000)
  const long = (n: number) => [entry(1, { kind: 'text', text: `${n} ${'x'.repeat(9_000)}` })]
  for (let n = 0; n < 8; n++) books.add(part(0, long(n), `agent-${n}`))
  expect(() => books.get('agent-0')).toThrow('ask again')
  expect(books.get('agent-7').book.conversation.items).toHaveLength(1)
  expect(books.add(part(1, [], 'agent-0')).n).toBeNull()
})

test('TR127 a record that goes on and on is given again from its newest entries', () => {
  const books = new RecordBooks(0, undefined, 10)
  const said = (n: number) => entry(n, { kind: 'note', text: `Note ${n}` })
  const from = (first: number, count: number) =>
    Array.from({ length: count }, (_, n) => said(first + n))
  expect(books.add(part(0, from(1, 5)))).toMatchObject({ n: 5 })
  const full = books.add(part(5, from(6, 5)))
  expect(full).toMatchObject({ n: 10 })
  expect(books.add(part(10, from(11, 1)))).toMatchObject({ n: null })
  const again = books.add(part(0, from(7, 5)))
  expect(again).toMatchObject({ n: 11, changed: 'all' })
  expect(again.revision).toBeGreaterThan(full.revision)
  expect(books.get('agent-a').book.conversation.items).toHaveLength(5)
})
