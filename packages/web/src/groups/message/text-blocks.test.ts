import { expect, test } from 'vitest'
import { workOf } from '../../../../server/test/harness/work-done'
import { textBlocks } from './text-blocks'

test('UI29 what agents write stays text; only code is set apart', () => {
  const [text, code, rest] = textBlocks('<b>`a`</b> and `x\n```js\nlet a = `1`\n```\n<script>')
  expect(text).toEqual({
    kind: 'text',
    inlines: [
      { kind: 'text', text: '<b>' },
      { kind: 'code', text: 'a' },
      { kind: 'text', text: '</b> and `x' },
    ],
  })
  expect(code).toEqual({ kind: 'code', language: 'js', text: 'let a = `1`' })
  expect(rest).toEqual({ kind: 'text', inlines: [{ kind: 'text', text: '<script>' }] })
  expect(textBlocks('```\nopen')).toEqual([{ kind: 'code', language: '', text: 'open' }])
  expect(textBlocks('')).toEqual([])
})

test('UI73 a text of nothing but paragraphs, fences or quotes of code becomes few blocks', () => {
  const usual = workOf(() => textBlocks('Look at `a`, then at the log.\n'.repeat(1_700)))
  for (const bomb of ['a\n\n', '```\n```\n', '`a` ', '~~~\n', '```\na\n\n']) {
    const text = bomb.repeat(50_000 / bomb.length)
    const blocks = textBlocks(text)
    const all = blocks.reduce((n, own) => n + (own.kind === 'text' ? own.inlines.length : 1), 0)
    expect(all).toBeLessThan(700)
    const times = workOf(() => textBlocks(text)) / usual
    expect(times, bomb).toBeLessThan(100)
  }
})
