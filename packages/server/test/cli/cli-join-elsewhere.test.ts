import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteJoinLines } from '@crewroom/shared/text/join-lines'
import { ArgumentSpy } from '../harness/argument-spy'
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

test('IN19, MC26, MC27 the line for a coding agent works as it is pasted, and no program is started with the code', async () => {
  using folder = tempFolder()
  const code = await invitation()
  const spy = new ArgumentSpy(folder.path, ['curl', 'node'])
  const seen = path.join(folder.path, 'seen')
  // Whatever else runs while the coding agent is given its server is looked at too.
  spy.put('codex', `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' > '${seen}'; :`)
  const line = inviteJoinLines(server.app.url, code).find(({ kind }) => kind === 'codex')?.text
  const script = path.join(folder.path, 'line.sh')
  writeFileSync(script, `${line}\n`)
  const home = path.join(folder.path, 'home')
  const env = { HOME: home, PATH: spy.path, NO_PROXY: '*' }
  const { stdout } = await promisify(execFile)('bash', [script], { env })
  expect(stdout).toContain('Codex has "crewroom" among its MCP servers now.')
  const program = path.join(home, '.crewroom/crewroom.mjs')
  expect(spy.lines()).toEqual([
    `curl -fsS --create-dirs -o ${program} ${server.app.url}/crewroom.mjs`,
    `node ${program} join --for codex --url ${server.app.url} --invite - --write`,
    expect.stringMatching(/^codex mcp add crewroom -- \S+ \S+ mcp --url \S+ --agent \S+$/),
  ])
  expect(readFileSync(seen, 'utf8')).not.toContain(code)
  // The folder was made by curl, which lets others read what it makes.
  expect(statSync(path.dirname(program)).mode & 0o777).toBe(0o700)
  const [command = '', ...args] = spy.lines()[2]?.split(' -- ')[1]?.split(' ') ?? []
  const client = new Client({ name: 'codex-mcp-client', version: '1' })
  await client.connect(new StdioClientTransport({ command, args, cwd: folder.path, env }))
  const result = await client.callTool({ name: 'query_crew', arguments: {} })
  expect(result.isError).not.toBe(true)
  expect(JSON.stringify(result.content)).toContain('\\"codex\\"')
  await client.close()
})

test('MC28 the program that a server offers says that it joins servers elsewhere only', async () => {
  const cli = path.join(path.dirname(CLI), 'joining/crewroom.mjs')
  for (const command of [['join', '--for', 'claude'], ['mcp']]) {
    const { code, errors } = await crewroom(command, { cli })
    expect([code, errors]).toEqual([1, expect.stringContaining('give its address with --url')])
  }
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)(
  'MC26 on a terminal the code is asked for and not shown [needs python3]',
  async () => {
    using folder = tempFolder()
    const code = await invitation()
    // A terminal, on which somebody types the code once they are asked for it.
    const terminal = `
import os, pty, sys
pid, fd = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
shown, typed = b'', False
while True:
    try: part = os.read(fd, 4096)
    except OSError: break
    if not part: break
    shown += part
    if not typed and b'press Enter: ' in shown:
        typed = True
        os.write(fd, sys.stdin.buffer.read() + b'\\r')
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`
    const join = ['join', '--for', 'claude', '--url', server.app.url, '--data', folder.path]
    const { code: status, out } = await crewroom(
      ['-c', terminal, process.execPath, CLI, ...join, '--invite', '-'],
      // Python in place of Node.js, and its flag in place of the program.
      { node: 'python3', input: code, cli: '-u' },
    )
    expect(status, out).toBe(0)
    expect(out).toContain('Paste the code of the invitation and press Enter: ')
    expect(out).toMatch(/claude mcp add crewroom -- .* --agent \S+/)
    expect(out).not.toContain(code)
  },
)
