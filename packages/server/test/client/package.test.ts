import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { installClient } from '../harness/install-client'
import { tempFolder } from '../harness/temp-folder'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SERVER = path.join(ROOT, 'packages/server')

const PROGRAM = `
import { connectAgent, connectObserver, createClient, CrewroomError, type InboxItem } from 'crewroom/client'

const url = 'http://127.0.0.1:4900'
const client = createClient({ url, token: 'owner', retries: 2 })
export async function work(): Promise<number> {
  const { lead } = await client.post('/api/lead', { body: { name: 'atlas' } })
  const { groups } = await client.get('/api/lead/{id}/groups', { path: { id: lead.id } })
  const texts = (items: readonly InboxItem[]): string[] => items.map(({ text }) => text)
  const agent = connectAgent({
    url,
    agentId: lead.id,
    token: 'token',
    onItems: async (items, turn) => {
      const results = await turn.say(texts(items).join())
      if (!results.every(({ ok }) => ok)) throw new CrewroomError(0, 'closed', 'no')
    },
  })
  const observer = connectObserver({ url, token: 'owner', state: true, onEvent: ({ seq }) => void seq })
  observer.close()
  agent.close()
  const { reason } = await agent.ended
  return groups.length + reason.length
}
// @ts-expect-error -- It needs its path.
void client.get('/api/lead/{id}/groups')
// @ts-expect-error -- There is no such field.
void client.post('/api/lead', { body: { nom: 'atlas' } })
`

const shared = createRequire(path.join(ROOT, 'packages/shared/package.json'))
const older = createRequire(shared.resolve('openapi-typescript')).resolve('typescript/bin/tsc')
const COMPILERS = { '5.9': older, '7': path.join(ROOT, 'node_modules/typescript/bin/tsc') }

test.each(Object.entries(COMPILERS))(
  'LB40 in a project with nothing but TypeScript %s the client’s declarations stand alone',
  async (version, compiler) => {
    using folder = tempFolder()
    installClient(folder.path)
    writeFileSync(path.join(folder.path, 'package.json'), '{"type":"module"}')
    writeFileSync(path.join(folder.path, 'program.ts'), PROGRAM)
    const checks = ['node16', 'bundler'].map((resolution) => {
      const module = resolution === 'bundler' ? 'esnext' : resolution
      const options = ['--strict', '--exactOptionalPropertyTypes']
      const kinds = ['--target', 'es2022', '--module', module, '--moduleResolution', resolution]
      // Once is enough for the declarations themselves; the other way only finds them elsewhere.
      if (resolution === 'bundler') options.push('--skipLibCheck')
      const all = [compiler, '--noEmit', ...options, ...kinds, 'program.ts']
      return new Promise<string>((resolve) =>
        execFile(process.execPath, all, { cwd: folder.path }, (_, output) => resolve(output)),
      )
    })
    expect(await Promise.all(checks), version).toEqual(['', ''])
  },
)

test('LB41 the client loads in Node.js with a WebSocket, and in browsers with nothing of Node.js and no zod', async () => {
  using folder = tempFolder()
  installClient(folder.path)
  const program = path.join(folder.path, 'program.mjs')
  writeFileSync(
    program,
    `import { connectAgent } from 'crewroom/client'
const agent = connectAgent({ url: 'http://127.0.0.1:1', agentId: 'a', token: 't' })
agent.close()
console.log((await agent.ended).reason)`,
  )
  const run = spawnSync(process.execPath, [program], { encoding: 'utf8' })
  expect([run.stdout, run.stderr]).toEqual(['closed\n', ''])

  const bundled = await build({
    stdin: { contents: "export * from 'crewroom/client'", resolveDir: realpathSync(folder.path) },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    metafile: true,
    write: false,
  })
  const inputs = Object.keys(bundled.metafile.inputs).map((file) => path.basename(file))
  expect(inputs.toSorted()).toEqual(['<stdin>', 'client.js'])
  const code = readFileSync(path.join(SERVER, 'dist/client.js'), 'utf8')
  expect(code).not.toMatch(/from ?"node:|require\(|ZodError/)
  console.log(`the client in a browser: ${bundled.outputFiles[0]?.contents.length} bytes, minified`)
})
