import type { SessionRecord } from '@crewroom/shared/model/session'
import { expect, test } from 'vitest'
import { pauseCrew } from '../../src/agents/pause'
import { stopRun } from '../../src/discussions/change-run'
import { startRun } from '../../src/discussions/start-run'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { addMembers, leaveGroup, removeMembers } from '../../src/groups/change-members'
import { searchMessages } from '../../src/groups/search-messages'
import { updateSession } from '../../src/sessions/update-session'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { SessionCrew } from '../harness/session-crew'
import { testCrew } from '../harness/test-crew'

/** The group has ana, ben and cy; dan is of the crew, and joins when a test says so. */
const room4 = () =>
  new SessionCrew({
    agents: { ana: 'developer', ben: 'architect', cy: 'qa-tester', dan: 'developer' },
  })

const joins = ({ crew }: SessionCrew, ...names: string[]) =>
  crew.act(() =>
    addMembers(crew.shard, crew.crew, crew.by('human'), {
      group: 'plan',
      members: names.map((name) => crew.id(name)),
    }),
  )
const removes = ({ crew }: SessionCrew, ...names: string[]) =>
  crew.act(() =>
    removeMembers(crew.shard, crew.crew, crew.by('human'), {
      group: 'plan',
      members: names.map((name) => crew.id(name)),
    }),
  )
const leaves = ({ crew }: SessionCrew, name: string) =>
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by(name), 'plan'))
const update = ({ crew }: SessionCrew, { id }: SessionRecord, changed: object) =>
  crew.act(() =>
    updateSession(crew.shard, crew.crew, crew.by('human'), {
      group: 'plan',
      session: id,
      ...changed,
    }),
  )
const ids = ({ crew }: SessionCrew, ...names: string[]) => names.map((name) => crew.id(name))
const NAMES = ['ana', 'ben', 'cy', 'dan', 'lead']
const namesOf = (room: SessionCrew, of: readonly string[]) =>
  NAMES.filter((name) => of.includes(room.crew.id(name))).join(' ')

/** Whom a message of the person asks: the names that take part say the same. */
function asked(room: SessionCrew, session: SessionRecord): string {
  const { asks } = room.post(session, 'human', 'Which name?')
  const takesPart = room.session(session)?.activeAgents ?? []
  expect(namesOf(room, takesPart), 'who takes part').toBe(namesOf(room, asks))
  return namesOf(room, asks)
}

test.each<[what: string, act: (room: SessionCrew, session: SessionRecord) => void, asks: string]>([
  ['nobody has come or gone', () => {}, 'ana ben cy'],
  ['one has joined', (room) => joins(room, 'dan'), 'ana ben cy dan'],
  ['one has left', (room) => leaves(room, 'ana'), 'ben cy'],
  ['two were removed', (room) => removes(room, 'ana', 'cy'), 'ben'],
  [
    'one has left and come back',
    (room) => {
      leaves(room, 'ana')
      joins(room, 'ana')
    },
    'ana ben cy',
  ],
  [
    'all were removed, two of them and another one joined',
    (room) => {
      removes(room, 'ana', 'ben', 'cy')
      joins(room, 'dan', 'ana', 'cy')
    },
    'ana cy dan',
  ],
  [
    'one has joined while the session was archived',
    (room, session) => {
      update(room, session, { status: 'archived' })
      joins(room, 'dan')
      update(room, session, { status: 'active' })
    },
    'ana ben cy dan',
  ],
  [
    'one was removed and one has joined while the group was archived',
    (room) => {
      const { crew } = room
      const by = crew.by('human')
      removes(room, 'ana')
      crew.act(() => archiveGroup(crew.shard, crew.crew, by, 'plan'))
      joins(room, 'dan')
      crew.act(() => unarchiveGroup(crew.shard, crew.crew, by, 'plan'))
    },
    'ben cy dan',
  ],
  [
    'one has joined while the crew was paused',
    (room) => {
      const { crew } = room
      crew.act(() => pauseCrew(crew.shard, crew.crew, crew.by('human'), true))
      joins(room, 'dan')
      crew.act(() => pauseCrew(crew.shard, crew.crew, crew.by('human'), false))
    },
    'ana ben cy dan',
  ],
  [
    'the session was called something else, then one joined',
    (room, session) => {
      update(room, session, { title: 'Names' })
      joins(room, 'dan')
    },
    'ana ben cy dan',
  ],
  [
    'somebody chose and has taken the choice back',
    (room, session) => {
      update(room, session, { agents: ids(room, 'ana') })
      update(room, session, { agents: null })
      joins(room, 'dan')
    },
    'ana ben cy dan',
  ],
  [
    'a discussion in it has brought the lead in, then one joined',
    (room, session) => {
      const { crew } = room
      const by = crew.by('human')
      const policy = { kind: 'selection', by: crew.id('lead') } as const
      const discussion = { group: 'plan', session: session.id, goal: 'Names', policy }
      const { run } = crew.act(() => startRun(crew.shard, crew.crew, by, discussion))
      crew.act(() => stopRun(crew.shard, by, run.id))
      joins(room, 'dan')
    },
    'ana ben cy dan lead',
  ],
])('SN48 if nobody chose and %s, a message asks the members of that time', async (_, act, asks) => {
  for (const then of ['at once', 'after a restart', 'after an import'] as const) {
    await using room = room4()
    const { crew } = room
    const session = room.open()
    act(room, session)
    if (then === 'after a restart') crew.restart()
    if (then === 'after an import') {
      await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
      await takeIn(other, await crewText(crew))
      const there = other.shard.crew(crew.leadId).state.sessions[session.id]
      expect(namesOf(room, there?.activeAgents ?? []), then).toBe(asks)
      expect(there).toEqual(room.session(session))
      other.restart()
      expect(other.shard.crew(crew.leadId).state.sessions[session.id]).toEqual(there)
    }
    expect(asked(room, session), then).toBe(asks)
  }
})

test.each<[what: string, act: (room: SessionCrew, session: SessionRecord) => void, asks: string]>([
  ['another one has joined', (room) => joins(room, 'dan'), 'ana ben'],
  ['one of them was removed', (room) => removes(room, 'ana'), 'ben'],
  [
    'one of them has left and come back',
    (room) => {
      leaves(room, 'ana')
      joins(room, 'ana', 'dan')
    },
    'ana ben',
  ],
  [
    'both were removed and one has come back while the session was archived',
    (room, session) => {
      removes(room, 'ana', 'ben')
      update(room, session, { status: 'archived' })
      joins(room, 'ben')
      update(room, session, { status: 'active', title: 'Names' })
    },
    'ben',
  ],
  [
    'one of them was removed, the title changed, and it has come back',
    (room, session) => {
      removes(room, 'ana')
      update(room, session, { title: 'Names' })
      joins(room, 'ana')
    },
    'ana ben',
  ],
  [
    'all others have left the group, and another one has joined',
    (room) => {
      removes(room, 'cy')
      joins(room, 'dan')
    },
    'ana ben',
  ],
  [
    'a discussion in it has asked another one as well',
    (room, session) => {
      const { crew } = room
      const by = crew.by('human')
      const discussion = { group: 'plan', session: session.id, goal: 'Names' }
      const participants = ids(room, 'ana', 'cy')
      const { run } = crew.act(() =>
        startRun(crew.shard, crew.crew, by, { ...discussion, participants }),
      )
      crew.act(() => stopRun(crew.shard, by, run.id))
      removes(room, 'cy')
      joins(room, 'cy', 'dan')
    },
    'ana ben cy',
  ],
])(
  'SN49, SN4 if ana and ben were chosen and %s, a message asks those of them who are members',
  async (_, act, asks) => {
    for (const isRestarted of [false, true]) {
      await using room = room4()
      const session = room.open('Two', ['ana', 'ben'])
      act(room, session)
      if (isRestarted) room.crew.restart()
      expect(asked(room, session), isRestarted ? 'after a restart' : 'at once').toBe(asks)
    }
  },
)

test('SN49 whoever names all agents of the group has chosen them', async () => {
  await using room = room4()
  const session = room.open('All', ['ana', 'ben', 'cy'])
  const later = room.open()
  update(room, later, { agents: ids(room, 'ana', 'ben', 'cy') })
  joins(room, 'dan')
  expect([asked(room, session), asked(room, later)]).toEqual(['ana ben cy', 'ana ben cy'])
})

test('SN16, SN48 an agent finds what was said in sessions in which it takes part now, and nothing else', async () => {
  await using room = room4()
  const { crew } = room
  const [all, chosen] = [room.open('All'), room.open('Two', ['ana', 'ben'])]
  room.post(all, 'human', 'a needle for everybody')
  room.post(chosen, 'human', 'a needle for two')
  const found = async (name: string) => {
    const { hits } = await searchMessages(crew.shard, crew.crew, crew.by(name), {
      q: 'needle',
      limit: 9,
    })
    return hits.map(({ message }) => message.content)
  }
  joins(room, 'dan')
  removes(room, 'ana')
  expect(await found('dan')).toEqual(['a needle for everybody'])
  expect(await found('ana')).toEqual([])
  joins(room, 'ana')
  crew.restart()
  expect(await found('ana')).toEqual(['a needle for two', 'a needle for everybody'])
})

/** The tables and the journal as a version leaves them that stored no choice. */
function asBefore({ crew }: SessionCrew): void {
  crew.database.exec(`update sessions set chosen = null;
    update journal set data = json_remove(data, '$.session.chosen')
      where type in ('session:created', 'session:updated')`)
}

/** An agent leaves, as that version decided it: the list of each session lost it in the same decision. */
function leftBefore(room: SessionCrew, session: SessionRecord, name: string): void {
  const { crew } = room
  const agentId = crew.id(name)
  crew.act(() => {
    const decision = crew.shard.decide(crew.crew)
    const now = crew.crew.state.sessions[session.id] ?? session
    const activeAgents = now.activeAgents.filter((id) => id !== agentId)
    decision.add('session:updated', { session: { ...now, activeAgents } })
    const by = agentId
    decision.add('group:member_removed', { group: 'plan', agentId, by, reason: 'left' })
    crew.shard.commit(crew.crew, crew.by(name), decision)
  })
}

test.each<
  [what: string, agents: string[] | undefined, act: (r: SessionCrew, s: SessionRecord) => void, asks: string] // prettier-ignore
>([
  ['with all agents', undefined, () => {}, 'ana ben cy dan'],
  ['with the names of all agents', ['cy', 'ben', 'ana'], () => {}, 'ana ben cy dan'],
  ['with two of three', ['ana', 'ben'], () => {}, 'ana ben'],
  ['with nobody', [], () => {}, ''],
  [
    'with all agents, and one has left since',
    undefined,
    (room, session) => leftBefore(room, session, 'ana'),
    'ben cy dan',
  ],
  [
    'with all agents, and one has left since and come back',
    undefined,
    (room, session) => {
      leftBefore(room, session, 'ana')
      joins(room, 'ana')
    },
    'ana ben cy dan',
  ],
  [
    'with all agents, and somebody has taken one out since',
    undefined,
    (room, session) => update(room, session, { agents: ids(room, 'ana', 'ben') }),
    'ana ben',
  ],
  [
    'with all agents, and somebody has taken one out since, which left the group later',
    undefined,
    (room, session) => {
      update(room, session, { agents: ids(room, 'ana', 'ben') })
      room.crew.clock.advance(1_000)
      leaves(room, 'cy')
    },
    'ana ben',
  ],
  [
    'with two of three, and the third has left the group since',
    ['ana', 'ben'],
    (room) => leaves(room, 'cy'),
    'ana ben',
  ],
])('SN50 a session that an earlier version opened %s is read so', async (_, agents, act, asks) => {
  await using room = room4()
  const { crew } = room
  const session = room.open('Before', agents)
  act(room, session)
  asBefore(room)
  const text = await crewText(crew)
  crew.restart()
  joins(room, 'dan')
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, text)
  const imported = other.shard.crew(crew.leadId)
  other.act(() =>
    addMembers(other.shard, imported, other.by('human'), {
      group: 'plan',
      members: [crew.id('dan')],
    }),
  )
  const there = imported.state.sessions[session.id]?.activeAgents ?? []
  expect(namesOf(room, there), 'in the crew that its file becomes').toBe(asks)
  crew.restart()
  expect(asked(room, session)).toBe(asks)
  crew.restart()
  expect(asked(room, session), 'stored again').toBe(asks)
})
