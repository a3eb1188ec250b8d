import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedIn, offered, packIn, ROOT, textIn } from '../harness/packed/packed-file'
import { followReadme } from '../harness/packed/newcomer'
import { run, runtime } from '../harness/packed/runtime'
import { tempFolder } from '../harness/temp-folder'

const target = tempFolder()
let file = ''
beforeAll(() => {
  file = packIn(ROOT, target.path)
})
afterAll(() => target[Symbol.dispose]())

/** Newer ones need nothing compiled: what is optional cannot be there, and is left out. */
const UNCOMPILED = { npm_config_nodedir: path.join(path.sep, 'nowhere') }

/** Those that a release of npm says it runs on: npm 12 needs Node.js 22. */
const PAIRS = [
  [20, 10],
  [20, 11],
  [22, 10],
  [22, 11],
  [22, 12],
  [24, 10],
  [24, 11],
  [24, 12],
] as const

describe('PK20 the packed file installs and starts under every npm on every Node.js', () => {
  for (const [node, npm] of PAIRS) {
    test(`Node.js ${node}, npm ${npm}`, async () => {
      using folder = tempFolder()
      const one = runtime(node, npm)
      const environment = {
        ...(node === 20 ? offered() : UNCOMPILED),
        CREWROOM_HOME: path.join(folder.path, 'data'),
      }
      const readme = textIn(file, 'README.md')
      const { said, seconds } = await followReadme(one, readme, file, folder.path, environment)
      expect(said).toMatch(/You wrote: \[Message from .*Hello Dora/)
      const cli = path.join(folder.path, 'node_modules/crewroom/dist/cli.js')
      const demo = await run(one, [cli, 'demo', '--once'], folder.path)
      expect(demo.code, demo.errors).toBe(0)
      const { packages, mb } = installedIn(folder.path)
      console.log(
        `${one.name}: ${packages} packages, ${mb} MB in ${seconds.install} s; demo ${demo.seconds} s`,
      )
    })
  }

  test('what is optional is not needed on Node.js 22, and is named on Node.js 20', async () => {
    for (const [node, npm] of [
      [22, 12],
      [20, 11],
    ] as const) {
      using folder = tempFolder()
      const one = runtime(node, npm)
      const install = [one.npm, 'install', '--omit=optional', '--no-audit', '--no-fund', file]
      expect((await run(one, install, folder.path)).code).toBe(0)
      expect(existsSync(path.join(folder.path, 'node_modules/better-sqlite3-node20'))).toBe(false)
      const cli = path.join(folder.path, 'node_modules/crewroom/dist/cli.js')
      const doctor = [cli, 'doctor', '--port', '0', '--data', path.join(folder.path, 'data')]
      const { code, out } = await run(one, doctor, folder.path)
      if (node === 22) expect({ code, out }).toMatchObject({ code: 0 })
      else
        expect(out).toMatch(
          /^PROBLEM .*better-sqlite3-node20.*Node\.js 22 or newer needs no install script/m,
        )
    }
  })

  test('a binding that an install script did not make is named, and made by what is said', async () => {
    using folder = tempFolder()
    const one = runtime(20, 11)
    const install = [one.npm, 'install', '--ignore-scripts', '--no-audit', '--no-fund', file]
    expect((await run(one, install, folder.path)).code).toBe(0)
    const cli = path.join(folder.path, 'node_modules/crewroom/dist/cli.js')
    const data = path.join(folder.path, 'data')
    const start = await run(
      one,
      [cli, 'start', '--no-open', '--port', '0', '--data', data],
      folder.path,
    )
    expect({ ...start, errors: '', seconds: 0 }).toEqual({
      code: 70,
      out: '',
      errors: '',
      seconds: 0,
    })
    expect(start.errors).toMatch(/^A part of Crewroom .*npm rebuild better-sqlite3-node20.*\n$/)
    rmSync(data, { recursive: true, force: true })
    const rebuild = [one.npm, 'rebuild', 'better-sqlite3-node20']
    const rebuilt = await run(one, rebuild, folder.path, offered())
    expect(rebuilt.code, rebuilt.errors).toBe(0)
    const doctor = [cli, 'doctor', '--port', '0', '--data', data]
    const { code, out } = await run(one, doctor, folder.path)
    expect({ code, out }).toMatchObject({ code: 0 })
  })
})
