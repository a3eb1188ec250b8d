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
