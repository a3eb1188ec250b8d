import { expect, test } from 'vitest'
import { SYSTEM } from '@crewroom/shared/model/participant'
import { interrupt } from '../../src/agents/direct-messages'
import type { ConfirmedExcept } from '../../src/journal/facts'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { pushed } from '../harness/pushed'

const WAITING = Number(process.env['CREWROOM_WAITING'] ?? 2_000)
const OVERTAKES = 100
/** One number more or less, in JSON with all around it. */
const BYTES = 200

/** Notices for ada, many in one batch; none of them wakes. */
function notify(crew: TestCrew, count: number): void {
  for (let left = count; left > 0; left -= 1_000) {
    const decision = crew.shard.decideAccepted(crew.crew)
    for (let n = Math.min(left, 1_000); n > 0; n--) {
      decision.add('delivery:created', {
        delivery: {
          id: crew.ids.record(),
          agentId: crew.id('ada'),
          kind: 'system',
          wake: false,
          groupName: null,
          content: { form: 'text', text: 'waits' },
          hop: 1,
        },
      })
    }
    crew.shard.commit(crew.crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
  }
}

/** An interrupt overtakes what waits, and is confirmed alone. */
async function overtakes(crew: TestCrew, n: number): Promise<void> {
  interrupt(crew.shard, crew.crew, crew.by('human'), { to: crew.id('ada'), content: `now ${n}` })
  await confirms(crew, 1)
}

async function confirms(crew: TestCrew, limit: number): Promise<void> {
  const { inbox } = crew.core
  const page = await pushed(inbox, crew.id('ada'), limit)
  expect(page?.deliveries).toHaveLength(limit)
  await inbox.ack(crew.id('ada'), page?.cursor ?? '')
}

const waits = (crew: TestCrew) => crew.crew.owed(crew.id('ada')).pending.map(({ seq }) => seq)

test('DL43 what a confirmation stores does not grow with what waits and was overtaken, and a restart gives the same', async () => {
  await using crew = testCrew({ agents: { ada: 'architect' } })
  await crew.reads('ada')
  notify(crew, WAITING)
  const facts = crew.database.prepare(
    `select length(data) from journal where type = 'inbox:confirmed' order by rowid`,
  )
  const before = facts.all().length
  for (let n = 0; n < OVERTAKES; n++) await overtakes(crew, n)
  const sizes = facts.pluck().all().slice(before) as number[]
  expect(sizes.length).toBeGreaterThanOrEqual(OVERTAKES)
  expect(Math.max(...sizes)).toBeLessThan(BYTES)
  const inboxes = crew.database.prepare('select max(length(skipped)) from agent_inboxes').pluck()
  expect(inboxes.get()).toBeLessThan(BYTES)
  const left = waits(crew)
  expect(left).toHaveLength(WAITING)
  crew.restart()
  expect(waits(crew)).toEqual(left)
  // In order again: the first that wait, and then one that overtakes the rest.
  await confirms(crew, 50)
  await overtakes(crew, OVERTAKES)
  crew.restart()
  expect(waits(crew)).toEqual(left.slice(50))
})

test('DL43 what an earlier version noted as overtaken keeps its order, here and after an import', async () => {
  await using crew = testCrew({ agents: { ada: 'architect' } })
  await crew.reads('ada')
  notify(crew, 12)
  const left = waits(crew)
  // Of twelve, eight were overtaken by the others up to the tenth.
  const skipped = left.slice(0, 8)
  const noted: ConfirmedExcept = { agent: 1, upTo: left[9] ?? 0, skipped }
  const decision = crew.shard.decideAccepted(crew.crew)
  const none = { stays: [], chains: [], attached: [], detached: [] }
  decision.add('inbox:confirmed', { ...none, addressed: [noted] })
  crew.shard.commit(crew.crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
  crew.restart()
  expect(waits(crew)).toEqual([...skipped, ...left.slice(10)])
  await confirms(crew, 3)
  await overtakes(crew, 1)
  const rest = [...skipped.slice(3), ...left.slice(10)]
  crew.restart()
  expect(waits(crew)).toEqual(rest)
  await using other = testCrew({ ids: new CountingIds('e1e1', 'e-') })
  await takeIn(other, await crewText(crew))
  const imported = other.shard.crew(crew.leadId).owed(crew.id('ada')).pending
  expect(imported.map(({ seq }) => seq)).toEqual(rest)
  await confirms(crew, 6)
  crew.restart()
  expect(waits(crew)).toEqual(rest.slice(6))
})
