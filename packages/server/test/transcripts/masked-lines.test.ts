import { expect, test } from 'vitest'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { createMask } from '../../src/rollouts/secret-mask'
import { MaskedLines } from '../../src/transcripts/masked-lines'
import { asked } from '../harness/session-folder'

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
