import { expect, test } from 'vitest'
import { endsIn, withoutDone } from './done-line'

/** What is left of an answer that says that it is done; null: it does not. */
const ROWS: readonly (readonly [text: string, left: string | null])[] = [
  ['[DONE]', ''],
  ['Settled.\n[DONE]', 'Settled.'],
  ['Settled.\n[DONE]\nSee you.', 'Settled.\nSee you.'],
  ['Settled.\n**[DONE]**', 'Settled.'],
  ['Settled.\n`[DONE]`\n', 'Settled.\n'],
  ['Settled.\n_[DONE]_.', 'Settled.'],
  ['Settled.\n## [DONE]', 'Settled.'],
  ['Settled.\n- [DONE]', 'Settled.'],
  ['Settled.\n\\[DONE\\]', 'Settled.'],
  ['Finished. [DONE]', 'Finished.'],
  ['Finished. **[DONE]**', 'Finished.'],
  ['**Finished. [DONE]**', '**Finished.**'],
  ['We take settings.json [DONE]\n\n', 'We take settings.json\n\n'],
  ['No objections from me [DONE]', 'No objections from me'],
  ['It is not final yet. But fine: [DONE]', 'It is not final yet. But fine:'],
  ['Finished. [DONE]\nOne more thing.', null],
  ['We are not [DONE]', null],
  ['It isn’t [DONE]', null],
  ['If all agree: fine, but until then not [DONE]', null],
  ['Ben will write [DONE]', null],
  ['The last line is “[DONE]”', null],
  ['1. Names [DONE]', null],
  ['- Names [DONE]', null],
  ['> [DONE]', null],
  ['[DONE] is what I would write.', null],
  ['not [DONE] yet', null],
  ['Finished. [done]', null],
  ['```\n[DONE]\n```', null],
  ['```\nFinished. [DONE]\n```', null],
  ['```\ncode\n[DONE]', '```\ncode'],
]

test.for(ROWS)('RU4 what %j leaves to be posted: %j', ([text, left]) => {
  expect(withoutDone(text)).toBe(left ?? text)
})

const WORDS: readonly (readonly [text: string, word: string, is: boolean])[] = [
  ['APPROVED', 'APPROVED', true],
  ['All fine.\n**APPROVED**.\n', 'APPROVED', true],
  ['All fine. APPROVED!', 'APPROVED', true],
  ['All fine. C++', 'C++', true],
  ['UNAPPROVED', 'APPROVED', false],
  ['approved', 'APPROVED', false],
  ['APPROVED\nbut read it again', 'APPROVED', false],
  ['It is not APPROVED', 'APPROVED', false],
  ['> APPROVED', 'APPROVED', false],
  ['```\nAPPROVED\n```', 'APPROVED', false],
  ['', 'APPROVED', false],
]

test.for(WORDS)('RU75 %j ends in %j: %j', ([text, word, is]) => {
  expect(endsIn(text, word)).toBe(is)
})

test('RU4, RU75 a long line is read in a moment, whatever it repeats', () => {
  for (const part of ['*_ [DONE ', '*', '**[DONE]**']) {
    const long = `${part.repeat(40_000)}x`
    expect(withoutDone(long)).toBe(long)
  }
  const much = `${'So it is. '.repeat(4_000)}[DONE]`
  expect(withoutDone(much)).toBe(much.slice(0, -' [DONE]'.length))
  expect(endsIn('*'.repeat(40_000), `${'*'.repeat(50)}x`)).toBe(false)
})
