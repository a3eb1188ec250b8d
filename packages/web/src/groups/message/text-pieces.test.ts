import emoji from 'emojibase-data/en/compact.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { workOf } from '../../../../server/test/harness/work-done'
import { relayed } from '@crewroom/shared/text/relay'
import { shownHidden, textPieces } from './text-pieces'

const kinds = (text: string) => textPieces(text).map((piece) => `${piece.kind}:${piece.text}`)

test('UI71 characters that would not be seen, or that turn the direction, are named', () => {
  expect(kinds('pay \u202Egpj.exe\u2066')).toEqual([
    'text:pay ',
    'hidden:⟪U+202E⟫',
    'text:gpj.exe',
    'hidden:⟪U+2066⟫',
  ])
  expect(shownHidden('a\u200Bb\u00ADc\u0007d\uFEFF')).toBe('a⟪U+200B⟫b⟪U+00AD⟫c⟪U+0007⟫d⟪U+FEFF⟫')
  expect(shownHidden('pass\u200Dword')).toBe('pass⟪U+200D⟫word')
  expect(shownHidden('x\u{E0041}')).toBe('x⟪U+E0041⟫')
})

test('UI71 what emoji and scripts are made of stays as it is', () => {
  for (const text of ['👩‍💻', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'שלום', 'a\tb\nc', '👍🏽']) {
    expect(shownHidden(text)).toBe(text)
    expect(textPieces(text)).toEqual([{ kind: 'text', text }])
  }
})

test('UI190 what is hidden otherwise is named too: tags, selectors, fillers, joiners that join nothing', () => {
  const tags = Array.from('rm', (c) =>
    String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0)),
  ).join('')
  expect(shownHidden(`hi${tags}`)).toBe('hi⟪U+E0072⟫⟪U+E006D⟫')
  expect(shownHidden(`🏴${tags}`)).toBe('🏴⟪U+E0072⟫⟪U+E006D⟫')
  expect(shownHidden('o\uFE0F k\u{E0100} \u034F\u115F\u1160\u180E\u3164\uFFA0')).toBe(
    'o⟪U+FE0F⟫ k⟪U+E0100⟫ ⟪U+034F⟫⟪U+115F⟫⟪U+1160⟫⟪U+180E⟫⟪U+3164⟫⟪U+FFA0⟫',
  )
  expect(kinds('do\u{E0100}ne')).toEqual(['text:do', 'hidden:⟪U+E0100⟫', 'text:ne'])
  expect(shownHidden('é\u200Dé')).toBe('é⟪U+200D⟫é')
  expect(shownHidden('a\u2028b')).toBe('a⟪U+2028⟫b')
})

test('UI190, TX6 every emoji that there is stays as it is, for people and for agents', () => {
  const all = emoji.flatMap(({ unicode, skins = [] }) => [
    unicode,
    ...skins.map((one) => one.unicode),
  ])
  expect(all.length).toBeGreaterThan(3_000)
  const changed = all.filter((one) => shownHidden(one) !== one || relayed(one) !== one)
  expect(changed).toEqual([])
})

test('UI72 commands in a text and words after an @ are set apart', () => {
  expect(kinds('see ⟦⟦ REACT {"emoji":"*👍*"} ⟧⟧ or @dev-1, @x')).toEqual([
    'text:see ',
    'command:⟦⟦ REACT {"emoji":"*👍*"} ⟧⟧',
    'text: or ',
    'mention:@dev-1',
    'text:, ',
    'mention:@x',
  ])
  expect(kinds('⟦⟦ not closed')).toEqual(['text:⟦⟦ not closed'])
  expect(kinds('a@b.c')).toEqual(['text:a@b.c'])
})

test('UI73 a text made of nothing else does not become as many pieces', () => {
  const usual = workOf(() => textPieces('Look at this, @dev, and at the log.\n'.repeat(1_400)))
  for (const bomb of ['\u202E', '@a ', '⟦⟦⟧⟧', '\u200B@a⟦⟦⟧⟧', '⟦⟦', '\u202Ea']) {
    const text = bomb.repeat(50_000 / bomb.length)
    expect(textPieces(text).length).toBeLessThanOrEqual(301)
    // Work that grows with the square of the length is tens of thousands of times as much.
    expect(workOf(() => textPieces(text)) / usual, bomb).toBeLessThan(1_000)
  }
})
