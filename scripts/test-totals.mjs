// Adds up vitest's JSON reports and prints `N passed, N failed` or `N passed, N failed, N skipped`.
// With names (`test-totals.mjs unit browser`) exactly these reports of test-results/ must be there.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const FOLDER = join(ROOT, 'test-results')

function reportsPresent() {
  if (!existsSync(FOLDER)) return []
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
  return files.map((file) => file.slice(0, -'.json'.length))
}

/** Undefined when it is missing, cut short, or not a report of vitest. */
function readReport(name) {
  try {
    const report = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))
    return Array.isArray(report.testResults) ? report : undefined
  } catch {
    return undefined
  }
}

const totals = { passed: 0, failed: 0, skipped: 0 }

function fail(text) {
  totals.failed += 1
  console.error(`failed: ${text}`)
}

function addFile(name, file) {
  const where = `${name}: ${relative(ROOT, file.name)}`
  const failedBefore = totals.failed
  for (const test of file.assertionResults) {
    if (test.status === 'passed') totals.passed += 1
    else if (test.status === 'failed') fail(`${where}: ${test.fullName}`)
    else totals.skipped += 1
  }
  // It could not be loaded, or a hook failed: no test of it says so.
  if (file.status === 'failed' && totals.failed === failedBefore) fail(`${where}: the file itself`)
}

const names = process.argv.length > 2 ? process.argv.slice(2) : reportsPresent()
if (names.length === 0) fail('test-results holds no report')

for (const name of names) {
  const report = readReport(name)
  if (!report) {
    fail(`test-results/${name}.json is missing or incomplete`)
    continue
  }
  const failedBefore = totals.failed
  for (const file of report.testResults) addFile(name, file)
  // An error outside of every test, such as an unhandled rejection.
  if (report.success === false && totals.failed === failedBefore) fail(`${name}: the run itself`)
}

const parts = [`${totals.passed} passed`, `${totals.failed} failed`]
if (totals.skipped > 0) parts.push(`${totals.skipped} skipped`)
console.log(parts.join(', '))
process.exitCode = totals.failed === 0 ? 0 : 1
