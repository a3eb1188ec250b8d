import { expect, test } from 'vitest'
import { normalizeEmoji } from './emoji'

test.each([
  ['a family', ['👨‍👩‍👧‍👦']],
  ['skin tones', ['👍🏽', '👍\u{FE0F}🏽']],
  ['a skin tone on what is text by default', ['✌🏽', '✌️🏽']],
  ['a profession with a skin tone', ['👩🏽‍💻']],
  ['a flag of two letters', ['🇨🇭']],
  ['a flag of tags', ['🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}']],
  ['keycaps', ['1️⃣', '1⃣', '1\u{FE0E}⃣']],
  ['a heart', ['❤️', '❤', '❤\u{FE0E}']],
  ['a heart on fire', ['❤️‍🔥', '❤‍🔥']],
  ['a rainbow flag', ['🏳️‍🌈', '🏳‍🌈']],
  ['an eye in a bubble', ['👁️‍🗨️', '👁‍🗨️', '👁️‍🗨', '👁‍🗨']],
  ['a detective', ['🕵️‍♂️', '🕵‍♂️', '🕵️‍♂', '🕵‍♂']],
  ['an emoji that has no selector', ['🎉', '🎉\u{FE0F}', '🎉\u{FE0E}']],
  ['a sign', ['©️', '©']],
])('RX2 %s is one emoji, however it is written', (_name, spellings) => {
  for (const spelling of spellings) {
    expect(normalizeEmoji(spelling), JSON.stringify(spelling)).toBe(spellings[0])
  }
})

test.each([
  ['nothing', ['', ' ', '\u{FE0F}', '\u{200D}']],
  ['words', ['ok', 'toString', '__proto__', 'x👍', '👍x', '👍 ', ' 👍', ':+1:', '%F0%9F%91%8D']],
  ['digits', ['1', '#', '*', '12', '1\u{FE0F}']],
  ['two emoji', ['👍👍', '👍🎉', '❤️❤️', '🇨🇭🇩🇪', '👍🏽🏽']],
  ['halves', ['🏽', '🇨', '🇨🇨🇨', '⃣', '👩‍', '‍👩', '\u{E0067}', '\ud83d', '\udc4d']],
  ['pairs that are no emoji', ['🇿🇿', '🎉🏽', '👩‍👍']],
  ['far too much', ['👩‍'.repeat(40), '👍'.repeat(1_000)]],
])('RX2 %s is no reaction', (_name, texts) => {
  for (const text of texts) expect.soft(normalizeEmoji(text), JSON.stringify(text)).toBeNull()
})

test('RX2 every emoji of one code point is kept once, with its selector, without it, or as text', () => {
  const all = Array.from({ length: 0x1_ffff }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => normalizeEmoji(character) !== null)
  expect(all.length).toBeGreaterThan(1_200)
  for (const character of all) {
    const kept = normalizeEmoji(character)
    expect(normalizeEmoji(`${character}\u{FE0F}`)).toBe(kept)
    expect(normalizeEmoji(`${character}\u{FE0E}`)).toBe(kept)
  }
})
