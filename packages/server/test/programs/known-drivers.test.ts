import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PRESET_MODES } from '../../src/crew/preset-modes'
import { ACP_PRESETS } from '../../src/crew/presets'
import { knownDrivers } from '../../src/programs/known-drivers'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

test('RE42 a driver is installed when its program can be run from where it would be looked for', () => {
  using folder = tempFolder()
  const bin = path.join(folder.path, 'bin')
  mkdirSync(bin)
  const file = (name: string, mode = 0o755) => {
    writeFileSync(path.join(bin, name), '', { mode })
    return path.join(bin, name)
  }
  file('opencode')
  file('gemini', 0o644)
  const own = file('own')
  const listed = knownDrivers(
    {
      'by-path': { kind: 'pipe', command: own, args: ['--key', 'x'] },
      'by-name': { kind: 'pipe', command: 'own', args: [] },
      lost: { kind: 'acp', command: path.join(bin, 'lost'), args: [], env: { A: 'x' } },
      elsewhere: { kind: 'acp', preset: 'claude', args: [], env: { PATH: '/nowhere' } },
      away: { kind: 'remote' },
    },
    `/nowhere${path.delimiter}${bin}`,
  )
  const presets = listed.filter(({ configured }) => !configured)
  expect(presets.map(({ id }) => id)).toEqual(Object.keys(ACP_PRESETS))
  expect(presets.flatMap(({ id, installed }) => (installed ? [id] : []))).toEqual(['opencode'])
  expect(presets[0]).toEqual({
    id: 'claude',
    name: 'Claude Code',
    kind: 'acp',
    command: 'claude-agent-acp',
    installed: false,
    configured: false,
    install: expect.stringMatching(/^npm install --global \S+@\d+\.\d+\.\d+$/),
    login: expect.stringContaining('ANTHROPIC_API_KEY'),
    modes: PRESET_MODES['claude'],
  })
  expect(
    listed.flatMap(({ id, command, installed, configured }) =>
      configured ? [[id, command, installed]] : [],
    ),
  ).toEqual([
    ['by-path', own, true],
    ['by-name', 'own', true],
    ['lost', path.join(bin, 'lost'), false],
    ['elsewhere', 'claude-agent-acp', false],
    ['away', null, true],
  ])
})

test('RE42 GET /api/drivers is for people, and shows neither arguments nor variables', async () => {
  const env = { ODD: 'a-value-that-nobody-sees' }
  const args = ['an-argument-that-nobody-sees']
  const mine = { kind: 'acp' as const, command: process.execPath, args, env }
  await using server = await TestServer.start({ config: { drivers: { mine } } })
  const { tokens } = await server.crew('atlas')
  const ask = (token: string) => server.call('GET', '/api/drivers', undefined, { token })
  for (const token of [server.owner, server.observer]) {
    const { status, body } = await ask(token)
    expect([status, body['presets'].length]).toEqual([200, Object.keys(ACP_PRESETS).length + 1])
    const found = { id: 'mine', kind: 'acp', command: process.execPath, installed: true }
    expect(body['presets'].at(-1)).toMatchObject({ ...found, configured: true })
    expect(JSON.stringify(body)).not.toMatch(/nobody-sees|ODD/)
  }
  const refused = await ask(tokens['lead'] ?? '')
  expect([refused.status, refused.body['error'].code]).toEqual([403, 'forbidden'])
  expect((await server.call('GET', '/api/drivers?x=1')).status).toBe(422)
})

test('LC59 the answer to a new crew or agent says that its program cannot be started, and nothing where it can or is not looked for', async () => {
  using folder = tempFolder()
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const lost = path.join(folder.path, 'lost')
  const own = process.execPath
  const missing = `There is no program "${lost}". The agent cannot start. Mend that, and resume it.`
  const rows = [
    [{ kind: 'acp', command: lost }, undefined, missing],
    [{ kind: 'pipe', command: lost, args: [] }, undefined, missing],
    [{ kind: 'acp', command: own, args: ['-e', ''] }, undefined, undefined],
    [{ kind: 'acp', command: own, args: ['-e', ''] }, folder.path, undefined],
    [{ kind: 'acp', preset: 'claude', env: { PATH: '/nowhere' } }, undefined, undefined],
    [{ kind: 'acp', command: own }, lost, `The folder "${lost}" does not exist. The agent cannot start. Mend that, and resume it.`],
    [{ kind: 'remote' }, undefined, undefined],
    [undefined, undefined, undefined],
  ] as const // prettier-ignore
  for (const [n, [driver, cwd, hint]] of rows.entries()) {
    const input = { name: `agent ${n}`, driver, cwd }
    const agent = await server.call('POST', `/api/lead/${leadId}/agents`, { ...input, role: 'developer' }) // prettier-ignore
    expect([agent.status, agent.body['hint']]).toEqual([201, hint])
    const crew = await server.call('POST', '/api/lead', { ...input, name: `crew ${n}` })
    expect([crew.status, crew.body['hint']]).toEqual([201, hint])
  }
})
