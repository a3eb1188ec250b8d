import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type DoctorOptions, examine } from '../src/cli/doctor'
import { DataDir } from '../src/data-dir'
import { tempFolder } from './harness/temp-folder'
import { TestServer } from './harness/test-server'

const usual = (folder: string): DoctorOptions => ({
  nodeVersion: '20.19.0',
  data: new DataDir(folder),
  host: '127.0.0.1',
  port: 0,
  environment: {},
})
const problems = async (options: DoctorOptions) =>
  (await examine(options)).filter(({ kind }) => kind === 'problem').map(({ text }) => text)

test('CL5 doctor finds nothing wrong where a server can start, and leaves no trace', async () => {
  using folder = tempFolder()
  expect(await problems(usual(folder.path))).toEqual([])
  expect(await problems(usual(path.join(folder.path, 'not', 'there')))).toEqual([])
  expect(readdirSync(folder.path)).toEqual([])
})

test('CL6 doctor names an old Node.js, a data folder that cannot be used, open files and a taken port', async () => {
  using folder = tempFolder()
  const options = usual(folder.path)
  expect(await problems({ ...options, nodeVersion: '20.18.9' })).toEqual([
    'Node.js 20.18.9 is too old: 20.19 or newer is needed.',
  ])
  const file = path.join(folder.path, 'file')
  writeFileSync(file, '')
  expect(await problems({ ...options, data: new DataDir(file) })).toEqual([
    `data folder ${file} is no folder.`,
  ])
  const open = path.join(folder.path, 'tokens.json')
  writeFileSync(open, '{}')
  chmodSync(open, 0o644)
  expect(await problems(options)).toEqual([`${open} can be read by others. Run: chmod 600 ${open}`])
  chmodSync(open, 0o600)
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', () => resolve()))
  const { port } = taken.address() as { port: number }
  expect((await problems({ ...options, port })).join()).toContain(`127.0.0.1:${port} (EADDRINUSE)`)
  taken.close()
})

test('CL7 doctor says which server runs and which coding agents are on the PATH', async () => {
  await using server = await TestServer.start()
  const bin = path.join(server.data.folder, 'bin')
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'opencode'), '', { mode: 0o755 })
  writeFileSync(path.join(bin, 'gemini'), '', { mode: 0o644 })
  const found = await examine({
    ...usual(server.data.folder),
    environment: { PATH: `/nowhere${path.delimiter}${bin}` },
  })
  expect(found.filter(({ kind }) => kind === 'problem')).toEqual([])
  const text = (part: string) => found.find((finding) => finding.text.includes(part))
  expect(text(server.app.url)?.kind).toBe('ok')
  expect(text('coding agent opencode')?.kind).toBe('ok')
  expect(text('coding agent gemini')?.kind).toBe('note')
})
