/**
 * Characters that are not seen: they turn text round, hide in words, or carry a message of their own. Some of them are
 * needed where they belong, and there they stay: selectors behind an emoji, the tags of a flag, joiners between emoji
 * and in scripts that are not written right without them.
 */

/** Everything that has no shape: format characters, variation selectors, fillers, tags. Nearly all of Unicode's list. */
const UNSEEN = '\\p{Cf}\\p{DI}\\u2065'
/** Controls but the tab and the two usual line ends; the unusual ones among them. */
const CONTROL = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u2028\\u2029'

const scripts = (names: string) =>
  names
    .split(' ')
    .map((name) => `\\p{scx=${name}}`)
    .join('')
/** A letter is written otherwise in each place of a word there. */
const CURSIVE = scripts('Arabic Syriac Nko Mandaic Mongolian Adlam Hanifi_Rohingya Manichaean')
/** Letters are put together there, and a joiner says whether. */
const INDIC = scripts(
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Myanmar Khmer Balinese Javanese Tibetan',
)
/** The sign there that takes a letter's vowel away: a character after it may end a word. */
const VIRAMA =
  '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u1039\\u103A\\u17D2\\u1B44\\uA9C0'

const letterOf = (script: string) => `(?=[\\p{L}\\p{M}])(?!\\p{DI})[${script}]`
const behind = (what: string) => `(?<=${what})`
const before = (what: string) => `(?=${what})`
const JOINED = letterOf(CURSIVE + INDIC)

/** Where a joiner is needed. Two in a row never are. */
const NEEDED_JOINERS = [
  `${behind(JOINED)}[\\u200C\\u200D]${before(JOINED)}`,
  `${behind(`[${VIRAMA}]`)}[\\u200C\\u200D]`,
  // A letter in the form that it has inside a word, as in abbreviations.
  `${behind(letterOf(CURSIVE))}\\u200D`,
  // A Persian ending behind a foreign word or a number.
  `${behind('(?!\\p{DI})[\\p{L}\\p{N}]')}\\u200C${before(letterOf(CURSIVE))}`,
  `${behind('[\\p{ExtPict}\\p{EMod}]\\uFE0F?')}\\u200D${before('\\p{ExtPict}')}`,
]
/** `1️⃣`: digits are emoji only so. */
const KEYCAP = '(?<=[0-9#*])\\uFE0F(?=\\u20E3)'
const EMOJI_SELECTOR = '(?<=(?![0-9#*\\p{RI}])\\p{Emoji})[\\uFE0E\\uFE0F]'

const tagged = (code: string) =>
  Array.from(code, (letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join('')
/** England, Scotland and Wales: the only flags that are made so. */
const FLAG = `\\u{1F3F4}(?:${['gbeng', 'gbsct', 'gbwls'].map(tagged).join('|')})\\u{E007F}`

/** Most texts have nothing of it, and this is quick. */
const PERHAPS = new RegExp(`[${UNSEEN}${CONTROL}]`, 'u')
/** What is looked at; first what is kept as it is. */
const FOUND = new RegExp(
  `(?=[\\u{1F3F4}${UNSEEN}${CONTROL}])(?:(${[FLAG, KEYCAP, EMOJI_SELECTOR, ...NEEDED_JOINERS].join('|')})|${PERHAPS.source})`,
  'gu',
)

/** The text with `put` in place of each character that is not seen and not needed. */
export function replaceHidden(text: string, put: (character: string) => string): string {
  if (!PERHAPS.test(text)) return text
  return text.replace(FOUND, (found: string, needed: string | undefined) => needed ?? put(found))
}

/** Where such characters are. */
export function* hiddenIn(text: string): Iterable<{ readonly at: number; readonly text: string }> {
  if (!PERHAPS.test(text)) return
  for (const match of text.matchAll(FOUND)) {
    if (match[1] === undefined) yield { at: match.index, text: match[0] }
  }
}
