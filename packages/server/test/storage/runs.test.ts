import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { isLive, type RunRecord } from '@crewroom/shared/model/run'
import { deleteCrew } from '../../src/agents/delete-crew'
import { loadShard } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { migratedBytes } from '../harness/migrated-database'
import type { Line } from '../harness/export-text'
import { dumpOf } from '../harness/recorded-batches'
import {
  askForSpeaker,
  askInRun,
  askPerson,
  changeRun,
  endRun,
  parentIn,
  respond,
  runNow,
  startRun,
  stepRun,
} from '../harness/run-acts'
import { answer, change, now, openSession, post } from '../harness/session-acts'
import { team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'qa-tester' } as const
const ALL = { leadId: null, status: 'all', before: null, limit: 50 } as const

function three(): TestCrew {
  // What happens in these discussions is decided here, step by step.
  const crew = testCrew({ agents: AGENTS, begun: (core) => core.stop() })
  team(crew, 'plan', ['ada', 'ben', 'cleo'])
  return crew
}

function discussed(crew: TestCrew, title: string) {
  const session = openSession(crew, 'plan', title)
  post(crew, 'ada', session, `Let us discuss ${title}.`)
  return session
}

test('SN31 a discussion, its rounds, what was answered in them and the turn of the person are the same after a restart, whatever was done in it', async () => {
  await using crew = three()
  const { reader } = crew.shard.ports
  const session = discussed(crew, 'layers')
  const run = startRun(crew, session, ['ada', 'ben', 'human'], {
    policy: { kind: 'selection', by: crew.id('cleo'), repeat: false, prompt: 'Who is next?' },
    roles: { [crew.id('ada')]: { role: 'plans', description: '', expertise: ['stone'] } },
  })
  const chosen = askInRun(crew, run, ['cleo'], 'select')
  const usage = { tokens: 12, usd: null, model: 'small' }
  const said = { status: 'done', decision: 'NEXT: ada', done: true, usage } as const
  respond(crew, chosen, 'cleo', { ...said, endedAt: run.startedAt })
  const asked = askInRun(crew, run, ['ada'])
  const inner = discussed(crew, 'stone')
  const parent = parentIn(crew, asked, 'ada')
  const child = startRun(crew, inner, ['ben'], { parent, depth: 1, startedBy: crew.id('ada') })
  respond(crew, asked, 'ada', { status: 'nested', child: child.id, soFar: 'First of all' })
  stepRun(crew, run, { rounds: 1, previous: crew.id('ada'), upTo: 2 }, 'waiting_human')
  const turn = askPerson(crew, run)
  const choice = askForSpeaker(crew, run)
  crew.restart()

  const { state } = crew.crew
  expect(Object.keys(state.runs)).toEqual([run.id, child.id])
  expect(state.runs[run.id]).toEqual({
    ...run,
    status: 'waiting_human',
    progress: { ...run.progress, rounds: 1, previous: crew.id('ada'), upTo: 2 },
  })
  expect(state.sessions[session.id]).toMatchObject({ runId: run.id, rounds: 3 })
  // The answer that waits for a discussion is open: its round stays in memory.
  expect(state.rounds[session.id]?.map(({ n, ask }) => [n, ask])).toEqual([
    [2, 'answer'],
    [3, 'human'],
  ])
  expect(state.rounds[session.id]?.[0]?.responses).toMatchObject([
    { agentId: crew.id('ada'), status: 'nested', child: child.id, soFar: 'First of all' },
  ])
  expect(turn).toMatchObject({ ask: 'human', responses: [{ agentId: 'human' }] })
  expect(state.needs[turn.responses[0]?.deliveryId ?? '']).toMatchObject({
    kind: 'turn',
    turn: { sessionId: session.id, runId: run.id, asks: 'answer', until: null },
  })
  expect(state.needs[choice.id]).toEqual(choice)
  const first = reader.round(crew.leadId, session.id, 1)
  expect(first).toMatchObject({ ask: 'select', run: { id: run.id, n: 1 }, responses: [said] })

  // Over, and under way once more.
  crew.clock.advance(5_000)
  endRun(crew, run, { stopReason: 'stopped', summary: 'In layers' })
  crew.restart()
  expect(Object.keys(crew.crew.state.runs)).toEqual([child.id])
  expect(reader.run(run.id)).toMatchObject({ status: 'ended', stopReason: 'stopped' })
  expect(now(crew, session)).toMatchObject({
    runId: run.id,
    updatedAt: reader.run(run.id)?.endedAt,
  })
  changeRun(crew, run, { status: 'running', stopReason: null, endedAt: null })
  crew.restart()
  expect(Object.keys(crew.crew.state.runs).toSorted()).toEqual([run.id, child.id].toSorted())
  expect(reader.run(run.id)).toEqual(runNow(crew, run))
  expect(reader.run('nowhere')).toBeNull()
})

test('SN32 discussions are listed newest first, of one crew or of all, under way or over, each exactly once over all pages', async () => {
  await using crew = three()
  const { reader } = crew.shard.ports
  const started: RunRecord[] = []
  const session = discussed(crew, 'One')
  for (let n = 0; n < 7; n++) {
    // Several begin at the same moment.
    if (n % 3 === 0) crew.clock.advance(1_000)
    const run = startRun(crew, session, ['ada', 'ben'])
    if (n < 6) endRun(crew, run)
    started.push(runNow(crew, run))
  }
  const gone = discussed(crew, 'Gone')
  endRun(crew, startRun(crew, gone, ['ada']))
  change(crew, gone, { status: 'deleted' })
  const newest = started.toSorted((a, b) =>
    a.startedAt === b.startedAt ? (a.id < b.id ? 1 : -1) : a.startedAt < b.startedAt ? 1 : -1,
  )
  const ids = (query: Partial<Parameters<typeof reader.runs>[0]>) =>
    reader.runs({ ...ALL, ...query }).runs.map(({ id }) => id)
  const expected = (of: readonly RunRecord[]) => of.map(({ id }) => id)
  expect(ids({})).toEqual(expected(newest))
  expect(ids({ leadId: crew.leadId })).toEqual(expected(newest))
  expect(ids({ leadId: 'another' })).toEqual([])
  expect(ids({ status: 'live' })).toEqual(expected(newest.filter(isLive)))
  expect(ids({ status: 'ended' })).toEqual(expected(newest.filter((run) => !isLive(run))))
  expect(reader.runs(ALL).runs[0]).toEqual({ ...newest[0], leadName: 'atlas', title: 'One' })
  const paged: string[] = []
  let before: { startedAt: string; id: string } | null = null
  for (let more = true; more;) {
    const page = reader.runs({ ...ALL, before, limit: 2 })
    paged.push(...page.runs.map(({ id }) => id))
    before = page.runs.at(-1) ?? null
    more = page.hasMore
  }
  expect(paged).toEqual(expected(newest))
})

test('SN33 the rounds of a discussion are read from a number on, ascending and a page at a time, without any other round of its session', async () => {
  await using crew = three()
  const { reader } = crew.shard.ports
  const session = openSession(crew, 'plan', 'One')
  post(crew, 'human', session, 'How do we build it?')
  for (const name of ['ada', 'ben', 'cleo']) await answer(crew, name, session, '')
  const run = startRun(crew, session, ['ada', 'ben'])
  for (const name of ['ada', 'ben', 'ada'] as const) {
    const asked = askInRun(crew, run, [name])
    await answer(crew, name, session, 'In layers.')
    stepRun(crew, run, { rounds: asked.n - 1, upTo: asked.n })
  }
  endRun(crew, run)
  const next = startRun(crew, session, ['ada'])
  askInRun(crew, next, ['ada'])
  const read = (from: number, limit = 50, id = run.id) => {
    const { rounds, hasMore } = reader.roundsOfRun(crew.leadId, id, from, limit)
    return { n: rounds.map(({ n }) => n), hasMore }
  }
  expect(read(1)).toEqual({ n: [2, 3, 4], hasMore: false })
  expect(read(3)).toEqual({ n: [3, 4], hasMore: false })
  expect(read(1, 2)).toEqual({ n: [2, 3], hasMore: true })
  expect(read(1, 50, next.id)).toEqual({ n: [5], hasMore: false })
  expect(reader.roundsOfRun(crew.leadId, run.id, 2, 1).rounds).toEqual([
    reader.round(crew.leadId, session.id, 2),
  ])
  expect(reader.roundsOfRun('another', run.id, 1, 9).rounds).toEqual([])
})

test('SN45 a start reads discussions that are under way and answers that are open, and lists begin at their newest, each by its index', () => {
  const ran: string[] = []
  const sqlite = new Database(migratedBytes(), { verbose: (text) => ran.push(String(text)) })
  sqlite.exec(`insert into leads (id, name, created_at) values ('l1', 'atlas', '2026-01-01')`)
  sqlite.exec(`insert into sessions (id, lead_id, seq, group_name, title, status, active_agents,
    created_at, created_by, updated_at) values ('s1', 'l1', 1, 'g', 't', 'active', '[]', '', '', '')`)
  const reader = new Reader(sqlite)
  loadShard(sqlite)
  for (const leadId of [null, 'l1'])
    for (const status of ['live', 'ended', 'all'] as const) {
      reader.runs({ ...ALL, leadId, status })
    }
  reader.roundsOfRun('l1', 'r1', 1, 9)
  const plans = (has: RegExp) =>
    ran
      .filter((text) => has.test(text) && text.startsWith('select'))
      .map((text) => {
        const plan = sqlite.prepare(`explain query plan ${text}`).all() as { detail: string }[]
        return plan.map(({ detail }) => detail).join('; ')
      })
  const [live, ...lists] = plans(/from "runs"/)
  expect(live).toMatch(/^SEARCH runs USING INDEX idx_runs_live /)
  const indexes = lists.map((list) => /runs USING INDEX (\w+)/.exec(list)?.[1])
  const ofAll = ['idx_runs_live_started', 'idx_runs_started', 'idx_runs_started']
  expect(indexes.slice(0, 3)).toEqual(ofAll)
  for (const own of indexes.slice(3))
    expect(['idx_runs_lead', 'idx_runs_live_started']).toContain(own)
  for (const list of lists) expect(list).not.toContain('TEMP B-TREE')
  const open = plans(/from "responses".*in \('thinking'/s)
  expect(open).toHaveLength(2)
  for (const own of open) expect(own).toMatch(/^SEARCH responses USING INDEX idx_responses_open/)
  expect(plans(/"discussion_id" =/)).toEqual([
    expect.stringMatching(/^SEARCH rounds USING INDEX idx_rounds_discussion/),
  ])
  sqlite.close()
})

test('SN46 discussions stay while their session is deleted, and go with their crew', async () => {
  await using crew = three()
  const session = discussed(crew, 'One')
  const run = startRun(crew, session, ['ada'])
  askPerson(crew, run)
  endRun(crew, run)
  change(crew, session, { status: 'deleted' })
  crew.restart()
  const left = (table: string) => (dumpOf(crew.database)[table] as Line[]).length
  expect(left('runs')).toBe(1)
  deleteCrew(crew.shard, crew.crew, BY_PERSON, 'atlas')
  expect(['runs', 'rounds', 'responses', 'needs'].map(left)).toEqual([0, 0, 0, 0])
})
