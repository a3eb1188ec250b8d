import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { SQLITE_PACKAGE } from '../../src/storage/sqlite-package'
import { tempFolder } from '../harness/temp-folder'

const ROOT = new URL('../../../../', import.meta.url)
const README = readFileSync(new URL('README.md', ROOT), 'utf8')
const EXAMPLES = [
  ...(README.split('\n## Embedding\n')[1]?.split(/^## /m)[0] ?? '').matchAll(
    /^```js\n(.*?)^```$/gms,
  ),
].map((match) => match[1] ?? '')

/** What an example prints, elsewhere than in the package's folder. */
function printed(example: string): string {
  using folder = tempFolder()
  const required = createRequire(new URL('packages/server/package.json', ROOT))
  const file = `${folder.path}/example.mjs`
  const placed = example
    .replace("'better-sqlite3'", JSON.stringify(required.resolve(SQLITE_PACKAGE)))
    .replace("'crewroom'", JSON.stringify(new URL('packages/server/dist/embed.js', ROOT)))
  writeFileSync(file, placed)
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}

test('EM1, RU50, RU51 the examples of the README for embedders print what they say', () => {
  const [registry = '', groupChat = ''] = EXAMPLES
  expect(printed(registry)).toBe("hello [ 'lead-1', 'ada-1' ]\n")
  expect(printed(groupChat).split('\n')).toEqual([
    'complete 2 It is built and tested.',
    'start',
    ...Array(2).fill(['speaker-selected', 'message']).flat(),
    'complete',
    '',
  ])
})
