import { expect, test } from 'vitest'
import { linkedPath, writtenPath } from './work-path'

const HOME = '/home/ada/atlas'

test.each([
  ['src/config.ts', 'src/config.ts', null],
  ['src/config.ts:12', 'src/config.ts', 12],
  ['src/config.ts:12:4', 'src/config.ts', 12],
  ['src/config.ts#L12', 'src/config.ts', 12],
  ['src/config.ts#L12-L20', 'src/config.ts', 12],
  ['./docs/plan.md', 'docs/plan.md', null],
  ['/home/ada/atlas/docs/plan.md:3', 'docs/plan.md', 3],
  ['README.md', 'README.md', null],
  ['Makefile', 'Makefile', null],
  ['build/Makefile', 'build/Makefile', null],
  ['app/[id]/page.tsx', 'app/[id]/page.tsx', null],
  ['docs/größe.md', 'docs/größe.md', null],
  ['main.zig:7', 'main.zig', 7],
])('UI830 `%s` in code is the file %s, line %s', (word, path, line) => {
  expect(writtenPath(word, HOME)).toEqual({ path, line })
})

test.each([
  'console.log',
  'Array.prototype.map',
  'and/or',
  'npm test',
  'npm run build src/a.ts',
  '../other/a.ts',
  'src/../../a.ts',
  '/etc/hosts.conf',
  '/home/ada/atlas-2/a.ts',
  '~/a.ts',
  '.env',
  '.git/config.txt',
  'src/.hidden/a.ts',
  'https://a.example/b.ts',
  'C:\\a.ts',
  'src\\a.ts',
  '1.2/3.4',
  'v1.2',
  '@scope/package',
  'a.ts\u0000',
  'src//a.ts',
  '',
  ':12',
  `src/${'a'.repeat(1_000)}.ts`,
])('UI830 `%s` in code is no file', (word) => {
  expect(writtenPath(word, HOME)).toBeNull()
})

test('UI830, UI831 a link leads to any file below the folder, and out of it nowhere', () => {
  expect(linkedPath('docs/the%20plan', HOME)).toEqual({ path: 'docs/the plan', line: null })
  expect(linkedPath('shots/a.png', `${HOME}/`)).toEqual({ path: 'shots/a.png', line: null })
  expect(linkedPath(`${HOME}/src/a.ts#L7`, HOME)).toEqual({ path: 'src/a.ts', line: 7 })
  expect(linkedPath('100%', HOME)).toEqual({ path: '100%', line: null })
  for (const address of [
    '../a',
    '%2e%2e/a',
    '/a',
    '#top',
    'javascript:x',
    'a:b',
    '//x/y',
    '.env',
  ]) {
    expect(linkedPath(address, HOME), address).toBeNull()
  }
})
