import { execFile, spawn, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { CuttingProxy } from '../harness/cutting-proxy'
import { installClient } from '../harness/install-client'
import { patience } from '../../../shared/test/patience'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const EXAMPLES = path.join(ROOT, 'examples')
const WITHIN_MS = 45_000

const has = (program: string) => spawnSync(program, ['--version']).status === 0
/** Programs that are not on every machine; the names of tests that are left out say which. */
const RUNS = {
  typescript: true,
  python: has('python3'),
  curl: has('curl'),
}

/** Each example, beside the package as it is installed. */
function commands(folder: string): Record<keyof typeof RUNS, readonly string[]> {
  installClient(folder)
  const { code } = transformSync(readFileSync(path.join(EXAMPLES, 'agent.ts'), 'utf8'), {
    loader: 'ts',
  })
  writeFileSync(path.join(folder, 'agent.mjs'), code)
  return {
    typescript: [process.execPath, path.join(folder, 'agent.mjs')],
    python: ['python3', path.join(EXAMPLES, 'agent.py')],
    curl: ['sh', path.join(EXAMPLES, 'agent.sh')],
  }
}

test.skipIf(!RUNS.python || !RUNS.curl)(
  'LB50 the examples (they need python3 and curl) register, and answer each message once, whatever becomes of the server meanwhile',
  async () => {
    using data = tempFolder()
    using programs = tempFolder()
    let server = await ChildServer.start({ data: data.path, port: 0 })
    await using proxy = await CuttingProxy.start(server.url)
    const running: ReturnType<typeof spawn>[] = []
    let said = ''
    try {
      const owner = ownerToken(data.path)
      const ask = (method: string, route: string, body?: object) =>
        request(`${server.url}/api${route}`, owner, method, body)
      const leadId = (await ask('POST', '/lead', { name: 'atlas' }))?.body['lead'].id as string
      const invite = await ask('POST', `/lead/${leadId}/invites`, { role: 'developer', uses: 2 })
      const given = await ask('POST', `/lead/${leadId}/agents`, { role: 'developer', name: 'curl' })
      const identity = (name: string) =>
        name === 'curl'
          ? { CREWROOM_AGENT: given?.body['agent'].id, CREWROOM_TOKEN: given?.body['token'] }
          : { CREWROOM_CODE: invite?.body['code'] }
      const all = commands(programs.path)
      for (const [name, [command = '', ...args]] of Object.entries(all)) {
        const child = spawn(command, args, {
          env: {
            PATH: process.env['PATH'],
            CREWROOM_URL: proxy.url,
            CREWROOM_NAME: name,
            ...identity(name),
          },
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        })
        running.push(child)
        child.stdout.on('data', (text: Buffer) => (said += text.toString()))
        child.stderr.on('data', (text: Buffer) => (said += text.toString()))
      }
      const names = Object.keys(all)
      const areHere = () => names.every((name) => said.includes(`${name} is agent`))
      await eventually(`all are there`, areHere, WITHIN_MS).catch(() => undefined)
      expect(areHere(), said).toBe(true)
      await ask('POST', `/lead/${leadId}/groups`, { name: 'plan', roles: ['developer'] })
      const messages = async () => {
        const reply = await ask('GET', `/lead/${leadId}/groups/plan/messages?limit=200`)
        return ((reply?.body['messages'] ?? []) as { content: string; from: string }[]).filter(
          ({ from }) => from !== 'system',
        )
      }
      const posted: string[] = []
      const write = async () => {
        const n = posted.length + 1
        const content = `message ${n}`
        const body = { content, clientId: `c${n}` }
        const done = async () =>
          [200, 201].includes(
            (await ask('POST', `/lead/${leadId}/groups/plan/messages`, body))?.status ?? 0,
          )
        await eventually('it is posted', done, WITHIN_MS)
        posted.push(content)
      }
      const answered = async () => (await messages()).length === posted.length * (1 + names.length)
      for (let n = 0; n < 3; n++) await write()
      await eventually('all answer', answered, WITHIN_MS).catch(() => undefined)
      await write()
      proxy.target = null
      proxy.breakAll()
      await server.end('SIGKILL')
      server = await ChildServer.start({ data: data.path, port: 0 })
      await write()
      proxy.target = server.url
      for (let n = 0; n < 3; n++) await write()
      await eventually('all answer again', answered, WITHIN_MS).catch(() => undefined)
      const read = await messages()
      const answers = read.filter(({ from }) => from !== 'human').map(({ content }) => content)
      const numbered = posted.map((content) => ({
        content,
        n: read.findIndex((one) => one.content === content) + 1,
      }))
      const expected = [
        ...numbered.flatMap(({ content }) =>
          ['typescript', 'python'].map((name) => `${name} read: ${content}`),
        ),
        ...numbered.map(({ n }) => `curl read #${n}`),
      ]
      expect(answers.toSorted(), said).toEqual(expected.toSorted())
    } finally {
      for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
      await server.end('SIGKILL')
    }
  },
  150_000,
)

test('LB52 each program of docs/client.md fits the client’s types, and the first is an agent', async () => {
  const text = readFileSync(path.join(ROOT, 'docs/client.md'), 'utf8')
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? '')
  expect(blocks.length).toBeGreaterThan(2)
  using folder = tempFolder()
  installClient(folder.path)
  const names = blocks.map((block, n) => {
    writeFileSync(path.join(folder.path, `block${n}.ts`), `${block}\nexport {}\n`)
    return `block${n}.ts`
  })
  expect(await compiled(folder.path, names)).toBe('')

  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dora: 'developer' })
  const { code } = transformSync(blocks[0] ?? '', { loader: 'ts' })
  writeFileSync(path.join(folder.path, 'agent.mjs'), code)
  const child = spawn(process.execPath, [path.join(folder.path, 'agent.mjs')], {
    env: {
      CREWROOM_URL: server.app.url,
      CREWROOM_AGENT: ids['dora'],
      CREWROOM_TOKEN: tokens['dora'],
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    const groups = `/api/lead/${leadId}/groups`
    await server.call('POST', groups, { name: 'plan', memberIds: [ids['dora']] })
    await server.call('POST', `${groups}/plan/messages`, { content: 'Who takes the parser?' })
    const said = async () =>
      (await server.call('GET', `${groups}/plan/messages`)).body['messages'].map(
        ({ content }: { content: string }) => content,
      )
    await expect.poll(said, { timeout: patience(WITHIN_MS) }).toContain('I take it.')
  } finally {
    child.kill('SIGKILL')
  }
})

/** What the compiler says of these programs beside the package. */
function compiled(folder: string, files: readonly string[]): Promise<string> {
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  const types = ['--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')]
  const kind = ['--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'node16']
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '--noEmit', ...kind, ...types, ...files]
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd: folder }, (_, output) => resolve(output)),
  )
}

test('LB51 the examples are short, and the one in TypeScript fits the client’s types', async () => {
  for (const name of ['agent.ts', 'agent.py', 'agent.sh']) {
    const lines = readFileSync(path.join(EXAMPLES, name), 'utf8').trimEnd().split('\n')
    expect(lines.length, name).toBeLessThanOrEqual(60)
  }
  using folder = tempFolder()
  installClient(folder.path)
  cpSync(path.join(EXAMPLES, 'agent.ts'), path.join(folder.path, 'agent.ts'))
  expect(await compiled(folder.path, ['agent.ts'])).toBe('')
})
