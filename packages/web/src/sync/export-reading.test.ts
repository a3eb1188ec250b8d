import { expect, test } from 'vitest'
import { ExportReading } from './export-reading'

const FILE = [
  '{"crewroom":"export","version":1,"kind":"crew","name":"ü","seq":3}',
  '{"seq":1}',
  '{"seq":2,"text":"👩‍👩‍👧 \\n"}',
  '{"seq":3}',
  '{"end":true,"lines":3,"sha256":"00"}',
  '',
].join('\n')

test('EX30 an export is counted in lines of those it said, however it is cut into pieces', () => {
  const bytes = new TextEncoder().encode(FILE)
  for (const size of [1, 2, 7, 64, 10_000]) {
    const reading = new ExportReading()
    for (let at = 0; at < bytes.length; at += size) {
      expect(reading.isWhole).toBe(false)
      reading.push(bytes.subarray(at, at + size))
    }
    expect(reading.progress).toEqual({ bytes: bytes.length, lines: 5, total: 5 })
    expect(reading.isWhole).toBe(true)
  }
})

test('EX30 an export that ends early, or says not how long it is, is known as such', () => {
  const cut = new ExportReading()
  cut.push(new TextEncoder().encode(FILE.slice(0, -20)))
  expect(cut.isWhole).toBe(false)
  expect(cut.progress).toMatchObject({ lines: 4, total: 5 })
  const group = new ExportReading()
  group.push(new TextEncoder().encode('{"kind":"group","messages":2}\n{"end":true}\n'))
  expect(group.progress).toMatchObject({ lines: 2, total: null })
  expect(group.isWhole).toBe(true)
})
