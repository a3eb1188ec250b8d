import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { processStartTime } from '../../src/programs/processes/process-group'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

/** What the programs share: a file to note things in, and their input line by line. */
const PRELUDE = `
const fs = require('node:fs')
const { spawn } = require('node:child_process')
const [file, ...args] = process.argv.slice(2)
const note = (line) => fs.appendFileSync(file, line + '\\n')
const stay = () => setInterval(() => {}, 1000)
note('begin ' + process.pid)
`

const LISTENS = `
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => fs.appendFileSync(file, text))
stay()
`

/** A server, one crew with one group, and programs in it that note what happens to them. */
class Floor {
  readonly server: TestServer
  readonly folder: string
  readonly leadId: string
  readonly #temp: ReturnType<typeof tempFolder>

  private constructor(server: TestServer, temp: ReturnType<typeof tempFolder>, leadId: string) {
    this.server = server
    this.folder = temp.path
    this.#temp = temp
    this.leadId = leadId
  }

  static async open(config: { readonly stopGraceMs?: number } = {}): Promise<Floor> {
    const temp = tempFolder()
    const server = await TestServer.start({ data: path.join(temp.path, 'data'), config })
    const { leadId } = await server.crew('atlas')
    await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'room' })
    return new Floor(server, temp, leadId)
  }

  /** Adds an agent whose program is this script; it joins the group. */
  async program(name: string, script: string, args: readonly string[] = []): Promise<string> {
    const file = path.join(this.folder, `${name}.cjs`)
    writeFileSync(file, PRELUDE + script)
    return this.agent(name, process.execPath, [file, this.notesFile(name), ...args])
  }

  async agent(name: string, command: string, args: readonly string[]): Promise<string> {
    const { server, leadId } = this
    const created = await server.call('POST', `/api/lead/${leadId}/agents`, {
      name,
      role: 'developer',
      driver: { kind: 'pipe', command, args },
    })
    expect(created.status).toBe(201)
    const id = created.body['agent'].id as string
    await server.call('POST', `/api/lead/${leadId}/groups/room/members`, { memberIds: [id] })
    return id
  }

  notesFile(name: string): string {
    return path.join(this.folder, `${name}.notes`)
  }

  notes(name: string): string {
    const file = this.notesFile(name)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  noted(name: string, text: string): Promise<void> {
    return eventually(`${name} notes "${text}"`, () => this.notes(name).includes(text))
  }

  async pid(name: string, word = 'begin'): Promise<number> {
    const pattern = new RegExp(`${word} (\\d+)\\n`)
    await eventually(`${name} notes its pid`, () => pattern.test(this.notes(name)))
    return Number(pattern.exec(this.notes(name))?.[1])
  }

  async post(content: string): Promise<void> {
    const route = `/api/lead/${this.leadId}/groups/room/messages`
    expect((await this.server.call('POST', route, { content })).status).toBe(201)
  }

  async contents(): Promise<string[]> {
    const route = `/api/lead/${this.leadId}/groups/room/messages?limit=200`
    const { body } = await this.server.call('GET', route)
    return (body['messages'] as { content: string }[]).map(({ content }) => content)
  }

  async get(route: string): Promise<Record<string, unknown>> {
    return (await this.server.call('GET', route)).body
  }

  /** Reads or changes the tables. */
  tables<T>(use: (database: Database.Database) => T): T {
    const database = new Database(this.server.data.database)
    try {
      return use(database)
    } finally {
      database.close()
    }
  }

  /** How programs have ended, as it was stored. */
  ends(): unknown[] {
    return this.tables((database) =>
      database
        .prepare(
          `select json_extract(data, '$.code') as code, json_extract(data, '$.signal') as signal
           from journal where type = 'process:ended'`,
        )
        .all(),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
    this.#temp[Symbol.dispose]()
  }
}

/** Running, and not one that only waits to be collected by its parent. */
function runs(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat[stat.lastIndexOf(')') + 2] !== 'Z'
  } catch {
    return false
  }
}

/** A process of nobody's, in its own group, as a killed server leaves one behind. */
function stray(): ChildProcess & { readonly pid: number } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore',
  })
  if (child.pid === undefined) throw new Error('not started')
  return child as ChildProcess & { readonly pid: number }
}

test('ST31 output is read the same however it is cut, also inside a character', async () => {
  await using floor = await Floor.open()
  const contents = ['héllo wörld 👩‍🚀 – «ünï»', '⟦ brackets ⟧ ⟦⟦ inner ⟧⟧ 中文 \u0001']
  const text = contents
    .map((content) => `text ✓\n⟦⟦ GROUP_MESSAGE ${JSON.stringify({ group: 'room', content })} ⟧⟧\n`)
    .join('')
  // One to seven bytes at a time, each in a write of its own that the server can see alone.
  await floor.program(
    'ada',
    `
const bytes = Buffer.from(args[0], 'base64')
let at = 0
const next = () => {
  if (at >= bytes.length) return note('written')
  fs.writeSync(1, bytes.subarray(at, (at += 1 + (at * 7 + 3) % 7)))
  setTimeout(next, 1)
}
process.stdin.on('data', (chunk) => chunk.includes(']: begin') && next())
stay()
`,
    [Buffer.from(text).toString('base64')],
  )
  await floor.post('begin')
  await floor.noted('ada', 'written')
  await eventually('everything was posted', async () => (await floor.contents()).length >= 3)
  expect(await floor.contents()).toEqual(['begin', ...contents])
})

test('ST32 what a program is owed is written to its input, whole and in order', async () => {
  await using floor = await Floor.open()
  const id = await floor.program('ada', LISTENS)
  const said = Array.from({ length: 40 }, (_, i) => `${i} zwölf ${'✓'.repeat(2_000)} end`)
  for (const content of said) await floor.post(content)
  await floor.noted('ada', `${said.at(-1)}\n`)
  const given = floor.notes('ada').match(/\]: \d+ zwölf ✓+ end$/gm) ?? []
  expect(given.map((line) => line.slice(3))).toEqual(said)
  await eventually('nothing is open', async () => {
    const owed = await floor.get(`/api/agents/${id}/owed`)
    return owed['count'] === 0 && owed['unconfirmed'] === 0
  })
})

test('ST33 a program is asked to end before it is ended', async () => {
  // So long until it is asked, and again until it would be killed.
  await using floor = await Floor.open({ stopGraceMs: 1_500 })
  await floor.program(
    'ada',
    `process.on('SIGTERM', () => { note('asked'); process.exit(0) })\nstay()`,
  )
  const pid = await floor.pid('ada')
  await floor.server.restart()
  expect(floor.notes('ada')).toContain('asked')
  expect(floor.ends(), 'it ended by itself').toEqual([{ code: 0, signal: null }])
  expect(runs(pid)).toBe(false)
})

test('ST34 a program that ignores the request is ended with everything in its group', async () => {
  await using floor = await Floor.open({ stopGraceMs: 300 })
  await floor.program(
    'ada',
    `
process.on('SIGTERM', () => note('ignored'))
const inner = "process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1000)"
const grandchild = spawn(process.execPath, ['-e', inner], { stdio: ['ignore', 'pipe', 'inherit'] })
grandchild.stdout.once('data', () => note('grandchild ' + grandchild.pid))
stay()
`,
  )
  const pids = [await floor.pid('ada'), await floor.pid('ada', 'grandchild')]
  expect(pids.map(runs)).toEqual([true, true])
  await floor.server.stop()
  expect(floor.notes('ada')).toContain('ignored')
  await eventually('nothing of the group runs', () => !pids.some(runs), 1_000)
  await floor.server.restart()
})

test('ST35 an agent whose program cannot be started has failed, and is said to have', async () => {
  await using floor = await Floor.open()
  const id = await floor.agent('ada', path.join(floor.folder, 'no-such-program'), [])
  const status = async () => {
    const { agent } = (await floor.get(`/api/agents/${id}`)) as { agent: { ended: unknown } }
    return JSON.stringify(agent)
  }
  await eventually('the agent has failed', async () => (await status()).includes('"failed"'))
  await floor.server.restart()
  expect(await status()).toContain('"failed"')
})

test('ST36 a program that closes its input harms nobody, and what it was not given stays owed', async () => {
  await using floor = await Floor.open()
  const id = await floor.program(
    'ada',
    `process.stdin.destroy()\nfs.closeSync(0)\nnote('closed')\nprocess.on('SIGTERM', () => process.exit(0))\nstay()`,
  )
  await floor.noted('ada', 'closed')
  await floor.post('for nobody')
  const owes = async () => {
    const owed = await floor.get(`/api/agents/${id}/owed`)
    return Number(owed['count']) + Number(owed['unconfirmed'])
  }
  expect(await owes()).toBeGreaterThan(0)
  await floor.post('the floor goes on')
  expect(await floor.contents()).toEqual(['for nobody', 'the floor goes on'])
  expect(await owes()).toBeGreaterThan(0)
  // A new run of a program that listens is given it, and told that it may be a repeat.
  writeFileSync(path.join(floor.folder, 'ada.cjs'), PRELUDE + LISTENS)
  await floor.server.restart()
  await floor.noted('ada', ']: for nobody\n')
  expect(floor.notes('ada')).toMatch(/may be (a repeat|repeats)/)
  await floor.noted('ada', ']: the floor goes on\n')
})

test('ST37 a process that the run before left is ended at the start, and its agent goes on', async () => {
  await using floor = await Floor.open()
  const id = await floor.program('ada', LISTENS)
  await floor.pid('ada')
  await floor.server.stop()
  const left = stray()
  try {
    remember(floor, id, left.pid, processStartTime(left.pid))
    await floor.server.restart()
    expect(runs(left.pid)).toBe(false)
  } finally {
    left.kill('SIGKILL')
  }
})

test('ST38 a process that has the number of an old one but began at another time is left alone', async () => {
  await using floor = await Floor.open()
  const id = await floor.program('ada', LISTENS)
  await floor.pid('ada')
  await floor.server.stop()
  const other = stray()
  try {
    remember(floor, id, other.pid, String(Number(processStartTime(other.pid)) - 1))
    await floor.server.restart()
    expect(runs(other.pid)).toBe(true)
    await floor.server.stop()
    remember(floor, id, other.pid, null)
    await floor.server.restart()
    expect(runs(other.pid)).toBe(true)
  } finally {
    other.kill('SIGKILL')
  }
})

test('ST39 stopping the server changes the status of no agent', async () => {
  await using floor = await Floor.open()
  await floor.program('ada', LISTENS)
  await floor.program('ben', `process.on('SIGTERM', () => process.exit(3))\nstay()`)
  const pids = [await floor.pid('ada'), await floor.pid('ben')]
  const agents = () =>
    floor.tables((database) => database.prepare('select id, ended from agents order by id').all())
  const events = () =>
    floor.tables((database) =>
      database.prepare("select type from journal where type like 'agent:%'").pluck().all(),
    )
  const before = { agents: agents(), events: events() }
  expect(before.agents).toHaveLength(3)
  await floor.server.stop()
  expect(pids.map(runs)).toEqual([false, false])
  expect({ agents: agents(), events: events() }).toEqual(before)
  await floor.server.restart()
  expect({ agents: agents(), events: events() }).toEqual(before)
})

test('ST40 a program that is not running is started for what wakes its agent', async () => {
  await using floor = await Floor.open()
  await floor.program('ada', LISTENS)
  await floor.post('before the restart')
  await floor.noted('ada', ']: before the restart\n')
  await floor.server.restart()
  await floor.post('after the restart')
  await floor.noted('ada', ']: after the restart\n')
})

test('ST41 what a program leaves in its group when it ends by itself ends with it', async () => {
  await using floor = await Floor.open()
  const id = await floor.program(
    'ada',
    `
const grandchild = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
grandchild.once('spawn', () => { note('grandchild ' + grandchild.pid); process.exit(1) })
`,
  )
  const left = await floor.pid('ada', 'grandchild')
  await eventually('nothing of the group runs', () => !runs(left), 3_000)
  await eventually('the end is remembered', () =>
    floor.tables(
      (database) =>
        database.prepare('select 1 from agent_processes where agent_id = ?').get(id) === undefined,
    ),
  )
})

/** Puts into the tables that this process was running for the agent. */
function remember(floor: Floor, agentId: string, pid: number, startTime: string | null): void {
  floor.tables((database) =>
    database
      .prepare("insert or replace into agent_processes values (?, ?, ?, '')")
      .run(agentId, pid, startTime),
  )
}

test('LC40, LC41 who has ended hears nothing of its groups, before and after a restart, and all of it when it is back', async () => {
  await using floor = await Floor.open()
  const { server } = floor
  const ears = await floor.program('ears', LISTENS)
  await floor.program('other', LISTENS)
  await floor.post('one')
  await Promise.all([floor.noted('ears', 'one'), floor.noted('other', 'one')])
  expect((await server.call('PATCH', `/api/agents/${ears}`, { status: 'completed' })).status).toBe(
    200,
  )
  const room = `/api/lead/${floor.leadId}/groups/room/messages`
  const goesTo = async (content: string) => {
    const { body } = await server.call('POST', room, { content })
    await floor.noted('other', content)
    const { receipts } = await floor.get(`${room}/${body['message'].id}/receipts`)
    const states = (receipts as { agentId: string; state: string }[]).filter(
      ({ agentId }) => agentId === ears,
    )
    return {
      isWoken: (body['wakes'] as string[]).includes(ears),
      receipt: states[0]?.state,
      hasHeard: floor.notes('ears').includes(content),
    }
  }
  const nothing = { isWoken: false, receipt: 'gone', hasHeard: false }
  // Its program still runs, and has ears.
  expect(await goesTo('two')).toEqual(nothing)
  await server.restart()
  expect(await goesTo('three @ears')).toEqual(nothing)
  await server.call('POST', `/api/agents/${ears}/resume`)
  await Promise.all([floor.noted('ears', 'two'), floor.noted('ears', 'three')])
})
