import type { SessionRecord } from '@crewroom/shared/model/session'
import { expect, test } from 'vitest'
import { createLead } from '../../src/agents/create-agent'
import { pauseCrew, pauseServer } from '../../src/agents/pause'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { addMembers, leaveGroup } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { pauseGroup } from '../../src/groups/pause-group'
import { readMentions } from '../../src/groups/read-mentions'
import { createSession } from '../../src/sessions/create-session'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { markSessionRead } from '../../src/sessions/mark-session-read'
import { postToSession } from '../../src/sessions/post-to-session'
import { listSessions } from '../../src/sessions/read-session'
import { retryAnswer } from '../../src/sessions/retry-answer'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { SessionCrew } from '../harness/session-crew'
import { BY_PERSON } from '../harness/test-crew'

/** A session of ana and ben; everybody has read what came before. */
async function opened() {
  const room = new SessionCrew()
  const { crew } = room
  for (const name of ['ana', 'ben', 'cy', 'lead']) await crew.reads(name)
  return { room, crew, session: room.open('Names', ['ana', 'ben']) }
}
const at = ({ id }: SessionRecord) => ({ group: 'plan', session: id })

/** What takes a session out of use, and brings it back where that can be. */
const OUT_OF_USE: Readonly<
  Record<string, { ends(room: SessionCrew, s: SessionRecord): void; back?: (room: SessionCrew, s: SessionRecord) => void }> // prettier-ignore
> = {
  'archiving it': {
    ends: ({ crew }, session) =>
      updateSession(crew.shard, crew.crew, BY_PERSON, { ...at(session), status: 'archived' }),
    back: ({ crew }, session) =>
      updateSession(crew.shard, crew.crew, BY_PERSON, { ...at(session), status: 'active' }),
  },
  'archiving its group': {
    ends: ({ crew }) => archiveGroup(crew.shard, crew.crew, BY_PERSON, 'plan'),
    back: ({ crew }) => unarchiveGroup(crew.shard, crew.crew, BY_PERSON, 'plan'),
  },
  'deleting it': {
    ends: ({ crew }, session) => deleteSession(crew.shard, crew.crew, BY_PERSON, at(session)),
  },
}

test.for(Object.keys(OUT_OF_USE).flatMap((how) => [[how, false] as const, [how, true] as const]))(
  'SN3 %s stops its open round, also after a restart: %s',
  async ([how, isRestarted]) => {
    const { room, crew, session } = await opened()
    await using _ = room
    const { ends, back } = OUT_OF_USE[how]!
    room.post(session, 'human', 'which name?')
    await room.takes('ana')
    if (isRestarted) crew.restart()
    crew.act(() => ends(room, session))
    await crew.shard.journal.durable(crew.leadId)
    const round = () => crew.shard.ports.reader.round(crew.leadId, session.id, 1)
    const statuses = () => round()?.responses.map(({ status }) => status)
    expect([round()?.closed, statuses()]).toEqual(['stopped', ['interrupted', 'skipped']])
    expect(await crew.texts('ben'), 'nobody is handed it any more').not.toContainEqual(
      expect.stringContaining('which name?'),
    )
    const said = () => room.session(session)?.messageCount
    const before = said()
    await room.says('ana', 'Too late.')
    expect(said(), 'nothing of it is posted').toBe(before)
    if (!back) return
    crew.act(() => back(room, session))
    if (isRestarted) crew.restart()
    expect(statuses(), 'it is not asked again').toEqual(['interrupted', 'skipped'])
    room.post(session, 'human', 'and now?')
    expect(room.round(session)).toMatchObject({
      n: 2,
      closed: null,
      responses: { ana: 'thinking', ben: 'thinking' },
    })
  },
)

/** What is paused, and for whom. */
const PAUSES: Readonly<Record<string, (room: SessionCrew, paused: boolean) => unknown>> = {
  'its crew': ({ crew }, paused) => pauseCrew(crew.shard, crew.crew, BY_PERSON, paused),
  'its group': ({ crew }, paused) => pauseGroup(crew.shard, crew.crew, BY_PERSON, 'plan', paused),
  'the server': ({ crew }, paused) => pauseServer(crew.shard, BY_PERSON, paused),
}

test.for(Object.keys(PAUSES))(
  'SN30 a question in a pause of %s is handed over once when that ends, and never if it was stopped in the pause',
  async (what) => {
    const { room, crew, session } = await opened()
    await using _ = room
    const pause = (paused: boolean) => crew.act(() => PAUSES[what]?.(room, paused))
    const other = room.open('Other', ['ana', 'ben'])
    pause(true)
    room.post(session, 'human', 'which name?')
    room.post(other, 'human', 'which colour?')
    const questions = async (name: string) => (await crew.texts(name)).join('\n').match(/which \w+\?/g) // prettier-ignore
    expect([await questions('ana'), await questions('ben')]).toEqual([null, null])
    crew.restart()
    crew.act(() =>
      updateSession(crew.shard, crew.crew, BY_PERSON, { ...at(other), status: 'archived' }),
    )
    pause(false)
    for (const name of ['ana', 'ben']) {
      expect(await room.question(name)).toContain('which name?')
      await room.says(name, `${name} says so.`)
      expect(await questions(name), 'not twice').toBeNull()
    }
    expect(room.round(session)).toMatchObject({ closed: 'answered' })
  },
)

test.for([
  ['passed', false],
  ['passed', true],
  ['interrupted', false],
  ['interrupted', true],
] as const)(
  'SN24 an agent that %s is asked again with the same question, after a restart: %s',
  async ([how, isRestarted]) => {
    const { room, crew, session } = await opened()
    await using _ = room
    const { shard } = crew
    const answer = { ...at(session), agent: 'ana' }
    room.post(session, 'human', 'which name?')
    const first = await room.question('ana')
    if (how === 'passed') await room.says('ana', '')
    else crew.act(() => interruptAnswer(shard, crew.crew, BY_PERSON, answer))
    if (isRestarted) crew.restart()
    const status = () => room.round(session).responses['ana']
    expect(status()).toBe(how)
    crew.act(() => retryAnswer(crew.shard, crew.crew, BY_PERSON, { ...answer, n: 1 }))
    if (isRestarted) crew.restart()
    expect(status()).toBe('thinking')
    expect(await room.question('ana')).toBe(first)
    await room.says('ana', 'Ada.')
    expect(status()).toBe('done')
    // A second time there is nothing to ask again.
    const more = { ...answer, n: 1 }
    expect(() => retryAnswer(crew.shard, crew.crew, BY_PERSON, more)).toThrow(/agentId: /)
    room.post(session, 'human', 'and now?')
    const old = { ...answer, agent: 'ben', n: 1 }
    expect(() => retryAnswer(crew.shard, crew.crew, BY_PERSON, old)).toThrow(/round 1 is over/)
  },
)

test('SN4, SN48 one that leaves while it answers and comes back is asked in the next round only, even after a restart', async () => {
  for (const isRestarted of [false, true]) {
    const { room, crew } = await opened()
    await using _ = room
    const session = room.open('All')
    room.post(session, 'human', 'which name?')
    await room.takes('ana')
    crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('ana'), 'plan'))
    if (isRestarted) crew.restart()
    const members = [crew.id('ana')]
    crew.act(() => addMembers(crew.shard, crew.crew, BY_PERSON, { group: 'plan', members }))
    await room.says('ana', 'Too late.')
    expect(room.session(session)?.messageCount, 'it left').toBe(1)
    expect(room.round(session).responses['ana']).toBe('error')
    expect(await crew.texts('ana')).not.toContainEqual(expect.stringContaining('Round 1'))
    room.post(session, 'human', 'and now?')
    expect(await room.question('ana')).toContain('and now?')
    await room.says('ana', 'Ada.')
    expect(room.round(session).responses['ana']).toBe('done')
  }
})

test('SN48 a lead of two crews is asked in its parent’s session as one of all, and not in those of its own crew', async () => {
  const { room, crew, session: chosen } = await opened()
  await using _ = room
  const { shard } = crew
  const { crew: own } = crew.act(() =>
    createLead(shard, BY_PERSON, { name: 'sub', parentId: crew.leadId }),
  )
  const id = own.state.lead.id
  createGroup(shard, own, BY_PERSON, { name: 'ours' })
  const inOwn = createSession(shard, own, BY_PERSON, { group: 'ours' })
  const all = room.open('All')
  crew.act(() => addMembers(shard, crew.crew, BY_PERSON, { group: 'plan', members: [id] }))
  crew.restart()
  expect(room.post(all, 'human', 'which name?').asks).toContain(id)
  expect(room.post(chosen, 'human', 'which name?').asks).not.toContain(id)
  const ours = { group: 'ours', session: inOwn.id, content: 'which name?' }
  const there = crew.shard.crew(id)
  expect(postToSession(crew.shard, there, BY_PERSON, ours).asks).toEqual([])
})

test('SN5, SN7 what the person has not read in a session and its mentions are the same after a restart, and gone while it is out of use', async () => {
  const { room, crew, session } = await opened()
  await using _ = room
  room.post(session, 'ana', 'one, @human')
  room.post(session, 'ben', 'two')
  const { message } = room.post(session, 'ana', 'three, @human')
  const unread = () => {
    const { sessions } = listSessions(crew.crew, BY_PERSON, { group: 'plan', status: 'all' })
    return sessions.map((one) => [one.unread, one.mentions])
  }
  const mentions = async () => {
    const found = await readMentions(crew.shard, crew.crew, BY_PERSON)
    return found.messages.map(({ content }) => content)
  }
  expect(unread()).toEqual([[3, 2]])
  crew.act(() => markSessionRead(crew.shard, crew.crew, BY_PERSON, { ...at(session), seq: message.seq - 1 })) // prettier-ignore
  for (const again of [false, true]) {
    if (again) crew.restart()
    expect(unread()).toEqual([[1, 1]])
    expect(await mentions()).toEqual(['three, @human'])
  }
  const set = (status: 'active' | 'archived') =>
    crew.act(() => updateSession(crew.shard, crew.crew, BY_PERSON, { ...at(session), status }))
  set('archived')
  expect(await mentions()).toEqual([])
  crew.restart()
  expect(await mentions()).toEqual([])
  set('active')
  expect(await mentions()).toEqual(['three, @human'])
})
