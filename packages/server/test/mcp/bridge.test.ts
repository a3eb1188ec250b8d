import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Bridged, bridge } from '../harness/bridged'
import { crewroom } from '../harness/crewroom'
import { often } from '../harness/long'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

async function agentsOf(server: TestServer, leadId: string): Promise<Record<string, unknown>[]> {
  const { body } = await server.call('GET', `/api/lead/${leadId}/agents`)
  return (body['agents'] as Record<string, unknown>[]).filter(({ id }) => id !== leadId)
}

test('MC20 an agent is called what its client calls itself, in the newest revision as in earlier ones', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  for (const isNewest of [false, true]) {
    const client = isNewest ? 'newest' : 'earlier'
    await using bridged = await bridge(server.data.folder, [], { client, isNewest })
    await bridged.call('query_groups')
  }
  expect((await agentsOf(server, leadId)).map(({ name }) => name)).toEqual(['earlier', 'newest'])
})

test('MC2 tools that may end or undo something say so, all others that they do not', async () => {
  await using server = await TestServer.start()
  await using member = await bridge(server.data.folder)
  expect(await member.feared()).toEqual(['run_command'])
  await using lead = await bridge(server.data.folder, ['--lead'])
  expect(await lead.feared()).toEqual(['interrupt', 'terminate_agent', 'run_command'])
})

test('MC20, MC21 an agent joins with its first call, and is the same one after a restart of either side', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const data = server.data.folder
  {
    await using claude = await bridge(data)
    expect((await claude.tools()).length).toBe(12)
    expect(await agentsOf(server, leadId), 'listing tools makes nobody').toEqual([])
    const crew = await claude.call('query_crew')
    expect(crew.text).toContain('Developer "claude-code"')
    const agents = await agentsOf(server, leadId)
    expect(agents).toMatchObject([{ name: 'claude-code', role: 'developer' }])
    const posted = server.call('POST', `/api/agents/${String(agents[0]?.['id'])}/messages`, {
      content: 'Welcome.',
    })
    expect((await claude.call('read_inbox', { wait: 20 })).text).toBe(
      '[Message from Human (human)]: Welcome.',
    )
    await posted
    // The server restarts on another port while the coding agent runs.
    await server.restart()
    expect((await claude.call('query_crew')).isError).toBe(false)
  }
  await using again = await bridge(data)
  await again.call('query_groups')
  expect(await agentsOf(server, leadId)).toHaveLength(1)
  // Another one at the same time, in another folder, or of another kind is somebody else.
  await using beside = await bridge(data)
  await beside.call('query_groups')
  using elsewhere = tempFolder()
  await using there = await bridge(data, [], { cwd: elsewhere.path })
  await there.call('query_groups')
  await using codex = await bridge(data, ['--role', 'qa-tester'], { client: 'codex' })
  await codex.call('query_groups')
  const names = (await agentsOf(server, leadId)).map(({ name, role }) => [name, role])
  expect(names).toEqual([
    ['claude-code', 'developer'],
    ['claude-code', 'developer'],
    ['claude-code', 'developer'],
    ['codex', 'qa-tester'],
  ])
  const file = path.join(data, 'bridges.json')
  expect(statSync(file).mode & 0o777, 'tokens are in it').toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toContain(server.owner)
})

test('MC22 without a way in, a call says what to do, and works once there is one', async () => {
  using folder = tempFolder()
  await using early = await bridge(folder.path)
  expect(await early.call('query_groups')).toEqual({
    isError: true,
    text: `[System] Not run: No Crewroom server is running on ${folder.path}. Start one with: crewroom start`,
  })
  await using server = await TestServer.start({ data: folder.path })
  const none = await early.call('query_groups')
  expect(none.text).toMatch(/^\[System\] Not run: There is no crew on this server\. Create one /)
  const { leadId } = await server.crew('atlas')
  await server.crew('borealis')
  const many = await early.call('query_groups')
  expect(many.text).toMatch(/There are 2 crews\. Choose one with --crew, by its name or id:/)
  await using named = await bridge(folder.path, ['--crew', 'Atlas'])
  expect((await named.call('query_groups')).isError).toBe(false)
  expect(await agentsOf(server, leadId)).toHaveLength(1)
})

test('MC21 an agent whose token was replaced makes place for a new one; one that was ended stays ended', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  await using claude = await bridge(server.data.folder)
  await claude.call('query_groups')
  const [first] = await agentsOf(server, leadId)
  await server.call('POST', `/api/agents/${String(first?.['id'])}/token`)
  expect((await claude.call('query_groups')).isError).toBe(false)
  const all = await agentsOf(server, leadId)
  expect(all).toHaveLength(2)
  const second = all.find(({ id }) => id !== first?.['id'])
  await server.call('POST', `/api/agents/${String(second?.['id'])}/terminate`, {})
  const ended = await claude.call('query_groups')
  expect(ended.isError).toBe(true)
  expect(ended.text).toMatch(/ended|terminated/)
  expect(await agentsOf(server, leadId)).toHaveLength(2)
})

test('MC21 bridges that start at the same moment are agents of their own, and after a restart the same ones', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const count = often(2, 4)
  const together = async (): Promise<string[]> => {
    const bridges = await Promise.all(
      Array.from({ length: count }, () => bridge(server.data.folder)),
    )
    const crews = await Promise.all(bridges.map((one) => one.call('query_crew')))
    await Promise.all(bridges.map((one) => one[Symbol.asyncDispose]()))
    return crews.map(({ text }) => /\((\w{8})\), you/.exec(text)?.[1] ?? text).toSorted()
  }
  const first = await together()
  expect(new Set(first).size).toBe(count)
  expect(await together()).toEqual(first)
  expect(await agentsOf(server, leadId)).toHaveLength(count)
})

test('MC21 calls that come together make one agent, also in place of one whose token was replaced', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const data = server.data.folder
  const replace = async () => {
    const agent = (await agentsOf(server, leadId)).at(-1)
    await server.call('POST', `/api/agents/${String(agent?.['id'])}/token`)
  }
  const together = (one: Bridged) =>
    Promise.all(['query_crew', 'query_groups', 'query_crew'].map((name) => one.call(name)))
  {
    await using claude = await bridge(data)
    await together(claude)
    await replace()
    expect((await together(claude)).map(({ isError }) => isError)).toEqual([false, false, false])
    expect(await agentsOf(server, leadId)).toHaveLength(2)
  }
  await replace()
  await using again = await bridge(data)
  expect((await together(again)).map(({ isError }) => isError)).toEqual([false, false, false])
  expect(await agentsOf(server, leadId)).toHaveLength(3)
})

test('MC22 a call that the door refuses did not run, says why, and ends no other call', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  await using claude = await bridge(server.data.folder)
  await claude.call('query_groups')
  const [agent] = await agentsOf(server, leadId)
  const waits = claude.call('read_inbox', { wait: 20 })
  const huge = await claude.call('agent_message', { to: 'human', content: 'x'.repeat(1_100_000) })
  expect(huge).toEqual({ isError: true, text: '[System] Not run: The body is larger than 1 MB.' })
  const id = String(agent?.['id'])
  await server.call('POST', `/api/agents/${id}/messages`, { content: 'Still there?' })
  expect((await waits).text).toBe('[Message from Human (human)]: Still there?')
  await server.call('POST', `/api/agents/${id}/terminate`, {})
  expect(await claude.call('query_groups')).toEqual({
    isError: true,
    text: '[System] Not run: You have been terminated and can no longer act.',
  })
})

test('MC21 where it cannot be kept who the agent is, nobody joins', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const invited = await server.call('POST', `/api/lead/${leadId}/invites`, { role: 'developer' })
  using folder = tempFolder()
  const data = path.join(folder.path, 'file')
  writeFileSync(data, '')
  const args = ['--url', server.app.url, '--invite', invited.body['code'] as string]
  await using guest = await bridge(data, args, { cwd: folder.path })
  const refused = await guest.call('query_groups')
  expect([refused.isError, refused.text]).toEqual([
    true,
    expect.stringMatching(/^\[System\] Not run: .*bridges\.json cannot be written .* --data\.$/),
  ])
  expect(await agentsOf(server, leadId)).toEqual([])
})

test('MC23 with --lead it leads a crew of its own, and with an invitation no owner’s token is needed', async () => {
  await using server = await TestServer.start()
  await using lead = await bridge(server.data.folder, ['--lead', '--crew', 'rockets'])
  expect(await lead.tools()).toContain('delegate')
  const made = await lead.call('create_agent', {
    role: 'developer',
    name: 'Dora',
    driver: 'remote',
  })
  expect(made.text).toMatch(/^\[System\] Developer \(\w{8}\) created\./)
  const { body } = await server.call('GET', '/api/lead')
  expect(body['leads']).toMatchObject([{ name: 'rockets' }])
  const leadId = body['leads'][0].id as string
  const invited = await server.call('POST', `/api/lead/${leadId}/invites`, { role: 'qa-tester' })
  using elsewhere = tempFolder()
  const args = ['--url', server.app.url, '--invite', invited.body['code'] as string]
  await using guest = await bridge(elsewhere.path, args)
  expect((await guest.call('query_groups')).isError).toBe(false)
  expect(await agentsOf(server, leadId)).toMatchObject([
    { name: 'Dora' },
    { name: 'claude-code', role: 'qa-tester' },
  ])
  // The code is used up; the agent is not.
  await guest[Symbol.asyncDispose]()
  await using again = await bridge(elsewhere.path, args)
  expect((await again.call('query_groups')).isError).toBe(false)
  using other = tempFolder()
  await using late = await bridge(other.path, args)
  expect((await late.call('query_groups')).text).toMatch(/^\[System\] Not run: /)
})

test('MC27 with --agent a bridge speaks for the agent that joined, in any folder, and for no other program at the same time', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const { url } = server.app
  const invited = await server.call('POST', `/api/lead/${leadId}/invites`, {})
  using home = tempFolder()
  using other = tempFolder()
  const input = String(invited.body['code'])
  const join = ['join', '--for', 'codex', '--url', url, '--invite', '-', '--data', home.path]
  expect((await crewroom(join, { input })).code).toBe(0)
  const [made] = await agentsOf(server, leadId)
  const args = ['--url', url, '--agent', String(made?.['id'])]
  {
    await using one = await bridge(home.path, args)
    expect((await one.call('query_groups')).isError).toBe(false)
    await using beside = await bridge(home.path, args)
    expect((await beside.call('query_groups')).text).toMatch(
      /^\[System\] Not run: Another program of this machine speaks for this agent now\. /,
    )
    expect((await one.call('query_groups')).isError).toBe(false)
  }
  await using later = await bridge(home.path, args, { cwd: other.path, client: 'another' })
  expect((await later.call('query_groups')).isError).toBe(false)
  // Its token goes to no other address, and ids that are not kept open nothing.
  for (const [at, id] of [
    ['http://127.0.0.1:1', String(made?.['id'])],
    [url, leadId],
  ] as const) {
    await using wrong = await bridge(home.path, ['--url', at, '--agent', id])
    expect((await wrong.call('query_groups')).text).toMatch(
      /^\[System\] Not run: No agent \S+ of \S+ is kept here, .* Join again with a new invitation\.$/,
    )
  }
  await server.call('POST', `/api/agents/${String(made?.['id'])}/token`)
  expect((await later.call('query_groups')).text).toMatch(/Join again with a new invitation\.$/)
  expect(await agentsOf(server, leadId)).toHaveLength(1)
})

test('MC23 the code may be in a file, and a bridge that has it among its arguments says who sees it', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const invited = await server.call('POST', `/api/lead/${leadId}/invites`, {})
  const code = String(invited.body['code'])
  using folder = tempFolder()
  const file = path.join(folder.path, 'code')
  writeFileSync(file, `${code}\n`)
  const args = ['--url', server.app.url, '--invite-file', file]
  {
    await using guest = await bridge(folder.path, args)
    expect((await guest.call('query_groups')).isError).toBe(false)
  }
  // It is not needed any more.
  rmSync(file)
  await using again = await bridge(folder.path, args)
  expect((await again.call('query_groups')).isError).toBe(false)
  const mcp = (...flags: string[]) => crewroom(['mcp', '--data', folder.path, ...flags])
  const told = await mcp('--url', server.app.url, '--invite', code)
  expect([told.code, told.errors]).toEqual([
    0,
    expect.stringMatching(/^Every user of this machine can list .*--invite-file.*\n$/),
  ])
  for (const [flags, said] of [
    [['--url', server.app.url, '--invite', '-'], 'stdin belongs to the client'],
    [['--url', server.app.url], '--url and --invite go together'],
    [['--agent', leadId], '--url and --agent go together'],
    [['--url', server.app.url, '--agent', leadId, '--invite', code], 'give one of --agent, '],
  ] as const) {
    const refused = await mcp(...flags)
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(said)])
  }
})
