import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processStartTime } from '../../src/programs/processes/process-group'
import type { Sqlite } from '../../src/storage/database'
import { type ChildReply, ChildServer, ownerToken, request } from '../harness/child-server'
import { InboxReader } from '../harness/inbox-reader'
import { Random } from '../harness/random'
import { eventually, pause, Speaker } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { patience } from '../../../shared/test/patience'

const ROUNDS = Number(process.env['CREWROOM_KILL_ROUNDS'] ?? 3)
const SEED = Number(process.env['CREWROOM_SEED'] ?? 20_260_103)
const NAMES = ['ada', 'ben', 'cleo'] as const
const ENVIRONMENT = {
  CREWROOM_AGENT_MESSAGES_PER_MINUTE: '1000000',
  CREWROOM_AGENT_MESSAGE_BURST: '1000000',
  CREWROOM_STOP_GRACE_MS: '100',
}

/** An agent of the server's own: notes every line it is given, and does not go when its input does. */
const LISTENER = `
const { appendFileSync } = require('node:fs')
const file = process.argv[2]
let rest = ''
appendFileSync(file, 'begin ' + process.pid + '\\n')
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  appendFileSync(file, lines.map((line) => line + '\\n').join(''))
})
process.stdin.on('end', () => appendFileSync(file, 'end ' + process.pid + '\\n'))
setInterval(() => {}, 1000)
`

interface Leftover {
  readonly pid: number
  readonly start_time: string
}

/** The person's dashboard: one message after the other, each sent again until it is known to stand. */
class Person {
  readonly confirmed: string[] = []
  #said = 0
  readonly #post: (body: object) => Promise<ChildReply | null>

  constructor(post: (body: object) => Promise<ChildReply | null>) {
    this.#post = post
  }

  async say(): Promise<void> {
    const content = `the person says ${++this.#said}`
    const until = Date.now() + patience(30_000)
    while (Date.now() < until) {
      const reply = await this.#post({ content, clientId: `c${this.#said}` })
      if (reply?.status === 201 || reply?.status === 200) {
        this.confirmed.push(content)
        return
      }
      if (reply !== null && reply.status !== 503) throw new Error(JSON.stringify(reply))
      await pause(25)
    }
    throw new Error('the person gave up')
  }
}

const folder = tempFolder()
const data = folder.path
const heard = path.join(data, 'heard.txt')
const random = new Random(SEED)
let server: ChildServer
let tables: Sqlite
let leadId = ''
let listenerId = ''
let busy = true
let killedMs = 0
const speakers: Speaker[] = []
const readers: InboxReader[] = []
const survivors: number[] = []
let person: Person
/** Writes in a session of another group, whose only agent never reads. */
let asking: Person
let sessionId = ''
let queryReply = ''

const api = (route: string) => `${server.url}${route}`

async function found(): Promise<void> {
  const token = ownerToken(data)
  const ask = async (route: string, body: object) => {
    const reply = await request(api(route), token, 'POST', body)
    if (reply?.status !== 201) throw new Error(JSON.stringify(reply))
    return reply.body
  }
  const lead = await ask('/api/lead', { name: 'atlas' })
  leadId = lead['lead'].id as string
  const agents = new Map<string, { id: string; token: string }>([
    ['lead', { id: leadId, token: lead['token'] as string }],
  ])
  for (const name of NAMES) {
    const { agent, token: own } = await ask(`/api/lead/${leadId}/agents`, {
      name,
      role: 'developer',
    })
    agents.set(name, { id: agent.id as string, token: own as string })
  }
  const script = path.join(data, 'listener.cjs')
  writeFileSync(script, LISTENER)
  const driver = { kind: 'pipe', command: process.execPath, args: [script, heard] }
  const { agent } = await ask(`/api/lead/${leadId}/agents`, {
    name: 'dora',
    role: 'developer',
    driver,
  })
  listenerId = agent.id as string
  const memberIds = [...[...agents.values()].map(({ id }) => id), listenerId]
  await ask(`/api/lead/${leadId}/groups`, { name: 'room', memberIds })
  person = new Person((body) =>
    request(api(`/api/lead/${leadId}/groups/room/messages`), token, 'POST', body),
  )
  const { agent: eve } = await ask(`/api/lead/${leadId}/agents`, { name: 'eve', role: 'developer' })
  await ask(`/api/lead/${leadId}/groups`, { name: 'side', memberIds: [eve.id as string] })
  const { session } = await ask(`/api/lead/${leadId}/groups/side/sessions`, { title: 'Rounds' })
  sessionId = session.id as string
  const route = api(`/api/lead/${leadId}/groups/side/sessions/${sessionId}/messages`)
  asking = new Person((body) => request(route, token, 'POST', body))
  for (const [name, { id, token: own }] of agents) {
    const call = (method: string, route: string, body?: unknown) =>
      request(api(`/api/agents/${id}/${route}`), own, method, body)
    const chance = new Random(SEED + speakers.length)
    speakers.push(new Speaker(name, 'room', chance, (body) => call('POST', 'output', body)))
    readers.push(new InboxReader(name, id, chance, call))
  }
}

/** Processes that the tables know of, as a starting server finds them. */
function leftovers(): Leftover[] {
  return tables.prepare('select pid, start_time from agent_processes').all() as Leftover[]
}

/** Running, and not one that only waits to be collected by its parent. */
function lives({ pid, start_time }: Leftover): boolean {
  if (processStartTime(pid) !== start_time) return false
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
}

/** Kills everything at once, waits until the listener has read what was in its pipe, and starts again. */
async function round(port: number): Promise<void> {
  await pause(80 + random.below(350))
  const at = Date.now()
  await server.end('SIGKILL')
  const left = leftovers().filter(lives)
  await eventually('the listener has read its input', () => {
    const text = readFileSync(heard, 'utf8')
    return left.every(({ pid }) => text.includes(`end ${pid}\n`))
  })
  server = await ChildServer.start({ data, port, environment: ENVIRONMENT })
  survivors.push(...left.filter(lives).map(({ pid }) => pid))
  // What one lead is answered is durable: so are the facts about processes started before.
  const alive = await request(api(`/api/lead/${leadId}`), ownerToken(data), 'GET')
  if (alive?.status !== 200) throw new Error(JSON.stringify(alive))
  killedMs += Date.now() - at
}

beforeAll(
  async () => {
    server = await ChildServer.start({ data, port: 0, environment: ENVIRONMENT })
    const port = Number(new URL(server.url).port)
    await found()
    tables = new Database(path.join(data, 'crewroom.sqlite'), { readonly: true })
    const began = Date.now()
    const work = Promise.all([
      ...[person, asking, ...speakers].map(async (who) => {
        while (busy) await who.say()
      }),
      ...readers.map((reader) => reader.run(() => busy)),
    ])
    let broken: unknown = null
    work.catch((error: unknown) => {
      broken = error
    })
    for (let count = 0; count < ROUNDS && broken === null; count++) await round(port)
    busy = false
    await work
    const asked = await request(api(`/api/agents/${leadId}/output`), ownerToken(data), 'POST', {
      text: '⟦⟦ QUERY_GROUPS {} ⟧⟧\n',
      stream: 'questions',
    })
    queryReply = (asked?.body['results'] as { reply: string }[] | undefined)?.[0]?.reply ?? ''
    await Promise.all(readers.map((reader) => reader.drain()))
    await eventually('the listener was given the last message', () =>
      readFileSync(heard, 'utf8').includes(`: ${contents().at(-1)}\n`),
    )
    report(Date.now() - began)
  },
  patience(60_000 + ROUNDS * 10_000),
)

function report(ms: number): void {
  const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
  const commands = sum(speakers.map(({ said }) => said.length))
  const sent = speakers.map(({ met }) => met)
  process.stdout.write(
    `${ROUNDS} kills in ${ms} ms (${Math.round(killedMs / ROUNDS)} ms from kill to answer), seed ${SEED}: ` +
      `${commands} commands and ${person.confirmed.length} messages of the person, ` +
      `${sum(sent.map(({ broken }) => broken))} broken requests, ${sum(sent.map(({ conflicts }) => conflicts))} offset conflicts, ` +
      `${sum(readers.map(({ met }) => met.pages))} inbox pages with ${sum(readers.map(({ met }) => met.repeats))} repeats\n`,
  )
}

afterAll(async () => {
  await server.end('SIGTERM')
  for (const left of leftovers().filter(lives)) process.kill(left.pid, 'SIGKILL')
  tables.close()
  folder[Symbol.dispose]()
})

function contents(): string[] {
  return tables
    .prepare("select content from chat_group_messages where group_name = 'room' order by seq")
    .pluck()
    .all() as string[]
}

test('ST24 every confirmed message is there exactly once, in the order of its sender', () => {
  const stored = contents()
  expect(new Set(stored).size).toBe(stored.length)
  const from = (prefix: string) => stored.filter((content) => content.startsWith(`${prefix} says`))
  for (const { name, said, confirmed } of speakers) {
    expect({ name, confirmed }).toEqual({ name, confirmed: said.length })
    expect(from(name)).toEqual(said.map(({ content }) => content))
  }
  expect(from('the person')).toEqual(person.confirmed)
  expect(person.confirmed.length).toBeGreaterThan(ROUNDS)
})

test('SN17 a session has every confirmed message once, and asks in rounds without gaps; only the newest question is open', () => {
  const said = tables
    .prepare('select content, seq from chat_group_messages where session_id = ? order by n')
    .all(sessionId) as { content: string; seq: number }[]
  expect(said.map(({ content }) => content)).toEqual(asking.confirmed)
  const rounds = tables
    .prepare(
      `select r.n, r.closed, r.trigger_seq as "trigger", a.status, d.turn_id as "over"
       from rounds r join responses a on a.run_id = r.run_id and a.n = r.n
       join deliveries d on d.id = a.delivery_id where r.session_id = ? order by r.n`,
    )
    .all(sessionId)
  expect(rounds).toEqual(
    said.map(({ seq }, index) => {
      const isNewest = index === said.length - 1
      return {
        n: index + 1,
        closed: isNewest ? null : 'superseded',
        trigger: seq,
        status: isNewest ? 'thinking' : 'skipped',
        over: isNewest ? null : 'withdrawn',
      }
    }),
  )
  const given = tables.prepare('select seq from session_given where session_id = ?').pluck()
  expect(given.all(sessionId)).toEqual([said.at(-1)?.seq])
})

test('ST25 every command has exactly one answer in the inbox of its agent', () => {
  for (const [index, reader] of readers.entries()) {
    const replies = reader.texts('reply').filter((text) => text.includes('Message delivered to'))
    expect([reader.name, replies.length]).toEqual([reader.name, speakers[index]?.said.length])
    // The members but the sender, and the person, who joined by posting.
    for (const text of replies) expect(text).toMatch(/delivered to [45] group members\./)
  }
})

test('ST26 every agent is handed all it is owed, nothing after its ack, nothing twice without saying so', () => {
  const rows = tables
    .prepare(
      "select id, from_agent_id as sender from chat_group_messages where group_name = 'room' order by seq",
    )
    .all() as { id: string; sender: string }[]
  for (const reader of readers) {
    expect([reader.name, ...reader.violations]).toEqual([reader.name])
    expect(reader.messages()).toEqual(
      rows.filter(({ sender }) => sender !== reader.agentId).map(({ id }) => id),
    )
  }
})

test('ST27 a program of the server is given all it is owed, and repeats are announced', () => {
  const given = new Set<string>()
  const unannounced: string[] = []
  let repeats = 0
  for (const line of readFileSync(heard, 'utf8').split('\n')) {
    const announced = /^\[System\] The next (\d* ?)items? may be (?:a repeat|repeats)/.exec(
      line,
    )?.[1]
    if (announced !== undefined) {
      repeats = Number(announced) || 1
      continue
    }
    if (!line.startsWith('[')) continue
    const content = /^\[Group "room" — .*?\]: (.*)$/.exec(line)?.[1]
    if (content !== undefined) {
      if (repeats === 0 && given.has(content)) unannounced.push(content)
      given.add(content)
    }
    if (repeats > 0) repeats--
  }
  expect(unannounced).toEqual([])
  expect([...given].toSorted()).toEqual(contents().toSorted())
})

test('ST28 processes of the run before are gone when the server is there again', () => {
  expect(survivors).toEqual([])
  // The server ends only what it started: one program at a time is left.
  expect(leftovers().filter(lives).length).toBeLessThanOrEqual(1)
  const begun = readFileSync(heard, 'utf8').match(/^begin \d+$/gm) ?? []
  expect(begun.length).toBeGreaterThan(1)
})

test('ST29 what is rebuilt in memory answers with the right counts', async () => {
  const count = contents().length
  expect(queryReply).toContain('- "room" (6 members: ')
  const room = queryReply.split('\n').find((line) => line.startsWith('- "room"')) ?? ''
  expect(room).toContain(`· ${count} messages`)
  expect(room).toContain(`· last #${count} `)
  const reply = await request(api(`/api/lead/${leadId}/groups/room`), ownerToken(data), 'GET')
  expect(reply?.body['group']).toMatchObject({ messageCount: count, memberCount: 6 })
})

test('ST30 the file is whole: integrity, numbers without gaps, one position', () => {
  expect(tables.pragma('integrity_check', { simple: true })).toBe('ok')
  const gaps = tables
    .prepare(
      `select lead_id from journal group by lead_id
       having min(seq) <> 1 or max(seq) <> count(*) or count(distinct seq) <> count(*)`,
    )
    .all()
  expect(gaps).toEqual([])
  const ordinals = tables
    .prepare(
      `select group_name from chat_group_messages group by lead_id, group_name, session_id
       having min(n) <> 1 or max(n) <> count(*) or count(distinct n) <> count(*)`,
    )
    .all()
  expect(ordinals).toEqual([])
  const inverted = tables
    .prepare(
      `select a.id from chat_group_messages a join chat_group_messages b
       on b.lead_id = a.lead_id and b.group_name = a.group_name
         and b.session_id = a.session_id and b.n = a.n + 1 where b.seq <= a.seq or b.timestamp < a.timestamp`,
    )
    .all()
  expect(inverted).toEqual([])
  const position = tables.prepare('select position from shard').pluck().get()
  expect(tables.prepare('select max(batch_id) from journal').pluck().get()).toBe(position)
})
