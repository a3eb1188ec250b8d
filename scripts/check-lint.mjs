// Self-test of the linter's own rules: which test asks once for what settles after an act, and what starts git.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Bodies of tests and of functions, and how often each is refused. */
const TABLE = [
  ['await page.click(); expect(await row.count()).toBe(1)', 1],
  ['await page.click(); await expect.poll(() => row.count()).toBe(1)', 0],
  ['await page.click(); await row.waitFor(); expect(await row.count()).toBe(1)', 0],
  ['await row.waitFor(); await page.click(); expect(await row.count()).toBe(1)', 1],
  ['expect(await row.count()).toBe(1)', 0],
  ['await page.click(); expect(await settled(place)).toBe(1)', 0],
  ['const later = () => page.click(); expect(await row.count()).toBe(1)', 0],
  ['await page.click(); expect(row).toBe(1)', 0],
  ["execFile('git', ['status'])", 1],
  ["child.spawnSync('/usr/bin/git')", 1],
  ["execSync('git status')", 1],
  ['execSync(`git -C ${folder} status`)', 1],
  ["execFile('github', []); execFile('ls', ['git']); say('git')", 0],
]

const folder = mkdtempSync(join(tmpdir(), 'crewroom-lint-'))
const config = join(folder, 'lint.json')
writeFileSync(
  config,
  JSON.stringify({
    jsPlugins: ['ask-again', 'one-git'].map((name) => join(ROOT, `scripts/lint/${name}.mjs`)),
    categories: { correctness: 'off' },
    rules: { 'tests/ask-again': 'error', 'folders/one-git': 'error' },
  }),
)
for (const [n, [body]] of TABLE.entries()) {
  writeFileSync(join(folder, `${n}.test.ts`), `test('x', async () => { ${body} })\n`)
}
const oxlint = join(ROOT, 'node_modules', '.bin', 'oxlint')
const { stdout } = spawnSync(oxlint, ['-c', config, '--format', 'unix', folder], {
  encoding: 'utf8',
})
rmSync(folder, { recursive: true, force: true })
for (const [n, [body, expected]] of TABLE.entries()) {
  const found = stdout.split('\n').filter((line) => line.includes(`/${n}.test.ts:`)).length
  if (found === expected) continue
  console.log(`refused ${found} times, not ${expected}: ${body}`)
  process.exitCode = 1
}
