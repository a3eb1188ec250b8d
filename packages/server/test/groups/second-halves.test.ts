import { expect, test } from 'vitest'
import { pauseCrew } from '../../src/agents/pause'
import { deleteMessage, editMessage } from '../../src/groups/change-message'
import { markRead } from '../../src/groups/mark-read'
import { pauseGroup } from '../../src/groups/pause-group'
import { sendMessage } from '../../src/groups/send-message'
import { say, team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

/** More than memory keeps of a group. */
const MANY = 300

function room(): TestCrew {
  const crew = testCrew({ agents: { dev: 'developer', arch: 'architect' } })
  team(crew, 'team', ['dev', 'arch'])
  return crew
}

const post = (crew: TestCrew, content: string, clientId?: string, by = 'dev') =>
  crew.act(() =>
    sendMessage(crew.shard, crew.crew, crew.by(by), { group: 'team', content, clientId }),
  )

/** What is said meanwhile need not be looked at. */
function talks(crew: TestCrew): void {
  for (let n = 0; n < MANY; n++) {
    const input = { group: 'team', content: `${n}` }
    sendMessage(crew.shard, crew.crew, crew.by('arch'), input)
  }
}

/** What becomes of a message between the first time that it is sent and the second. */
const SINCE: Readonly<Record<string, (crew: TestCrew, messageId: string) => void>> = {
  'and nothing else was said': () => {},
  'and the server has started again': (crew) => crew.restart(),
  'and much was said since': talks,
  'and much was said before a restart': (crew) => {
    talks(crew)
    crew.restart()
  },
  'and it was edited since': (crew, messageId) => {
    const input = { group: 'team', messageId, content: 'other' }
    crew.act(() => editMessage(crew.shard, crew.crew, BY_PERSON, input))
  },
  'and it was deleted since': (crew, messageId) => {
    crew.act(() => deleteMessage(crew.shard, crew.crew, BY_PERSON, { group: 'team', messageId })) // prettier-ignore
  },
}

test.for(Object.keys(SINCE))('GR10 a clientId that was sent before is that message, %s', async (what) => {
  await using crew = room()
  const first = post(crew, 'hello', 'c1', 'human')
  SINCE[what]?.(crew, first.message.id)
  const { seq } = crew.crew.state
  const again = post(crew, 'hello', 'c1', 'human')
  expect([again.repeated, again.message.id]).toEqual([true, first.message.id])
  expect(crew.crew.state.seq, 'nothing is stored').toBe(seq)
}) // prettier-ignore

test('MN7 while the group, its crew or the server is paused a message wakes nobody, and after that it does again', async () => {
  const pauses: Record<string, (crew: TestCrew, paused: boolean) => void> = {
    group: (crew, paused) => void pauseGroup(crew.shard, crew.crew, BY_PERSON, 'team', paused),
    crew: (crew, paused) => void pauseCrew(crew.shard, crew.crew, BY_PERSON, paused),
    server: (crew, paused) => crew.shard.pauseAll(paused, BY_PERSON),
  }
  for (const [what, pause] of Object.entries(pauses)) {
    await using crew = room()
    const arch = crew.id('arch')
    expect(post(crew, 'for @arch').wakes, what).toContain(arch)
    crew.act(() => pause(crew, true))
    const paused = post(crew, 'for @arch')
    expect([paused.wakes, paused.recipientIds.includes(arch)], what).toEqual([[], true])
    crew.act(() => pause(crew, false))
    expect(post(crew, 'for @arch').wakes, what).toContain(arch)
  }
})

test('GR61 a mark that is asked to move beyond the newest message, or back without force, stays where it may stand', async () => {
  await using crew = room()
  const [one, two] = ['one', 'two'].map((text) => say(crew, 'dev', text).seq)
  const read = (seq: number, force = false) =>
    crew.act(() => markRead(crew.shard, crew.crew, BY_PERSON, { group: 'team', seq, force }))
      .lastSeq
  expect(read((two ?? 0) + 1_000)).toBe(two)
  const { seq } = crew.crew.state
  expect([read(one ?? 0), read(two ?? 0)]).toEqual([two, two])
  expect(crew.crew.state.seq, 'nothing is stored').toBe(seq)
  expect(read(one ?? 0, true)).toBe(one)
  crew.restart()
  expect(crew.crew.state.readMarks['human']?.['team']).toMatchObject({ seq: one, n: 1 })
})
