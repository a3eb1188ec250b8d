import { expect, test } from 'vitest'
import type { Message } from '@crewroom/shared/model/message'
import { MessageWindow } from './message-window'

const message = (n: number, content = 'hello') =>
  ({ id: `m${n}`, n, seq: 10 * n, from: 'a', content, reactions: {} }) as unknown as Message

function windowOf(count: number, content?: string): MessageWindow {
  const window = new MessageWindow()
  for (let n = 1; n <= count; n++) {
    window.push(message(n, content))
    window.settled(10 * n)
  }
  return window
}

test('DL34 what many agents are owed is read from memory: the newest 256 messages, and a few more', () => {
  const window = windowOf(1_000)
  expect(window.messages.length).toBeGreaterThanOrEqual(256)
  expect(window.messages.length).toBeLessThanOrEqual(256 + 64)
  expect(window.messages.at(-1)?.n).toBe(1_000)
  expect(window.coversAfter(10 * (1_000 - 256))).toBe(true)
  expect(window.coversAfter(10 * 500)).toBe(false)
  expect(window.find('m1')).toBeUndefined()
  expect(window.find('m900')?.n).toBe(900)
})

test('DL34 long messages are bounded by their text, and the newest eight stay', () => {
  const long = windowOf(1_000, 'x'.repeat(8 * 1024))
  const units = long.messages.reduce((sum, { content }) => sum + content.length, 0)
  expect(units).toBeLessThanOrEqual(2 * 128 * 1024)
  expect(units).toBeGreaterThan(64 * 1024)
  const longest = windowOf(100, 'x'.repeat(100 * 1024))
  expect(longest.messages.map(({ n }) => n)).toEqual([93, 94, 95, 96, 97, 98, 99, 100])
})

test('DL34 what is not durable stays, however much it is', () => {
  const window = new MessageWindow()
  for (let n = 1; n <= 1_000; n++) window.push(message(n, 'x'.repeat(1024)))
  window.settled(10 * 400)
  expect(window.messages.map(({ n }) => n)).toEqual(
    Array.from({ length: 600 }, (_, at) => 401 + at),
  )
  expect(window.after(10 * 998).map(({ n }) => n)).toEqual([999, 1_000])
  expect(window.after(10 * 1_000)).toEqual([])
})
