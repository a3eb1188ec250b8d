import { fstatSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { createMask } from '../../src/rollouts/secret-mask'
import { MaskedLines } from '../../src/transcripts/masked-lines'
import { FollowedFile } from '../../src/transcripts/followed-file'
import { asked } from '../harness/session-folder'
import { tempFolder } from '../harness/temp-folder'

const SECRET = 'Grey-Heron-5512-own'
/** JSON may write any character as its number. */
const numbered = Array.from(
  SECRET,
  (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
).join('')

const record = (n: number, text: string) =>
  JSON.stringify(asked(n, `${n} TEXT.`)).replace('TEXT', text)

test('TR71 a secret is masked however JSON writes it, also in records on one line and behind a spoilt one', () => {
  const line = [
    record(1, SECRET),
    record(2, numbered),
    record(3, SECRET) + record(4, numbered),
    `{"spoilt":"${numbered}${record(5, numbered)}`,
    `{"spoilt":"${numbered}`,
  ]
  const text = `${line.join('\n')}\n`
  const masked = new MaskedLines(createMask([SECRET]))
  const transcript = new TranscriptOf()
  for (let at = 0; at < text.length; at += 100)
    transcript.feed(masked.push(text.slice(at, at + 100)))
  const shown = transcript.conversation.items.flatMap((item) =>
    item.type === 'user' ? (item.group.content.text ?? '') : [],
  )
  expect(shown).toEqual([1, 2, 3, 4, 5].map((n) => `${n} [masked:value].`))
  const plain = new TranscriptOf()
  plain.feed(text)
  expect(transcript.unreadable, 'nothing is lost').toBe(plain.unreadable)
  expect(transcript.unreadable).toBe(2)
})

test('BW8 blank lines and lines without a record are not parsed, and torn ones are mended so many times only', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const ofLines = (line: string) => {
    parse.mockClear()
    const masked = new MaskedLines(createMask([]))
    const transcript = new TranscriptOf()
    transcript.feed(masked.push(`${line}\n`.repeat(5_000)))
    return { parsed: parse.mock.calls.length, unreadable: transcript.unreadable }
  }
  expect(ofLines('')).toEqual({ parsed: 0, unreadable: 0 })
  expect(ofLines('\t ')).toEqual({ parsed: 0, unreadable: 0 })
  expect(ofLines('no record')).toEqual({ parsed: 0, unreadable: 5_000 })
  const torn = ofLines('{"a":')
  expect(torn.unreadable).toBe(5_000)
  // Each once, to find out that it is torn; then as often as a torn line is looked into.
  const each = (torn.parsed - 5_000) / 2_000
  expect([torn.parsed > 5_000, Number.isInteger(each)]).toEqual([true, true])
  parse.mockRestore()
})

test('BW8 other work goes on in the middle of a part of a file', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'a.jsonl')
  writeFileSync(file, '\n'.repeat(2_560))
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const fd = openSync(file, 'r')
  const open = () => ({ fd, stats: fstatSync(fd), real: file })
  await new FollowedFile(file, new MaskedLines(createMask([]))).readOn(
    open,
    () => {},
    async () => {},
  )
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(10)
})
