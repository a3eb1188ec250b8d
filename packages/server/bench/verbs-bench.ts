import type { Statement } from 'better-sqlite3'
import { createAgent, createLead } from '../src/agents/create-agent'
import type { Crew } from '../src/crew/crew'
import type { By } from '../src/crew/shard'
import type { Sent } from '../src/delivery/remote-inbox'
import { addMembers } from '../src/groups/change-members'
import { createGroup } from '../src/groups/create-group'
import { react } from '../src/groups/react'
import { sendMessage } from '../src/groups/send-message'
import type { Sqlite } from '../src/storage/database'
import { type BenchStore, benchStore, BY } from './bench-crew'
import { IN_FLIGHT, inFlight } from './in-flight'
import { type BenchResult, median, round } from './measure'
import { type Phase, RowRecorder } from './raw-rows'

const ROUNDS = 5
const MEMBERS = 5
const HISTORY = 20
const CONTENT = 'x'.repeat(200)
const EMOJI = '👍'

interface Scenario {
  readonly name: string
  /** Done before the clock starts: a thread that has just begun runs slow code for a while. */
  readonly warmUp: number
  readonly operations: number
  /** The n-th operation, until its answer could leave. */
  prepare(store: BenchStore): Promise<(n: number) => Promise<unknown>>
  readonly phases: readonly Phase[]
  /** What a raw program has to read for the n-th operation. */
  between(db: Sqlite, n: number): void
}

const everything: Phase = () => true
const handOver: Phase = (table, row) =>
  table === 'turns' || (table === 'journal' && String(row['type']).startsWith('turn:'))
const nothing = () => {}

const asAgent = (id: string): By => ({ actor: { kind: 'agent', id }, cause: { kind: 'request' } })

/** One after the other; more is not decided before what was decided is stored. */
async function each<T>(store: BenchStore, count: number, make: (n: number) => T): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < count; n++) {
    made.push(make(n))
    if (n % IN_FLIGHT === 0) await store.core.journal.flush()
  }
  return made
}

async function crewOf(
  store: BenchStore,
  agents: number,
): Promise<{ crew: Crew; agents: readonly string[] }> {
  const { crew } = createLead(store.core.shard, BY, { name: 'bench' })
  const made = await each(
    store,
    agents,
    () => createAgent(store.core.shard, crew, BY, { role: 'developer' }).agent.id,
  )
  return { crew, agents: made }
}

/** Reactions to messages of which all but the newest are read from the tables. */
function reaction(): Scenario {
  const operations = 16_000
  const warmUp = 4_000
  return {
    name: 'reaction',
    operations,
    warmUp,
    phases: [everything],
    between: nothing,
    prepare: async (store) => {
      const { shard, journal } = store.core
      const { crew, agents } = await crewOf(store, MEMBERS - 1)
      const group = createGroup(shard, crew, BY, { name: 'bench', members: agents }).name
      const by = asAgent(agents[0] ?? '')
      const messages = await each(
        store,
        (warmUp + operations) / agents.length,
        () => sendMessage(shard, crew, by, { group, content: CONTENT }).message.id,
      )
      return async (n) => {
        const by = asAgent(agents[n % agents.length] ?? '')
        const messageId = messages[Math.floor(n / agents.length)] ?? ''
        const done = react(shard, crew, by, { group, messageId, emoji: EMOJI, action: 'add' })
        await journal.durable(crew.state.lead.id)
        return { reactions: done.reactions }
      }
    },
  }
}

/** Groups of a lead and four agents, each told of it. */
function creation(): Scenario {
  const operations = 4_000
  const warmUp = 1_000
  const perCrew = 500
  return {
    name: `create a group with ${MEMBERS} members`,
    operations,
    warmUp,
    phases: [everything],
    between: nothing,
    prepare: async (store) => {
      const { shard, journal } = store.core
      const crews: Awaited<ReturnType<typeof crewOf>>[] = []
      while (crews.length * perCrew < warmUp + operations)
        crews.push(await crewOf(store, MEMBERS - 1))
      return async (n) => {
        const { crew, agents } = crews[n % crews.length]!
        const by = asAgent(crew.state.lead.id)
        const group = createGroup(shard, crew, by, { name: `group-${n}`, members: agents })
        await journal.durable(crew.state.lead.id)
        return { group }
      }
    },
  }
}

/** Agents who are added to a group with 20 messages, until they have what was said before. */
function joining(): Scenario {
  const operations = 3_000
  const warmUp = 600
  const perCrew = 900
  const perGroup = 5
  let read = (_db: Sqlite, _n: number) => {}
  return {
    name: `history on join (${HISTORY} messages), until it is handed over`,
    operations,
    warmUp,
    phases: [(table, row) => !handOver(table, row), handOver],
    between: (db, n) => read(db, n),
    prepare: async (store) => {
      const { shard, journal, inbox } = store.core
      const crews: { crew: Crew; agents: readonly string[]; groups: string[] }[] = []
      while (crews.length * perCrew < warmUp + operations) {
        const { crew, agents } = await crewOf(store, perCrew)
        const by = asAgent(crew.state.lead.id)
        const groups = await each(
          store,
          perCrew / perGroup,
          (n) => createGroup(shard, crew, by, { name: `group-${n}` }).name,
        )
        await each(store, HISTORY * groups.length, (n) => {
          const group = groups[n % groups.length] ?? ''
          return sendMessage(shard, crew, by, { group, content: CONTENT })
        })
        crews.push({ crew, agents, groups })
      }
      const placeOf = (n: number) => {
        const { crew, agents, groups } = crews[n % crews.length]!
        const at = Math.floor(n / crews.length)
        return { crew, agentId: agents[at] ?? '', group: groups[at % groups.length] ?? '' }
      }
      read = (db, n) => {
        const { crew, group } = placeOf(warmUp + n)
        const rows = historyOf(db).all(crew.state.lead.id, group) as { content: string }[]
        if (rows.length !== HISTORY) throw new Error(`${rows.length} messages, not ${HISTORY}`)
      }
      return async (n) => {
        const { crew, agentId, group } = placeOf(n)
        addMembers(shard, crew, asAgent(crew.state.lead.id), { group, members: [agentId] })
        await journal.durable(crew.state.lead.id)
        await inbox.attach(agentId)
        const page = inbox.takeNew(agentId, 200, SENT)
        const lines = page?.deliveries[0]?.text.split('\n').length
        if (lines !== HISTORY + 2) throw new Error(`${lines} lines, not ${HISTORY + 2}`)
        return page
      }
    },
  }
}

/** Over the connections of this bench. */
const SENT: Sent = new WeakMap()

let prepared: { readonly db: Sqlite; readonly rows: Statement<unknown[]> } | null = null

function historyOf(db: Sqlite): Statement<unknown[]> {
  if (prepared?.db !== db) {
    const rows = db.prepare<unknown[]>(
      `select * from chat_group_messages where lead_id = ? and group_name = ?
       order by seq desc limit ${HISTORY}`,
    )
    prepared = { db, rows }
  }
  return prepared.rows
}

/** Operations per second of both, in one database: ours writes, and its rows are then written raw into a copy. */
async function oneRound(scenario: Scenario): Promise<{ ours: number; raw: number }> {
  const { operations, warmUp, phases } = scenario
  const store = await benchStore()
  const operate = await scenario.prepare(store)
  const { journal } = store.core
  const run = (from: number, count: number) =>
    inFlight(count, async (n) => void JSON.stringify(await operate(from + n)))
  await journal.flush()
  await run(0, warmUp)
  await journal.flush()
  await store.index()
  const recorder = new RowRecorder(store.file)
  const began = performance.now()
  await run(warmUp, operations)
  const seconds = (performance.now() - began) / 1000
  await journal.flush()
  const rawSeconds = recorder.replay(operations, phases, (db, n) => scenario.between(db, n))
  await store.close()
  return { ours: operations / seconds, raw: operations / rawSeconds }
}

export async function verbsBench(): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const scenario of [reaction(), creation(), joining()]) {
    const rounds = []
    await oneRound(scenario)
    for (let n = 0; n < ROUNDS; n++) rounds.push(await oneRound(scenario))
    const ratio = median(rounds.map(({ ours, raw }) => ours / raw))
    results.push({
      name: `${scenario.name}, durable, 256 in flight / the same rows raw`,
      ratio: round(ratio),
      bound: '>= 0.3',
      ok: ratio >= 0.3,
      detail: {
        'per second': Math.round(median(rounds.map(({ ours }) => ours))),
        'raw per second': Math.round(median(rounds.map(({ raw }) => raw))),
      },
    })
  }
  return results
}
