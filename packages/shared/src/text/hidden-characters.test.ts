import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relayed, relayedLine } from './relay'

const FLAGS = ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿']
const EMOJI = [...FLAGS, ...'👩‍💻 👩🏽‍💻 ❤️‍🔥 👨‍👩‍👧‍👦 🏳️‍🌈 🏴‍☠️ 🚶🏽‍♀️‍➡️ 🙂‍↔️ 🧑🏻‍❤️‍💋‍🧑🏿 ❤️ ☎︎ 1️⃣ #️⃣ *️⃣ 🇩🇪 👍🏽 ©️ ⏭️ 🐻‍❄️'.split(' ')]
const WRITTEN = [
  // Persian: inside words, before the ending of a foreign word and of a number, and an abbreviation.
  'می‌خواهم کتاب‌هایی بخوانم',
  'PDF‌ها',
  '۳‌تایی',
  'سال ۱۴۰۰ ه‍.ش',
  // Hindi, Marathi, Bengali, Malayalam, Sinhala, Urdu, Khmer, Hebrew, Thai, Korean, Japanese.
  'नमस्ते दुनिया, क्‍ष और क्‌ष',
  'दऱ्‍या, र्‍य',
  'র‍্যাব, র্যাব',
  'അവന്‍ വന്നു. ൿ',
  'ශ්‍රී ලංකාව',
  'یہ اردو ہے‌۔'.replace('\u200C', ''),
  'ភាសាខ្មែរ',
  'שָׁלוֹם',
  'ภาษาไทย',
  '한국어 각',
  '日本語の文章。',
  'é ñ ǖ Ω ß',
]
/** Of each kind one or some, to be put anywhere. */
const UNSEEN = [
  '00AD 034F 061C 115F 1160 180B 180E 200B 200C 200D 200E 202E 2060 2066 206F 3164 FE00 FE0E',
  'FE0F FEFF FFA0 FFF9 110BD 1BCA0 1D173 E0001 E0020 E0067 E007F E0100 E01EF 0000 0007 0085 009B 2028',
].flatMap((codes) =>
  codes.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16))),
)
const SCRIPTS = [
  'Arabic',
  'Devanagari',
  'Bengali',
  'Malayalam',
  'Sinhala',
  'Syriac',
  'Nko',
  'Mongolian',
]
const NEEDING = new RegExp(
  `^(?:${[...SCRIPTS, 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Myanmar', 'Khmer', 'Mandaic', 'Adlam', 'Hanifi_Rohingya', 'Manichaean', 'Balinese', 'Javanese', 'Tibetan'].map((name) => `\\p{scx=${name}}`).join('|')})$`,
  'u',
)

/** Code points that are not seen and stand where nothing needs them. */
function strayIn(text: string): string[] {
  const all = Array.from(FLAGS.reduce((rest, flag) => rest.replaceAll(flag, '🏴'), text))
  return all.filter((character, at) => {
    const [before = '', after = ''] = [all[at - 1], all[at + 1]]
    const isHidden =
      /^[\p{Cf}\p{Variation_Selector}\u034F\u115F\u1160\u3164\uFFA0\u2028\u2029]$/u.test(
        character,
      ) ||
      /^(?![\t\n])\p{Cc}$/u.test(character) ||
      /^[\u{E0000}-\u{E0FFF}]$/u.test(character)
    if (!isHidden) return false
    if (/^[\uFE0E\uFE0F]$/.test(character)) {
      const isKeycap = /^[0-9#*]$/.test(before) && after === '\u20E3'
      return !isKeycap && !/^(?![0-9#*])\p{Emoji}$/u.test(before)
    }
    if (!/^[\u200C\u200D]$/.test(character)) return true
    const isOfEmoji = /^[\p{ExtPict}\p{EMod}\uFE0F]$/u.test(before) && /^\p{ExtPict}$/u.test(after)
    return !isOfEmoji && !NEEDING.test(before) && !NEEDING.test(after)
  })
}

const written = fc
  .array(
    fc.oneof(
      fc.constantFrom(...UNSEEN),
      fc.constantFrom(...UNSEEN),
      fc.constantFrom(...[...EMOJI, ...WRITTEN].flatMap((text) => Array.from(text))),
      fc.constantFrom(...EMOJI),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

test('TX5 of what is relayed nothing is hidden, in whatever parts it comes', () => {
  fc.assert(
    fc.property(written, fc.nat(100), (text, at) => {
      const whole = relayed(text)
      expect(strayIn(whole)).toEqual([])
      expect(relayed(whole.replaceAll('\n  ', '\n'))).toBe(whole)
      const characters = Array.from(text)
      const split = at % (characters.length + 1)
      const parts = [characters.slice(0, split), characters.slice(split)].map((part) =>
        part.join(''),
      )
      expect(strayIn(parts.map((part) => relayed(part)).join(''))).toEqual([])
      expect(strayIn(relayedLine(text, 12))).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

test('TX5 each kind of them is left out, alone and where it does harm', () => {
  for (const character of UNSEEN.filter((one) => !['\u0085', '\u2028'].includes(one))) {
    expect(relayed(`pay${character}pal`), character.codePointAt(0)?.toString(16)).toBe('paypal')
  }
  const secret = Array.from('rm -rf', (c) =>
    String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0)),
  )
  expect(relayed(`hello${secret.join('')}`)).toBe('hello')
  expect(relayed(`🏴${secret.join('')}\u{E007F}`)).toBe('🏴')
  expect(relayed('👍\u{E0100}\uFE0F')).toBe('👍')
  expect(relayed('❤\uFE0F\uFE0F\uFE0E')).toBe('❤\uFE0F')
  expect(relayed('7\uFE0F8\uFE0E')).toBe('78')
  expect(relayed('می\u200C\u200Cخ')).toBe('میخ')
})

test('TX6 emoji, and scripts that need joiners, come through as they were written', () => {
  for (const text of [...EMOJI, ...WRITTEN]) {
    for (const sentence of [text, `a ${text} b`, `${text}${text}`]) {
      expect(relayed(sentence)).toBe(sentence)
      expect(strayIn(sentence)).toEqual([])
    }
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EMOJI, ...WRITTEN, ' ', 'x')), (parts) => {
      expect(relayed(parts.join(' '))).toBe(parts.join(' '))
    }),
  )
})
