// `npm run pictures`: takes the pictures of the dashboard in the README and the guides again. Look at them before you commit them.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const TESTS = ['readme-picture', 'discussions'].map(
  (name) => `packages/web/test/${name}.browser.test.ts`,
)
const RUN = ['scripts/run.cjs', 'vitest', 'run', '--config', 'vitest.browser.config.ts', ...TESTS]

const { status } = spawnSync(process.execPath, RUN, {
  cwd: ROOT,
  env: { ...process.env, CREWROOM_LOOK: 'write' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
