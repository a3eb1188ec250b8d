// `npm run pictures`: takes the README's pictures of the dashboard again. Look at them before you commit them.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const TEST = 'packages/web/test/readme-picture.browser.test.ts'
const RUN = ['scripts/run.cjs', 'vitest', 'run', '--config', 'vitest.browser.config.ts', TEST]

const { status } = spawnSync(process.execPath, RUN, {
  cwd: ROOT,
  env: { ...process.env, CREWROOM_LOOK: 'write' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
