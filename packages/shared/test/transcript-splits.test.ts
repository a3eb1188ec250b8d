import { describe, expect, test } from 'vitest'
import type { ChatItem } from '../src/transcript/groups'
import { TranscriptOf } from '../src/transcript/transcript'
import {
  all,
  bytesOf,
  numbers,
  readWhole,
  SESSION_FILES,
  subagentsOf,
  textOf,
} from './real-transcripts'

/** Splits of each file; `npm run test:long` takes 100. */
const SPLITS = Number(process.env['CREWROOM_TRANSCRIPT_SPLITS'] ?? 4)
const MAX_PIECES = 40

/** Places in a text of this length, in their order, each once. */
function places(length: number, below: (n: number) => number): readonly number[] {
  const count = 1 + below(MAX_PIECES)
  const found = Array.from({ length: count }, () => below(length + 1))
  return [...new Set([0, ...found, length])].toSorted((a, b) => a - b)
}

/** Pieces of what has this length, as its bounds. */
const pieces = (length: number, below: (n: number) => number) => {
  const at = places(length, below)
  return at.slice(1).map((to, index) => [at[index] ?? 0, to] as const)
}

const idsOf = (items: readonly ChatItem[]) => items.map(({ group }) => group.id)

describe('TR1, TR6 however a file is split', () => {
  test.each(SESSION_FILES)('%s, in bytes', (file) => {
    const whole = all(readWhole(file))
    const bytes = bytesOf(file)
    for (let seed = 1; seed <= SPLITS; seed += 1) {
      const transcript = new TranscriptOf()
      const decoder = new TextDecoder()
      for (const [from, to] of pieces(bytes.length, numbers(seed)))
        transcript.feed(decoder.decode(bytes.subarray(from, to), { stream: true }))
      for (const [name, text] of subagentsOf(file)) transcript.feedSubagent(name, text)
      expect(all(transcript) === whole, `split ${seed}`).toBe(true)
    }
  })

  test('sub-agents’ files may come at any time', () => {
    const files = SESSION_FILES.filter((file) => subagentsOf(file).length > 0)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      const whole = all(readWhole(file))
      const sources = [['', textOf(file)] as const, ...subagentsOf(file)]
      for (let seed = 1; seed <= SPLITS * 5; seed += 1) {
        const below = numbers(seed)
        const left = sources.map(([name, text]) => ({ name, text }))
        const transcript = new TranscriptOf()
        while (left.some(({ text }) => text !== '')) {
          const next = left[below(left.length)]
          if (next === undefined) continue
          const piece = next.text.slice(0, 1 + below(next.text.length))
          next.text = next.text.slice(piece.length)
          if (next.name === '') transcript.feed(piece)
          else transcript.feedSubagent(next.name, piece)
        }
        expect(all(transcript) === whole, `${file}, order ${seed}`).toBe(true)
      }
    }
  })
})

describe('TR7 what an appended record does not touch', () => {
  test.each(SESSION_FILES)('stays the same object in %s', (file) => {
    const text = textOf(file)
    const transcript = new TranscriptOf()
    for (const [name, own] of subagentsOf(file)) transcript.feedSubagent(name, own)
    for (const [from, to] of pieces(text.length, numbers(7))) {
      const before = transcript.conversation
      const revision = transcript.revision
      const texts = before.items.map((item) => JSON.stringify(item))
      transcript.feed(text.slice(from, to))
      const { items } = transcript.conversation
      expect(idsOf(items).slice(0, before.items.length)).toEqual(idsOf(before.items))
      const replaced = items.filter((item, at) => item !== before.items[at])
      expect(transcript.changedSince(revision)).toEqual(idsOf(replaced))
      // What was replaced is different.
      const same = before.items.filter(
        (item, at) => item !== items[at] && JSON.stringify(items[at]) === texts[at],
      )
      expect(idsOf(same)).toEqual([])
      if (transcript.revision === revision) expect(transcript.conversation).toBe(before)
    }
  })

  test('only the last items change', () => {
    const file = 'entireio/37_995ebed6e4_3.jsonl'
    const lines = textOf(file).split('\n')
    const transcript = new TranscriptOf()
    const changes = lines.map((line) => {
      const { revision } = transcript
      transcript.feed(`${line}\n`)
      return transcript.changedSince(revision)?.length ?? Infinity
    })
    expect(Math.max(...changes)).toBe(2)
  })
})
