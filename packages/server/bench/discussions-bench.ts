import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { WebSocket } from 'ws'
import { createAgent, createLead } from '../src/agents/create-agent'
import { stopRun } from '../src/discussions/change-run'
import { startRun } from '../src/discussions/start-run'
import { GroupChatActor } from '../src/embed'
import { createGroup } from '../src/groups/create-group'
import { createSession } from '../src/sessions/create-session'
import { postToSession } from '../src/sessions/post-to-session'
import { benchFolder, benchStore, BY } from './bench-crew'
import { type BenchServer, type Reply, startServer, stopServer } from './bench-server'
import { type BenchResult, median, round } from './measure'
import { startOf } from './start-bench'

const AGENTS = 4
const ROUNDS = 1_000
const TIMES = 3
const ROUNDS_BOUND = 300
/** In times of one write of the disk, where that is too slow for the bound. */
const WRITES_BOUND = 2
const ENDED = 10_000
const SESSIONS = 100
const STARTS = 5
const START_BOUND = 1.2
const HALF_OF_THE_BACKLOG = 1_000
const GROUP = 'bench'
const GOAL = 'Which of the two parsers keeps its place between two reads?'
/** Long enough to say something new. */
const TEXT =
  'The second one keeps its place, as its tests say; I have read them again, and found no other.'

/** Discussions: how fast rounds follow each other, and what those cost that have ended. */
export async function discussionsBench(): Promise<BenchResult[]> {
  return [await functionsBench(), await roundsBench(), await endedBench()]
}

/** Rounds in turn of agents that are functions: what the engine and the disk take, and nothing on the way to an agent. */
async function functionsBench(): Promise<BenchResult> {
  const perSecond: number[] = []
  let write = 0
  for (let time = 0; time < TIMES; time++) {
    const folder = benchFolder()
    try {
      const database = new Database(path.join(folder, 'bench.sqlite'))
      // As a server has it: each batch is on the disk before the next question is asked.
      database.pragma('journal_mode = WAL')
      database.pragma('synchronous = FULL')
      const actor = new GroupChatActor(database)
      const participants = Array.from({ length: AGENTS }, (_, n) => `agent-${n}`)
      const answer = () => Promise.resolve(TEXT)
      const began = performance.now()
      const { rounds } = await actor.execute(
        { participants, initialMessage: GOAL, maxRounds: ROUNDS, policy: 'round-robin' },
        { actors: Object.fromEntries(participants.map((name) => [name, answer])) },
      )
      perSecond.push((rounds * 1_000) / (performance.now() - began))
      actor.close()
      database.close()
      if (rounds !== ROUNDS) throw new Error(`${rounds} rounds of ${ROUNDS}`)
      write = writeMs(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const middle = median(perSecond)
  const each = 1_000 / middle
  return {
    name: `rounds a second of a discussion of ${ROUNDS} rounds with ${AGENTS} functions that answer at once, each stored`,
    ratio: round(middle),
    bound: `>= ${ROUNDS_BOUND}`,
    ok: middle >= ROUNDS_BOUND,
    // A round cannot follow the one before it sooner than the disk has written that.
    fails: middle < ROUNDS_BOUND && each > WRITES_BOUND * write,
    detail: {
      'ms each': round(each, 2),
      'ms of one write of this disk': round(write, 2),
    },
  }
}

/** The same with agents that answer over their sockets, while a reader follows the discussion: for information. */
async function roundsBench(): Promise<BenchResult> {
  const server = await startServer()
  try {
    const { lead } = await server.call('POST', '/api/lead', { name: 'bench' })
    const made: Reply[] = []
    for (let n = 0; n < AGENTS; n++) {
      made.push(await server.call('POST', `/api/lead/${lead.id}/agents`, { role: 'developer' }))
    }
    const memberIds = made.map(({ agent }) => agent.id as string)
    await server.call('POST', `/api/lead/${lead.id}/groups`, { name: GROUP, memberIds })
    const agents = await Promise.all(
      made.map(({ agent, token }) => answering(server, agent.id as string, token as string)),
    )
    const perSecond: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now()
      const { run } = await server.call(
        'POST',
        `/api/lead/${lead.id}/groups/${GROUP}/discussions`,
        { goal: GOAL, participants: memberIds, limits: { rounds: ROUNDS } },
      )
      const stream = await fetch(`${server.url}/api/runs/${run.id}/stream`, {
        headers: { authorization: `Bearer ${server.token}` },
      })
      const lines = await stream.text()
      perSecond.push((ROUNDS * 1_000) / (performance.now() - began))
      const said = lines.split('\n').filter((line) => line.includes('"type":"message"')).length
      if (said !== ROUNDS + 1) throw new Error(`${said} messages of ${ROUNDS} rounds`)
    }
    for (const socket of agents) socket.terminate()
    const middle = median(perSecond)
    const write = writeMs(server.folder)
    const each = 1_000 / middle
    return {
      name: `rounds a second of the same with ${AGENTS} agents that answer over their sockets`,
      ratio: round(middle),
      bound: 'for information',
      ok: true,
      detail: {
        'ms each': round(each, 2),
        'ms of one write of this disk': round(write, 2),
        'writes each': round(each / write, 2),
      },
    }
  } finally {
    await stopServer(server)
    rmSync(server.folder, { recursive: true, force: true })
  }
}

/** Milliseconds until the disk has written a page, in the middle. */
function writeMs(folder: string): number {
  const file = openSync(path.join(folder, 'one-write'), 'w')
  const page = Buffer.alloc(4_096, 1)
  const took = Array.from({ length: 100 }, () => {
    writeSync(file, page)
    const began = performance.now()
    fsyncSync(file)
    return performance.now() - began
  })
  closeSync(file)
  return median(took)
}

/** An agent that answers each question as it comes. */
async function answering(server: BenchServer, agentId: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/agent`)
  await new Promise((resolve) => socket.once('open', resolve))
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as Reply
    if (frame['type'] !== 'turn') return
    if ((frame['deliveries'] as Reply[]).some(({ kind }) => kind === 'round')) {
      socket.send(JSON.stringify({ type: 'output', text: TEXT }))
      socket.send(JSON.stringify({ type: 'turn_end' }))
    }
    socket.send(JSON.stringify({ type: 'ack', cursor: frame['cursor'] }))
  })
  socket.send(JSON.stringify({ type: 'hello', token, agentId }))
  return socket
}

/** A start with many discussions that have ended, beside one with as many messages in as many sessions and no discussion. */
async function endedBench(): Promise<BenchResult> {
  const folders = { without: await filled(false), ended: await filled(true) }
  try {
    const took = { without: [] as number[], ended: [] as number[] }
    for (let time = 0; time <= STARTS; time++) {
      for (const name of ['without', 'ended'] as const) {
        const ms = await startOf(folders[name])
        // The first of each fills the caches of the disk.
        if (time > 0) took[name].push(ms)
      }
    }
    const ratio = median(took.ended) / median(took.without)
    return {
      name: `start to the first answer with ${ENDED} discussions that have ended / with none`,
      ratio: round(ratio),
      bound: `<= ${START_BOUND}`,
      ok: ratio <= START_BOUND,
      detail: { ms: round(median(took.ended), 1), 'with none': round(median(took.without), 1) },
    }
  } finally {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
  }
}

/** A data folder with a hundred sessions, in which as many things were said. */
async function filled(inDiscussions: boolean): Promise<string> {
  const folder = benchFolder()
  const store = await benchStore(folder)
  const { shard, journal } = store.core
  const { crew } = createLead(shard, BY, { name: 'many' })
  const agents = [1, 2].map(() => createAgent(shard, crew, BY, { role: 'developer' }).agent.id)
  createGroup(shard, crew, BY, { name: GROUP, members: agents })
  const sessions = Array.from({ length: SESSIONS }, () =>
    createSession(shard, crew, BY, { group: GROUP, agents: inDiscussions ? agents : [] }),
  )
  for (let n = 0; n < ENDED; n++) {
    const session = sessions[n % SESSIONS]?.id ?? ''
    if (inDiscussions) {
      const { run } = startRun(shard, crew, BY, {
        group: GROUP,
        session,
        goal: GOAL,
        participants: agents,
      })
      stopRun(shard, BY, run.id)
    } else postToSession(shard, crew, BY, { group: GROUP, session, content: GOAL })
    if (journal.backlog.envelopes > HALF_OF_THE_BACKLOG) await journal.flush()
  }
  if (Object.keys(crew.state.runs).length > 0) throw new Error('a discussion has not ended')
  await store.index()
  await store.close('keep')
  return folder
}
