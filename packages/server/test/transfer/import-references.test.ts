import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createLead } from '../../src/agents/create-agent'
import { deleteCrew } from '../../src/agents/delete-crew'
import { FACT_TYPES } from '../../src/journal/fact-table'
import type { Envelope } from '../../src/journal/facts'
import { scratchRows } from '../../src/storage/scratch-rows'
import Database from '../../src/storage/sqlite-package'
import { CrewBook } from '../../src/transfer/judge-crew'
import { takeFact } from '../../src/transfer/fact-references'
import { crewOfEveryFact } from '../harness/every-fact'
import { crewText, forged, type Line, linesOf, takeIn } from '../harness/export-text'
import { CountingIds } from '../harness/counting-ids'
import { dumpOf } from '../harness/recorded-batches'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'
import { isLong, often } from '../harness/long'

/** In every id of the file's crew; those of the crew that is here have another number. */
const GUEST = '001'
const HOST = '002'
/** A file is read for each id in it; every so many of them. */
const EVERY = often(10, 1)
const LONG = 180_000

/** Rows that were ever written: what is refused has written none. */
const written = (crew: TestCrew) => crew.database.prepare('select total_changes()').pluck().get()

const codeOf = (taken: Promise<unknown>) =>
  taken.then(
    () => 'taken',
    (error: Error) => ('code' in error ? String(error.code) : `${error.name}: ${error.message}`),
  )

/** Every row of every table but those of the crew that was taken in. */
function rowsOfHost(crew: TestCrew): unknown {
  const { shard: _, ...tables } = dumpOf(crew.database)
  return Object.entries(tables).map(([name, rows]) => [
    name,
    rows.filter((row) => !new RegExp(`[ae]${GUEST}`).test(JSON.stringify(row))),
  ])
}

test.skipIf(!isLong)(
  'EX18 for every fact type: a file that holds a fact of another crew is refused, and nothing of that crew changes',
  async () => {
    await using guest = await crewOfEveryFact(GUEST)
    await using host = await crewOfEveryFact(HOST)
    const text = await crewText(guest)
    const facts: readonly Line[] = [...host.published, ...linesOf(await crewText(host))]
    const before = dumpOf(host.database)
    for (const type of FACT_TYPES) {
      const ofType = facts.filter((fact) => fact['type'] === type)
      expect(ofType, `the crew of the harness decides no ${type}`).not.toEqual([])
      // It names agents by their place in their own crew: in a file there is nothing foreign in it.
      if (type === 'inbox:confirmed') continue
      const stolen = ofType.find(({ data }) => JSON.stringify(data).includes(HOST)) ?? ofType[0]
      const { v, at, actor, cause, data } = stolen ?? {}
      const file = forged(text, (lines) => {
        const [header] = lines
        if (header) header['seq'] += 1
        lines.push({ seq: lines.length, v, at, type, actor, cause, data })
      })
      const rows = written(host)
      expect(await codeOf(takeIn(host, file)), type).toBe('bad_file')
      expect(written(host), type).toBe(rows)
    }
    const unknown = { ...facts[0], type: 'group:future' } as unknown as Envelope
    const book = new CrewBook(host.leadId, 'You', scratchRows(new Database(':memory:')))
    expect(() => takeFact(book, unknown)).toThrow('"group:future" is not a fact')
    host.restart()
    expect(dumpOf(host.database)).toEqual(before)
  },
  LONG,
)

/** Who wrote and did what in an imported group elsewhere: names, and nothing that is here. */
const FROM_ELSEWHERE =
  /^(group:history item\.|group:imported (group\.createdBy|files\.\d+\.addedBy)$|file:removed file\.addedBy$)/

test(
  'EX18 for every fact type: each single id of another crew in a file is refused, or names who did something elsewhere and changes nothing',
  async () => {
    await using guest = await crewOfEveryFact(GUEST)
    await using host = await crewOfEveryFact(HOST)
    const text = await crewText(guest)
    const lines = linesOf(text).slice(0, -1)
    const twins = linesOf(await crewText(host)).slice(0, -1)
    expect(twins.map((line) => line['type'])).toEqual(lines.map((line) => line['type']))
    const before = rowsOfHost(host)
    for (const type of FACT_TYPES) {
      const first = lines.findIndex((line) => line['type'] === type)
      const last = lines.findLastIndex((line) => line['type'] === type)
      for (const at of new Set([first, last])) {
        // The ids of a fact take turns, so that every type is tried whenever anything changes.
        const paths = differing(lines[at], twins[at]).filter((_, n) => n % EVERY === at % EVERY)
        for (const path of paths) {
          const [part, ...rest] = path
          const name = `${type} ${(part === 'data' ? rest : path).join('.')}`
          const file = forged(text, (all) => put(all[at], path, read(twins[at], path)))
          const rows = written(host)
          const code = await codeOf(takeIn(host, file))
          if (code === 'taken') {
            expect(name).toMatch(FROM_ELSEWHERE)
            expect(rowsOfHost(host), name).toEqual(before)
            host.restart()
            deleteCrew(host.shard, host.shard.crew(guest.leadId), BY_PERSON, 'atlas')
          } else {
            expect(['bad_file', 'crew_exists'], `${name}: ${code}`).toContain(code)
            expect(written(host), name).toBe(rows)
          }
        }
      }
    }
    host.restart()
    expect(rowsOfHost(host)).toEqual(before)
  },
  LONG,
)

test('EX7, EX18 of a crew and the one below it: neither writes where the other stands, and none is above itself', async () => {
  await using crew = testCrew()
  const { crew: sub } = createLead(crew.shard, crew.by('lead'), {
    name: 'below',
    parentId: crew.leadId,
  })
  const subId = sub.state.lead.id
  const output = { text: 'one line\n', stream: 'main', endOfTurn: true }
  await crew.core.intake.output(sub, subId, output)
  const [above, below] = [await crewText(crew), await crewText(crew, subId)]
  const added = (text: string, type: string, data: Line) =>
    forged(text, (lines) => {
      const { at, v } = lines.at(-1) ?? {}
      const system = { actor: { kind: 'system', id: 'system' }, cause: { kind: 'system' } }
      lines.push({ seq: lines.length, v, at, type, ...system, data })
      if (lines[0]) lines[0]['seq'] += 1
    })
  const position = { agentId: subId, stream: 'main', offset: 900, safe: 900, done: 900 }
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, below)
  const rows = written(other)
  const reaching = added(above, 'stream:advanced', { position })
  expect(await codeOf(takeIn(other, reaching))).toBe('crew_exists')
  const aboveItself = (text: string, parentId: string) =>
    forged(text, ([, created]) => {
      if (created) created['data'].lead.parentId = parentId
    })
  expect(await codeOf(takeIn(other, aboveItself(above, subId)))).toBe('crew_exists')
  expect(await codeOf(takeIn(other, aboveItself(above, crew.leadId)))).toBe('bad_file')
  expect(written(other)).toBe(rows)
  await takeIn(other, above)
  // Each has the other's lead as an agent.
  await using third = testCrew({ ids: new CountingIds('d0d0', 'd-') })
  const lead = { ...crew.crew.state.agents[crew.leadId], leadId: subId }
  const both = forged(added(below, 'agent:created', { agent: lead }), ([header]) => {
    if (header) header['agents'] += 1
  })
  await takeIn(third, both)
  expect(await codeOf(takeIn(third, aboveItself(above, subId)))).toBe('bad_file')
})

test('EX1, EX2 files that earlier versions wrote are taken in, and come out the same', async () => {
  const file = (name: string) =>
    readFileSync(new URL(`../fixtures/${name}-v1.ndjson`, import.meta.url), 'utf8')
  await using crew = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  for (const name of ['crew', 'sub-lead']) {
    const [header] = linesOf(file(name))
    expect(await takeIn(crew, file(name))).toMatchObject({ kind: 'crew', facts: header?.['seq'] })
    expect(await crewText(crew, header?.['leadId'])).toBe(file(name))
  }
  expect(await takeIn(crew, file('group'), crew.leadId)).toMatchObject({ kind: 'group' })
  crew.restart()
})

type Path = readonly (string | number)[]

/** Where two values of one form have other ids; a text that tells of one is none. */
function differing(one: unknown, other: unknown): Path[] {
  if (one === other || (typeof one === 'string' && one.includes(' '))) return []
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return [[]]
  return Object.keys(one).flatMap((key) =>
    differing((one as Line)[key], (other as Line)[key]).map((path) => [key, ...path]),
  )
}

const read = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (at as Line)[key], value)

function put(value: unknown, path: Path, leaf: unknown): void {
  const parent = read(value, path.slice(0, -1)) as Line
  parent[path.at(-1) ?? ''] = leaf
}
