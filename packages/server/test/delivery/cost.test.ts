import { expect, test } from 'vitest'
import { createGroup } from '../../src/groups/create-group'
import { command } from '../harness/talk'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { pushed } from '../harness/pushed'

/** Everybody who is connected takes what there is, and confirms it. */
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
  'DL29 a message in a group of %i is four facts with all its receipts: itself, the reply, the place in the output, what was confirmed',
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
