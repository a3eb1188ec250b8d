import { expect, test } from 'vitest'
import { changeOf } from './diff-lines'

const shown = (oldText: string | null, newText: string) =>
  changeOf({ oldText, newText }).lines.map((line) =>
    line.sign === 'gap'
      ? '…'
      : line.sign === 'note'
        ? `(${line.text})`
        : `${line.n}${line.sign}${line.text}`,
  )
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('')

test('UI451 a change is shown with three lines around it, and with the numbers of the file that it makes', () => {
  const old = numbered(1, 20)
  expect(shown(old, old.replace('line 10\n', 'ten\nand a half\n'))).toEqual([
    '…',
    '7 line 7',
    '8 line 8',
    '9 line 9',
    '10−line 10',
    '10+ten',
    '11+and a half',
    '12 line 11',
    '13 line 12',
    '14 line 13',
  ])
})

test('UI451 what is far apart has a gap between it, and both are counted', () => {
  const old = numbered(1, 30)
  const change = changeOf({
    oldText: old,
    newText: old.replace('line 2\n', 'two\n').replace('line 28\n', ''),
  })
  expect([change.added, change.removed]).toEqual([1, 2])
  expect(change.lines.filter(({ sign }) => sign === 'gap')).toHaveLength(1)
})

test('UI451 a file that is created has added lines only, whether its old text is none or empty', () => {
  for (const none of [null, '']) {
    expect(shown(none, 'hello\nthere\n')).toEqual(['1+hello', '2+there'])
  }
})

test('UI451 a changed line end is a change that is told', () => {
  expect(shown('a\n', 'a')).toEqual(['1−a', '1+a', '(No line end here)'])
})

test('UI451 texts that have nothing in common are shown as replaced, however long they are', () => {
  const lines = (word: string) => Array.from({ length: 4_000 }, (_, n) => `${word} ${n}\n`).join('')
  const { added, removed } = changeOf({ oldText: lines('old'), newText: lines('new') })
  expect([added, removed]).toEqual([4_000, 4_000])
})
