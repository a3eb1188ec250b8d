import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { CrewFolder } from '../../src/demo/crew-folder'
import { checkOutcome, type Outcome } from '../../src/demo/outcome'
import { parseScript } from '../../src/demo/script'
import { withGivenTexts } from '../../src/delivery/given'
import { openForReading } from '../../src/storage/database'
import { loadedShard } from '../harness/loaded-shard'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { patience } from '../../../shared/test/patience'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

interface Note {
  readonly kind: string
  readonly text?: string
  readonly session?: string
  readonly stopReason?: string
}

/** What one run of the demo left behind: the database, and the notes of its programs. */
class Left {
  readonly #folder: string
  readonly crewPath: string
  readonly leadId: string

  constructor(folder: string) {
    this.#folder = folder
    // The crew that was founded last.
    const [crew] = readdirSync(path.join(folder, 'samples'))
      .map((name) => path.join(folder, 'samples', name))
      .toSorted((a, b) => statSync(b).birthtimeMs - statSync(a).birthtimeMs)
    this.crewPath = crew ?? ''
    const ids = JSON.parse(readFileSync(path.join(this.crewPath, 'crew.json'), 'utf8'))
    this.leadId = ids['atlas-refactor'] as string
  }

  /** Rows of a query that has the crew's id as its parameter. */
  rows<T extends object>(query: string): T[] {
    const db = new Database(this.#database, { readonly: true })
    try {
      return db.prepare(query).all(this.leadId) as T[]
    } finally {
      db.close()
    }
  }

  change(statement: string): void {
    const db = new Database(this.#database)
    try {
      expect(db.prepare(statement).run().changes).toBeGreaterThan(0)
    } finally {
      db.close()
    }
  }

  notes(name: string): Note[] {
    const text = readFileSync(path.join(this.crewPath, `${name}.jsonl`), 'utf8')
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Note)
  }

  changeNotes(name: string, change: (text: string) => string): void {
    const file = path.join(this.crewPath, `${name}.jsonl`)
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, change(before))
    expect(readFileSync(file, 'utf8')).not.toBe(before)
  }

  /** Everything that was handed to a program, line by line. */
  heard(name: string): string[] {
    return this.notes(name)
      .filter(({ kind }) => kind === 'line' || kind === 'prompt')
      .flatMap(({ text = '' }) => text.split('\n'))
  }

  id(name: string): string {
    const [row] = this.rows<{ id: string }>(
      `select id from agents where lead_id = ? and name = '${name}'`,
    )
    return row?.id ?? ''
  }

  record(name: string): RolloutEntry[] {
    return this.#record(this.id(name))
  }

  check(): Promise<Outcome> {
    return checkOutcome({
      database: this.#database,
      leadId: this.leadId,
      folder: new CrewFolder(this.crewPath),
      rollout: (agentId) => Promise.resolve(this.#read(agentId)),
    })
  }

  /** As the server answers it. */
  #read(agentId: string): RolloutEntry[] {
    const sqlite = openForReading(this.#database)
    try {
      const shard = loadedShard(sqlite)
      return withGivenTexts(shard, this.leadId, agentId, this.#record(agentId))
    } finally {
      sqlite.close()
    }
  }

  #record(agentId: string): RolloutEntry[] {
    return this.rows<Omit<RolloutEntry, 'data'> & { data: string | null }>(
      `select n, kind, text, data from rollout_entries where lead_id = ? and agent_id = '${agentId}' order by n`,
    ).map((row) => ({ ...row, data: row.data === null ? null : JSON.parse(row.data) }))
  }

  get #database(): string {
    return path.join(this.#folder, 'crewroom.sqlite')
  }
}

/** As README has it. */
function demo(folder: string) {
  return spawnSync('npm', ['run', 'demo', '--', '--once', '--data', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: patience(90_000),
    env: { ...process.env, FORCE_COLOR: '1' },
  })
}

const folder = tempFolder()
let run: ReturnType<typeof demo>
let left: Left

/** A crew that has some of the same names and words. */
async function earlierCrew(): Promise<void> {
  await using server = await TestServer.start({ data: folder.path })
  const { leadId, ids } = await server.crew('atlas-refactor', { Dora: 'developer' })
  const address = `/api/lead/${leadId}`
  const text = [
    `⟦⟦ DELEGATE {"to":"${ids['Dora']}","task":"implement timeline filtering"} ⟧⟧`,
    `⟦⟦ CREATE_GROUP {"name":"timeline-team","members":["${ids['Dora']}"]} ⟧⟧`,
    '⟦⟦ GROUP_MESSAGE {"group":"timeline-team","content":"All is well."} ⟧⟧',
  ].join('\n')
  await server.call('POST', `/api/agents/${leadId}/output`, { text, endOfTurn: true })
  const { body } = await server.call('GET', `${address}/groups/timeline-team`)
  expect(body['group']).toMatchObject({ auto: false, messageCount: 1 })
}

beforeAll(async () => {
  await earlierCrew()
  run = demo(folder.path)
  left = new Left(folder.path)
}, patience(100_000))
afterAll(() => folder[Symbol.dispose]())

const SUMMARY = { ok: true, groups: 4, messages: 19, reactions: 5, archived: 0 }
const lastLine = (output: string) => JSON.parse(output.trim().split('\n').at(-1) ?? '')
const label = (role: string, name: string) => `${role} (${left.id(name).slice(0, 8)})`
const lead = () => label('Project Lead', 'atlas-refactor')

test('DM1, DM9, DM25 the demo ends by itself with exactly the expected rows and says so in its last line, whoever used the folder before', () => {
  expect(lastLine(run.stdout), run.stderr).toMatchObject(SUMMARY)
  expect(run.status).toBe(0)
})

test('DM2 pipe and ACP workers read their tasks, and every report is read by the lead, once', () => {
  const drivers = left.rows<{ name: string; kind: string }>(
    "select name, json_extract(driver, '$.kind') as kind from agents where lead_id = ? order by rowid",
  )
  expect(Object.fromEntries(drivers.map(({ name, kind }) => [name, kind]))).toEqual({
    'atlas-refactor': 'pipe',
    Ada: 'pipe',
    Dora: 'pipe',
    Dev: 'pipe',
    Rhea: 'acp',
    Quinn: 'acp',
    Wren: 'acp',
    Kay: 'acp',
  })
  const tasks = [
    ['Dora', 'Developer', 'Read every config file once'],
    ['Rhea', 'Code Reviewer', 'Review the branch refactor/rope'],
    ['Wren', 'Technical Writer', 'Write the migration guide'],
    ['Quinn', 'QA Tester', 'Test the branch refactor/rope'],
    ['Quinn', 'QA Tester', 'Test it again with the limit'],
    ['Dora', 'Developer', 'implement timeline filtering'],
    ['Dev', 'Developer', 'implement timeline brush'],
    ['Kay', 'Developer', 'implement timeline keyboard nav'],
  ] as const
  for (const [name, , text] of tasks) {
    expect(left.heard(name).filter((line) => line === `[Task from ${lead()}]: ${text}`)).toEqual([
      `[Task from ${lead()}]: ${text}`,
    ])
  }
  const reports = left.heard('atlas-refactor').filter((line) => line.includes(') completed its'))
  const said = (name: string, role: string, summary: string) =>
    `[System] ${label(role, name)} completed its task: ${summary}`
  expect(reports.toSorted()).toEqual(
    [
      said('Dora', 'Developer', 'refactor/rope reads each file once and caches it'),
      said('Rhea', 'Code Reviewer', 'One finding: the cache needs a size limit'),
      said('Wren', 'Technical Writer', 'The guide is half a page, in docs/migration.md'),
      said('Quinn', 'QA Tester', '213 of 214 tests pass'),
      said('Quinn', 'QA Tester', 'All 214 tests pass'),
      said('Dora', 'Developer', 'The timeline filters by a range'),
      said('Dev', 'Developer', 'The brush sets the range'),
      said('Kay', 'Developer', 'Arrow keys move the range'),
    ].toSorted(),
  )
})

test('DM3 an interrupt ends the answer that is under way and is read before what waited longer', () => {
  const kinds = left.rows<{ kind: string }>(
    `select kind from direct_messages where lead_id = ? and to_id = '${left.id('Wren')}' order by seq`,
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(['direct', 'interrupt'])
  const turns = left.rows<{ ended: string }>(
    `select ended from turns where lead_id = ? and agent_id = '${left.id('Wren')}' order by seq`,
  )
  // A notice may have come by itself before: what comes together depends on the machine.
  expect(turns.map(({ ended }) => ended).slice(-2)).toEqual(['cancelled', 'end_turn'])
  const notes = left.notes('Wren')
  const ends = notes.filter(({ kind }) => kind === 'answered').map(({ stopReason }) => stopReason)
  expect(ends.slice(-2)).toEqual(['cancelled', 'end_turn'])
  expect(ends.filter((end) => end === 'cancelled').length).toBe(1)
  const prompts = notes.filter(({ kind }) => kind === 'prompt').map(({ text = '' }) => text)
  expect(prompts.filter((prompt) => prompt.includes('half a page')).length).toBe(1)
  const items = (prompts.at(-1) ?? '').split('\n').filter((line) => line.startsWith('['))
  expect(items).toEqual([
    `[PRIORITY — Interrupt from ${lead()}]: Not a book: half a page is enough.`,
    TEXT.cutOff,
    // Whoever is still starting is named behind it.
    expect.stringContaining('[System] Message delivered to 2 group members.'),
    `[Group "docs-team" — ${lead()}]: Ada calls the new key rope.theta.`,
    '[System] Above: #2 of "docs-team".',
    `[Message from ${lead()}]: Say who to ask, too.`,
  ])
})

test('DM4 a message and a task bring back who was done; a person is written to', () => {
  const lives = left.rows<{ type: string; agent: string }>(
    "select type, json_extract(data, '$.agent.name') as agent from journal where lead_id = ? and type in ('agent:completed', 'agent:resumed') order by seq",
  )
  const lifeOf = (name: string) =>
    lives.filter(({ agent }) => agent === name).map(({ type }) => type)
  expect(lifeOf('Rhea')).toEqual(['agent:completed', 'agent:resumed'])
  expect(lifeOf('Quinn')).toEqual(['agent:completed', 'agent:resumed', 'agent:completed'])
  expect(left.heard('Rhea')).toContain(`[Message from ${lead()}]: How large may the cache get?`)
  expect(left.heard('atlas-refactor')).toContain(
    `[Message from ${label('Code Reviewer', 'Rhea')}]: 64 files. The largest installation has 51.`,
  )
  const [last] = left.rows<object>(
    'select to_id, content from direct_messages where lead_id = ? order by seq desc limit 1',
  )
  expect(last).toEqual({
    to_id: 'human',
    content: 'The config now loads in 40 ms instead of 900. May I merge refactor/rope?',
  })
})

test('DM5 a program that ended is started again with its session, and nothing said before runs again', () => {
  const notes = left.notes('Quinn')
  const at = (kind: string) => notes.findIndex((note) => note.kind === kind)
  expect(at('loaded')).toBeGreaterThan(at('opened'))
  expect(notes[at('loaded')]?.session).toBe(notes[at('opened')]?.session)
  const before = notes.slice(0, at('loaded')).filter(({ kind }) => kind === 'said')
  expect(before.map(({ text }) => text).join('')).toContain('⟦⟦ GROUP_MESSAGE')
  const posted = left.rows<{ content: string }>(
    `select content from chat_group_messages where lead_id = ? and from_agent_id = '${left.id('Quinn')}' order by seq`,
  )
  expect(posted.map(({ content }) => content)).toEqual([
    '213 of 214 tests pass; the cache is not bounded.',
    'With the limit in place: All 214 tests pass.',
  ])
  const started = left.record('Quinn').filter(({ kind }) => kind === 'started')
  expect(started.length).toBe(2)
})

test('DM6 the record of an ACP worker holds what its program was given and what it emitted', () => {
  const entries = left.record('Wren')
  const notes = left.notes('Wren')
  const texts = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).map(({ text }) => text)
  const noted = (kind: string) => notes.filter((note) => note.kind === kind).map(({ text }) => text)
  expect(texts('prompt')).toEqual(noted('prompt'))
  expect(texts('text').join('')).toBe(noted('said').join(''))
  expect(texts('text').join('')).toContain('In the beginning there was one file')
  expect(texts('thought').join('')).toBe(noted('thought').join(''))
  const data = (kind: string) => {
    return entries.filter((entry) => entry.kind === kind).map((entry) => entry.data)
  }
  expect(data('tool_call')).toMatchObject([{ title: 'Read docs/config.md' }])
  expect(JSON.stringify(data('tool_result'))).toContain('1,204 lines')
  expect(JSON.stringify(data('plan'))).toContain('Chapters two to nine')
  const used = data('usage').filter((usage) => Number(usage?.['totalTokens']) > 0)
  expect(used.length).toBe(texts('prompt').length)
  expect(left.record('Dora').map(({ kind }) => kind)).toContain('prompt')
})

test('DM7 the terminal shows tasks, reports, interrupts and who comes back, in role colours', () => {
  // oxlint-disable-next-line no-control-regex -- colours are control sequences
  const plain = run.stdout.replace(/\u001b\[[\d;]*m/g, '')
  const lines = plain.split('\n').map((line) => line.slice(9))
  const shown = [
    '+ Wren joins the crew as Technical Writer (acp)',
    '▸ atlas-refactor gives Wren a task: Write the migration guide',
    '  #docs-team Wren: Starting with chapter one of nine.',
    '→ atlas-refactor writes to Wren: Say who to ask, too.',
    '! atlas-refactor interrupts Wren: Not a book: half a page is enough.',
    '■ Wren stops in the middle of its answer',
    '✓ Wren reports to atlas-refactor: The guide is half a page, in docs/migration.md',
    '→ atlas-refactor writes to You: The config now loads in 40 ms instead of 900. May I merge refactor/rope?',
  ]
  expect(lines.filter((line) => shown.includes(line))).toEqual(shown)
  const ofQuinn = [
    '✓ Quinn reports to atlas-refactor: 213 of 214 tests pass',
    '↺ Quinn is back',
    '▸ atlas-refactor gives Quinn a task: Test it again with the limit',
    '↺ the program of Quinn is restarted',
    '✓ Quinn reports to atlas-refactor: All 214 tests pass',
  ]
  expect(lines.filter((line) => ofQuinn.includes(line))).toEqual(ofQuinn)
  const ofTimeline = [
    '▸ atlas-refactor gives Kay a task: implement timeline keyboard nav',
    '+ #timeline-team is created automatically, with Dora, Dev, Kay. Parallel work: implement timeline filtering; implement timeline brush; implement timeline keyboard nav',
    '  #timeline-team Auto-created coordination group for parallel timeline work',
    '✓ Kay reports to atlas-refactor: Arrow keys move the range',
    '▪ #timeline-team is archived: everyone in it is done',
    '↺ Kay is back',
    '↺ #timeline-team is unarchived',
    '→ atlas-refactor writes to Kay: Does Escape clear the range?',
    '  #timeline-team Kay: Escape now clears the range, even in the middle of a drag.',
  ]
  expect(lines.filter((line) => ofTimeline.includes(line))).toEqual(ofTimeline)
  // #6C6C01, the colour of technical writers.
  expect(run.stdout).toContain('\u001b[1;38;2;108;108;1mWren\u001b[0m joins the crew')
})

test('SN40 in the demo a person asks three agents in a session and goes on before all have answered; the last answer is posted late, under its question', () => {
  const said = left.rows<{ n: number; as: string; from: string; content: string }>(
    `select m.round_n as n, m.round_as as "as", coalesce(a.name, m.from_agent_id) as "from", m.content
      from chat_group_messages m join sessions s on s.id = m.session_id left join agents a on a.id = m.from_agent_id
      where m.lead_id = ? and s.title = 'What ships first' order by m.seq`,
  )
  const [first, dora, dev, second, ...later] = said.map(({ n, as, from }) => `${n} ${as} ${from}`)
  expect([first, second]).toEqual(['1 start human', '2 start human'])
  expect(new Set([dora, dev])).toEqual(new Set(['1 answer Dev', '1 answer Dora']))
  expect(later).toHaveLength(4)
  expect(new Set(later)).toEqual(
    new Set(['1 late Kay', '2 answer Dev', '2 answer Dora', '2 answer Kay']),
  )
  expect(later.indexOf('1 late Kay')).toBeLessThan(later.indexOf('2 answer Kay'))
  const rounds = left.rows<object>(
    'select n, closed, (select count(*) from responses p where p.run_id = r.run_id and p.n = r.n) as asked from rounds r where lead_id = ? and discussion_id is null order by n',
  )
  expect(rounds).toEqual([
    { n: 1, closed: 'superseded', asked: 3 },
    { n: 2, closed: 'answered', asked: 3 },
  ])
  // The second question brings what the two had said; the third had said nothing yet, and is not told its own words.
  const asked = left.notes('Kay').filter(({ text }) => text?.startsWith('[Round 2 ·'))
  expect(asked).toHaveLength(1)
  const [, ...texts] = (asked[0]?.text ?? '').split('\n\n').join('\n').split('\n')
  const between = said.slice(1, 4).map(({ content }) => content)
  expect(texts.map((line) => line.replace(/^\[.*?\]: /, ''))).toEqual(between)
})

describe('DM26, DM27 a discussion of four', () => {
  const TITLE = 'Off or inherit?'
  const NESTED = 'Does anything read scaling=None today?'

  test('DM26 the lead chooses each speaker and says why, one of them is the person, and the last one says that it is done', () => {
    const rounds = left.rows<object>(
      `select r.ask, r.reason, r.closed, coalesce(a.name, p.agent_id) as who, p.status, p.decision, p.done
        from rounds r join responses p on p.run_id = r.run_id and p.n = r.n join sessions s on s.id = r.session_id
        left join agents a on a.id = p.agent_id where r.lead_id = ? and s.title = '${TITLE}' order by r.n`,
    )
    const chooses = (words: string, name: string) => ({
      ask: 'select',
      reason: 'chooses who speaks next',
      closed: 'answered',
      who: 'atlas-refactor',
      status: 'done',
      decision: `${words}\nNEXT: ${name}`,
      done: null,
    })
    const speaks = (ask: string, who: string, reason: string, done: number | null = null) => ({
      ask,
      reason: `atlas-refactor chose ${reason}`,
      closed: 'answered',
      who,
      status: 'done',
      decision: null,
      done,
    })
    const [ada, you, dora] = [
      'Ada shaped the type, so she begins.',
      'The name is seen by users, so it is your choice.',
      'Dora owns the loader and can name what breaks.',
    ]
    expect(rounds).toEqual([
      chooses(ada, 'Ada'),
      speaks('answer', 'Ada', `Ada: ${ada}`),
      chooses(you, 'User'),
      speaks('human', 'human', `You: ${you}`),
      chooses(dora, 'Dora'),
      speaks('answer', 'Dora', `Dora: ${dora}`, 1),
    ])
    const [run] = left.rows<{ status: string; data: string }>(
      `select r.status, r.data from runs r join sessions s on s.id = r.session_id where r.lead_id = ? and s.title = '${TITLE}'`,
    )
    expect(run?.status).toBe('ended')
    expect(JSON.parse(run?.data ?? '')).toMatchObject({
      policy: { kind: 'selection', by: left.leadId },
      participants: [left.id('Ada'), left.id('Dev'), left.id('Dora'), 'human'],
      terminationCondition: 'both cases have a name and a test',
      startedBy: 'human',
      stopReason: 'done',
      summary:
        'I do: test_scaling_off and test_scaling_base. long_context.yaml breaks, and gets the new word.',
    })
  })

  test('DM26 each program is handed each question once, and the terminal shows what happens', () => {
    const asked = (name: string) =>
      left
        .heard(name)
        .flatMap((line) => /^\[(Who speaks next|Round \d of \d)\b/.exec(line)?.[1] ?? [])
    const choice = 'Who speaks next'
    expect(asked('atlas-refactor')).toEqual([choice, choice, choice])
    // The second time with the result of the discussion that she had started.
    expect(asked('Ada')).toEqual(['Round 1 of 6', 'Round 1 of 6'])
    expect(asked('Dora')).toEqual(['Round 3 of 6'])
    expect(asked('Dev')).toEqual(['Round 1 of 1'])
    // oxlint-disable-next-line no-control-regex -- colours are control sequences
    const plain = run.stdout.replace(/\u001b\[[\d;]*m/g, '')
    const lines = plain.split('\n').map((line) => line.slice(9))
    const at = `  #config-team "${TITLE}"`
    const shown = [
      `+ You open session "${TITLE}" in #config-team`,
      `${at} round 1 asks atlas-refactor who speaks next`,
      `${at} round 2 asks Ada`,
      `  #config-team "${NESTED}" round 1 asks Dev`,
      `${at} round 2: Ada answers when the discussion that it started has ended`,
      `${at} round 4: it is your turn`,
      `${at} You: Off it is, and "base" inherits. Who writes the tests?`,
      `${at} round 6 asks Dora`,
      `${at} the discussion has ended: an agent said that it is done`,
    ]
    expect(lines.filter((line) => shown.includes(line))).toEqual(shown)
  })

  test('DM27 one of them asks another agent in a discussion within its answer, and answers with the result in hand', () => {
    const [nested] = left.rows<{ data: string }>(
      `select r.data from runs r join sessions s on s.id = r.session_id where r.lead_id = ? and s.title = '${NESTED}'`,
    )
    expect(JSON.parse(nested?.data ?? '')).toMatchObject({
      participants: [left.id('Dev'), left.id('Ada')],
      startedBy: left.id('Ada'),
      parent: { n: 2, agentId: left.id('Ada') },
      depth: 1,
      summary: 'Only long_context.yaml: there it inherits.',
    })
    expect(left.heard('Ada')).toContain('Only long_context.yaml: there it inherits.')
    const posted = left.rows<object>(
      `select content from chat_group_messages m join sessions s on s.id = m.session_id
        where m.lead_id = ? and s.title = '${TITLE}' and from_agent_id = '${left.id('Ada')}'`,
    )
    expect(posted).toEqual([
      {
        content:
          'I ask Dev first: he knows who reads it.\n\nOff. One file means inherit, and it can say so: scaling="base".',
      },
    ])
  })
})

const RHEA = "(select id from agents where name = 'Rhea')"
const WREN = "(select id from agents where name = 'Wren')"

describe('DM8 what is not as it must be is named', () => {
  /** A copy of what the run left, with one thing that is different. */
  async function wrongAfter(change: (copy: Left) => void): Promise<readonly string[]> {
    using other = tempFolder()
    cpSync(folder.path, other.path, { recursive: true })
    const copy = new Left(other.path)
    change(copy)
    return (await copy.check()).wrong
  }

  test('DM8 nothing is named when nothing is different', async () => {
    expect(await wrongAfter(() => {})).toEqual([])
  })

  test.each([
    ["delete from chat_group_reactions where emoji = '🎉'", 'missing reaction: config-team #5 🎉'],
    ["update tasks set status = 'open' where text like 'Review%'", 'task 4 is'],
    ["update tasks set summary = 'well' where text like 'Write%'", 'task 3 is'],
    ["delete from journal where type = 'agent:resumed'", 'life of Rhea 2 is missing'],
    [
      "update direct_messages set seq = 0 where kind = 'interrupt'",
      'direct message 1 is interrupt',
    ],
    ["update needs set closed_at = '2026-01-01'", 'missing need: question of atlas-refactor'],
    [`update turns set usage = null where agent_id = ${RHEA}`, 'a turn of Rhea does not say'],
    [`update turns set ended = null where agent_id = ${RHEA}`, 'a turn of Rhea is open'],
    [`update turns set ended = 'end_turn' where agent_id = ${WREN}`, 'the prompts of Wren ended'],
    ['update agent_inboxes set up_to = 0', 'still waits for atlas-refactor'],
    ["update agent_sessions set session_id = 'x'", 'Quinn has opened 1, loaded 1'],
    [
      `delete from rollout_entries where kind = 'tool_result' and agent_id = ${WREN}`,
      'Wren differs in its numbers',
    ],
    [
      "update rollout_entries set text = 'x' where kind = 'thought'",
      'Wren differs in its thoughts',
    ],
    [
      'update chat_groups set auto = 0 where auto = 1',
      'missing group: timeline-team by atlas-refactor, automatically',
    ],
    ['update chat_groups set archived = 1 where auto = 1', 'timeline-team is archived in the end'],
    ["delete from journal where type = 'group:archived'", 'groups went and came back otherwise'],
    ["update journal set batch_id = 0 where type = 'group:archived'", 'not archived with the last'],
    [
      "update journal set batch_id = 0 where type = 'group:unarchived'",
      'did not come back with Kay',
    ],
    ['update responses set late = 0', 'missing response: 1 Kay done, late'],
    ["update responses set status = 'passed' where n = 2", 'missing response: 2 Dora done'],
    ['update rounds set closed = null where n = 1', 'timeline-team by human, 1 superseded'],
    [
      "update chat_group_messages set round_n = 2 where round_as = 'late'",
      'missing message of the session: round 1, late, Kay: The arrow keys',
    ],
    ["update chat_group_messages set seq = 0 where round_as = 'late'", 'Kay did not answer late'],
    [
      "update runs set data = json_set(data, '$.stopReason', 'max_rounds')",
      'missing discussion: Off or inherit? in config-team by human',
    ],
    [
      "update runs set data = json_set(data, '$.summary', 'well')",
      'missing discussion: Does anything read scaling=None today? in config-team by Ada within round 2',
    ],
    [
      "update rounds set reason = 'next in order' where ask = 'human'",
      'missing round of a discussion: Off or inherit? 4 of 2 human answered: atlas-refactor chose You',
    ],
    [
      "update rounds set discussion_n = 9 where ask = 'select' and n = 5",
      'missing round of a discussion: Off or inherit? 5 of 3 select',
    ],
    [
      "update responses set decision = 'NEXT: Dev' where decision like '%NEXT: Dora'",
      'missing answer of a discussion: Off or inherit? 5 atlas-refactor done: Dora owns',
    ],
    [
      'update responses set child = null where child is not null',
      'missing answer of a discussion: Off or inherit? 2 Ada done after Does anything',
    ],
    [
      'update responses set done = null where done is not null',
      'missing answer of a discussion: Off or inherit? 6 Dora done, the last',
    ],
    [
      "update chat_group_messages set round_as = 'interjection' where from_agent_id = 'human' and content like 'Off it is%'",
      'missing message of a discussion: Off or inherit? 4 answer human: Off it is',
    ],
    ["update sessions set title = 'x' where title like 'Off%'", 'missing session: Off or inherit?'],
  ])('DM8 in the tables: %s', async (statement, named) => {
    expect(await wrongAfter((copy) => copy.change(statement))).toContainEqual(
      expect.stringContaining(named),
    )
  })

  test.each([
    ['atlas-refactor', /.*its task: All 214.*\n/, '', 'atlas-refactor has read 0 times: [System]'],
    ['atlas-refactor', /.*\[Task from .*\n/, '$&$&', 'has read 2 times: [Task from Human'],
    ['Dora', /.*\[Task from .*\n/, '', 'Dora has read 0 times: [Task from'],
    ['Wren', /(\[PRIORITY[^\\]*)\\n(.*?)"}/, '$2\\n$1"}', 'not behind the interrupt'],
    ['Wren', /"cancelled"/, '"end_turn"', 'Wren was not stopped in any answer'],
    ['Quinn', /.*"loaded".*\n/, '', 'Quinn has opened 1, loaded 0'],
    ['Dev', /.*added to group \\"timeline-team.*\n/, '', 'Dev has read 0 times: [System] You'],
    ['Dora', /.*So all three fit.*\n/, '$&$&', 'Dora has read 2 times: [Group "timeline-team"'],
    [
      'Kay',
      /(Your groups \(1\):\\n- )\\"timeline-team/,
      '$1\\"other',
      'Kay was not told that timeline-team',
    ],
    ['Dora', /.*Round 1 · session.*\n/, '$&$&', 'Dora was asked 2 times in round 1'],
    ['Kay', /Round 2 · session/, 'Round 3 · session', 'Kay was asked 0 times in round 2'],
    ['Kay', /Filtering: it is useful[^\\]*/, '', 'Kay did not read in round 2: Filtering'],
    [
      'atlas-refactor',
      /.*Who speaks next\?.*\n/,
      '$&$&',
      'atlas-refactor was asked 4 times in discussions, not 3',
    ],
    ['Ada', /.*Its result:.*\n/, '', 'Ada has read 0 times: [Round 1 of 6 · discussion "Off or'],
    ['Dora', /.*\[User\]: Off it is.*\n/, '', 'Dora has read 0 times: [Round 3 of 6 · discussion'],
    [
      'Dev',
      /.*Round 1 of 1 · discussion.*\n/,
      '$&$&',
      'Dev was asked 2 times in discussions, not 1',
    ],
    ['Rhea', /called \\"Rhea\\"/, 'called \\"Rita\\"', 'Rhea was not told who it is'],
  ])('DM8 in the notes of %s: %s', async (name, from, to, named) => {
    const change = (copy: Left) => copy.changeNotes(name, (text) => text.replace(from, to))
    expect(await wrongAfter(change)).toContainEqual(expect.stringContaining(named))
  })
})

const TEAM = ['atlas-refactor', 'Dora', 'Dev', 'Kay']

describe('DM11 three delegations about the timeline', () => {
  const GROUP = "lead_id = ? and group_name = 'timeline-team'"

  test('DM11 make a group by themselves, with its purpose, members and a message of the system', () => {
    const groups = left.rows<object>(
      'select name, display_name, auto, archived, purpose from chat_groups where lead_id = ? and auto = 1',
    )
    expect(groups).toEqual([
      {
        name: 'timeline-team',
        display_name: 'timeline-team',
        auto: 1,
        archived: 0,
        purpose:
          'Parallel work: implement timeline filtering; implement timeline brush; implement timeline keyboard nav',
      },
    ])
    const members = left.rows<{ id: string }>(
      `select agent_id as id from chat_group_members where ${GROUP}`,
    )
    expect(members.map(({ id }) => id).toSorted()).toEqual(
      TEAM.map((name) => left.id(name)).toSorted(),
    )
    const [first] = left.rows<object>(
      `select kind, from_agent_id, content from chat_group_messages where ${GROUP} and session_id = 'main' order by n limit 1`,
    )
    expect(first).toEqual({
      kind: 'system',
      from_agent_id: 'system',
      content: 'Auto-created coordination group for parallel timeline work',
    })
    const everyone = TEAM.map((name) =>
      name === 'atlas-refactor' ? lead() : label(`Developer "${name}"`, name),
    )
    for (const name of TEAM) {
      const told = left
        .heard(name)
        .filter((line) => /"timeline-team" — System|added to.*timeline/.test(line))
      expect(told.toSorted(), name).toEqual([
        '[Group "timeline-team" — System]: Auto-created coordination group for parallel timeline work',
        `[System] You've been added to group "timeline-team". Members: ${everyone.join(', ')}.`,
      ])
    }
  })

  test('DM11 end with a group that is archived, and comes back with one of its agents', () => {
    const facts = left.rows<{ what: string; at: number }>(
      `select type || ' ' || coalesce(json_extract(data, '$.group.name'), json_extract(data, '$.agent.name')) as what,
        batch_id as at from journal where lead_id = ? and type in ('agent:completed', 'agent:resumed', 'group:archived', 'group:unarchived')
        and seq > (select seq from journal j where j.lead_id = journal.lead_id and j.type = 'group:created'
          and json_extract(j.data, '$.group.auto')) order by seq`,
    )
    const ends = ['agent:completed Dev', 'agent:completed Dora', 'agent:completed Kay']
    expect(
      facts
        .slice(0, 3)
        .map(({ what }) => what)
        .toSorted(),
    ).toEqual(ends)
    expect(facts.slice(3).map(({ what }) => what)).toEqual([
      'group:archived timeline-team',
      'agent:resumed Kay',
      'group:unarchived timeline-team',
    ])
    expect(facts[2]?.at).toBe(facts[3]?.at)
    expect(facts[4]?.at).toBe(facts[5]?.at)
  })

  test('DM11 are talked about by all three, and read by each of them', () => {
    const posted = left.rows<{ from: string; content: string }>(
      `select from_agent_id as "from", content from chat_group_messages where ${GROUP} and kind = 'message' and session_id = 'main' order by n`,
    )
    const [dora, dev, kay, later] = posted.map(({ from, content }, at) => {
      expect(from).toBe(left.id(['Dora', 'Dev', 'Kay', 'Kay'][at] ?? ''))
      return content
    })
    const read = (name: string) =>
      left
        .heard(name)
        .flatMap((line) => /^\[Group "timeline-team" — Dev.*?\]: (.*)$/.exec(line)?.[1] ?? [])
    expect(read('atlas-refactor')).toEqual([dora, dev, kay, later])
    expect(read('Kay')).toEqual([dora, dev])
    // What came after they were done stands on the input of a program that still runs, or waits for them.
    expect(read('Dora').slice(0, 2)).toEqual([dev, kay])
    expect(read('Dev').slice(0, 2)).toEqual([dora, kay])
    const lists = left
      .heard('atlas-refactor')
      .filter((line) => /^- "timeline|Your groups/.test(line))
    expect(lists).toEqual([
      '[System] Your groups (3):',
      '[System] Your groups (4):',
      expect.stringMatching(/^- "timeline-team" \(4 members: .*5 messages/),
    ])
  })
})

test('DM10 a script with a step that there is not is refused', () => {
  expect(parseScript('- wait: x\n- say: y\n  pieces: 3')).toHaveLength(2)
  expect(() => parseScript('- shout: x')).toThrow('Invalid input')
  expect(() => parseScript('- say: x\n  pieces: 0')).toThrow('Too small')
})
