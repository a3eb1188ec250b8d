import { expect, test } from 'vitest'
import type { SecretMask } from '../journal/ports/mask-port'
import { CleanTexts } from './clean-texts'

/** Masks one word, and counts what it looked through. */
function counting(secret: string) {
  const looked: string[] = []
  const mask: SecretMask = {
    mask: (text) => {
      looked.push(text)
      return text.replaceAll(secret, '[masked]')
    },
    stream: () => ({ push: (delta) => delta, end: () => '' }),
  }
  return { mask, looked }
}

test('MK30 a text is looked through once for each mask, what became of one with a secret too', () => {
  const texts = new CleanTexts()
  const [one, other] = [counting('secret'), counting('harmless')]
  const [first, second] = [texts.remembering(one.mask), texts.remembering(other.mask)]
  for (let n = 0; n < 3; n++) expect(first.mask('all harmless')).toBe('all harmless')
  expect(one.looked).toEqual(['all harmless'])
  expect(second.mask('all harmless')).toBe('all [masked]')
  expect(first.mask(first.mask('a secret'))).toBe('a [masked]')
  expect(first.mask('a secret')).toBe('a [masked]')
  expect(one.looked).toEqual(['all harmless', 'a secret', 'a secret'])
})

test('MK30 of many texts the newest are known, up to a million units', () => {
  const texts = new CleanTexts()
  const { mask, looked } = counting('secret')
  const known = texts.remembering(mask)
  const long = (n: number) => `${n} `.padEnd(100_000, 'x')
  for (let n = 0; n < 30; n++) known.mask(long(n))
  expect(looked.length).toBe(30)
  for (let n = 20; n < 30; n++) known.mask(long(n))
  expect(looked.length).toBe(30)
  known.mask(long(0))
  expect(looked.length).toBe(31)
})
