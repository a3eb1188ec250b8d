import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { TEXT } from '@crewroom/shared/text/catalogue'
import {
  AgentFloor,
  answeredTwice,
  contentsOf,
  plannedDriver,
  please,
  posts,
  ProgramNotes,
} from '../harness/agent-floor'
import { type ChildReply, ChildServer, ownerToken, request } from '../harness/child-server'
import { processesOf, runs } from '../harness/processes'
import { SmallDisk } from '../harness/small-disk'
import { eventually, pause } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { often } from '../harness/long'

const mayMount = SmallDisk.possible()
// Where tests must be complete, not being able to mount is a failure, not a gap.
const cannotMount = !mayMount && !process.env['CI']
const skipped = mayMount ? '' : ' [needs the right to mount a tmpfs]'

/** Takes all room and writes to an agent until nothing is accepted; what was accepted until then. */
async function fillUp(floor: AgentFloor, disk: SmallDisk, to: string): Promise<string[]> {
  const accepted: string[] = []
  for (let quiet = 0, number = 0; quiet < 5; number++) {
    if (number > 2_000) throw new Error('the disk does not get full')
    if (number >= 20) disk.fill()
    const content = `number ${number}. ${'x'.repeat(3_000)}`
    const route = `/api/agents/${floor.id(to)}/messages`
    const { status } = await floor.server.call('POST', route, { content })
    expect(status).toBeOneOf([202, 503])
    if (status === 202) accepted.push(content)
    quiet = status === 202 ? 0 : quiet + 1
    if (status === 503) await pause(20)
  }
  return accepted
}

test.skipIf(cannotMount)(
  `FT11 agents in mid-turn on a full disk lose nothing and do nothing twice when there is room again${skipped}`,
  async () => {
    using disk = new SmallDisk(8)
    await using floor = await AgentFloor.open({ stopGraceMs: 300 }, disk.path)
    const goOn = path.join(floor.folder, 'go-on')
    const late = ['on it', { awaits: goOn }]
    await floor.agent('says', { chunks: [...late, posts('says', 'said on a full disk')] })
    await floor.agent('ends', { chunks: [...late, 'done'] })
    await floor.agent('dies', { chunks: ['on it'], hang: 'prompt' }, { echo: 'live' })
    await floor.agent('busy', { echo: 'live' })
    const inTurn = ['says', 'ends', 'dies']
    const pid = (name: string) => floor.programs.pids(name).at(-1) ?? 0
    for (const name of inTurn) await floor.tell(name, 'go')
    for (const name of inTurn) {
      await floor.until(`${name} works`, () => floor.seen(name))
    }
    const heard: string[] = []
    const { core } = floor.server.app
    core.live.on('text', (_agentId, delta) => heard.push(delta))
    const accepted = await fillUp(floor, disk, 'busy')
    try {
      writeFileSync(goOn, '')
      process.kill(pid('dies'), 'SIGKILL')
      await floor.until('it has said it', () => heard.join('').includes('said on a full disk'))
      await floor.until('it has ended', () => core.presence.get(floor.id('ends')).status === 'idle')
      await floor.until('it is started again', () => floor.programs.starts('dies').length === 2)
      expect(core.journal.failure?.code).toBeDefined()
      expect(floor.contents()).toEqual([])
    } finally {
      disk.free()
    }
    await floor.until('storage is back', () => core.journal.failure === null)
    await floor.programs.prompt('dies', 2)
    await floor.tell('busy', please('busy', 'all is well'))
    await floor.settled(...inTurn, 'busy')
    expect(floor.contents().toSorted()).toEqual(['all is well', 'said on a full disk'])
    const prompt = await floor.programs.prompt('dies', 2)
    expect(prompt).toContain(TEXT.crashed)
    for (const name of inTurn) expect(floor.programs.repeats(name, ': go')).toEqual([false])
    for (const name of ['says', 'ends']) expect(floor.programs.starts(name)).toHaveLength(1)
    const given = floor.programs.given('busy').filter(({ text }) => text.includes(']: number '))
    expect(given.map(({ text }) => text.replace(/^.*\]: /, ''))).toEqual(accepted)
    expect(given.every(({ repeat }) => !repeat)).toBe(true)
    // A server that is killed now leaves nobody behind: it knows who runs.
    const known = () =>
      floor.tables((database) =>
        database.prepare('select pid from agent_processes order by 1').pluck().all(),
      )
    const living = [...inTurn, 'busy'].map(pid).sort((a, b) => a - b)
    await floor.until('who runs is known', () => isDeepStrictEqual(known(), living))
    expect(floor.server.fatal).toEqual([])
    console.log(`${accepted.length} messages accepted before the disk was full, all given once`)
  },
)

const NAMES = Array.from({ length: often(3, 10) }, (_, index) => `agent-${index}`)

/** A server of its own process with one crew, to be killed. */
class Doomed {
  readonly folder: string
  readonly programs: ProgramNotes
  readonly ids: Record<string, string> = {}
  leadId = ''
  readonly #data: string
  #server: ChildServer | null = null
  readonly #temp: ReturnType<typeof tempFolder>

  private constructor(temp: ReturnType<typeof tempFolder>, data: string) {
    this.#data = data
    this.#temp = temp
    this.folder = temp.path
    this.programs = new ProgramNotes(temp.path)
  }

  static async open(data?: string): Promise<Doomed> {
    const temp = tempFolder()
    const doomed = new Doomed(temp, data ?? temp.path)
    await doomed.start()
    const { lead } = await doomed.call('POST', '/api/lead', { name: 'atlas' })
    doomed.leadId = lead.id as string
    return doomed
  }

  get server(): ChildServer {
    if (!this.#server) throw new Error('not started')
    return this.#server
  }

  /** The row of an agent's program is taken away, as if the server had been killed before it was stored. */
  forget(): void {
    const database = new Database(path.join(this.#data, 'crewroom.sqlite'))
    database.prepare('delete from agent_processes').run()
    database.close()
  }

  async call(method: string, route: string, body?: object): Promise<ChildReply['body']> {
    const reply = await request(`${this.server.url}${route}`, ownerToken(this.#data), method, body)
    if (!reply || reply.status >= 300) throw new Error(`${method} ${route}: ${reply?.status}`)
    return reply.body
  }

  async agent(name: string, ...plan: readonly object[]): Promise<void> {
    const driver = plannedDriver(this.folder, name, plan)
    const route = `/api/lead/${this.leadId}/agents`
    const { agent } = await this.call('POST', route, { name, role: 'developer', driver })
    this.ids[name] = agent.id as string
    const memberIds = [agent.id as string]
    await this.call('POST', `/api/lead/${this.leadId}/groups`, { name, memberIds })
  }

  async tell(name: string, content: string): Promise<void> {
    await this.call('POST', `/api/agents/${this.ids[name]}/messages`, { content })
  }

  async killAndStart(): Promise<void> {
    await this.server.end('SIGKILL')
    await this.start()
  }

  tables<T>(use: (database: Database.Database) => T): T {
    const database = new Database(path.join(this.#data, 'crewroom.sqlite'), { readonly: true })
    try {
      return use(database)
    } finally {
      database.close()
    }
  }

  /** The programs that the server would know of after a kill. */
  running(): unknown[] {
    return this.tables((database) =>
      database.prepare('select pid from agent_processes').pluck().all(),
    )
  }

  /** Names of agents whose turns are open, with whether all of these were seen. */
  open(): Record<string, boolean> {
    const rows = this.tables((database) =>
      database
        .prepare(
          'select agent_id as id, min(seen) as seen from turns where ended is null group by 1',
        )
        .all(),
    ) as { id: string; seen: number }[]
    const names = Object.entries(this.ids)
    return Object.fromEntries(
      rows.map(({ id, seen }) => [names.find(([, known]) => known === id)?.[0], seen === 1]),
    )
  }

  /** Asks the server to end; how long that took. */
  async stop(): Promise<number> {
    const began = Date.now()
    await this.server.end('SIGTERM')
    const took = Date.now() - began
    const { code, signal } = await this.server.exited
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    return took
  }

  async start(): Promise<void> {
    const environment = { CREWROOM_STOP_GRACE_MS: '200', CREWROOM_RESTART_PAUSE_MS: '50' }
    this.#server = await ChildServer.start({ data: this.#data, port: 0, environment })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const twice = this.tables(answeredTwice)
    await this.stop()
    const left = processesOf(this.leadId)
    for (const pid of left) process.kill(pid, 'SIGKILL')
    this.#temp[Symbol.dispose]()
    expect({ twice, left }).toEqual({ twice: [], left: [] })
  }
}

test('FT12 after kill -9 with ten agents in mid-turn everybody goes on where it was, and nothing of before runs', async () => {
  await using doomed = await Doomed.open()
  // They outlive the server that is killed, and half of them what it asks.
  const stays = { hang: 'prompt', ignoreEnd: true, loadSession: true }
  for (const [index, name] of NAMES.entries()) {
    const seen = index % 2 === 0
    await doomed.agent(
      name,
      {
        ...stays,
        chunks: seen ? [posts(name, `${name} began`), 'and'] : [],
        ignoreTerm: index % 4 < 2,
        ...(index % 3 === 0 ? { grandchild: true } : {}),
      },
      { loadSession: true, history: [posts(name, `${name} began`)], echo: 'live' },
    )
  }
  for (const name of NAMES) await doomed.tell(name, please(name, `${name} did it`))
  const isSeen = Object.fromEntries(NAMES.map((name, index) => [name, index % 2 === 0]))
  await eventually(
    'all are in mid-turn',
    () => {
      const open = doomed.open()
      const prompted = (name: string) => doomed.programs.prompts(name).length === 1
      return NAMES.every((name) => prompted(name) && open[name] === isSeen[name])
    },
    30_000,
  )
  const before = processesOf(doomed.leadId)
  const grandchildren = NAMES.filter((_, index) => index % 3 === 0)
  expect(before.length).toBe(NAMES.length + grandchildren.length)
  const began = Date.now()
  await doomed.killAndStart()
  const took = Date.now() - began
  expect(before.filter(runs)).toEqual([])
  for (const name of NAMES) {
    const prompt = await doomed.programs.prompt(name, 2)
    expect(prompt.includes(TEXT.restart)).toBe(isSeen[name])
    await doomed.tell(name, please(name, `${name} goes on`))
  }
  await eventually(
    'all have answered',
    () =>
      doomed.tables(contentsOf).length === 2 * NAMES.length &&
      Object.keys(doomed.open()).length === 0,
    30_000,
  )
  for (const name of NAMES) {
    // Seen: never again. Not seen: again, and said so.
    const seen = isSeen[name] === true
    expect([name, doomed.programs.repeats(name, 'did it')]).toEqual([
      name,
      seen ? [false] : [false, true],
    ])
    expect(doomed.programs.repeats(name, 'goes on')).toEqual([false])
    // A conversation that never began is not gone on with.
    expect(doomed.programs.asked(name, 'session/load')).toBe(seen ? 1 : 0)
  }
  const expected = NAMES.flatMap((name) => [
    `${name} ${isSeen[name] ? 'began' : 'did it'}`,
    `${name} goes on`,
  ])
  expect(doomed.tables(contentsOf).toSorted()).toEqual(expected.toSorted())
  expect(processesOf(doomed.leadId)).toHaveLength(NAMES.length)
  console.log(`killed with ${before.length} processes, ready again ${took} ms later`)
})

test('FT13 programs of a server that is killed before it could note them are ended at the next start', async () => {
  await using doomed = await Doomed.open()
  await doomed.agent('noted', { ignoreEnd: true }, {})
  await eventually('it runs', () => doomed.programs.pids('noted').length === 1, 20_000)
  const before = processesOf(doomed.leadId)
  await doomed.server.end('SIGKILL')
  doomed.forget()
  expect(before.filter(runs)).toHaveLength(1)
  await doomed.killAndStart()
  expect(before.filter(runs)).toEqual([])
})

test.skipIf(cannotMount)(
  `FT23 a server whose agents wait for room on a full disk stops in time, and nobody is left${skipped}`,
  async () => {
    using disk = new SmallDisk(8)
    await using doomed = await Doomed.open(disk.path)
    const goOn = path.join(doomed.folder, 'go-on')
    const late = {
      chunks: ['on it', { awaits: goOn }, posts('says', 'said on a full disk')],
      outputBytes: 1,
    }
    await doomed.agent('says', late, { echo: 'live' })
    await doomed.agent('busy', { echo: 'live' })
    await doomed.tell('says', 'go')
    await eventually('it works', () => doomed.open()['says'] === true, 20_000)
    await eventually('both run', () => doomed.running().length === 2, 20_000)
    const accepts = (content: string) =>
      doomed.tell('busy', content).then(
        () => true,
        () => false,
      )
    for (let quiet = 0; quiet < 5;) {
      disk.fill()
      quiet = (await accepts('x'.repeat(5_000))) ? 0 : quiet + 1
    }
    writeFileSync(goOn, '')
    await eventually('it says it', () => doomed.programs.pids('says', 'said').length > 0)
    const before = processesOf(doomed.leadId)
    expect(before).toHaveLength(2)
    const took = await doomed.stop()
    console.log(`stopped on a full disk in ${took} ms`)
    expect(before.filter(runs)).toEqual([])
    expect(existsSync(path.join(disk.path, 'server.json'))).toBe(false)
    disk.free()
    await doomed.start()
    expect(await doomed.programs.prompt('says', 2)).toContain(TEXT.restart)
    await doomed.tell('says', please('says', 'again'))
    await eventually('it is heard', () => doomed.tables(contentsOf).includes('again'), 20_000)
    expect(doomed.programs.repeats('says', ': go')).toEqual([false])
  },
)
