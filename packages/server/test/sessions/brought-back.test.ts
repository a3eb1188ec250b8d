import type { BROADCAST_MODES } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { expect, test } from 'vitest'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { completeTask } from '../../src/agents/tasks'
import { updateGroup } from '../../src/groups/update-group'
import { SessionCrew } from '../harness/session-crew'

/** A session of ana and ben, and of cy, which has completed; everybody has read what came before. */
async function withEnded(broadcastMode: (typeof BROADCAST_MODES)[number]) {
  const room = new SessionCrew()
  const { crew } = room
  for (const name of ['ana', 'ben', 'cy', 'lead']) await room.takes(name)
  const session = room.open('Names', ['ana', 'ben', 'cy'])
  crew.act(() =>
    updateGroup(crew.shard, crew.crew, crew.by('human'), {
      group: 'plan',
      chat: { broadcastMode },
    }),
  )
  crew.act(() => completeTask(crew.shard, crew.crew, crew.by('human'), crew.id('cy'), {}))
  return { room, session, crew }
}

const asks = (room: SessionCrew, session: SessionRecord, content: string) => {
  const { asks: ids } = room.post(session, 'human', content)
  return ['ana', 'ben', 'cy'].filter((name) => ids.includes(room.crew.id(name)))
}
const endedAs = ({ crew }: SessionCrew, name: string) =>
  crew.crew.state.agents[crew.id(name)]?.ended

test('RN20 a mention brings a completed agent back, and asks it, even after a restart', async () => {
  const { room, session, crew } = await withEnded('mention_only')
  await using _ = room
  expect(asks(room, session, '@here, @all and every @qa-tester: which name?')).toEqual([
    'ana',
    'ben',
  ])
  expect(endedAs(room, 'cy'), 'called by a role, and by @here').toBe('completed')
  for (const name of ['ana', 'ben']) {
    await room.takes(name)
    await room.says(name, `${name} says so`)
  }
  crew.restart()
  expect(asks(room, session, 'and you, @cy?')).toEqual(['cy'])
  expect(endedAs(room, 'cy')).toBeNull()
  crew.restart()
  expect(await room.question('cy')).toContain(
    '[ana]: ana says so\n\n[ben]: ben says so\n\n[User]: and you, @cy?',
  )
  await room.says('cy', 'Cy it is.')
  expect(room.round(session)).toEqual({ n: 2, closed: 'answered', responses: { cy: 'done' } })
})

test('RN20 where all are asked, a completed agent is asked only if the message calls it', async () => {
  const { room, session, crew } = await withEnded('all')
  await using _ = room
  expect(asks(room, session, 'which name?')).toEqual(['ana', 'ben'])
  expect(endedAs(room, 'cy')).toBe('completed')
  expect(asks(room, session, 'all of you, and @cy?')).toEqual(['ana', 'ben', 'cy'])
  expect(endedAs(room, 'cy')).toBeNull()
  // One that failed comes back, too; one that was terminated does not, and neither does one that an agent calls.
  crew.act(() => failAgent(crew.shard, crew.id('cy'), 'It crashed.'))
  room.post(session, 'ben', '@cy, are you there?')
  expect(endedAs(room, 'cy')).toBe('failed')
  expect(asks(room, session, '@cy, and now?')).toEqual(['ana', 'ben', 'cy'])
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('human'), crew.id('cy'), null))
  expect(asks(room, session, '@cy, once more')).toEqual(['ana', 'ben'])
  expect(endedAs(room, 'cy')).toBe('terminated')
})
