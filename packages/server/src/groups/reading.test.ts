import { expect, test } from 'vitest'
import { storeTurn } from '../../test/harness/stored-turns'
import { say, team } from '../../test/harness/talk'
import { testCrew, type TestCrew } from '../../test/harness/test-crew'
import { seeTurn } from '../delivery/turns'
import { terminateAgent } from '../agents/end-agent'
import { archiveGroup } from './archive-group'
import { leaveGroup } from './change-members'
import { groupOf } from './lookup'
import { markRead } from './mark-read'
import { newestOfOthers } from './newest-of-others'
import { pauseGroup } from './pause-group'
import { readNewest } from './read-history'
import { readMentions } from './read-mentions'
import { receiptsOf } from './receipts'
import { sendMessage } from './send-message'

const AGENTS = { ada: 'architect', ben: 'developer' } as const
/** More than memory keeps of a group. */
const MANY = 70

/** Posts without looking at what it makes of the crew. */
function post(crew: TestCrew, from: string, content: string) {
  const by = crew.by(from)
  return sendMessage(crew.shard, crew.crew, by, { group: 'team', content }).message
}

const meant = (crew: TestCrew, turnBeganSeq: number) =>
  newestOfOthers(crew.shard, crew.crew, crew.by('ada'), { group: 'team', turnBeganSeq })

test('CM7 the newest messages are read, or those before another, and whether there are more before them', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben'])
  for (const content of ['one', 'two', 'three']) post(crew, 'ben', content)
  const read = (limit: number, before?: number) => {
    const input = { group: 'team', limit, before }
    const { messages, hasMore } = readNewest(crew.shard, crew.crew, crew.by('ada'), input)
    return [...messages.map(({ content }) => content), hasMore]
  }
  const all = [read(2), read(3), read(4), read(1, 3), read(2, 3), read(1, 1)]
  const expected = [
    ['two', 'three', true],
    ['one', 'two', 'three', false],
    ['one', 'two', 'three', false],
    ['two', true],
    ['one', 'two', false],
    [false],
  ]
  expect(all).toEqual(expected)
  crew.restart()
  expect([read(2), read(3), read(4), read(1, 3), read(2, 3), read(1, 1)]).toEqual(expected)
})

test('CM9 a message that has left memory is meant, when it is the newest of others that was handed over', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben'])
  say(crew, 'ben', 'first')
  const last = say(crew, 'ben', 'second')
  await crew.reads('ada')
  const unread = say(crew, 'ben', 'came later')
  for (let n = 0; n < MANY; n++) say(crew, 'ada', `${n}`)
  const now = crew.crew.state.seq
  expect(meant(crew, now)).toBe(last.id)
  crew.restart()
  expect(meant(crew, now), 'after a restart').toBe(last.id)
  await crew.reads('ada')
  expect(meant(crew, now)).toBe(unread.id)
})

test('CM9 who was handed nothing means what was there when its turn began, and never its own words', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben'])
  expect(() => meant(crew, crew.crew.state.seq)).toThrow(
    expect.objectContaining({ code: 'message_not_found' }),
  )
  const first = say(crew, 'ben', 'first')
  for (let n = 0; n < MANY; n++) say(crew, 'ada', `${n}`)
  const began = crew.crew.state.seq
  say(crew, 'ben', 'after it began')
  for (let n = 0; n < MANY; n++) say(crew, 'ada', `${n}`)
  expect(meant(crew, began)).toBe(first.id)
  expect(meant(crew, first.seq), 'it was the newest').toBe(first.id)
  expect(() => meant(crew, first.seq - 1)).toThrow(
    expect.objectContaining({ code: 'message_not_found' }),
  )
})

test('MN8 mentions are those of the number that is given with them, whatever is posted while they are read', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben'])
  post(crew, 'ada', '@human one')
  const { seq } = crew.crew.state
  const reading = readMentions(crew.shard, crew.crew, crew.by('human'))
  post(crew, 'ada', '@human two')
  const { messages, asOf } = await reading
  expect([messages.map(({ content }) => content), asOf]).toEqual([['@human one'], seq])
})

test('DL1 what a program works on is seen, and so is what it was handed at the same time in another group', async () => {
  await using crew = testCrew({ agents: AGENTS })
  for (const name of ['team', 'other']) team(crew, name, ['ada', 'ben'])
  await crew.reads('ada')
  const sent = [say(crew, 'ben', 'one'), say(crew, 'ben', 'two', 'other')]
  const handedAt = crew.clock.now()
  const turn = crew.act(() => storeTurn(crew.shard, crew.crew, crew.id('ada')))
  const states = () =>
    sent.map((message) => {
      const all = receiptsOf(crew.shard, crew.crew, crew.core.presence, message)
      const { state, at } = all.find(({ agentId }) => agentId === crew.id('ada')) ?? {}
      return [state, at]
    })
  const at = new Date(handedAt).toISOString()
  expect(states()).toEqual([
    ['sent', at],
    ['sent', at],
  ])
  if (!turn) throw new Error('there is no turn')
  crew.act(() => seeTurn(crew.shard, crew.crew, crew.id('ada'), turn.id))
  expect(states().map(([state]) => state)).toEqual(['seen', 'seen'])
})

test('DL1 what was seen of one group stays seen while older messages of another are on their way', async () => {
  await using crew = testCrew({ agents: AGENTS })
  for (const name of ['team', 'other']) team(crew, name, ['ada', 'ben'])
  const pause = (paused: boolean) =>
    crew.act(() => pauseGroup(crew.shard, crew.crew, crew.by('human'), 'team', paused))
  await crew.reads('ada')
  pause(true)
  say(crew, 'ben', 'kept back')
  const seen = say(crew, 'ben', 'read at once', 'other')
  await crew.reads('ada')
  pause(false)
  say(crew, 'ben', 'after it')
  await crew.core.inbox.fetch(crew.id('ada'), {})
  const all = receiptsOf(crew.shard, crew.crew, crew.core.presence, seen)
  expect(all.find(({ agentId }) => agentId === crew.id('ada'))).toEqual({
    agentId: crew.id('ada'),
    state: 'seen',
    at: null,
  })
})

test('DL1 where a message stands with a person, and with agents that end or leave before they are handed it', async () => {
  await using crew = testCrew({ agents: { ...AGENTS, gus: 'qa-tester', eve: 'developer' } })
  team(crew, 'team', ['ada', 'ben', 'gus', 'eve'])
  const [one, two] = [say(crew, 'ben', 'one'), say(crew, 'ben', 'two')]
  const states = (message = one) => {
    const all = receiptsOf(crew.shard, crew.crew, crew.core.presence, message)
    return ['human', 'ada', 'ben', 'gus'].map(
      (who) => all.find(({ agentId }) => agentId === (who === 'human' ? who : crew.id(who)))?.state,
    )
  }
  expect(states()).toEqual(['waiting', 'waiting', undefined, 'waiting'])
  const mark = (seq: number) =>
    crew.act(() => markRead(crew.shard, crew.crew, crew.by('human'), { group: 'team', seq }))
  mark(one.seq - 1)
  expect(states()[0]).toBe('waiting')
  mark(one.seq)
  expect([states()[0], states(two)[0]]).toEqual(['seen', 'waiting'])
  await crew.reads('ada')
  for (const name of ['ada', 'gus']) {
    crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('human'), crew.id(name), null))
  }
  expect(states()).toEqual(['seen', 'seen', undefined, 'gone'])
  expect(states(two)).toEqual(['waiting', 'seen', undefined, 'gone'])
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('eve'), 'team'))
  const after = say(crew, 'ben', 'three')
  const to = receiptsOf(crew.shard, crew.crew, crew.core.presence, after).map((one) => one.agentId)
  expect(to, 'who left is not asked for what came after').not.toContain(crew.id('eve'))
  const before = receiptsOf(crew.shard, crew.crew, crew.core.presence, two)
  expect(before.map(({ agentId }) => agentId)).toContain(crew.id('eve'))
})

test('GR14 a mark that is set where it stands is stored no second time, forced or not', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['ada', 'ben'])
  const { seq } = say(crew, 'ben', 'one')
  const read = (force: boolean, to = seq) =>
    crew.act(() =>
      markRead(crew.shard, crew.crew, crew.by('ada'), { group: 'team', seq: to, force }),
    )
  expect(read(false)).toEqual({ lastSeq: seq })
  const { seq: head } = crew.crew.state
  // A number beyond the newest message is that of the newest.
  const again = [read(false), read(true), read(false, seq + 5), read(true, seq + 5), read(false, 1)]
  for (const answer of again) expect(answer).toEqual({ lastSeq: seq })
  expect(crew.crew.state.seq).toBe(head)
})

test('RE37 an agent that names no group is told its own groups that are in use', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const refusal = (name: string) => {
    try {
      groupOf(crew.crew, name, crew.by('ada').actor)
    } catch (error) {
      return (error as Error).message
    }
    return null
  }
  expect(refusal('nowhere')).toBe('there is no group "nowhere". You are in no group.')
  team(crew, 'team', ['ada'])
  team(crew, 'former', ['ada'])
  team(crew, 'secret', ['ben'])
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('human'), 'former'))
  expect(refusal('nowhere')).toBe('there is no group "nowhere". Your groups: team.')
  expect(refusal('tean')).toBe('there is no group "tean". Did you mean "team"? Your groups: team.')
  expect(refusal('secre'), 'nobody learns of others’ groups').toBe(
    'there is no group "secre". Your groups: team.',
  )
})
