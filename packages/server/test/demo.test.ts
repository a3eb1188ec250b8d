import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tempFolder } from './harness/temp-folder'

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

test('DM1 the demo ends by itself with exactly the expected rows and says so in its last line', () => {
  using folder = tempFolder()
  const run = spawnSync(process.execPath, [CLI, 'demo', '--once', '--data', folder.path], {
    encoding: 'utf8',
    timeout: 90_000,
  })
  const last = run.stdout.trim().split('\n').at(-1) ?? ''
  expect(JSON.parse(last), run.stderr).toMatchObject({
    ok: true,
    groups: 2,
    messages: 9,
    reactions: 4,
    archived: 0,
  })
  expect(run.status).toBe(0)
}, 100_000)
