import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLI, crewroom } from '../harness/crewroom'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

let server: TestServer
let leadId = ''
beforeAll(async () => {
  server = await TestServer.start()
  ;({ leadId } = await server.crew('atlas'))
})
afterAll(() => server[Symbol.asyncDispose]())

async function invitation(uses = 1): Promise<string> {
  const { body } = await server.call('POST', `/api/lead/${leadId}/invites`, { uses })
  return body['code'] as string
}

async function agents(): Promise<{ id: string; name: string }[]> {
  const { body } = await server.call('GET', `/api/lead/${leadId}/agents`)
  return (body['agents'] as { id: string; name: string }[]).filter(({ id }) => id !== leadId)
}

const join = (folder: string, flags: readonly string[], input?: string) =>
  crewroom(
    ['join', '--for', 'claude', '--url', server.app.url, '--data', folder, ...flags],
    input === undefined ? {} : { input },
  )

test('MC26 a code from stdin or from a file makes the agent at once, and neither the line nor a file has it', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'code')
  for (const from of ['stdin', 'file']) {
    const code = await invitation()
    writeFileSync(file, `${code}\r\n`)
    const before = await agents()
    const {
      code: status,
      out,
      errors,
    } = await (from === 'file'
      ? join(folder.path, ['--invite-file', file])
      : join(folder.path, ['--invite', '-'], `${code}\n`))
    writeFileSync(file, '')
    const [made] = (await agents()).filter(({ id }) => !before.some((one) => one.id === id))
    // Two of one kind are told apart.
    expect(made?.name).toBe(from === 'file' ? 'claude-2' : 'claude')
    expect([status, errors]).toEqual([0, ''])
    expect(out).toBe(
      `claude mcp add crewroom -- ${process.execPath} ${CLI} mcp --url ${server.app.url} --agent ${made?.id} --data ${folder.path}\n`,
    )
    const kept = path.join(folder.path, 'bridges.json')
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect(readFileSync(kept, 'utf8')).not.toContain(code)
    expect(readFileSync(kept, 'utf8')).toContain(made?.id)
  }
})

test('MC26 a code that is not there, is none or opens nothing is refused in words, and nothing is kept', async () => {
  using folder = tempFolder()
  const before = await agents()
  const code = await invitation()
  const missing = path.join(folder.path, 'missing')
  for (const [flags, input, said] of [
    [['--invite', '-'], '', 'There is no code of an invitation in stdin.\n'],
    [['--invite', '-'], 'two words', 'There is no code of an invitation in stdin.\n'],
    [['--invite', '-'], 'x'.repeat(100_000), 'There is no code of an invitation in stdin.\n'],
    [['--invite-file', missing], '', `${missing} cannot be read (ENOENT).\n`],
    [
      ['--invite', '-', '--invite-file', missing],
      code,
      'Give one of --invite and --invite-file.\n',
    ],
    [['--invite', '-'], 'crew_invite_other', expect.stringMatching(/^This invitation code opens nothing: /)], // prettier-ignore
  ] as const) {
    const ended = await join(folder.path, flags, input)
    expect(ended, flags.join(' ')).toEqual({ code: 1, out: '', errors: said })
  }
  // Where nothing can be kept, the code stays good.
  const blocked = path.join(folder.path, 'file')
  writeFileSync(blocked, '')
  const refused = await join(blocked, ['--invite', '-'], code)
  expect([refused.code, refused.errors]).toEqual([70, expect.stringContaining('bridges.json cannot be written')]) // prettier-ignore
  expect(await agents()).toEqual(before)
  expect((await join(folder.path, ['--invite', '-'], code)).code).toBe(0)
})

test('MC26 a code among the arguments still makes the line that it made, with a word about who sees it', async () => {
  using folder = tempFolder()
  const before = await agents()
  const { code, out, errors } = await join(folder.path, ['--invite', 'crew_invite_x'])
  expect(code).toBe(0)
  expect(out).toBe(
    `claude mcp add crewroom -- ${process.execPath} ${CLI} mcp --url ${server.app.url} --invite crew_invite_x --data ${folder.path}\n`,
  )
  expect(errors).toMatch(/^Every user of this machine can list .*--invite -.*--invite-file\S*\n$/)
  expect(await agents()).toEqual(before)
})
