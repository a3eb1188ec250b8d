import { parseAst } from 'vite'

// A mutant: `text` stands in the source from `start` to `end` (offsets of UTF-16 units) instead of what is there.

const SWAPPED = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
}
const TWINS = { some: 'every', every: 'some', max: 'min', min: 'max' }
/** These say what is logged or thrown, which few tests look at word for word. */
const IS_TALK = /^\((console|log|logger|process)\b/

/** One mutation per entry: from a node of the syntax tree to mutants of it. */
const MUTATIONS = {
  IfStatement: ({ test }) => [put(test, 'true'), put(test, 'false')],
  ConditionalExpression: ({ consequent, alternate, ...node }, text) => [
    put(node, text(consequent)),
    put(node, text(alternate)),
  ],
  LogicalExpression: (node, text) =>
    node.operator === '??'
      ? [put(node, text(node.left))]
      : [put(node, text(node.left)), put(node, text(node.right)), ...swapped(node, text)],
  BinaryExpression: (node, text) => swapped(node, text),
  UnaryExpression: (node, text) => (node.operator === '!' ? [put(node, text(node.argument))] : []),
  ExpressionStatement: (node, text) =>
    isCallOrSet(node.expression) && !IS_TALK.test(text(node)) ? [put(node, ';')] : [],
  Literal: (node) => {
    if (typeof node.value === 'boolean') return [put(node, String(!node.value))]
    if (typeof node.value === 'number') return [put(node, String(node.value + 1))]
    return []
  },
  CallExpression: (node, text) => {
    const { callee } = node
    if (callee.type !== 'MemberExpression' || callee.computed) return []
    const { name } = callee.property
    const twin = TWINS[name]
    if (name === 'filter' || name === 'toReversed') return [put(node, text(callee.object))]
    return twin === undefined ? [] : [put(callee.property, twin)]
  },
  ReturnStatement: (node) =>
    node.argument?.type === 'ArrayExpression' && node.argument.elements.length > 0
      ? [put(node.argument, '[]')]
      : [],
  SpreadElement: (node) => [
    put(node, node.argument.type === 'ArrayExpression' ? '...[]' : '...{}'),
  ],
}

function put({ start, end }, text) {
  return { start, end, text }
}

function swapped(node, text) {
  const other = SWAPPED[node.operator]
  return other === undefined ? [] : [put(node, `${text(node.left)} ${other} ${text(node.right)}`)]
}

function isCallOrSet({ type, argument }) {
  return (
    ['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(type) ||
    (type === 'AwaitExpression' && argument.type === 'CallExpression')
  )
}

/** Types have no effect when the code runs. */
function isType(node) {
  return node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)
}

function* walk(node) {
  if (isType(node)) return
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof child.type === 'string') {
        yield* walk(child)
      }
    }
  }
}

/** All mutants of a TypeScript source, in the order of their places. */
export function mutantsOf(source, isTsx) {
  const program = parseAst(source, { lang: isTsx ? 'tsx' : 'ts' })
  const text = ({ start, end }) => `(${source.slice(start, end)})`
  const found = []
  for (const node of walk(program)) {
    for (const mutant of MUTATIONS[node.type]?.(node, text) ?? []) {
      if (source.slice(mutant.start, mutant.end) !== mutant.text) found.push(mutant)
    }
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** As many as asked for, at equal distances, so that all of a file has its share. */
export function spread(all, most) {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, n) => all[Math.floor((n * all.length) / most)])
}
