import { expect, test } from 'vitest'
import { stripAnsi } from './strip-ansi'

const ESC = '\u001b'

test.each([
  ['colours', `${ESC}[1;38;5;196mred${ESC}[0m plain`, 'red plain'],
  ['movements of the cursor', `a${ESC}[2K${ESC}[1Gb${ESC}[?25l${ESC}7c${ESC}8`, 'abc'],
  ['a link', `${ESC}]8;;https://example.com${ESC}\\here${ESC}]8;;${ESC}\\ and on`, 'here and on'],
  ['a title', `${ESC}]0;title\u0007text`, 'text'],
  ['sets of characters', `${ESC}(Btext${ESC}[m`, 'text'],
  ['a code that never ends', `text ${ESC}]8;;https://x and on`, 'text 8;;https://x and on'],
  ['text that only looks like codes', '[31m not red', '[31m not red'],
])('TR30 %s', (_, text, clean) => {
  expect(stripAnsi(text)).toBe(clean)
})
