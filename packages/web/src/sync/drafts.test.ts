import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftChanges, keepDraft, keepReply, readDraft, readReply, startDrafts } from './drafts'

let stored: Map<string, string>
let isFull: boolean
const listeners: ((event: { key: string | null }) => void)[] = []

beforeEach(() => {
  stored = new Map()
  isFull = false
  listeners.length = 0
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('It is full.', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('addEventListener', (type: string, listener: (typeof listeners)[number]) => {
    if (type === 'storage') listeners.push(listener)
  })
})
afterEach(() => vi.unstubAllGlobals())

test('UI84 a draft is that of its crew and group, and nothing is left of an emptied one', () => {
  keepDraft('l', 'team', 'well')
  keepDraft('k', 'team', 'other')
  expect([readDraft('l', 'team'), readDraft('k', 'team'), readDraft('l', 'x')]).toEqual([
    'well',
    'other',
    '',
  ])
  keepDraft('l', 'team', '')
  keepDraft('k', 'team', '')
  expect([readDraft('l', 'team'), stored.size]).toEqual(['', 0])
})

test('UI84 a text that storage does not take stays, until it takes the next one', () => {
  keepDraft('l', 'team', 'short')
  isFull = true
  keepDraft('l', 'team', 'long')
  expect(readDraft('l', 'team'), 'not the one from before').toBe('long')
  isFull = false
  keepDraft('l', 'team', 'short again')
  expect(readDraft('l', 'team')).toBe('short again')
  isFull = true
  keepDraft('l', 'team', 'long')
  isFull = false
  keepDraft('l', 'team', '')
  expect(readDraft('l', 'team'), 'it was sent').toBe('')
})

test('UI646 what a draft replies to is kept beside it, for each place, and nothing of it is left', () => {
  const reply = { id: 'm1', n: 12, from: 'ada', fromRole: 'Developer', text: 'Shall I?' }
  keepDraft('l', 'team', 'well')
  keepReply('l', 'team', reply)
  expect([readReply('l', 'team'), readDraft('l', 'team')]).toEqual([reply, 'well'])
  expect([readReply('k', 'team'), readReply('l', 'session s1')]).toEqual([null, null])
  keepReply('l', 'team', null)
  expect([readReply('l', 'team'), [...stored.values()]]).toEqual([null, ['well']])
  stored.set('crewroom:draft:l:team:reply', 'not json')
  expect(readReply('l', 'team')).toBe(null)
})

test('UI378 every change of a draft is told, here and in other tabs, and nothing else', () => {
  startDrafts()
  const count = () => draftChanges.getState().count
  const before = count()
  keepDraft('l', 'team', 'well')
  isFull = true
  keepDraft('l', 'team', 'long')
  isFull = false
  keepDraft('l', 'team', '')
  expect(count() - before).toBe(3)
  for (const key of ['crewroom:draft:l:team', null, 'crewroom:token']) listeners[0]?.({ key })
  expect(count() - before, 'another tab’s, and everything that was cleared').toBe(5)
})
