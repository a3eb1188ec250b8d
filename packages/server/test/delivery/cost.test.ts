import { expect, test } from 'vitest'
import { createGroup } from '../../src/groups/create-group'
import { heldCore } from '../harness/held-core'
import { command } from '../harness/talk'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { pushed } from '../harness/pushed'

/** Each connected agent takes what there is and confirms it. */
async function allRead(crew: TestCrew, names: readonly string[]): Promise<number> {
  let handed = 0
  for (const name of names) {
    const page = await pushed(crew.core.inbox, crew.id(name), 200)
    if (!page) continue
    handed += page.deliveries.length
    crew.core.inbox.confirm(crew.id(name), page.cursor)
  }
  // What was confirmed is stored by then.
  crew.act(() => crew.clock.advance(100))
  return handed
}

test.each([5, 50])(
  'DL29 a message in a group of %i is four facts with all its receipts: itself, the reply, the place in the output, and what was confirmed',
  async (size) => {
    const names = Array.from({ length: size }, (_, n) => `agent-${n}`)
    await using crew = testCrew({ agents: Object.fromEntries(names.map((name) => [name, 'dev'])) })
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', members: names })
    const everybody = ['lead', ...names]
    const post = async (content: string) => {
      const before = crew.crew.state.seq
      await crew.says('agent-0', command('GROUP_MESSAGE', { group: 'team', content }))
      // All others get the message, and its writer the reply.
      expect(await allRead(crew, everybody)).toBe(size + 1)
      return crew.crew.state.seq - before
    }
    await allRead(crew, everybody)
    await post('the first')
    expect(await post('the second')).toBe(4)
    expect(await post('the third')).toBe(4)
    crew.check()
  },
)

/** A crew of five agents whose batches are counted: they are written when the test says so. */
function countedCrew() {
  const { core, crew, clock, agentIds, port, endTurn } = heldCore({
    agents: 5,
    conduct: { hops: 1e6, replies: 1e6, holdSeconds: 1 },
  })
  const counted = { batches: 0, messages: 0 }
  const store = async () => {
    // What is decided ends in promises.
    await new Promise((resolve) => setImmediate(resolve))
    endTurn()
    counted.batches += port.held.length
    port.store()
  }
  const writes = async (count: number) => {
    const answers = Array.from({ length: count }, () => {
      const text = command('GROUP_MESSAGE', { group: 'team', content: `${counted.messages}` })
      const writer = agentIds[counted.messages++ % agentIds.length] ?? ''
      return core.intake.output(crew, writer, { text, stream: 'main', endOfTurn: true })
    })
    await store()
    await Promise.all(answers)
  }
  const everybodyReads = async () => {
    // An agent's first page waits until it is stored that the agent is there.
    const pages = [crew.state.lead.id, ...agentIds].map(async (id) => {
      const page = await pushed(core.inbox, id, 200)
      if (page) core.inbox.confirm(id, page.cursor)
      return page?.deliveries.length ?? 0
    })
    await store()
    const counts = await Promise.all(pages)
    await store()
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const pass = async (ms: number) => {
    clock.advance(ms)
    await store()
  }
  return { counted, writes, everybodyReads, pass }
}

test.each([5, 50])(
  'DL31 a message every %i ms is at most 1.3 batches of the writer, with all its receipts',
  async (everyMs) => {
    const { counted, writes, everybodyReads, pass } = countedCrew()
    await everybodyReads()
    await pass(100)
    counted.batches = 0
    for (let n = 0; n < 60; n++) {
      await writes(1)
      await pass(1)
      // Everybody gets the message, and its writer the reply.
      expect(await everybodyReads()).toBe(6)
      await pass(everyMs - 1)
    }
    await pass(100)
    expect(counted.messages).toBe(60)
    expect(counted.batches / counted.messages).toBeLessThanOrEqual(1.3)
  },
)

test('DL31 128 messages that come together are at most 0.2 batches of the writer each', async () => {
  const { counted, writes, everybodyReads, pass } = countedCrew()
  await everybodyReads()
  await pass(100)
  counted.batches = 0
  for (let n = 0; n < 3; n++) {
    await writes(128)
    expect(await everybodyReads()).toBe(6 * 128)
    await pass(100)
  }
  expect(counted.messages).toBe(3 * 128)
  expect(counted.batches / counted.messages).toBeLessThanOrEqual(0.2)
})
