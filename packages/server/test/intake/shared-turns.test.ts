import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { heldCore } from '../harness/held-core'
import { command } from '../harness/talk'

/** By the clock each command takes so long: with five milliseconds to a turn, the third is its last. */
const EACH_MS = 2

/** Agents that write in one turn of the event loop, and how many of their commands each turn runs. */
function writing(agents: number) {
  const { core, crew, agentIds, clock } = heldCore({ agents })
  const { ids } = core.shard.ports
  let ran = 0
  const next = ids.message.bind(ids)
  vi.spyOn(ids, 'message').mockImplementation(() => {
    ran += 1
    clock.advance(EACH_MS)
    return next()
  })
  const say = (agentId: string, texts: readonly string[]) =>
    void core.intake.output(crew, agentId, {
      text: texts.map((content) => command('GROUP_MESSAGE', { group: 'team', content })).join(''),
      offset: 0,
      stream: 'main',
      endOfTurn: false,
    })
  const inTurns = async (turns: number) => {
    const counts: number[] = []
    for (let n = 0; n < turns; n++) {
      const before = ran
      await nextTurn()
      counts.push(ran - before)
    }
    return counts
  }
  return { agentIds, say, inTurns }
}

test('BW6 one command each of many agents in one turn: a turn runs as many as it has time for, the next ones the rest', async () => {
  const { agentIds, say, inTurns } = writing(12)
  for (const id of agentIds) say(id, ['one'])
  const counts = await inTurns(8)
  expect(Math.max(...counts)).toBe(3)
  expect(counts.reduce((sum, count) => sum + count)).toBe(12)
})

test('BW6 many commands of one agent beside one each of others: nobody waits for its last', async () => {
  const { agentIds, say, inTurns } = writing(4)
  const [many, ...others] = agentIds
  say(
    many ?? '',
    Array.from({ length: 9 }, (_, n) => `${n}`),
  )
  for (const id of others) say(id, ['one'])
  const counts = await inTurns(8)
  expect(Math.max(...counts)).toBe(3)
  expect(counts.reduce((sum, count) => sum + count)).toBe(12)
})
