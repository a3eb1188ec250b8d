import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { crewroom } from '../harness/crewroom'
import { tempFolder } from '../harness/temp-folder'

const rightsOf = (file: string) => statSync(file).mode & 0o777

test.each([
  [['strat'], /There is no command "strat"\. Did you mean: crewroom start\?/],
  [['Doctor'], /There is no command "Doctor"\. Did you mean: crewroom doctor\?/],
  [['--port', '0', 'bogus'], /There is no command "bogus"\. Commands: start, demo, open, /],
  [['start', 'tail'], /Write the command first: crewroom tail/],
])('CL41 crewroom %j starts no server, says so and suggests what was meant', async (args, said) => {
  using folder = tempFolder()
  const data = path.join(folder.path, 'data')
  const { code, out, errors } = await crewroom([...args, '--data', data], { cwd: folder.path })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(errors).toMatch(said)
  expect(() => statSync(data)).toThrow('ENOENT')
})

test('CL42 doctor and open answer in JSON', async () => {
  using folder = tempFolder()
  const data = path.join(folder.path, 'data')
  const environment = { CREWROOM_PORT: '0' }
  const fine = await crewroom(['doctor', '--json', '--data', data], { environment })
  const report = JSON.parse(fine.out) as { ok: boolean; findings: { kind: string; text: string }[] }
  expect({ code: fine.code, ok: report.ok }).toEqual({ code: 0, ok: true })
  expect(report.findings[0]).toEqual({ kind: 'ok', text: expect.stringMatching(/^Node\.js /) })
  writeFileSync(data, '')
  const bad = await crewroom(['doctor', '--json', '--data', data], { environment })
  expect({ code: bad.code, ok: (JSON.parse(bad.out) as { ok: boolean }).ok }).toEqual({
    code: 1,
    ok: false,
  })
  const elsewhere = path.join(folder.path, 'elsewhere')
  // The server is up when it says so; the command for it is run by then.
  const opened: { code: number | null; out: string }[] = []
  await crewroom(['start', '--no-open', '--data', elsewhere, '--port', '0'], {
    until: /Dashboard/,
    once: async () => {
      opened.push(await crewroom(['open', '--json', '--data', elsewhere]))
    },
  })
  expect(opened[0]?.code).toBe(0)
  expect(JSON.parse(opened[0]?.out ?? '')).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#code=/),
  })
})

test('CF12 what the configuration file of a folder sets beside the defaults is printed at the start', async () => {
  using folder = tempFolder()
  const start = (cwd: string) =>
    crewroom(['start', '--no-open', '--data', path.join(folder.path, 'data'), '--port', '0'], {
      cwd,
      until: /Dashboard/,
    })
  const plain = path.join(folder.path, 'plain')
  mkdirSync(plain)
  writeFileSync(path.join(plain, 'crewroom.config.yaml'), 'port: 4900\nhopLimit: 40\n')
  expect((await start(plain)).errors).toBe('')
  const own = path.join(folder.path, 'own')
  mkdirSync(own)
  writeFileSync(
    path.join(own, 'crewroom.config.yaml'),
    `personName: Ada
holdSeconds: 120
agentMessagesPerMinute: 5
drivers:
  default:
    kind: pipe
    command: sh
    args: ['-c', 'rm -rf .']
  fast:
    kind: acp
    preset: codex
    env: { OPENAI_API_KEY: secret-value }
`,
  )
  const { errors } = await start(own)
  expect(errors).toBe(
    `Settings from ${path.join(own, 'crewroom.config.yaml')}: personName: "Ada", agentMessagesPerMinute: 5, ` +
      'drivers: default (pipe sh -c rm -rf .); fast (acp codex)\n',
  )
})

test.skipIf(process.platform === 'win32')(
  'SE32 an existing data folder is narrowed to its user; a folder with other things in it is not',
  async () => {
    using folder = tempFolder()
    const start = (data: string) =>
      crewroom(['start', '--no-open', '--data', data, '--port', '0'], { until: /Dashboard/ })
    const data = path.join(folder.path, 'data')
    mkdirSync(data)
    chmodSync(data, 0o755)
    await start(data)
    expect(rightsOf(data), 'an empty one').toBe(0o700)
    chmodSync(data, 0o775)
    await start(data)
    expect(rightsOf(data), 'one that a server used').toBe(0o700)
    const shared = path.join(folder.path, 'shared')
    mkdirSync(shared)
    writeFileSync(path.join(shared, 'report.txt'), '')
    chmodSync(shared, 0o755)
    await start(shared)
    expect(rightsOf(shared), 'somebody else’s folder').toBe(0o755)
    expect(rightsOf(path.join(shared, 'crewroom.sqlite'))).toBe(0o600)
  },
)
