import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { randomIds } from '../../src/ids'
import { keepTokens } from '../../src/install-tokens'
import { ownerToken } from '../harness/child-server'
import { crewroom } from '../harness/crewroom'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { isLong } from '../harness/long'

/** What a power cut, an editor or a restore can leave. */
const DAMAGED: Readonly<Record<string, string>> = {
  '': 'it is empty',
  '\0\0\0\0\0\0\0\0': 'it is not JSON or was cut off',
  '{\n  "owner": "abcdefghijklmnopq': 'it is not JSON or was cut off',
  '{}': 'it does not contain an owner and an observer token',
  '{"owner":"short","observer":"short"}': 'it does not contain an owner and an observer token',
  '[1]': 'it does not contain an owner and an observer token',
  null: 'it does not contain an owner and an observer token',
}

test('ST46 tokens that cannot be used are kept beside, new ones are made, and a sentence says so', () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'tokens.json')
  const first = keepTokens(file, randomIds)
  expect(first.notice).toBeNull()
  expect(keepTokens(file, randomIds)).toEqual(first)
  let last = first.tokens
  for (const [at, [text, why]] of Object.entries(DAMAGED).entries()) {
    writeFileSync(file, text)
    const { tokens, notice } = keepTokens(file, randomIds)
    const aside = at === 0 ? 'tokens.json.damaged' : `tokens.json.damaged-${at + 1}`
    expect(notice).toBe(
      `${file} could not be used: ${why}. New owner and observer tokens were created; copies of the old ones no longer work. Agents' tokens and logged-in browsers still work. The old file is kept as ${aside}.`,
    )
    expect(readFileSync(path.join(folder.path, aside), 'utf8')).toBe(text)
    expect(new Set([tokens.owner, tokens.observer, last.owner, last.observer]).size).toBe(4)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(keepTokens(file, randomIds)).toEqual({ tokens, notice: null })
    last = tokens
  }
})

test.skipIf(!isLong)(
  'ST46 a server whose tokens were damaged starts, and agents and logged-in browsers go on',
  async () => {
    using folder = tempFolder()
    const data = folder.path
    let agent = ''
    let session = ''
    let owner = ''
    {
      await using server = await TestServer.start({ data })
      const { tokens } = await server.crew('atlas', { dora: 'developer' })
      agent = tokens['dora'] ?? ''
      owner = server.owner
      const { body } = await server.call('POST', '/api/login-codes', {})
      const login = await server.call('POST', '/api/session', { code: body['code'] })
      session = login.body['token'] as string
    }
    writeFileSync(path.join(data, 'tokens.json'), '')
    const started = await crewroom(['start', '--no-open', '--port', '0', '--data', data], {
      until: /is running at/,
    })
    expect(started.code).toBe(0)
    expect(started.errors).toMatch(
      /^\S+tokens\.json could not be used: it is empty\. .* kept as tokens\.json\.damaged\.\n$/,
    )
    const made = ownerToken(data)
    expect(made).not.toBe(owner)
    await using server = await TestServer.start({ data })
    const me = async (token: string) =>
      (await server.call('GET', '/api/me', undefined, { token })).body['principal'] as unknown
    expect(await Promise.all([made, session, agent, owner].map(me))).toEqual([
      'owner',
      'owner',
      'agent',
      undefined,
    ])
  },
)
