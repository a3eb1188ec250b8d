// All sheets of the page are in force at once, so a class belongs to one of them: what two sheets style meets on one
// element where nobody meant it. `--self-test` proves that the check finds that.
//
// A class belongs to the sheet that styles it bare: with no other class in the selector (`.pick`, `.pick:focus svg`).
// 1. No two sheets style one class bare.
// 2. A class of a section's sheet is styled by no other sheet, inside what it may be (`.pop.pick`).
//    Classes of `ui/` and `shell/` are parts for all: another sheet may change one inside its own (`.need .btn`).
// 3. Every selector asks for a class of its own sheet, one that it owns or that no other sheet names: otherwise it changes
//    a part everywhere (`.m-row .tag`), or two sheets mean two things by one word (`.btn.danger`).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'lightningcss'

const SHEETS = 'packages/web/src/**/*.css'
/** Whose classes are parts for all: the frame, and the text of a message, which several sections show. */
const SHARED = /(^|\/)((ui|shell)\/[^/]+|groups\/message\/rich-text)\.css$/
/** What one medium changes of everything stands together, in these. */
const OF_A_MEDIUM = /(^|\/)ui\/(narrow|forced-colors)\.css$/

/** Problems of sheets, given as file → text, one line each. */
export function checkStyles(sheets) {
  const problems = []
  const selectors = sheets.flatMap(([file, text]) => selectorsOf(file, text))
  const { owners, users } = sheetsByClass(selectors)
  for (const { file, line, classes, subjects, isNested } of selectors) {
    const report = (text) => problems.push(`${file}:${line}: ${text}`)
    if (isNested) report('a nested rule: write its whole selector, so that its classes are seen')
    if (OF_A_MEDIUM.test(file)) continue
    const others = (name) => [...(owners.get(name) ?? [])].filter((owner) => owner !== file)
    const isOwn = (name) => [...(owners.get(name) ?? users.get(name))].every((one) => one === file)
    const foreign = subjects.find((name) => others(name).some((owner) => !SHARED.test(owner)))
    const [bare] = classes.size === 1 ? classes : []
    if (bare !== undefined && others(bare).length > 0) {
      report(
        `.${bare} is styled by ${others(bare).join(' and ')} too: a class belongs to one sheet`,
      )
    } else if (foreign !== undefined) {
      report(
        `.${foreign} belongs to ${others(foreign).join(' and ')}: take another name, or move it to ui/parts.css`,
      )
    } else if (classes.size > 0 && ![...classes].some(isOwn)) {
      report(
        `.${subjects[0] ?? [...classes][0]} is changed outside of this sheet: ask for a class of its own, or move the rule`,
      )
    }
  }
  return problems
}

/** Sheets by class: those that style it bare, and those that name it at all. */
function sheetsByClass(selectors) {
  const owners = new Map()
  const users = new Map()
  const add = (map, name, file) => map.set(name, (map.get(name) ?? new Set()).add(file))
  for (const { file, classes } of selectors) {
    if (OF_A_MEDIUM.test(file)) continue
    for (const name of classes) add(users, name, file)
    if (classes.size === 1) for (const name of classes) add(owners, name, file)
  }
  return { owners, users }
}

function selectorsOf(file, text) {
  const found = []
  const style = ({ value }) => {
    for (const selector of value.selectors) {
      found.push({
        file,
        line: value.loc.line + 1,
        classes: new Set(classesOf(selector)),
        subjects: subjectsOf(selector),
        isNested: selector.some(({ type }) => type === 'nesting'),
      })
    }
  }
  // Tailwind's own rules are none of CSS: with errorRecovery they are passed over.
  const code = Buffer.from(text)
  transform({ filename: file, code, errorRecovery: true, visitor: { Rule: { style } } })
  return found
}

/** The classes of what is styled: of the last compound, and of all that may stand for it in `:is()`. */
function subjectsOf(selector) {
  const last = selector.slice(selector.findLastIndex(({ type }) => type === 'combinator') + 1)
  return last.flatMap((part) => {
    if (part.type === 'class') return [part.name]
    return ['is', 'where'].includes(part.kind) ? part.selectors.flatMap(subjectsOf) : []
  })
}

/** The classes that a selector asks for: of `:is()` only those without a way round them, of `:not()` none. */
function classesOf(selector) {
  return selector.flatMap((part) => {
    if (part.type === 'class') return [part.name]
    if (!['is', 'where', 'has'].includes(part.kind)) return []
    const ways = part.selectors.map(classesOf)
    return ways.every((way) => way.length > 0) ? ways.flat() : []
  })
}

const SELF_TESTS = [
  {
    sheets: {
      'ui/btn.css': '.btn {top: 0}',
      'a/a.css': '.btn.danger {top: 0}',
      'b/b.css': '.btn.danger {top: 1px}',
    },
    want: 'b/b.css:1: .btn is changed outside of this sheet',
  },
  {
    sheets: { 'a/a.css': '.pick {top: 0}', 'b/b.css': '.pick {top: 1px}' },
    want: 'b/b.css:1: .pick is styled by a/a.css too',
  },
  {
    sheets: { 'a/a.css': '.pick {top: 0}', 'b/b.css': '.pop {top: 0}\n.pop.pick {top: 1px}' },
    want: 'b/b.css:2: .pick belongs to a/a.css',
  },
  {
    sheets: {
      'a/a.css': '@media print { select.pick:focus {top: 0} }',
      'b/b.css': '.pop {top: 0} .pop .pick {top: 0}',
    },
    want: 'b/b.css:1: .pick belongs to a/a.css',
  },
  {
    sheets: {
      'a/a.css': '.a {top: 0} .a .who {top: 0}',
      'b/b.css': '.b {top: 0} .b > .who {top: 0}',
    },
    want: '',
  },
  {
    sheets: { 'ui/parts.css': '.btn {top: 0}', 'b/b.css': '.b {top: 0} .b .btn:hover {top: 0}' },
    want: '',
  },
  {
    sheets: { 'ui/parts.css': '.btn {top: 0}', 'b/b.css': '.btn:disabled {top: 0}' },
    want: 'b/b.css:1: .btn is styled by ui/parts.css too',
  },
  {
    sheets: {
      'ui/parts.css': '.btn {top: 0}',
      'a/a.css': '.row {top: 0}',
      'b/b.css': '.row .btn {top: 0}',
    },
    want: 'b/b.css:1: .btn is changed outside of this sheet',
  },
  {
    sheets: {
      'ui/parts.css': '.btn {top: 0}',
      'b/b.css': '.b {top: 0} :is(.b, main) .btn {top: 0}',
    },
    want: 'b/b.css:1: .btn is styled by',
  },
  {
    sheets: { 'ui/parts.css': '.btn {top: 0}', 'b/b.css': '.b {top: 0} .btn:not(.b) {top: 0}' },
    want: 'b/b.css:1: .btn is styled by',
  },
  {
    sheets: {
      'ui/dialog.css': '.dialog {top: 0}',
      'b/b.css': '.sheet {top: 0} .dialog:has(.sheet) {top: 0}',
    },
    want: '',
  },
  { sheets: { 'ui/bar.css': '.bar {top: 0}', 'a/a.css': '.bar.x {top: 0}' }, want: '' },
  {
    sheets: {
      'a/a.css': '.row {top: 0}',
      'ui/narrow.css': '@media (max-width: 720px) { .row {top: 0} }',
    },
    want: '',
  },
  { sheets: { 'a/a.css': '.row {top: 0; & .x {top: 0} }' }, want: 'a/a.css:1: a nested rule' },
]

function selfTest() {
  let failed = 0
  for (const { sheets, want } of SELF_TESTS) {
    const problems = checkStyles(Object.entries(sheets))
    const good = want === '' ? problems.length === 0 : problems.some((one) => one.includes(want))
    if (good) continue
    failed += 1
    console.error(`self-test failed: wanted '${want}' of`, sheets, 'got:', problems)
  }
  console.log(`self-test: ${SELF_TESTS.length - failed} of ${SELF_TESTS.length} cases hold`)
  return failed === 0
}

function ownSheets() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', SHEETS]
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0')
  return files.flatMap((file) => {
    if (file === '') return []
    try {
      return [[file, readFileSync(join(root, file), 'utf8')]]
    } catch {
      return [] // deleted, and not committed yet
    }
  })
}

if (process.argv.includes('--self-test')) {
  process.exitCode = selfTest() ? 0 : 1
} else {
  const problems = checkStyles(ownSheets())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
