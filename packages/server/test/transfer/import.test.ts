import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { exportTo } from '../../src/cli/export'
import { importFrom } from '../../src/cli/import'
import { forged, type Line, linesOf, signed } from '../harness/export-text'
import { ServerWithWriter } from '../harness/server-with-writer'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const NDJSON = 'application/x-ndjson'

let child: ChildProcess | null = null
afterEach(() => {
  child?.kill('SIGKILL')
  child = null
})

interface Running {
  readonly url: string
  readonly token: string
}
const at = (server: TestServer): Running => ({ url: server.app.url, token: server.owner })

async function exported({ url, token }: Running, leadId: string, group?: string) {
  const query = group === undefined ? '' : `?group=${group}`
  const response = await fetch(`${url}/api/lead/${leadId}/export${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function imported({ url, token }: Running, text: string, lead?: string, type = NDJSON) {
  const response = await fetch(`${url}/api/import${lead === undefined ? '' : `?lead=${lead}`}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: text,
  })
  return { status: response.status, body: (await response.json()) as Record<string, any> } // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely
}

/** A crew that was at work through every door. */
async function busy(server: TestServer) {
  const crew = await server.crew('atlas', { Dora: 'developer', Ada: 'architect' })
  const groups = `/api/lead/${crew.leadId}/groups`
  await server.call('POST', groups, {
    name: 'plan',
    memberIds: [crew.ids['Dora'], crew.ids['Ada']],
  })
  for (let n = 1; n <= 30; n++) {
    const token = [crew.tokens['Dora'], crew.tokens['Ada'], server.owner][n % 3] ?? ''
    const content = `line ${n} of @here “${'ü'.repeat(n % 40)}” \u0001 👩‍👩‍👧`
    await server.call('POST', `${groups}/plan/messages`, { content, clientId: `c${n}` }, { token })
  }
  const { body } = await server.call('GET', `${groups}/plan/messages?limit=3`)
  const { id } = body['messages'][0] as { id: string }
  await server.call('POST', `${groups}/plan/messages/${id}/reactions`, { emoji: '❤' })
  await server.call('POST', `/api/agents/${crew.ids['Dora']}/messages`, { content: 'psst' })
  await server.call(
    'POST',
    `/api/agents/${crew.leadId}/output`,
    { text: '⟦⟦ DELEGATE {"to":"Dora","task":"dig"} ⟧⟧\n' },
    { token: crew.tokens['lead'] ?? '' },
  )
  const inbox = `/api/agents/${crew.ids['Dora']}/inbox?limit=7`
  await server.call('GET', inbox, undefined, { token: crew.tokens['Dora'] ?? '' })
  await server.call('PUT', `${groups}/plan/read`, { seq: 30 })
  return crew
}

test('EX1, EX2, EX8, EX10, EX13 a crew and a group go from server to server through the API, and stay the same bytes', async () => {
  await using first = await TestServer.start()
  await using second = await TestServer.start()
  const { leadId, ids, tokens } = await busy(first)
  const file = await exported(at(first), leadId)
  expect(file.headers.get('content-type')).toBe(NDJSON)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  using page = new TestSocket(`${second.app.url}/ws`)
  await page.opened()
  page.send({ type: 'hello', token: second.owner, leads: '*' })
  await page.wait(({ type }) => type === 'hello')
  // The harness holds the reply against its schema; here only what it says.
  const { status, body } = await imported(at(second), file.text)
  const [header] = linesOf(file.text)
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      kind: 'crew',
      leadId,
      name: 'atlas',
      facts: header?.['seq'],
      asOf: header?.['seq'],
      agents: 3,
      groups: 1,
      messages: 30,
      programs: [],
    },
  })
  await page.wait(({ type, leadId: of }) => type === 'gap' && of === leadId)
  expect((await exported(at(second), leadId)).text).toBe(file.text)
  await second.restart()
  expect((await exported(at(second), leadId)).text).toBe(file.text)
  for (const address of [
    'groups/plan/messages?limit=100',
    'groups/plan/timeline?limit=200',
    'comms',
    'tasks',
    'search?q=line',
    'groups',
  ]) {
    const ask = (server: TestServer) => server.call('GET', `/api/lead/${leadId}/${address}`)
    expect((await ask(second)).body, address).toEqual((await ask(first)).body)
  }
  const lead = await second.call('GET', `/api/lead/${leadId}`)
  expect(lead.body['lead']).toMatchObject({ paused: true, agentCount: 3 })
  expect(await imported(at(second), file.text)).toMatchObject({
    status: 409,
    body: { error: { code: 'crew_exists' } },
  })
  // Its agents' tokens are good for nothing until there is a new one.
  const denied = await second.call('GET', '/api/me', undefined, { token: tokens['Dora'] ?? '' })
  expect(denied.status).toBe(401)
  const renewed = await second.call('POST', `/api/agents/${ids['Dora']}/token`, {})
  expect(renewed.status).toBe(201)

  const group = await exported(at(first), leadId, 'plan')
  const other = await second.crew('borealis')
  const taken = await imported(at(second), group.text, other.leadId)
  expect(taken).toMatchObject({
    status: 201,
    body: { kind: 'group', group: { name: 'plan', messageCount: 30, archived: true, unread: 0 } },
  })
  const again = await exported(at(second), other.leadId, 'plan')
  expect(linesOf(again.text).slice(1, -1)).toEqual(linesOf(group.text).slice(1, -1))
  const messages = `/api/lead/${other.leadId}/groups/plan/messages?limit=2`
  const newest = await second.call('GET', messages)
  expect(newest.body['messages'][1]).toMatchObject({ n: 30, fromRole: 'Developer', mentions: [] })
  await second.call('DELETE', `/api/lead/${leadId}`, { confirm: 'atlas' })
  await second.restart()
  expect((await imported(at(second), file.text)).status).toBe(201)
})

test('EX13 who follows all crews is sent `gap` for one that was deleted and is imported again, and its events once', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas', { Dora: 'developer' })
  const { text } = await exported(at(server), leadId)
  using page = new TestSocket(`${server.app.url}/ws`)
  await page.opened()
  page.send({ type: 'hello', token: server.owner, leads: '*' })
  await page.wait(({ type }) => type === 'hello')
  const deleted = await server.call('DELETE', `/api/lead/${leadId}`, { confirm: 'atlas' })
  expect(deleted.status).toBe(200)
  await page.wait(({ type }) => type === 'lead:deleted')
  expect((await imported(at(server), text)).status).toBe(201)
  expect((await server.call('POST', `/api/lead/${leadId}/resume`, {})).status).toBe(200)
  page.send({ type: 'ping' })
  await page.wait(({ type }) => type === 'pong')
  const told = page.frames.filter(({ type }) => type === 'gap' || type === 'lead:resumed')
  expect(told.map(({ type, leadId: of }) => [type, of])).toEqual([
    ['gap', leadId],
    ['lead:resumed', leadId],
  ])
})

test('EX10 who may, and in what form: people read, the owner imports; anything else is refused', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens } = await server.crew('atlas')
  await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'plan' })
  const as = (token = '') => ({ url: server.app.url, token })
  const file = await exported(as(server.observer), leadId)
  expect(file.status).toBe(200)
  expect((await exported(as(tokens['lead']), leadId)).status).toBe(403)
  expect((await exported(as('nobody'), leadId)).status).toBe(401)
  expect((await exported(as(server.owner), 'nobody')).status).toBe(404)
  expect((await exported(as(server.owner), leadId, 'nowhere')).status).toBe(404)
  const refused = async (running: Running, text: string, lead?: string, type?: string) => {
    const { status, body } = await imported(running, text, lead, type)
    return `${status} ${body['error']?.code}`
  }
  expect(await refused(as(server.observer), file.text)).toBe('403 forbidden')
  expect(await refused(as(tokens['lead']), file.text)).toBe('403 forbidden')
  expect(await refused(at(server), file.text, undefined, 'application/json')).toBe(
    '415 unsupported_media_type',
  )
  expect(await refused(at(server), '')).toBe('422 bad_file')
  expect(await refused(at(server), `${file.text}x`)).toBe('422 bad_file')
  expect(await refused(at(server), file.text, leadId)).toBe('422 validation')
  const group = (await exported(at(server), leadId, 'plan')).text
  expect(await refused(at(server), group)).toBe('422 validation')
  expect(await refused(at(server), group, 'nobody')).toBe('404 lead_not_found')
  expect(await refused(at(server), group, leadId)).toBe('409 group_exists')
  expect(await refused(at(server), 'x'.repeat(5 * 1024 * 1024)), 'a long line').toBe('422 bad_file')
  const endless = new ReadableStream({
    start: (controller) => {
      for (let n = 0; n < 66; n++) controller.enqueue(Buffer.from(`${'"x"\n'.repeat(262_144)}`))
      controller.close()
    },
  })
  const response = await fetch(`${server.app.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.owner}`, 'content-type': NDJSON },
    body: endless,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(422)
  const { body } = await server.call('GET', '/api/lead')
  expect(body['leads']).toHaveLength(1)
})

test('EX4 no program of an imported crew starts, whatever is done with it, before a person has resumed it', async () => {
  using folder = tempFolder()
  await using first = await TestServer.start()
  await using second = await TestServer.start()
  const marker = path.join(folder.path, 'it-ran')
  const script = `require('node:fs').appendFileSync(${JSON.stringify(marker)}, 'x'); setInterval(() => {}, 1000)`
  const { leadId } = await first.crew('atlas')
  const args = ['-e', script]
  const driver = { kind: 'pipe', command: process.execPath, args }
  const created = await first.call('POST', `/api/lead/${leadId}/agents`, {
    role: 'developer',
    name: 'Eve',
    task: 'wake up',
    driver,
  })
  const agentId = created.body['agent'].id as string
  await eventually('the program ran where it was made', () => existsSync(marker))
  await first.call('POST', `/api/agents/${agentId}/messages`, { content: 'more to do' })
  const { text } = await exported(at(first), leadId)
  await first.stop()
  rmSync(marker)
  const { body } = await imported(at(second), text)
  expect(body['programs']).toEqual([
    { agentId, name: 'Eve', runs: expect.stringContaining(process.execPath), variables: [] },
  ])
  const inert = async (what: string) => {
    // A start is noted at once, before the program can do anything.
    await second.app.core.journal.flush()
    expect([...second.app.core.shard.processes()], what).toEqual([])
    expect(existsSync(marker), what).toBe(false)
  }
  await inert('imported')
  const agent = `/api/agents/${agentId}`
  await second.call('POST', `${agent}/messages`, { content: 'are you there?' })
  await second.call('POST', `${agent}/interrupt`, {})
  await second.call('POST', `${agent}/resume`, {})
  await second.call('PATCH', agent, { status: 'completed' })
  await second.call('POST', `${agent}/messages`, { content: 'come back' })
  await second.call('POST', `${agent}/terminate`, {})
  await second.call('POST', `${agent}/resume`, {})
  await second.call('PATCH', `/api/lead/${leadId}`, { autoGroups: false })
  await inert('spoken to')
  await second.restart()
  await second.call('POST', '/api/pause', {})
  await second.call('POST', '/api/resume', {})
  await second.call('POST', `/api/lead/${leadId}/pause`, {})
  await second.call('POST', `${agent}/resume`, {})
  await inert('restarted')
  const shown = await second.call('GET', agent)
  expect(shown.body['agent'].why.text).toMatch(
    /^the crew was imported; resuming it starts this program: /,
  )
  await second.call('POST', `/api/lead/${leadId}/resume`, {})
  await eventually('a person has resumed it', () => existsSync(marker))
})

test('EX6, EX7, EX18 hostile files meet a whole server: refused each time, and what was there goes on', async () => {
  await using first = await TestServer.start()
  await using second = await TestServer.start()
  const { leadId } = await busy(first)
  const mine = await second.crew('mine', { Dora: 'developer' })
  await second.call('POST', `/api/lead/${mine.leadId}/groups`, { name: 'ours' })
  const { text } = await exported(at(first), leadId)
  const { agents, groups } = second.app.core.shard.crew(mine.leadId).state
  const added = (type: string, data: object) =>
    forged(text, (lines) => {
      const { seq, ...last } = lines.at(-1) ?? {}
      lines.push({ seq: seq + 1, ...last, type, data })
      if (lines[0]) lines[0]['seq'] += 1
    })
  const dora = { ...agents[mine.ids['Dora'] ?? ''], ended: 'terminated' }
  const set = (change: (data: Line) => void, type: string) =>
    forged(text, (lines) => change(lines.find((line) => line['type'] === type)?.['data'] as Line))
  const files = [
    added('group:held', { group: { ...groups['ours'], displayName: 'Not yours', archived: true } }),
    added('agent:held', { agent: dora }),
    added('agent:released', { agent: dora }),
    set(({ message }) => (message.leadId = mine.leadId), 'group:message'),
    set((data) => (data['readerId'] = mine.ids['Dora']), 'group:read'),
    set(({ agent }) => (agent.createdBy = '__proto__'), 'agent:created'),
    forged(text.replaceAll(leadId, mine.leadId), () => {}),
    // An id of a row that is here: of another crew's message, or of one of its agents.
    forged(text.replaceAll(linesOf(text)[2]?.['data'].agent.id, mine.ids['Dora'] ?? ''), () => {}),
    signed([{ crewroom: 'export', version: 1, kind: 'crew' }]),
    signed([null]),
  ]
  for (const [n, file] of files.entries()) {
    const { status, body } = await imported(at(second), file)
    expect(n < 3 ? [422] : [409, 422], JSON.stringify(body)).toContain(status)
    expect(body['error'].message).toMatch(/Nothing was imported\.$/)
  }
  await second.restart()
  const { agents: later, groups: kept } = second.app.core.shard.crew(mine.leadId).state
  expect([later, kept]).toEqual([agents, groups])
  // Two at once: one is taken, the other told to wait or that it is there.
  const both = await Promise.all([imported(at(second), text), imported(at(second), text)])
  expect(Math.min(...both.map(({ status }) => status))).toBe(201)
  expect([409, 503]).toContain(Math.max(...both.map(({ status }) => status)))
  const leads = await second.call('GET', '/api/lead')
  expect(leads.body['leads']).toHaveLength(2)
  const posted = await second.call('POST', `/api/lead/${mine.leadId}/groups`, { name: 'on' })
  expect(posted.status).toBe(201)
})

test('EX11 a writer that dies around the commit leaves all of an imported crew or nothing of it', async () => {
  await using first = await TestServer.start()
  const { leadId } = await busy(first)
  const { text } = await exported(at(first), leadId)
  for (const [step, here] of [
    ['before', false],
    ['fail SQLITE_IOERR_SHMSIZE', false],
    ['after', true],
  ] as const) {
    await using server = await ServerWithWriter.start()
    const running = { url: server.app.url, token: server.token }
    server.writer.plan(step)
    const { status, body } = await imported(running, text)
    expect([status, body['error']?.code], step).toEqual(
      here ? [201, undefined] : [503, 'storage_failed'],
    )
    await server.assertLaw()
    const rows = server.tables.prepare('select count(*) from journal where lead_id = ?').pluck()
    expect(rows.get(leadId), step).toBe(here ? linesOf(text)[0]?.['seq'] : 0)
    if (here) expect((await exported(running, leadId)).text).toBe(text)
    else {
      await eventually('it stores again', async () => {
        const again = await imported(running, text)
        return again.status === 201
      })
    }
    await server.assertLaw()
  }
})

/** Runs `crewroom` to its end. */
async function crewroom(server: TestServer, input: string | null, ...args: readonly string[]) {
  const run = spawn(process.execPath, [CLI, ...args, '--data', server.data.folder])
  child = run
  let out = ''
  let err = ''
  run.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  run.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  run.stdin.end(input ?? '')
  const status = await new Promise<number | null>((resolve) => run.once('close', resolve))
  return { status, out, err }
}

test('EX12 crewroom export and import: whole files with narrow rights, pipes, and a sentence where it cannot', async () => {
  using folder = tempFolder()
  await using first = await TestServer.start()
  await using second = await TestServer.start()
  const { leadId } = await busy(first)
  const file = path.join(folder.path, 'atlas.ndjson')
  const written = await crewroom(first, null, 'export', '--out', file)
  expect(written).toMatchObject({ status: 0, out: '' })
  expect(written.err).toMatch(/^Exported \d+ lines to /)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.path)).toEqual(['atlas.ndjson'])
  const text = readFileSync(file, 'utf8')
  const taken = await crewroom(second, null, 'import', file)
  expect(taken.out).toMatch(
    new RegExp(`^Imported the crew atlas \\(${leadId}\\): .*\\nIt is paused, and none`),
  )
  expect(taken).toMatchObject({ status: 0, err: '' })
  const piped = await crewroom(second, null, 'export', '--lead', leadId)
  expect(piped).toMatchObject({ status: 0, out: text })
  const other = await second.crew('borealis')
  const group = await crewroom(first, null, 'export', '--group', 'plan', '--out', '-')
  const into = await crewroom(second, group.out, 'import', '-', '--lead', other.leadId)
  expect(into.out).toBe('Imported the group plan from -: 30 messages. It is archived.\n')

  const quiet = { group: undefined, out: '-', stdout: process.stdout, note: () => {} }
  const out = (server: TestServer, options: object) =>
    exportTo({ ...quiet, lead: undefined, data: server.data, ...options })
  const take = (from: string) =>
    importFrom({
      data: second.data,
      file: from,
      lead: undefined,
      stdin: process.stdin,
      print: () => {},
    })
  await expect(out(second, {})).rejects.toThrow(
    /^There are 2 crews\. Choose one with --lead:\n {2}[0-9a-f-]{36} {2}/,
  )
  await expect(out(first, { group: 'nowhere' })).rejects.toThrow('There is no group "nowhere"')
  const lost = path.join(folder.path, 'no', 'where')
  await expect(out(first, { out: lost })).rejects.toThrow(`${lost} cannot be written`)
  writeFileSync(file, text.slice(0, -200))
  await expect(take(file)).rejects.toThrow(/Nothing was imported\.$/)
  await expect(take(folder.path)).rejects.toThrow(`${folder.path} cannot be read: it is not a file`)
  await first.stop()
  await expect(out(first, {})).rejects.toThrow('No Crewroom server is running')
})
