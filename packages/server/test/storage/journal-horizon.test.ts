import { expect, test } from 'vitest'
import { sendDirect } from '../../src/agents/direct-messages'
import { createGroup } from '../../src/groups/create-group'
import type { ConfirmedAddressed, ConfirmedExcept } from '../../src/journal/facts'
import { loadShard } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { exportCrew } from '../../src/transfer/export-crew'
import { exportGroup } from '../../src/transfer/export-group'
import { eventsSince, keptOf, plain, replayed, stateOf, trimJournal } from '../harness/aged-journal'
import { CountingIds } from '../harness/counting-ids'
import { crewOfEveryFact } from '../harness/every-fact'
import { crewText, groupText, type Line, linesOf, takeIn } from '../harness/export-text'
import { loadedShard } from '../harness/loaded-shard'
import { NAMES, passingStep } from '../harness/passing-step'
import { Random } from '../harness/random'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { isLong } from '../harness/long'

const SEED = Number(process.env['CREWROOM_SEED'] ?? 20_261_123)
const WALKS = Number(process.env['CREWROOM_WALKS'] ?? 2)
const HOUR_MS = 60 * 60_000
/** Types of facts that the walk can expect to be replaced. */
const PASSING = ['stream:advanced', 'inbox:confirmed']

async function joined(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

/** The file without what stands for facts that are not there any more, and those of the same numbers. */
function without(lines: readonly Line[], gone: ReadonlySet<number>): Line[] {
  return lines.filter(({ seq, end }) => end !== true && !gone.has(seq as number))
}

const isReplaced = (line: Line) => line['data']?.was === 'fact:replaced'

test.skipIf(!isLong)(
  'KP9, KP10, KP12 whatever a crew did, replaced facts can go: a start, a replay, a file and every client give the same',
  async () => {
    for (let walk = 0; walk < WALKS; walk++) {
      const random = new Random(SEED + walk)
      await using crew = testCrew({
        agents: Object.fromEntries(NAMES.map((n) => [n, 'developer'])),
      })
      for (const name of ['plan', 'team']) {
        createGroup(crew.shard, crew.crew, crew.by('lead'), { name, members: NAMES })
      }
      for (let round = 0; round < 2; round++) {
        for (let at = 0; at < 100; at++) {
          await passingStep(crew, random)
          crew.clock.advance(random.below(3) * HOUR_MS)
        }
        const before = new Date(crew.clock.now() - random.below(40) * HOUR_MS).toISOString()
        const trimmed = await trimJournal(crew.database, before)
        expect(trimmed.failure).toBeNull()
        crew.check()

        const kept = keptOf(crew.database, crew.published)
        expect(crew.published.length - kept.length).toBeGreaterThan(0)
        const gone = crew.published.filter((fact) => !kept.includes(fact))
        for (const { type, at } of gone) {
          expect(PASSING).toContain(type)
          expect(at < before).toBe(true)
        }
        expect(new Set(gone.map(({ type }) => type))).toEqual(new Set(PASSING))

        const [whole, alone] = [replayed(crew.published), replayed(kept)]
        expect(stateOf(alone)).toEqual(stateOf(whole))
        expect(stateOf(crew.database)).toEqual(stateOf(whole))

        const { leadId } = crew
        const { seq } = crew.crew.state
        const gap = gone[random.below(gone.length)]?.seq ?? 0
        for (const since of [0, gap, random.below(seq)]) {
          for (const viewer of [null, leadId, crew.id('ada')]) {
            const told = await eventsSince(crew.database, leadId, viewer, since)
            expect(told).toEqual(await eventsSince(whole, leadId, viewer, since))
          }
          const page = (sqlite: typeof whole) => new Reader(sqlite).events(leadId, since, 7).events
          const [seen, all] = [page(crew.database), page(whole)]
          expect(seen.slice(0, all.length)).toEqual(all)
          const query = { groupName: 'plan', before: gap, limit: 20, viewer: null }
          const rows = (sqlite: typeof whole) => new Reader(sqlite).timeline(leadId, query)
          expect(rows(crew.database)).toEqual(rows(whole))
        }
        const fresh = loadedShard(whole)
        const group = fresh.crew(leadId).state.groups['team']
        if (!group) throw new Error('no group')
        const file = await joined(await exportGroup(fresh, fresh.crew(leadId), group))
        expect(await groupText(crew, 'team')).toBe(file)
        whole.close()
        alone.close()
      }
      await filesAreAlike(crew)
    }
  },
)

/** The file of a trimmed journal has every number, is taken in, comes out the same, and means what the whole file means. */
async function filesAreAlike(crew: TestCrew): Promise<void> {
  const text = await crewText(crew)
  const gone = new Set(
    linesOf(text)
      .filter(isReplaced)
      .map(({ seq }) => seq as number),
  )
  const kept = new Set(keptOf(crew.database, crew.published))
  const lost = crew.published.filter((fact) => !kept.has(fact)).map(({ seq }) => seq)
  expect([...gone]).toEqual(lost)
  const whole = replayed(crew.published)
  const shard = loadedShard(whole)
  const wholeText = await joined(await exportCrew(shard, shard.crew(crew.leadId)))
  expect(wholeText).not.toContain('fact:replaced')
  expect(without(linesOf(text), gone)).toEqual(without(linesOf(wholeText), gone))
  whole.close()

  const imported = async (file: string, kind: string) => {
    await using other = testCrew({ ids: new CountingIds(kind, `${kind}-`) })
    await takeIn(other, file)
    expect(await crewText(other, crew.leadId)).toBe(file)
    // A horizon there takes what stands for facts, too: the file goes on having every number.
    const trimmed = await trimJournal(other.database, '9')
    const again = await crewText(other, crew.leadId)
    expect(linesOf(again).length).toBe(linesOf(file).length)
    if (file === text) expect(trimmed.entries).toBeGreaterThan(gone.size / 2)
    return plain(loadShard(other.database).crews.find(({ state }) => state.lead.id === crew.leadId))
  }
  expect(await imported(text, 'e1e1')).toEqual(await imported(wholeText, 'f1f1'))
}

test.skipIf(!isLong)(
  'KP9 of every type of fact, only what a later one replaces can go, and a fact that clients see never does',
  async () => {
    await using crew = await crewOfEveryFact('003')
    const whole = replayed(crew.published)
    const before = stateOf(whole)
    const trimmed = await trimJournal(crew.database, '9')
    expect(trimmed).toMatchObject({ failure: null })
    const kept = keptOf(crew.database, crew.published)
    expect(crew.published.length - kept.length).toBe(trimmed.entries)
    const gone = new Set(
      crew.published.filter((fact) => !kept.includes(fact)).map(({ type }) => type),
    )
    expect([...gone].sort()).toEqual([
      'agent:stalled',
      'inbox:confirmed',
      'process:started',
      'stream:advanced',
    ])
    const alone = replayed(kept)
    expect(stateOf(alone)).toEqual(before)
    for (const sqlite of [whole, alone]) sqlite.close()
  },
)

test('KP12 a file that was partly written when facts were removed is whole', async () => {
  await using crew = testCrew({ agents: { ada: 'developer' } })
  for (let n = 0; n < 150; n++) {
    await crew.says('ada', 'thinking\n')
    if (n % 2 === 0)
      sendDirect(crew.shard, crew.crew, crew.by('ada'), { to: 'human', content: '~' })
  }
  const before = plain(loadShard(crew.database).crews[0])
  let text = ''
  let pages = 0
  for await (const part of await exportCrew(crew.shard, crew.crew)) {
    text += part
    // Behind the header and the first hundred facts.
    if (++pages === 2) expect((await trimJournal(crew.database, '9')).entries).toBe(149)
  }
  expect(pages).toBeGreaterThan(3)
  const omitted = linesOf(text).filter(isReplaced)
  expect([omitted.length > 50, omitted.length < 149]).toEqual([true, true])
  await using other = testCrew({ ids: new CountingIds('e1e1', 'e-') })
  await takeIn(other, text)
  expect(await crewText(other, crew.leadId)).toBe(text)
  const after = loadShard(other.database).crews.find(({ state }) => state.lead.id === crew.leadId)
  // A crew that was imported waits for a person.
  const lead = { ...after?.state.lead, paused: false }
  expect(plain({ ...after, inert: false, state: { ...after?.state, lead } })).toEqual(before)
})

type Entry = Omit<ConfirmedAddressed, 'agent'> | Omit<ConfirmedExcept, 'agent'>

test.skipIf(!isLong)(
  'KP9, KP10 confirmations as earlier versions stored them stay, and later ones can go without a change',
  async () => {
    await using crew = testCrew({ agents: { ada: 'developer' } })
    const seqs = Array.from({ length: 8 }, (_, n) => {
      const said = { to: crew.id('ada'), content: `part ${n}` }
      sendDirect(crew.shard, crew.crew, crew.by('lead'), said)
      return crew.crew.owed(crew.id('ada')).pending.at(-1)?.seq ?? 0
    })
    const [d1 = 0, d2 = 0, d3 = 0, d4 = 0, , d6 = 0, d7 = 0] = seqs
    const agent = Object.keys(crew.crew.state.agents).indexOf(crew.id('ada'))
    const confirm = (entry: Entry) => {
      const decision = crew.shard.decideAccepted(crew.crew)
      const addressed = [{ agent, ...entry }]
      const others = { stays: [], chains: [], attached: [], detached: [] }
      decision.add('inbox:confirmed', { ...others, addressed })
      crew.shard.commit(crew.crew, crew.by('lead'), decision)
      return crew.crew.state.seq
    }
    const old = [confirm({ upTo: d3, skipped: [d2] }), confirm({ upTo: d6, skipped: [d2, d4] })]
    const steps: [Entry, gone: number[]][] = [
      [{ upTo: d1, beyond: [] }, []],
      [{ upTo: d2, beyond: [] }, [0]],
      [{ upTo: d4, beyond: [] }, [1]],
      [{ upTo: d7, beyond: [] }, [2]],
    ]
    const stored: number[] = []
    for (const [entry, gone] of steps) {
      stored.push(confirm(entry))
      await trimJournal(crew.database, '9')
      crew.check()
      const kept = keptOf(crew.database, crew.published)
      const left = kept.filter(({ type }) => type === 'inbox:confirmed').map(({ seq }) => seq)
      for (const at of gone) expect(left).not.toContain(stored[at])
      for (const seq of [...old, stored.at(-1)]) expect(left).toContain(seq)
      const [whole, alone] = [replayed(crew.published), replayed(kept)]
      expect(plain(loadShard(alone).crews)).toEqual(plain(loadShard(whole).crews))
      expect(loadShard(alone).crews[0]?.pending.map(({ seq }) => seq)).toEqual(
        crew.crew.owed(crew.id('ada')).pending.map(({ seq }) => seq),
      )
      for (const sqlite of [whole, alone]) sqlite.close()
    }
  },
)
