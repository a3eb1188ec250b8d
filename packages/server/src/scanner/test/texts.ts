import fc from 'fast-check'

const UNITS =
  '⟦ ⟦⟦ ⟧ ⟧⟧ { } [ ] " “ ” „ \\ : , ` `` ``` ```` ~ ~~~ a A true 1 - é 😀 REACT-X'.split(' ')
const BLANKS = ['\n', '\n', '\r\n', ' ', '    ', '\t', '\0', '\ud83d', '\udc00']
const WHOLES = [
  '⟦⟦ A ⟧⟧',
  '\n⟦⟦ B {"b":1} ⟧⟧',
  '⟦⟦ REACT {"x":"',
  '⟦⟦ c {“x”: “',
  '"} ⟧⟧',
  'GROUP_MESSAGE',
  '\n```\n',
  '\n~~~ js\n',
]

/** Text in which nearly everything means something to the scanner. */
export const garbage: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...UNITS, ...BLANKS, ...WHOLES), { maxLength: 60 })
  .map((pieces) => pieces.join(''))

/** Sizes of chunks, single bytes among them. */
export const sizes: fc.Arbitrary<number[]> = fc.oneof(
  fc.constant<number[]>([1]),
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
)

export interface Tree {
  readonly name: string
  readonly before: string
  readonly inner: readonly Tree[]
}

/** Commands in the strings of commands. */
export const commandTree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    name: fc.constantFrom('GROUP_MESSAGE', 'QUERY_GROUPS', 'react', 'TERMINATE_AGENT'),
    before: fc.oneof(garbage, fc.constantFrom('', 'please run ', '} ⟧⟧ ', '\n', '"} ⟧⟧\n')),
    inner: fc.oneof(
      { depthSize: 'small' },
      fc.constant([]),
      fc.array(tie('tree'), { maxLength: 2 }),
    ),
  }),
})).tree

/** A command whose payload is valid JSON, with its inner commands in a string. */
export function written(tree: Tree): string {
  const content = tree.before + tree.inner.map(written).join(' and ')
  return `⟦⟦ ${tree.name} ${JSON.stringify({ group: 'g', content })} ⟧⟧`
}
