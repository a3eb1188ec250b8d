import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { broadcast, sendDirect } from '../../src/agents/direct-messages'
import { terminateAgent } from '../../src/agents/end-agent'
import { listTalkSteps, listTalkWords, readTalk } from '../../src/agents/read-talk'
import { createGroup } from '../../src/groups/create-group'
import { addMembers, removeMembers } from '../../src/groups/change-members'
import { sendMessage } from '../../src/groups/send-message'
import { often } from '../harness/long'
import { type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ada: 'architect', dora: 'developer', gus: 'qa-tester' } as const
const NAMES = ['lead', 'ada', 'dora', 'gus', 'human'] as const

const say = (crew: TestCrew, from: string, group: string, content: string, replyTo?: string) =>
  crew.act(() =>
    sendMessage(crew.shard, crew.crew, crew.by(from), {
      group,
      content,
      ...(replyTo === undefined ? {} : { replyTo }),
    }),
  ).message
const send = (crew: TestCrew, from: string, to: string, content: string) =>
  crew.act(() => sendDirect(crew.shard, crew.crew, crew.by(from), { to: idOf(crew, to), content }))
const shout = (crew: TestCrew, from: string, content: string) =>
  crew.act(() => broadcast(crew.shard, crew.crew, crew.by(from), { content }))
const idOf = (crew: TestCrew, name: string) => (name === 'human' ? HUMAN_ID : crew.id(name))
const nameOf = (crew: TestCrew, id: string) => NAMES.find((name) => idOf(crew, name) === id) ?? id

function group(crew: TestCrew, name: string, members: readonly string[]): void {
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), {
      name,
      members: members.map((member) => crew.id(member)),
    }),
  )
}

/** `ada>dora 1+2`: one message outside of groups and two in groups. */
async function lines(crew: TestCrew, by = 'human', since?: string): Promise<string[]> {
  const talk = await readTalk(crew.shard, crew.crew, crew.by(by), { since })
  return talk.lines
    .map((line) => {
      const [from, to] = [nameOf(crew, line.from), nameOf(crew, line.to)]
      return `${from}>${to} ${line.direct}+${line.inGroups}`
    })
    .sort()
}

test('WT1 a message is for whom it goes to, replies to or mentions, else for everybody there', async () => {
  await using crew = testCrew({ agents: AGENTS })
  group(crew, 'room', ['ada', 'dora'])
  send(crew, 'ada', 'gus', 'outside')
  const first = say(crew, 'ada', 'room', 'to all')
  say(crew, 'dora', 'room', 'a reply that mentions @gus', first.id)
  say(crew, 'dora', 'room', `@ada a mention`)
  say(crew, 'dora', 'room', 'a reply to herself, for all', say(crew, 'dora', 'room', '@ada 2').id)
  // The lead is a member of what it creates. Gus was not there for the first message, and is for the last.
  crew.act(() =>
    addMembers(crew.shard, crew.crew, crew.by('lead'), {
      group: 'room',
      members: [crew.id('gus')],
    }),
  )
  say(crew, 'ada', 'room', 'to all, and to Gus')
  crew.act(() =>
    removeMembers(crew.shard, crew.crew, crew.by('lead'), {
      group: 'room',
      members: [crew.id('dora')],
    }),
  )
  say(crew, 'lead', 'room', 'to those who stayed')
  terminateAgent(crew.shard, crew.crew, crew.by('human'), crew.id('dora'), null)
  shout(crew, 'lead', 'a broadcast')
  expect(await lines(crew)).toEqual([
    'ada>dora 0+2',
    'ada>gus 1+1',
    'ada>lead 0+2',
    'dora>ada 0+4',
    'dora>lead 0+1',
    'lead>ada 1+1',
    'lead>gus 1+1',
  ])
  crew.restart()
  expect((await lines(crew)).length).toBe(7)
})

test('WT2, WT3 each message is counted once by who wrote it and by its group, from an instant on', async () => {
  await using crew = testCrew({ agents: AGENTS })
  group(crew, 'room', ['ada', 'dora'])
  say(crew, 'ada', 'room', 'before')
  crew.clock.advance(60_000)
  const since = new Date(crew.clock.now()).toISOString()
  say(crew, 'ada', 'room', 'then')
  say(crew, 'human', 'room', 'the person')
  send(crew, 'dora', 'human', 'a question')
  const talk = await readTalk(crew.shard, crew.crew, crew.by('human'), { since })
  expect(talk).toMatchObject({ messages: 3, since, isPart: false })
  expect(talk.byWriter).toEqual({ [crew.id('ada')]: 1, human: 1, [crew.id('dora')]: 1 })
  expect(talk.byGroup).toEqual({ room: 2 })
  expect(await lines(crew, 'human', since)).toContain('dora>human 1+0')
})

test('WT3 only the newest messages count, and it is said whether there are earlier ones', async () => {
  await using crew = testCrew({ agents: AGENTS })
  group(crew, 'room', ['ada', 'dora'])
  say(crew, 'ada', 'room', 'first')
  crew.clock.advance(1_000)
  const second = say(crew, 'dora', 'room', 'second')
  crew.clock.advance(1_000)
  const third = new Date(crew.clock.now()).toISOString()
  send(crew, 'ada', 'dora', 'third')
  await crew.shard.journal.durable(crew.leadId)
  const read = (most: number, facts: number, since: string | null) => {
    const { written, isPart } = crew.shard.ports.reader.talk.newest(crew.leadId, {
      since,
      most,
      facts,
    })
    return [written.length, isPart]
  }
  expect(read(3, 1_000, null)).toEqual([3, false])
  expect(read(2, 1_000, null)).toEqual([2, true])
  // The time that is asked for ends within what was looked at.
  expect(read(2, 1_000, second.timestamp)).toEqual([2, true])
  expect(read(3, 1_000, second.timestamp)).toEqual([2, false])
  // Something older than the time was looked at: all within it was, though there are earlier ones.
  expect(read(2, 1_000, third)).toEqual([1, false])
  // The message outside of groups is the last fact but one: its delivery follows it.
  expect(read(3, 2, null)).toEqual([1, true])
})

test('WT4 a replay has each message, in the order in which they were written', async () => {
  await using crew = testCrew({ agents: AGENTS })
  group(crew, 'room', ['ada', 'dora'])
  send(crew, 'ada', 'human', 'outside')
  say(crew, 'ada', 'room', '@dora inside')
  const { steps, isPart } = await listTalkSteps(crew.shard, crew.crew, crew.by('human'), {})
  expect(steps.map(({ from, to, group: name }) => [from, to, name])).toEqual([
    [crew.id('ada'), [HUMAN_ID], null],
    [crew.id('ada'), [crew.id('dora')], 'room'],
  ])
  expect(isPart).toBe(false)
})

test('WT4 the newest words between two come with the beginning of each text', async () => {
  await using crew = testCrew({ agents: AGENTS })
  group(crew, 'room', ['ada', 'dora', 'gus'])
  say(crew, 'ada', 'room', '@dora one')
  say(crew, 'gus', 'room', '@ada not between them')
  send(crew, 'dora', 'ada', 'x'.repeat(300))
  const { words } = await listTalkWords(crew.shard, crew.crew, crew.by('human'), {
    a: crew.id('dora'),
    b: crew.id('ada'),
  })
  expect(words.map(({ from, group: name, text }) => [nameOf(crew, from), name, text])).toEqual([
    ['ada', 'room', '@dora one'],
    ['dora', null, 'x'.repeat(200)],
  ])
})

test('WT5 an agent is told of what it wrote and what was for it, and of nothing else', async () => {
  await using crew = testCrew({ agents: AGENTS })
  group(crew, 'room', ['ada', 'dora'])
  say(crew, 'ada', 'room', '@dora one')
  send(crew, 'gus', 'human', 'between Gus and the person')
  send(crew, 'gus', 'dora', 'to Dora')
  expect(await lines(crew, 'dora')).toEqual(['ada>dora 0+1', 'gus>dora 1+0'])
  expect(await lines(crew, 'ada')).toEqual(['ada>dora 0+1'])
  expect(await lines(crew, 'lead')).toEqual([])
  const { steps } = await listTalkSteps(crew.shard, crew.crew, crew.by('ada'), {})
  expect(steps.length).toBe(1)
})

/** What WT1 says, from the events of a crew alone. */
function countedFrom(events: readonly CrewEvent[]): ReadonlyMap<string, number> {
  const members = new Map<string, Set<string>>()
  const writers = new Map<string, string>()
  const counts = new Map<string, number>()
  const count = (from: string, to: Iterable<string>) => {
    for (const id of to) {
      if (id === from) continue
      counts.set(`${from} ${id}`, (counts.get(`${from} ${id}`) ?? 0) + 1)
    }
  }
  for (const event of events) {
    if (event.type === 'group:created') {
      members.set(event.group.name, new Set(event.group.memberIds))
    } else if (event.type === 'group:member_added') {
      members.get(event.group)?.add(event.agentId)
    } else if (event.type === 'group:member_removed') {
      members.get(event.group)?.delete(event.agentId)
    } else if (event.type === 'direct:message' && event.message.to !== null) {
      count(event.message.from, [event.message.to])
    } else if (event.type === 'group:message' && event.message.kind === 'message') {
      const { id, from, replyTo, mentions } = event.message
      writers.set(id, from)
      const repliedTo = replyTo && writers.get(replyTo.id)
      const named = mentions.filter((own) => own !== from)
      if (repliedTo !== undefined && repliedTo !== from) count(from, [repliedTo])
      else count(from, named.length > 0 ? named : (members.get(event.groupName) ?? []))
    }
  }
  return counts
}

const act = fc.oneof(
  fc.record({
    kind: fc.constant('say' as const),
    from: fc.constantFrom('lead', 'ada', 'dora', 'human'),
    text: fc.constantFrom('hello', '@ada look', '@dora @gus look', '@here all', '@human please'),
    replies: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('send' as const),
    from: fc.constantFrom('ada', 'human'),
    to: fc.constantFrom('dora', 'gus'),
  }),
  fc.record({
    kind: fc.constantFrom('add' as const, 'remove' as const),
    who: fc.constantFrom('gus'),
  }),
)

test('WT1, WT2 whatever was said, the counts are those that the events add up to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      await using crew = testCrew({ agents: AGENTS })
      group(crew, 'room', ['ada', 'dora'])
      let last: string | undefined
      for (const one of acts) {
        if (one.kind === 'say') {
          last = say(crew, one.from, 'room', one.text, one.replies ? last : undefined).id
        } else if (one.kind === 'send') {
          send(crew, one.from, one.to, 'outside')
        } else {
          const change = one.kind === 'add' ? addMembers : removeMembers
          try {
            crew.act(() =>
              change(crew.shard, crew.crew, crew.by('lead'), {
                group: 'room',
                members: [crew.id(one.who)],
              }),
            )
          } catch {
            // Adding a member again, or removing one that is none, is refused: nothing was changed.
          }
        }
      }
      const talk = await readTalk(crew.shard, crew.crew, crew.by('human'), {})
      const { events } = crew.shard.ports.reader.events(crew.leadId, 0, 10_000)
      const counted = new Map(
        talk.lines.map(({ from, to, direct, inGroups }) => [`${from} ${to}`, direct + inGroups]),
      )
      expect(counted).toEqual(countedFrom(events))
      const written = Object.values(talk.byWriter).reduce((sum, own) => sum + own, 0)
      expect(written).toBe(talk.messages)
    }),
    { numRuns: often(15, 40) },
  )
})
