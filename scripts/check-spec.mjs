// Every rule of SPEC.md has a test, and one that every change runs; every test names the rules it is about, and tables in
// docs name only rules; in those about a seed every row names one.
// It reads source text instead of a test run, so a test that is skipped on this machine still counts.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const RULE = /^\s*[-*] \*\*([A-Z]{2}\d+)\*\*/
const RULE_LIKE = /^\s*[-*] \*\*([A-Z]+\d+\w*)\*\*/
const RULE_IN_TEXT = /\b[A-Z]{2}\d+\b/g
/** The line below the head of a table. */
const SEPARATOR = /^\s*\|(\s*:?-+:?\s*\|)+\s*$/
const IDS = /^[A-Z]{2}\d+(?:\s*,\s*[A-Z]{2}\d+)*(?=$|[\s:.;([–—-])/
const TEST_FILE = /\.(test|contract)\.tsx?$/
// These take their own arguments before the call that holds the title.
const WITH_ARGUMENTS = new Set(['each', 'for', 'prop', 'runIf', 'skipIf'])
/** `npm run test:long` runs these, and no change does. */
const LONG_FILE = /\.long\.(browser\.)?test\.tsx?$/
/** Rules about scale itself: a small form of their test would show nothing. */
const ONLY_LONG = new Map([
  ['BK11', 'memory for a large database beside a small one'],
  ['PK20', 'installs the package under other versions of Node.js and npm'],
  ['PK21', 'packs and installs an earlier commit'],
  ['UI126', 'the whole story of the demo, with real processes and a browser'],
  ['UI140', 'ten thousand messages'],
  ['UI149', 'two hundred messages a second for ten seconds'],
  ['UI150', 'two hundred switches, and the heap after them'],
  ['UI440', 'takes the pictures of the README again'],
  ['UI770', '60 agents, 100 groups and 10,000 messages'],
])
// A test that never runs proves nothing.
const NEVER_RUNS = new Set(['skip', 'todo'])

export function checkSpec(root, onlyLong = ONLY_LONG) {
  const problems = []
  const rules = readRules(root, problems)
  const covered = new Set()
  const coveredByAll = new Set()
  let tests = 0
  for (const file of testFiles(root)) {
    const blocks = readBlocks(readFileSync(join(root, file), 'utf8'))
    for (const block of blocks) {
      const report = (text) => problems.push({ file, line: block.line, text })
      const own = idsOf(block.title)
      for (const id of own) if (!rules.has(id)) report(`names ${id}, which SPEC.md does not define`)
      if (block.isGroup) continue
      tests += 1
      const around = blocks.filter((b) => b.isGroup && b.from < block.from && block.to <= b.to)
      const ids = [...own, ...around.flatMap((b) => idsOf(b.title))]
      if (ids.length === 0) report(`the test ${quote(block.title)} names no rule`)
      const runs = [block, ...around].every((b) => !b.neverRuns)
      const isLong = LONG_FILE.test(file) || [block, ...around].some((b) => b.isLong)
      for (const id of runs ? ids : []) {
        covered.add(id)
        if (!isLong) coveredByAll.add(id)
      }
    }
  }
  for (const { file, line, id } of referencesInDocs(root)) {
    if (!rules.has(id))
      problems.push({ file, line, text: `names ${id}, which SPEC.md does not define` })
  }
  for (const { file, line } of rowsWithoutRule(root)) {
    problems.push({
      file,
      line,
      text: 'the row names no rule: a statement is kept by one, or not kept',
    })
  }
  for (const [id, line] of rules) {
    const report = (text) => problems.push({ file: 'SPEC.md', line, text })
    if (!covered.has(id)) report(`${id} has no test`)
    else if (coveredByAll.has(id) === onlyLong.has(id)) {
      report(
        onlyLong.has(id)
          ? `${id} has a test that every change runs: it is no exception any more`
          : `${id} has a test in test:long alone: npm test needs a small form of it`,
      )
    }
  }
  return { problems, rules: rules.size, tests }
}

/** Rules that the tables in docs/seed-*.md and docs/dashboard-tests.md name: what a document says beside what keeps it. */
function* referencesInDocs(root) {
  for (const { file, lines } of docs(root, /^(seed-.*|dashboard-tests)\.md$/)) {
    for (const [index, text] of lines.entries()) {
      for (const [id] of text.matchAll(RULE_IN_TEXT)) yield { file, line: index + 1, id }
    }
  }
}

/** Rows of the tables in docs/seed-*.md whose last cell names no rule. */
function* rowsWithoutRule(root) {
  for (const { file, lines } of docs(root, /^seed-.*\.md$/)) {
    for (const [index, text] of lines.entries()) {
      const isHead = SEPARATOR.test(lines[index + 1] ?? '')
      if (!/^\s*\|/.test(text) || isHead || SEPARATOR.test(text)) continue
      const cells = text.trim().replace(/\|$/, '').split('|')
      if (!cells.at(-1).match(RULE_IN_TEXT)) yield { file, line: index + 1 }
    }
  }
}

function* docs(root, names) {
  const folder = join(root, 'docs')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter((file) => names.test(file))) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    yield { file: `docs/${name}`, lines }
  }
}

function readRules(root, problems) {
  const rules = new Map()
  const report = (line, text) => problems.push({ file: 'SPEC.md', line, text })
  const spec = join(root, 'SPEC.md')
  if (!existsSync(spec)) {
    report(1, 'the file is missing')
    return rules
  }
  let fenced = false
  for (const [index, text] of readFileSync(spec, 'utf8').split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(text)) fenced = !fenced
    if (fenced) continue
    const id = RULE.exec(text)?.[1]
    if (id === undefined) {
      const wrong = RULE_LIKE.exec(text)?.[1]
      if (wrong) report(index + 1, `${wrong} is no rule id: two capital letters and a number`)
    } else if (rules.has(id)) {
      report(index + 1, `${id} is already defined in line ${rules.get(id)}`)
    } else {
      rules.set(id, index + 1)
    }
  }
  return rules
}

function testFiles(root) {
  /** @type {string[]} */
  const found = []
  const packages = join(root, 'packages')
  if (!existsSync(packages)) return found
  const walk = (folder, inside) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue
      const full = join(folder, entry.name)
      const here = inside || entry.name === 'src' || entry.name === 'test'
      if (entry.isDirectory()) walk(full, here)
      else if (inside && TEST_FILE.test(entry.name)) {
        found.push(relative(root, full).split(sep).join('/'))
      }
    }
  }
  walk(packages, false)
  return found.sort()
}

/** All test(…), it(…), describe(…) and fcTest(…) calls of a file, with title, line and extent. */
function readBlocks(source) {
  const code = mask(source)
  const extended = [...code.matchAll(/\b(?:const|let) (\w+)\s*=\s*(?:test|it)\s*\.\s*extend\b/g)]
  const names = ['test', 'it', 'fcTest', 'describe', 'suite', ...extended.map((m) => m[1])]
  const opener = new RegExp(`(?<![\\w.$])(${names.join('|')})\\b(?=\\s*[.(])`, 'g')
  const blocks = []
  for (const match of code.matchAll(opener)) {
    const call = readChain(code, match.index + match[0].length)
    if (!call) continue
    blocks.push({
      isGroup: match[1] === 'describe' || match[1] === 'suite',
      isLong: call.conditions.some((text) => /!\s*isLong\b/.test(text)),
      neverRuns: call.modifiers.some((name) => NEVER_RUNS.has(name)),
      title: literalAt(source, call.open + 1),
      line: source.slice(0, match.index).split('\n').length,
      from: match.index,
      to: call.close,
    })
  }
  return blocks
}

/** From behind the name over `.skipIf(…)`, `.each(…)`, `.only` … to the call that holds the title. */
function readChain(code, start) {
  const modifiers = []
  const conditions = []
  let at = start
  for (;;) {
    at = skipSpace(code, at)
    const modifier = /^\.\s*(\w+)/.exec(code.slice(at, at + 80))
    if (!modifier) break
    modifiers.push(modifier[1])
    at = skipSpace(code, at + modifier[0].length)
    if (!WITH_ARGUMENTS.has(modifier[1])) continue
    if (code[at] === '<') at = skipSpace(code, behindTypes(code, at))
    if (code[at] === '`') at = code.indexOf('`', at + 1) + 1
    else if (code[at] === '(') {
      const end = closing(code, at)
      if (modifier[1] === 'skipIf') conditions.push(code.slice(at, end))
      at = end + 1
    } else return undefined
  }
  const builds = ['extend', 'beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'use', 'info']
  if (code[at] !== '(' || builds.includes(modifiers[0])) return undefined
  return { modifiers, conditions, open: at, close: closing(code, at) }
}

/** Behind type arguments, which may have some of their own. */
function behindTypes(code, open) {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '<') depth += 1
    else if (code[at] === '>' && code[at - 1] !== '=' && --depth === 0) return at + 1
  }
  return code.length
}

function skipSpace(code, at) {
  while (/\s/.test(code[at] ?? '')) at += 1
  return at
}

function closing(code, open) {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1
    else if (code[at] === ')' && --depth === 0) return at
  }
  return code.length
}

/** The literal a call begins with; of a template the part before its first placeholder. */
function literalAt(source, start) {
  const literal = /^(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*(['"`])((?:\\.|(?!\1)[^\\])*)\1/.exec(
    source.slice(start, start + 2000),
  )
  if (!literal) return ''
  return literal[1] === '`' ? literal[2].split('${')[0] : literal[2]
}

function idsOf(title) {
  return IDS.exec(title)?.[0].split(/\s*,\s*/) ?? []
}

function quote(title) {
  return title === '' ? 'without a literal title' : `'${title.slice(0, 60)}'`
}

/** The same text with comments and the insides of strings, templates and regexps blanked out. */
function mask(source) {
  const out = source.split('')
  const blank = (from, to) => {
    for (let at = from; at < to; at += 1) if (out[at] !== '\n') out[at] = ' '
  }
  let at = 0
  while (at < source.length) {
    const end = endOfOpaque(source, at)
    if (end === undefined) {
      at += 1
    } else {
      const isComment = source[at] === '/' && /[/*]/.test(source[at + 1])
      blank(isComment ? at : at + 1, isComment ? end : end - 1)
      at = end
    }
  }
  return out.join('')
}

/** Where the comment, string, template or regexp that begins here ends; undefined when none does. */
function endOfOpaque(source, at) {
  const char = source[at]
  if (char === "'" || char === '"') return endOfQuoted(source, at, char)
  if (char === '`') return endOfTemplate(source, at)
  if (char !== '/') return undefined
  if (source[at + 1] === '/') return endOr(source, source.indexOf('\n', at), 0)
  if (source[at + 1] === '*') return endOr(source, source.indexOf('*/', at + 2), 2)
  const before = source.slice(0, at).trimEnd()
  const mayBeRegexp = /(^|[(,=:[!&|?{};+>]|\breturn|\bcase)$/.test(before.slice(-8))
  if (!mayBeRegexp) return undefined
  const regexp = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//.exec(source.slice(at, at + 2000))
  return regexp ? at + regexp[0].length : undefined
}

function endOr(source, found, length) {
  return found === -1 ? source.length : found + length
}

function endOfQuoted(source, start, quoteMark) {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === quoteMark) return at + 1
    // An apostrophe in JSX text opens nothing.
    else if (source[at] === '\n') return undefined
  }
  return undefined
}

function endOfTemplate(source, start) {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === '`') return at + 1
    else if (source.startsWith('${', at)) at = endOfPlaceholder(source, at + 2)
  }
  return source.length
}

function endOfPlaceholder(source, start) {
  let depth = 1
  for (let at = start; at < source.length;) {
    const end = endOfOpaque(source, at)
    if (end !== undefined) {
      at = end
      continue
    }
    if (source[at] === '{') depth += 1
    else if (source[at] === '}' && --depth === 0) return at
    at += 1
  }
  return source.length
}

const GOOD = `
import { describe, expect, it, test } from 'vitest'
// test('a comment is no test')
test('SC1 one', () => {})
it('SC2, SC3 two rules', () => { expect(/it\\(['"]/.test("it('x')")).toBe(true) })
test.each([[1, ')'], [2, '(']])('SC1 each %s', () => {})
test.each\`
  a | b
\`('SC1 table', () => {})
test.skipIf(process.env['CI'] === (undefined))('GR1 skipped here', () => {})
it.skipIf(a()).each<number>([1])('GR1 chain', () => {})
test.each<[a: Partial<A>, b: () => Set<B>]>([])('GR6 nested types', () => {})
fcTest.prop([fc.string(), fc.func(fc.nat())], { numRuns: 10 })('GR2 property', () => {})
test.prop({ a: fc.string() })('GR2 property', () => {})
test(\`GR3 template \${1 + \`nested \${'}'}\`.length}\`, () => {})
describe('GR4 a group', () => { it('is about its rule', () => {}) })
const crewTest = test.extend({ crew: async ({}, use) => use(1) })
crewTest(
  'GR5 over two lines',
  () => {},
)
`

const SELF_TESTS = [
  { name: 'all well', spec: 'SC1 SC2 SC3 GR1 GR2 GR3 GR4 GR5 GR6', test: GOOD, want: [] },
  {
    name: 'rule without test',
    spec: 'SC1 SC9',
    test: `test('SC1 a')`,
    want: ['SPEC.md:2: SC9 has'],
  },
  {
    name: 'unknown rule',
    spec: 'SC1',
    test: `test('SC1 a')\nit('SC1, ZZ9 b')`,
    want: ['a.test.ts:2: names ZZ9'],
  },
  {
    name: 'unknown rule in a group',
    spec: 'SC1',
    test: `describe('ZZ9 b', () => {\n  test('SC1 a')\n})`,
    want: ['a.test.ts:1: names ZZ9'],
  },
  {
    name: 'test without rule',
    spec: 'SC1',
    test: `test('SC1 a')\ntest('works')\ntest(\`\${x} SC1\`)\ntest(title)\ntest.each([1])('%s SC1')`,
    want: ['a.test.ts:2:', 'a.test.ts:3:', 'a.test.ts:4:', 'a.test.ts:5:'],
  },
  { name: 'id glued to a word', spec: 'SC1', test: `test('SC1 a')\ntest('SC1x')`, want: [':2:'] },
  { name: 'duplicate rule', spec: 'SC1 SC1', test: `test('SC1 a')`, want: ['SPEC.md:2: SC1 is'] },
  { name: 'malformed rule id', spec: 'SC1 SCX1', test: `test('SC1 a')`, want: ['SPEC.md:2: SCX1'] },
  {
    name: 'only a todo or a skip',
    spec: 'SC1 SC2',
    test: `test.todo('SC1 a')\ntest.skip('SC2 a')`,
    want: ['SPEC.md:1: SC1 has', 'SPEC.md:2: SC2 has'],
  },
  {
    name: 'unknown rule in a table of docs',
    spec: 'SC1',
    test: `test('SC1 a')`,
    docs: '| says | SC1, ZZ9 |',
    want: ['docs/seed-1.md:1: names ZZ9'],
  },
  {
    name: 'row of a seed without a rule',
    spec: 'SC1',
    test: `test('SC1 a')`,
    docs: [
      'Text, | with a bar.',
      '',
      '| the seed says | rules |',
      '|---|:--|',
      '| kept | **Differs**, SC1: because |',
      '| not kept | not yet |',
      '| SC1 in the wrong cell | |',
      '| cut off: SC1',
    ].join('\n'),
    want: ['docs/seed-1.md:6: the row names no rule', 'docs/seed-1.md:7: the row names no rule'],
  },
  {
    name: 'a test in test:long alone',
    spec: 'SC1 SC2 SC3 SC4 SC5 SC6',
    test: [
      `test.skipIf(!isLong)('SC1 a')`,
      `test.skipIf(noBrowser || !isLong).each([1])('SC2 b')`,
      `describe.skipIf(!isLong)('SC3 c', () => { test('d') })`,
      `test('SC4 e', () => { for (let n = 0; n < often(2, 50); n++) run(n) })`,
      `test.skipIf(noBrowser)('SC5 f')`,
      `test.skipIf(!isLong)('SC5 g')`,
    ].join('\n'),
    longTest: `test('SC4 h')\ntest('SC6 i')`,
    want: ['SC1 has a test in', 'SC2 has a test in', 'SC3 has a test in', 'SC6 has a test in'],
  },
  {
    name: 'exceptions, and one that is none any more',
    spec: 'SC1 SC2',
    test: `test('SC2 a')`,
    longTest: `test('SC1 b')\ntest('SC2 c')`,
    onlyLong: ['SC1', 'SC2'],
    want: ['SPEC.md:2: SC2 has a test that every change runs'],
  },
  { name: 'no SPEC.md', test: '', want: ['SPEC.md:1: the file is missing'] },
]

function selfTest() {
  let failed = 0
  for (const { name, spec, test, longTest = '', onlyLong = [], docs, want } of SELF_TESTS) {
    const root = mkdtempSync(join(tmpdir(), 'check-spec-'))
    try {
      const file = join(root, 'packages/a/src/a.test.ts')
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, test)
      writeFileSync(join(dirname(file), 'a.long.browser.test.ts'), longTest)
      if (spec) writeFileSync(join(root, 'SPEC.md'), spec.replace(/(\S+)\s*/g, '- **$1** text\n'))
      if (docs) {
        mkdirSync(join(root, 'docs'))
        writeFileSync(join(root, 'docs/seed-1.md'), docs)
      }
      const got = checkSpec(root, new Map(onlyLong.map((id) => [id, 'because']))).problems.map(
        format,
      )
      const good = got.length === want.length && want.every((w) => got.some((g) => g.includes(w)))
      if (good) continue
      failed += 1
      console.error(`self-test '${name}' failed: wanted ${JSON.stringify(want)}, got:`, got)
    } finally {
      rmSync(root, { recursive: true })
    }
  }
  console.log(`self-test: ${SELF_TESTS.length - failed} of ${SELF_TESTS.length} cases hold`)
  return failed === 0
}

function format({ file, line, text }) {
  return `${file}:${line}: ${text}`
}

if (process.argv.includes('--self-test')) {
  process.exitCode = selfTest() ? 0 : 1
} else {
  const { problems, rules, tests } = checkSpec(join(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const problem of problems) console.error(format(problem))
  console.log(`spec: ${rules} rules, ${tests} tests`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
