import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { ArgumentSpy } from '../harness/argument-spy'
import { crewroom } from '../harness/crewroom'
import {
  installedIn,
  listOf,
  offered,
  ownCache,
  packIn,
  ROOT,
  textIn,
} from '../harness/packed/packed-file'
import { presentRuntime, run } from '../harness/packed/runtime'
import { followReadme } from '../harness/packed/newcomer'
import { tempFolder } from '../harness/temp-folder'

const target = tempFolder()
/** A folder in which the package is installed, and nothing else. */
const home = tempFolder()
const installed = (...names: readonly string[]) =>
  path.join(home.path, 'node_modules', 'crewroom', ...names)
const present = presentRuntime()
let file = ''

interface Manifest extends Record<string, unknown> {
  readonly version: string
  readonly dependencies: Record<string, string>
  readonly optionalDependencies: Record<string, string>
  readonly exports: Record<string, string | { types: string; default: string }>
}

beforeAll(async () => {
  file = packIn(ROOT, target.path)
  const install = [present.npm, 'install', '--no-audit', '--no-fund', file]
  const ran = await run(present, install, home.path, offered())
  expect(ran.code, ran.errors).toBe(0)
  const { packages, mb } = installedIn(home.path)
  console.log(
    `${present.name}: ${statSync(file).size} bytes packed; ${packages} packages, ${mb} MB installed in ${ran.seconds} s`,
  )
})
afterAll(() => {
  target[Symbol.dispose]()
  home[Symbol.dispose]()
})

const manifest = () => JSON.parse(textIn(file, 'package.json')) as Manifest
const tool = (name: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(path.join(ROOT, 'node_modules/.bin', name), args, {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  return { status, said: `${stdout}${stderr}` }
}

describe('what is in the packed file', () => {
  test('PK1 it is smaller than 3 MB, installs about 40 packages, and contains only what a user needs', () => {
    expect(statSync(file).size).toBeLessThan(3_000_000)
    expect(installedIn(home.path).packages).toBeLessThanOrEqual(45)
    const names = [...listOf(file).keys()]
    for (const needed of [
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'THIRD-PARTY-NOTICES',
      'dist/cli.js',
      'dist/embed.js',
      'dist/embed.d.ts',
      'dist/writer-worker.js',
      'dist/docs/index.html',
      'dist/web/index.html',
      'drizzle/meta/_journal.json',
    ]) {
      expect(names).toContain(needed)
    }
    const forbidden =
      /\.map$|\.gz$|snapshot\.json$|^dist\/(bench|clis|(?!crewroom\.schema).*\.json$)|\.tsx?$(?<!\.d\.ts)/
    expect(names.filter((name) => forbidden.test(name) && !name.startsWith('dist/web/'))).toEqual(
      [],
    )
    expect(textIn(file, 'dist/cli.js')).not.toContain('sourceMappingURL')
  })

  test('PK2 its manifest names nothing that is not published, and no script', () => {
    const { dependencies, optionalDependencies, ...rest } = manifest()
    expect(Object.keys(dependencies).toSorted()).toEqual(['better-sqlite3', 'eventemitter3'])
    expect(Object.keys(optionalDependencies)).toEqual(['better-sqlite3-node20'])
    expect(rest['scripts']).toBeUndefined()
    expect(rest['devDependencies']).toBeUndefined()
    expect(JSON.stringify(rest)).not.toMatch(/@crewroom|workspace:/)
    for (const field of ['description', 'keywords', 'license', 'engines', 'bin', 'exports']) {
      expect(rest[field], field).toBeDefined()
    }
    const files = listOf(file)
    for (const row of Object.values(rest.exports)) {
      for (const name of typeof row === 'string' ? [row] : Object.values(row)) {
        expect(files.has(name.replace('./', '')), name).toBe(true)
      }
    }
  })

  test('PK3 publint and Are the types wrong? find nothing', () => {
    const publint = tool('publint', 'run', file, '--strict')
    expect(publint, publint.said).toMatchObject({ status: 0 })
    const types = tool('attw', file, '--profile', 'esm-only', '--no-emoji')
    expect(types, types.said).toMatchObject({ status: 0 })
    expect(types.said).toContain('crewroom/embed')
  })

  test('PK4 the notices name every package whose code, fonts or data are inside, with the text of its licence', () => {
    const text = textIn(file, 'THIRD-PARTY-NOTICES')
    const heads = Array.from(text.matchAll(/^(\S+) \d\S* \(.+\)$/gm), ([, name]) => name)
    for (const name of [
      'express',
      'zod',
      'drizzle-orm',
      'ws',
      'commander',
      'react-dom',
      '@radix-ui/react-dialog',
      'lucide-react',
      '@fontsource-variable/inter',
      'tailwindcss',
      'emojibase-data',
      'openapi-explorer',
      'mermaid',
      'dagre-d3-es',
      'lit-html',
    ]) {
      expect(heads).toContain(name)
    }
    for (const name of ['better-sqlite3', 'eventemitter3', 'vitest'])
      expect(heads).not.toContain(name)
    expect(text.includes('SIL OPEN FONT LICENSE')).toBe(true)
  })
})

describe('the installed package', () => {
  test('PK5 the demo runs from the packed file in an empty folder', async () => {
    using folder = tempFolder()
    const name = path.basename(file)
    copyFileSync(file, path.join(folder.path, name))
    const cache = ownCache(folder.path)
    const demo = [present.npx, '--yes', `./${name}`, 'demo', '--once']
    const ran = await run(present, demo, folder.path, { ...offered(), ...cache })
    const last = ran.out.trimEnd().split('\n').at(-1) ?? ''
    expect(ran.code, ran.errors).toBe(0)
    const summary = JSON.parse(last) as { ok: boolean; ms: number }
    expect(summary.ok).toBe(true)
    console.log(`npx ./${name} demo --once: ${ran.seconds} s, of which the demo ${summary.ms} ms`)
  })

  test('PK6 a newcomer follows its README: install, start, an agent, a message each way', async () => {
    using folder = tempFolder()
    const environment = { ...offered(), CREWROOM_HOME: path.join(folder.path, 'data') }
    const { said, seconds } = await followReadme(
      present,
      textIn(file, 'README.md'),
      file,
      folder.path,
      environment,
    )
    expect(said).toContain("'I am here.'")
    expect(said).toContain("'Hello Dora'")
    expect(said).toMatch(/You wrote: \[Message from .*Hello Dora/)
    const { packages, mb } = installedIn(folder.path)
    console.log(
      `a newcomer's path: ${seconds.install} s to install (${packages} packages, ${mb} MB), ${seconds.start} s to start, ${seconds.talk} s to talk`,
    )
  })

  test('PK7 its exports give the embedding API, under both names and with types', async () => {
    writeFileSync(
      path.join(home.path, 'program.mts'),
      `import { ChatGroupRegistry, GroupChatActor, type ChatGroup } from 'crewroom'
import { ChatGroupRegistry as Same } from 'crewroom/embed'
import manifest from 'crewroom/package.json' with { type: 'json' }
const same: boolean = Same === ChatGroupRegistry
const group: ChatGroup | null = null
console.log(same, group, manifest.version)
void (new GroupChatActor().close())
`,
    )
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
    const options = [
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--strict',
      '--resolveJsonModule',
      '--types',
      '',
    ]
    const compiled = await run(present, [tsc, ...options, 'program.mts'], home.path)
    expect(compiled.out + compiled.errors).toBe('')
    const ran = await run(present, ['program.mjs'], home.path)
    expect(ran).toMatchObject({ code: 0, out: `true null ${manifest().version}\n` })
  })

  test('PK8 it sends its page and documentation in every form, from the one that it contains', async () => {
    using data = tempFolder()
    const cli = installed('dist/cli.js')
    await using server = await ChildServer.start({ data: data.path, port: 0, cli })
    const html = await (await fetch(server.url)).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
    expect(existsSync(installed('dist/web', script))).toBe(false)
    for (const address of [script, '/api/docs/docs.js']) {
      const built = path.join(
        ROOT,
        'packages/server/dist',
        address.replace('/api/', '').replace(/^\/assets/, 'web/assets'),
      )
      const expected = readFileSync(built, 'utf8')
      for (const form of ['br', 'gzip', 'identity']) {
        const answer = await fetch(server.url + address, { headers: { 'accept-encoding': form } })
        const { headers } = answer
        expect([answer.status, headers.get('content-encoding')]).toEqual([
          200,
          form === 'identity' ? null : form,
        ])
        expect(headers.get('content-type')).toMatch(/^text\/javascript/)
        expect((await answer.text()) === expected, `${address} as ${form}`).toBe(true)
        const again = await fetch(server.url + address, {
          headers: {
            'accept-encoding': form,
            'if-none-match': headers.get('etag') ?? '',
            // Otherwise fetch asks for a fresh one.
            'cache-control': 'max-age=0',
          },
        })
        expect(again.status).toBe(304)
      }
      const other = await fetch(server.url + address, {
        method: 'POST',
        headers: { authorization: `Bearer ${ownerToken(data.path)}` },
      })
      expect([404, 405]).toContain(other.status)
    }
  })

  test('PK9 without a binding that fits, start, demo and doctor say in a sentence what helps', async () => {
    using folder = tempFolder()
    const copy = path.join(folder.path, 'node_modules/crewroom')
    const copied = spawnSync('cp', ['-r', path.join(home.path, 'node_modules'), folder.path])
    expect(copied.status).toBe(0)
    for (const name of ['better-sqlite3', 'better-sqlite3-node20']) {
      rmSync(path.join(folder.path, 'node_modules', name), { recursive: true, force: true })
    }
    const cli = path.join(copy, 'dist/cli.js')
    const data = path.join(folder.path, 'data')
    // By this the checkout's own packages would be found.
    const environment = { NODE_PATH: undefined }
    const sentence =
      /^A part of Crewroom cannot be loaded by Node\.js \S+ on \S+ \S+ \(MODULE_NOT_FOUND: Cannot find module 'better-sqlite3(-node20)?'\)\. Install it again .*\n$/
    for (const command of [
      ['start', '--no-open', '--port', '0'],
      ['demo', '--once'],
    ]) {
      const ran = await crewroom([...command, '--data', data], { cli, environment })
      expect({ ...ran, errors: '' }).toEqual({ code: 70, out: '', errors: '' })
      expect(ran.errors).toMatch(sentence)
    }
    const doctor = await crewroom(['doctor', '--data', data, '--port', '0'], {
      cli,
      environment,
    })
    expect(doctor.code).toBe(1)
    expect(doctor.out).toMatch(/^PROBLEM A part of Crewroom cannot be loaded/m)
  })

  test('IN18, IN19 a newcomer joins by a printed line, from the running server alone', async () => {
    using data = tempFolder()
    using newcomer = tempFolder()
    const cli = installed('dist/cli.js')
    await using server = await ChildServer.start({ data: data.path, port: 0, cli })
    const ask = (method: string, address: string, body?: object) =>
      request(server.url + address, ownerToken(data.path), method, body)
    const leadId = (await ask('POST', '/api/lead', { name: 'atlas' }))?.body['lead'].id as string
    const { out } = await crewroom(['invite', '--data', data.path], { cli })
    const code = /^crew_invite_\S+$/m.exec(out)?.[0] ?? ''
    const line = out.split('\n').find((one) => one.includes('--for claude ')) ?? ''
    expect(line).toContain(code)
    const spy = new ArgumentSpy(newcomer.path, ['curl', 'node', 'npm', 'npx'])
    const seen = path.join(newcomer.path, 'seen')
    spy.put('claude', `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' > '${seen}'; :`)
    const script = path.join(newcomer.path, 'line.sh')
    writeFileSync(script, `${line}\n`)
    const env = { HOME: newcomer.path, PATH: spy.path, NO_PROXY: '*' }
    await promisify(execFile)('bash', [script], { env })
    const started = spy.lines()
    expect(started.map((one) => one.split(' ')[0])).toEqual(['curl', 'node', 'claude'])
    expect(started.join('\n')).not.toContain(code)
    expect(readFileSync(seen, 'utf8')).not.toContain(code)
    const kept = path.join(newcomer.path, '.crewroom/crewroom.mjs')
    expect(readFileSync(kept, 'utf8')).toBe(textIn(file, 'dist/joining/crewroom.mjs'))
    // What the coding agent keeps is all that it starts later.
    const [command = '', ...args] = started[2]?.split(' -- ')[1]?.split(' ') ?? []
    const client = new Client({ name: 'claude-code', version: '1' })
    await client.connect(new StdioClientTransport({ command, args, cwd: newcomer.path, env }))
    const crew = await client.callTool({ name: 'query_crew', arguments: {} })
    expect(crew.isError, JSON.stringify(crew.content)).not.toBe(true)
    await client.close()
    const agents = (await ask('GET', `/api/lead/${leadId}/agents`))?.body['agents']
    expect(agents).toMatchObject([{ id: leadId }, { name: 'claude' }])
  })

  test('CF15 it prints the schema of the configuration file', async () => {
    const { code, out } = await crewroom(['config', 'schema'], { cli: installed('dist/cli.js') })
    const source = path.join(ROOT, 'packages/server/src/crewroom.schema.json')
    expect([code, JSON.parse(out)]).toEqual([0, JSON.parse(readFileSync(source, 'utf8'))])
  })

  test('PK10 doctor finds no problem, and a database opens', async () => {
    using data = tempFolder()
    const { code, out } = await crewroom(['doctor', '--data', data.path, '--port', '0'], {
      cli: installed('dist/cli.js'),
    })
    expect(out).toMatch(/^ok +SQLite 3\./m)
    expect(code).toBe(0)
  })
})
