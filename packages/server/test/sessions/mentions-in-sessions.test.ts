import { expect, test } from 'vitest'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { readMentions } from '../../src/groups/read-mentions'
import { sendMessage } from '../../src/groups/send-message'
import { markSessionRead } from '../../src/sessions/mark-session-read'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { SessionCrew } from '../harness/session-crew'

test('SN7, SN2 GET mentions has those of sessions in use, even after a restart', async () => {
  await using room = new SessionCrew()
  const { crew } = room
  const by = crew.by('human')
  for (const name of ['ana', 'ben', 'cy']) await room.takes(name)
  const names = room.open('Names', ['ana'])
  const plans = room.open('Plans', ['ben'])
  crew.act(() =>
    sendMessage(crew.shard, crew.crew, crew.by('ana'), { group: 'plan', content: '@human first' }),
  )
  const noted = room.post(plans, 'ben', '@human second')
  room.post(names, 'human', 'which name?')
  await room.takes('ana')
  await room.says('ana', 'Ada, @human.')
  room.post(plans, 'ben', 'for nobody')
  room.post(plans, 'ben', '@ben and @human, fourth')
  const of = { group: 'plan', session: plans.id }
  const listed = async (who = 'human') => {
    const { messages, asOf } = await readMentions(crew.shard, crew.crew, crew.by(who))
    expect(asOf).toBe(crew.crew.state.seq)
    return messages.map(({ sessionId, content }) => [sessionId, content])
  }
  const all = [
    ['main', '@human first'],
    [plans.id, '@human second'],
    [names.id, 'Ada, @human.'],
    [plans.id, '@ben and @human, fourth'],
  ]
  expect(await listed()).toEqual(all)
  expect(await listed('ben'), 'agents have no mentions in sessions').toEqual([])
  crew.restart()
  expect(await listed()).toEqual(all)

  const { seq } = noted.message
  crew.act(() => markSessionRead(crew.shard, crew.crew, by, { ...of, seq }))
  expect(await listed()).toEqual([all[0], all[2], all[3]])
  const setTo = (status: 'active' | 'archived') =>
    crew.act(() => updateSession(crew.shard, crew.crew, by, { ...of, status }))
  setTo('archived')
  expect(await listed()).toEqual([all[0], all[2]])
  setTo('active')
  crew.act(() => archiveGroup(crew.shard, crew.crew, by, 'plan'))
  expect(await listed()).toEqual([])
  crew.act(() => unarchiveGroup(crew.shard, crew.crew, by, 'plan'))
  crew.act(() => deleteSession(crew.shard, crew.crew, by, of))
  expect(await listed()).toEqual([all[0], all[2]])
})
