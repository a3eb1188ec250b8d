import { expect, test } from 'vitest'
import { chatView } from '../../src/group-chats/chat-view'
import { addMembers, removeMembers } from '../../src/groups/change-members'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { SessionCrew } from '../harness/session-crew'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

/** When the group was last changed, as other programs see it. */
function lastChanged({ shard }: TestCrew, leadId: string): string {
  const crew = shard.crew(leadId)
  const group = crew.state.groups['plan']
  if (!group) throw new Error('the group is there')
  return chatView(crew, group, 'You', null).updated_at
}

test('VB13, VB2 when a group chat was last changed never goes back: not when its newest member or session goes, nor by a restart', async () => {
  const own = new SessionCrew()
  await using crew = own.crew
  const cy = { group: 'plan', members: [crew.id('cy')] }
  const steps: (() => unknown)[] = [
    () => removeMembers(crew.shard, crew.crew, BY_PERSON, cy),
    () => addMembers(crew.shard, crew.crew, BY_PERSON, cy),
    () => removeMembers(crew.shard, crew.crew, BY_PERSON, cy),
  ]
  const changed = () => lastChanged(crew, crew.leadId)
  let before = changed()
  const isLater = (what: string) => {
    const now = changed()
    expect(now > before, `${what}: ${now} after ${before}`).toBe(true)
    before = now
  }
  const isKept = () => {
    crew.restart()
    expect(changed(), 'restarted').toBe(before)
  }
  for (const [index, step] of steps.entries()) {
    crew.clock.advance(1_000)
    crew.act(step)
    isLater(`step ${index}`)
  }
  isKept()
  crew.clock.advance(1_000)
  const session = own.open('Newest')
  isLater('a session')
  crew.clock.advance(1_000)
  own.post(session, 'human', 'Who is there?', { asks: ['ana'] })
  isLater('a message')
  crew.clock.advance(1_000)
  const of = { group: 'plan', session: session.id }
  crew.act(() => deleteSession(crew.shard, crew.crew, BY_PERSON, of))
  isLater('a deleted session')
  isKept()

  const text = await crewText(crew, crew.leadId)
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, text)
  expect(lastChanged(other, crew.leadId), 'in the crew that its file becomes').toBe(before)
})

test('VB13 a clock that is set back takes back neither when a session nor when its group chat was last changed', async () => {
  const own = new SessionCrew()
  await using crew = own.crew
  crew.clock.advance(60_000)
  const session = own.open('Clock')
  const of = { group: 'plan', session: session.id }
  const before = lastChanged(crew, crew.leadId)
  crew.clock.correct(-30_000)
  crew.act(() => updateSession(crew.shard, crew.crew, BY_PERSON, { ...of, title: 'Set back' }))
  own.post(session, 'human', 'Still there?', { asks: ['ana'] })
  await own.takes('ana')
  await own.says('ana', 'Yes.')
  const now = crew.crew.state.sessions[session.id]
  expect(now).toMatchObject({ title: 'Set back' })
  expect((now?.updatedAt ?? '') >= session.updatedAt).toBe(true)
  expect(lastChanged(crew, crew.leadId) >= before).toBe(true)
  crew.restart()
  expect(crew.crew.state.sessions[session.id]).toEqual(now)
})
