import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { crewroom } from '../harness/crewroom'
import { offered, packIn, ROOT } from '../harness/packed/packed-file'
import { presentRuntime, run } from '../harness/packed/runtime'
import { tempFolder } from '../harness/temp-folder'
import { patience } from '../../../shared/test/patience'

const places = { before: tempFolder(), after: tempFolder(), tree: tempFolder() }
const tree = path.join(places.tree.path, 'tree')
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
/** The commit that the packed file of before is made from. */
const BEFORE = git('rev-parse', '--short', process.env['CREWROOM_BEFORE'] ?? 'HEAD~1')

let before = ''
let after = ''

/** The program of a packed file, installed. */
async function installed(file: string, folder: string): Promise<string> {
  const { npm, ...present } = presentRuntime()
  const install = [npm, 'install', '--no-audit', '--no-fund', file]
  const ran = await run({ npm, ...present }, install, folder, offered())
  expect(ran.code, ran.errors).toBe(0)
  return path.join(folder, 'node_modules/crewroom/dist/cli.js')
}

beforeAll(async () => {
  git('worktree', 'add', '--detach', tree, BEFORE)
  const ensured = spawnSync(process.execPath, ['scripts/ensure.cjs', '--build'], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, ...offered() },
  })
  expect(ensured.status, ensured.stderr).toBe(0)
  // The first commit with a package has none before it: its predecessor runs from its tree.
  before = existsSync(path.join(tree, 'scripts/pack.mjs'))
    ? await installed(packIn(tree, places.before.path), places.before.path)
    : path.join(tree, 'packages/server/dist/cli.js')
  after = await installed(packIn(ROOT, places.after.path), places.after.path)
  console.log(`before: ${BEFORE}, ${before}`)
}, patience(600_000))
afterAll(() => {
  git('worktree', 'remove', '--force', tree)
  for (const place of Object.values(places)) place[Symbol.dispose]()
})

interface Call {
  (method: string, address: string, body?: unknown, token?: string): Promise<any> // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely
}

function calling(server: ChildServer, data: string): Call {
  return async (method, address, body, token = ownerToken(data)) => {
    const reply = await request(server.url + address, token, method, body)
    expect(reply?.status, `${method} ${address}: ${JSON.stringify(reply?.body)}`).toBeLessThan(300)
    return reply?.body
  }
}

/** All that an agent is owed, page by page: a question comes in one of its own. */
async function readAll(call: Call, agentId: string, token: string): Promise<string> {
  const agent = `/api/agents/${agentId}`
  const texts: string[] = []
  for (;;) {
    const page = await call('GET', `${agent}/inbox?wait=2`, undefined, token)
    if (page.deliveries.length === 0) return texts.join('\n')
    texts.push(...page.deliveries.map(({ text }: { text: string }) => text))
    await call('POST', `${agent}/inbox/ack`, { cursor: page.cursor }, token)
  }
}

/** What a person sees of a crew. */
async function seen(call: Call, leadId: string, session: string) {
  const crew = `/api/lead/${leadId}`
  const of = async (address: string, field: string) =>
    (await call('GET', `${crew}${address}`))[field] as unknown
  return {
    lead: (await call('GET', crew)).lead,
    groups: await of('/groups?archived=all', 'groups'),
    messages: await of('/groups/plan/messages', 'messages'),
    timeline: await of('/groups/plan/timeline', 'rows'),
    session: await of(`/groups/plan/sessions/${session}/messages`, 'messages'),
    agents: ((await of('/agents', 'agents')) as object[]).map((agent) => ({ ...agent, ...NOW })),
    tasks: await of('/tasks', 'tasks'),
    comms: await of('/comms', 'messages'),
  }
}
/** What an agent does at this moment is not stored. */
const NOW = { connection: null, why: null, owed: null, live: null }

test('PK21 what the packed file of before has stored is there under this one: migrated, resumed, and imported from its export', async () => {
  using folder = tempFolder()
  const data = path.join(folder.path, 'data')
  const exported = path.join(folder.path, 'atlas.ndjson')
  let [leadId, dora, token, session] = ['', '', '', '']
  let was: Awaited<ReturnType<typeof seen>>
  {
    await using server = await ChildServer.start({ data, port: 0, cli: before, cwd: folder.path })
    const call = calling(server, data)
    leadId = (await call('POST', '/api/lead', { name: 'atlas' })).lead.id
    const crew = `/api/lead/${leadId}`
    const made = await call('POST', `${crew}/agents`, { role: 'developer', name: 'Dora' })
    ;[dora, token] = [made.agent.id, made.token]
    await call('POST', `${crew}/groups`, { name: 'plan', memberIds: [dora] })
    for (const content of ['one', 'two ⟦⟦ no command ⟧⟧', 'three 👍']) {
      await call('POST', `${crew}/groups/plan/messages`, { content })
    }
    const { messages } = await call('GET', `${crew}/groups/plan/messages`)
    await call('POST', `${crew}/groups/plan/messages/${messages[0].id}/reactions`, { emoji: '👍' })
    await call('POST', `/api/agents/${dora}/tasks`, { task: 'Write the parser' })
    await call(
      'POST',
      `/api/agents/${dora}/output`,
      { text: '⟦⟦ GROUP_MESSAGE {"group":"plan","content":"mine"} ⟧⟧' },
      token,
    )
    const sessions = `${crew}/groups/plan/sessions`
    session = (await call('POST', sessions, { title: 'Which parser' })).session.id
    await call('POST', `${sessions}/${session}/messages`, { content: 'Which?', asks: ['Dora'] })
    const out = ['export', '--data', data, '--out', exported]
    expect(await crewroom(out, { cli: before })).toMatchObject({ code: 0 })
    was = await seen(call, leadId, session)
    await server.end('SIGTERM')
  }

  const doctor = await crewroom(['doctor', '--data', data, '--port', '0'], { cli: after })
  expect(doctor, doctor.out).toMatchObject({ code: 0 })
  {
    await using server = await ChildServer.start({ data, port: 0, cli: after, cwd: folder.path })
    const call = calling(server, data)
    expect(await seen(call, leadId, session)).toMatchObject(was)
    // What Dora had not confirmed is still hers, by the token of before.
    const texts = await readAll(call, dora, token)
    for (const part of ['one', 'three 👍', 'Write the parser', 'Which?']) {
      expect(texts).toContain(part)
    }
    const again = path.join(folder.path, 'again.ndjson')
    expect(
      await crewroom(['export', '--data', data, '--out', again], { cli: after }),
    ).toMatchObject({ code: 0 })
    expect(readFileSync(again, 'utf8').split('\n').length).toBeGreaterThan(10)
    await server.end('SIGTERM')
  }

  const other = path.join(folder.path, 'other')
  {
    await using server = await ChildServer.start({
      data: other,
      port: 0,
      cli: after,
      cwd: folder.path,
    })
    const call = calling(server, other)
    const imported = await crewroom(['import', exported, '--data', other], { cli: after })
    expect(imported, imported.errors).toMatchObject({ code: 0 })
    const { agents, lead, ...rest } = was
    expect(agents).toHaveLength(2)
    expect(lead).toMatchObject({ id: leadId })
    const here = await seen(call, leadId, session)
    for (const name of ['messages', 'session', 'comms'] as const)
      expect(here[name]).toEqual(rest[name])
    const copy = path.join(folder.path, 'copy.ndjson')
    expect(
      await crewroom(['export', '--data', other, '--out', copy], { cli: after }),
    ).toMatchObject({ code: 0 })
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync(exported, 'utf8'))
    // It arrives paused; resumed, its agents are handed what is written to them.
    await call('POST', `/api/lead/${leadId}/resume`, {})
    const fresh = (await call('POST', `/api/agents/${dora}/token`, {})).token
    await call('POST', `/api/lead/${leadId}/groups/plan/messages`, { content: 'after the move' })
    expect(await readAll(call, dora, fresh)).toContain('after the move')
    await server.end('SIGTERM')
  }
})
