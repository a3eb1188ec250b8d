import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { expect, test } from 'vitest'
import { ConfigError, Config, loadConfig } from '../../src/config'
import { settingsSchema } from '../../src/settings-schema'
import { ChildServer } from '../harness/child-server'
import { crewroom } from '../harness/crewroom'
import { tempFolder } from '../harness/temp-folder'

const SCHEMA = new URL('../../src/crewroom.schema.json', import.meta.url)
const BUILT = new URL('../../dist/crewroom.schema.json', import.meta.url)

/** The sentences of a refusal. */
function refusal(options: Parameters<typeof loadConfig>[0]): Promise<string> {
  return loadConfig(options).then(
    (config) => `accepted: ${JSON.stringify(config)}`,
    (error: unknown) => (error instanceof ConfigError ? error.message : `no sentence: ${String(error)}`), // prettier-ignore
  )
}

test('CF13 --config names the file, or else CREWROOM_CONFIG does; the one in the folder is then not read', async () => {
  using folder = tempFolder()
  const at = (name: string) => path.join(folder.path, name)
  writeFileSync(at('crewroom.config.yaml'), 'port: 1001\npersonName: Here\n')
  writeFileSync(at('one.yaml'), 'port: 1002\n')
  writeFileSync(at('two.yaml'), 'port: 1003\n')
  const load = (file?: string, environment: Record<string, string> = {}) =>
    loadConfig({ folder: folder.path, environment, flags: {}, ...(file && { file }) })
  expect(await load()).toMatchObject({ port: 1001, personName: 'Here' })
  expect(await load(undefined, { CREWROOM_CONFIG: '' })).toMatchObject({ port: 1001 })
  expect(await load(undefined, { CREWROOM_CONFIG: at('one.yaml') })).toMatchObject({ port: 1002, personName: 'You' }) // prettier-ignore
  expect(await load('two.yaml', { CREWROOM_CONFIG: at('one.yaml') })).toMatchObject({ port: 1003 })
  expect(await load('two.yaml', { CREWROOM_PORT: '1004' })).toMatchObject({ port: 1004 })
  await expect(load('three.yaml')).rejects.toThrow(`There is no configuration file ${at('three.yaml')}, which --config or CREWROOM_CONFIG names.`) // prettier-ignore
})

test('CF14 a setting within another one is said to be set in the file alone', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'mine.yaml')
  writeFileSync(file, 'drivers:\n  big: { kind: model, baseUrl: "ftp://h", model: x }\n')
  const refused = loadConfig({ folder: folder.path, environment: {}, flags: {}, file })
  const said = await refused.then(String, String)
  expect(said).toContain('drivers.big.baseUrl: must be an http')
  expect(said).toMatch(new RegExp(`\\(file ${file}\\)$`))
})

test('CF13, CF14 start, demo, doctor and run take --config, and a refusal names the file, the key and what was expected', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'mine.yaml')
  writeFileSync(file, 'prot: 4\nport: many\n')
  const unknown = `  prot: is not a setting; did you mean port? (file ${file})\n`
  const begins = 'The configuration is not valid:\n'
  const expected = `${begins}  port: must be a whole number (file ${file}, environment CREWROOM_PORT, or flag)\n${unknown}` // prettier-ignore
  const data = ['--data', path.join(folder.path, 'data')]
  for (const command of [['start', '--no-open'], ['demo', '--once'], ['doctor']]) {
    const { code, errors } = await crewroom([...command, ...data, '--config', file])
    // The demo takes any free port, whatever a file says.
    const wanted = command[0] === 'demo' ? begins + unknown : expected
    expect([command[0], code, errors]).toEqual([command[0], 1, wanted])
  }
  const run = await crewroom(['run', 'x', '--agent', 'claude', '--program', process.execPath, ...data, '--config', file]) // prettier-ignore
  expect([run.code, run.errors]).toEqual([1, expected])
  writeFileSync(file, 'personName: Ada\n')
  mkdirSync(path.join(folder.path, 'data'))
  await using server = await ChildServer.start({
    data: path.join(folder.path, 'data'),
    port: 0,
    environment: { CREWROOM_CONFIG: file },
  })
  expect(server.output).toContain(`Settings from ${file}: personName: "Ada"`)
})

test('CF15 config schema prints the JSON Schema of the file, which is the one that settings are checked with', async () => {
  const generated = `${JSON.stringify(settingsSchema(), null, 2)}\n`
  await expect(generated).toMatchFileSnapshot(SCHEMA.pathname)
  const text = readFileSync(SCHEMA, 'utf8')
  expect(readFileSync(BUILT, 'utf8')).toBe(text)
  const { code, out } = await crewroom(['config', 'schema'])
  expect([code, out]).toEqual([0, text])
  const schema = JSON.parse(text) as { properties: Record<string, { description?: string; default?: unknown }> } // prettier-ignore
  expect(Object.keys(schema.properties)).toEqual(['$schema', ...Object.keys(Config.shape)])
  for (const [name, { description }] of Object.entries(schema.properties)) {
    expect.soft([name, description]).toEqual([name, expect.stringMatching(/^.{15,}\.$/)])
  }
  // It says the same as the check about files that fit and that do not.
  const read = z.fromJSONSchema(schema as never)
  const files: object[] = [
    {},
    { port: 0 },
    { port: '80' },
    { port: 70_000 },
    { port: 'many' },
    { host: '' },
    { viben: 'true' },
    { viben: 'yes' },
    { logLevel: 'loud' },
    { prot: 1 },
    { budgetUsd: '1.50' },
    { budgetUsd: -1 },
    { drivers: { coder: { kind: 'pipe', command: 'node' } } },
    { drivers: { coder: { kind: 'phone' } } },
    { roles: { 'data-engineer': { color: '#8D4DA8' } } },
    { roles: { 'data-engineer': { color: 'red' } } },
    { prices: { 'gpt-5': { input: 1, output: 2 } } },
    { prices: { 'gpt-5': { input: 1 } } },
    { transcripts: { roots: [] } },
    { transcripts: { roots: 'all' } },
  ]
  for (const file of files) {
    expect
      .soft([file, read.safeParse(file).success])
      .toEqual([file, Config.safeParse(file).success])
  }
})

test('CF16 a file may name its schema', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.config.yaml')
  writeFileSync(file, '$schema: ./node_modules/crewroom/dist/crewroom.schema.json\nport: 1\n')
  const place = { folder: folder.path, environment: {}, flags: {} }
  expect(await loadConfig(place)).toMatchObject({ port: 1 })
  writeFileSync(file, 'port: 1\nschema: x\n')
  expect(await refusal(place)).toContain('schema: is not a setting')
})
