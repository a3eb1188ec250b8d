import { expect, test } from 'vitest'
import { unreadCount } from '@crewroom/shared/state/crew-state'
import { deleteCrew } from '../../src/agents/delete-crew'
import { createGroup } from '../../src/groups/create-group'
import { markRead } from '../../src/groups/mark-read'
import { setWake } from '../../src/groups/set-wake'
import { markSessionRead } from '../../src/sessions/mark-session-read'
import { InProcessAppender } from '../../src/storage/in-process-appender'
import { RECORD_BYTES } from '../../src/storage/record-bytes'
import { Writer } from '../../src/storage/writer'
import { crewText, takeIn } from '../harness/export-text'
import { migratedDatabase } from '../harness/migrated-database'
import { oldRecords } from '../harness/old-records'
import { batchesOf, recordedFacts } from '../harness/recorded-batches'
import { openSession, post } from '../harness/session-acts'
import { say } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ada: 'architect', ben: 'developer' } as const

/** The texts of an agent's stored record. */
function recorded(crew: TestCrew, agentId: string): unknown[] {
  return crew.database
    .prepare('select text from rollout_entries where agent_id = ? order by n')
    .pluck()
    .all(agentId)
}

async function records(crew: TestCrew, agentId: string, text: string): Promise<void> {
  crew.core.rollouts.record(agentId, { kind: 'prompt', text })
  await crew.core.rollouts.flush()
}

test('EX15, DE2 nothing is recorded of a deleted crew, and again as soon as it is imported, without a restart', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const [ada, ben] = [crew.id('ada'), crew.id('ben')]
  await records(crew, ada, 'first')
  const text = await crewText(crew)
  for (const time of ['once', 'twice']) {
    deleteCrew(crew.shard, crew.crew, BY_PERSON, 'atlas')
    await crew.core.rollouts.flush()
    expect(recorded(crew, ada), `deleted ${time}`).toEqual([])
    await takeIn(crew, text)
    for (const id of [ada, ben]) await records(crew, id, time)
    expect([recorded(crew, ada).at(-1), recorded(crew, ben).at(-1)]).toEqual([time, time])
  }
})

/** Words of ada that wait to be read somewhere else, under the number that stands between the person's own here. */
const ELSEWHERE: readonly (readonly [string, (crew: TestCrew) => void])[] = [
  ['a session of the group', (crew) => {
    const session = openSession(crew, 'plan', 'One', ['ada'])
    for (let n = 1; n <= 3; n++) post(crew, 'ada', session, `${n}`)
  }],
  ['another group', (crew) => {
    const members = [crew.id('ada'), 'human']
    crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'other', members }))
    for (let n = 1; n <= 3; n++) say(crew, 'ada', `${n}`, 'other')
  }],
] // prettier-ignore

test.for(ELSEWHERE)(
  'GR60, SN5 the person’s own message is read with what is before it, even if %s has something unread',
  async ([, saysElsewhere]) => {
    await using crew = testCrew({ agents: AGENTS })
    const members = [crew.id('ada'), 'human']
    crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'plan', members }))
    saysElsewhere(crew)
    const first = say(crew, 'ada', 'one', 'plan')
    say(crew, 'human', 'two', 'plan')
    crew.act(() =>
      markRead(crew.shard, crew.crew, BY_PERSON, { group: 'plan', seq: first.seq, force: true }),
    )
    say(crew, 'human', 'three', 'plan')
    const now = () => {
      const { state } = crew.crew
      const group = state.groups['plan']
      return [group && unreadCount(state, group, 'human'), state.readMarks['human']?.['plan']?.n]
    }
    expect(now()).toEqual([0, 3])
    crew.restart()
    expect(now(), 'after a restart').toEqual([0, 3])
  },
)

test('GR60, SN5 what the person has read of a session reads nothing of its group', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const members = [crew.id('ada'), 'human']
  crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'plan', members }))
  const session = openSession(crew, 'plan', 'One', ['ada'])
  let seq = 0
  for (let n = 1; n <= 5; n++) ({ seq } = post(crew, 'ada', session, `${n}`).message)
  const input = { group: 'plan', session: session.id, seq }
  crew.act(() => markSessionRead(crew.shard, crew.crew, BY_PERSON, input))
  say(crew, 'ada', 'one', 'plan')
  say(crew, 'human', 'two', 'plan')
  for (const isRestarted of [false, true]) {
    if (isRestarted) crew.restart()
    const { state } = crew.crew
    const group = state.groups['plan']
    expect(group && unreadCount(state, group, 'human'), `restarted: ${isRestarted}`).toBe(1)
  }
})

test('GR18 a wake level that changes hands over nothing: after a restart a member is still owed what it has not read', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const members = [crew.id('ada'), crew.id('ben')]
  crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'plan', members }))
  for (const name of ['ada', 'ben']) await crew.reads(name)
  say(crew, 'lead', 'one', 'plan')
  const input = { group: 'plan', member: crew.id('ben'), wake: 'mentions' } as const
  crew.act(() => setWake(crew.shard, crew.crew, BY_PERSON, input))
  crew.restart()
  say(crew, 'lead', 'two', 'plan')
  const owed = async (name: string) =>
    (await crew.texts(name)).map((text) => text.split(': ').at(-1))
  expect([await owed('ben'), await owed('ada')]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ])
})

test('KP3 the records of a crew that was deleted since they were measured count no longer', async () => {
  const sqlite = migratedDatabase()
  const writer = new Writer({ sqlite, shard: 'main', firstEpoch: 'epoch-1' })
  const port = new InProcessAppender(writer)
  const facts = await recordedFacts()
  const leadId = facts[0]?.leadId ?? ''
  expect(writer.write(batchesOf(facts, 100))).toEqual({ ok: true })
  const given = { from: Date.parse('2026-06-01T00:00:00.000Z'), text: 'x'.repeat(3_000) }
  writer.writeRollouts(oldRecords([leadId], { ...given, leadId, count: 30 }))
  writer.writeRollouts(oldRecords(['other'], { ...given, count: 30 }))
  const bytes = sqlite.prepare(`select sum(${RECORD_BYTES}) from rollout_entries own`).pluck().get()
  const limits = { since: null, bytes: Number(bytes) + 10_000 }
  expect(await port.trimRecords(limits)).toMatchObject({ entries: 0 })
  const [batch] = batchesOf(facts.slice(0, 1), 1, writer.position)
  if (!batch?.entries[0]) throw new Error('no facts')
  const entry = { ...batch.entries[0], seq: facts.length + 1, type: 'lead:deleted', data: {} }
  expect(writer.write([{ ...batch, entries: [entry as never] }])).toEqual({ ok: true })
  writer.writeRollouts(oldRecords(['other'], { ...given, count: 25, n: 31 }))
  expect(await port.trimRecords(limits), 'it all fits').toMatchObject({ entries: 0 })
  sqlite.close()
})
