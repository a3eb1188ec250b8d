// Self-test of `npm run mutate`: which small bugs are put into a source.
import { mutantsOf, spread } from './mutate/mutants.mjs'

/** Each source with what it becomes, one mutant after the other. */
const TABLE = /** @type {[string, string[]][]} */ ([
  ['if (a) b()', ['if (true) b()', 'if (false) b()', 'if (a) ;']],
  ['x = a && b', [';', 'x = (a)', 'x = (b)', 'x = (a) || (b)']],
  ['const x = a ?? b', ['const x = (a)']],
  ['const x = a < 3', ['const x = (a) <= (3)', 'const x = a < 4']],
  ['const x = !a', ['const x = (a)']],
  ['const x = a ? b : c', ['const x = (b)', 'const x = (c)']],
  ['const x = list.filter(isOpen)', ['const x = (list)']],
  ['const x = list.some(isOpen)', ['const x = list.every(isOpen)']],
  ['const x = { ...y }', ['const x = { ...{} }']],
  ['await save(1)', [';', 'await save(2)']],
  ['const x: 3 | true = y as 4', []],
  ["console.log('a')", []],
])

const wrong = []
for (const [source, expected] of TABLE) {
  const found = mutantsOf(source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  )
  const odd = [
    ...found.filter((text) => !expected.includes(text)),
    ...expected.filter((text) => !found.includes(text)),
  ]
  for (const text of odd) wrong.push(`from "${source}", of one side alone: ${text}`)
}
const few = spread([1, 2, 3, 4, 5, 6, 7, 8, 9], 3)
if (JSON.stringify(few) !== '[1,4,7]') wrong.push(`spread: ${JSON.stringify(few)}`)

for (const line of wrong) console.log(line)
process.exitCode = wrong.length > 0 ? 1 : 0
