import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installationSentence } from '../../src/storage-failure'
import Database, { SQLITE_PACKAGE } from '../../src/storage/sqlite-package'
import { orm } from '../../src/storage/database'

interface Metafile {
  readonly outputs: Record<
    string,
    {
      readonly imports: readonly { path: string; external?: boolean }[]
      readonly inputs: Record<string, unknown>
    }
  >
}

test('PK11 databases are opened by the package for this Node.js, and the build loads it in one place', () => {
  const isOld = process.versions.node.startsWith('20.')
  expect(SQLITE_PACKAGE).toBe(isOld ? 'better-sqlite3-node20' : 'better-sqlite3')
  const sqlite = new Database(':memory:')
  expect(orm(sqlite).$client).toBe(sqlite)
  sqlite.close()
  const file = new URL('../../dist/metafile.json', import.meta.url)
  const { outputs } = JSON.parse(readFileSync(file, 'utf8')) as Metafile
  const loading = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ path, external }) => external === true && path.startsWith('better-sqlite3')),
  )
  expect(loading).toEqual([])
  const choosing = Object.values(outputs).filter(({ inputs }) =>
    Object.keys(inputs).includes('src/storage/sqlite-package.ts'),
  )
  expect(choosing.length).toBeGreaterThan(0)
})

const MISSING = "Cannot find module 'better-sqlite3-node20'"

test('PK9 what is missing is named with what helps on this Node.js', () => {
  const said = (node: string, code: string, message: string) =>
    installationSentence({ code, message }, node)
  for (const [code, message] of [
    ['MODULE_NOT_FOUND', MISSING],
    ['ERR_DLOPEN_FAILED', 'better_sqlite3.node was compiled against a different version'],
    ['Error', 'Could not locate the bindings file. Tried:'],
  ] as const) {
    const old = said('20.20.2', code, message)
    expect(old).toContain(`cannot be loaded by Node.js 20.20.2 on ${process.platform}`)
    expect(old).toMatch(
      /Install it again .*npm rebuild better-sqlite3-node20.*Node\.js 22 or newer/,
    )
    expect(said('22.23.3', code, message)).toMatch(
      /Install it again with this Node\.js: npm install, in a checkout after removing node_modules\.$/,
    )
    expect(said('18.20.0', code, message)).toMatch(/Use Node\.js 20\.19 or newer\.$/)
  }
  expect(said('20.20.2', 'MIGRATIONS_MISSING', 'the migrations are missing')).not.toContain(
    'rebuild',
  )
})
