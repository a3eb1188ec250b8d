import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

test('UI336 the owner is told where the data are and how a folder looks; nobody else is', async () => {
  using folder = tempFolder()
  const at = (name: string) => path.join(folder.path, name)
  for (const name of ['plain', 'repository', 'repository/below']) mkdirSync(at(name))
  writeFileSync(at('file'), '')
  await using server = await TestServer.start()
  const ask = (written?: string) =>
    server.call(
      'GET',
      `/api/machine${written === undefined ? '' : `?folder=${encodeURIComponent(written)}`}`,
    )
  const look = async (written: string) => {
    const { path: found, state, git } = (await ask(written)).body['folder']
    return [found, state, git]
  }

  const { body } = await ask()
  expect([body['data'], body['home']]).toEqual([server.data.folder, os.homedir()])
  expect(body['folder'].path, 'where the server was started').toBe(process.cwd())
  expect(await look('~')).toEqual([os.homedir(), 'ok', expect.any(String)])
  expect(await look('packages')).toEqual([path.resolve('packages'), 'ok', expect.any(String)])

  expect(await look(at('plain'))).toEqual([at('plain'), 'ok', 'none'])
  expect(await look(at('nowhere'))).toEqual([at('nowhere'), 'missing', 'unknown'])
  expect(await look(at('file'))).toEqual([at('file'), 'not_a_folder', 'unknown'])

  const git = (...args: string[]) => execFileSync('git', ['-C', at('repository'), ...args])
  git('init', '--quiet')
  git('config', 'core.fsmonitor', `touch ${at('ran')}; true`)
  expect(await look(at('repository/below'))).toEqual([at('repository/below'), 'ok', 'clean'])
  writeFileSync(at('repository/below/new'), 'x')
  expect(await look(at('repository'))).toEqual([at('repository'), 'ok', 'changed'])
  expect(readdirSync(folder.path), 'no program that the repository names was run').not.toContain(
    'ran',
  )

  const { tokens } = await server.crew('atlas')
  for (const token of [server.observer, tokens['lead'] ?? '']) {
    const refused = await server.call('GET', '/api/machine', undefined, { token })
    expect([refused.status, refused.body['error'].code]).toEqual([403, 'forbidden'])
  }
  expect((await server.call('GET', '/api/machine?x=1')).status).toBe(422)
})
