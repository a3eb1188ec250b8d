// `npm run pictures`: takes the pictures of the dashboard in the README and the guides again. Look at them before you commit them.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const RUNS = [
  ['vitest.long.config.ts', 'packages/web/test/readme-picture.long.browser.test.ts'],
  ['vitest.browser.config.ts', 'packages/web/test/discussions.browser.test.ts'],
]

for (const [config, file] of RUNS) {
  const { status } = spawnSync(
    process.execPath,
    ['scripts/run.cjs', 'vitest', 'run', '--config', config, file],
    { cwd: ROOT, env: { ...process.env, CREWROOM_LOOK: 'write' }, stdio: 'inherit' },
  )
  if (status !== 0) process.exitCode = status ?? 1
}
