import { expect, test } from 'vitest'
import { createAdmission } from '../../src/admissions/create-admission'
import { createAgent } from '../../src/agents/create-agent'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask } from '../../src/agents/tasks'
import { leaveGroup } from '../../src/groups/change-members'
import { readMessages } from '../../src/groups/read-history'
import { sendMessage } from '../../src/groups/send-message'
import { BY_PERSON } from '../harness/test-crew'
import { Circle, outcome } from './circle'

const reading = (circle: Circle, who: string, group = circle.talk) =>
  readMessages(circle.crew.shard, circle.crew.crew, circle.crew.by(who), { group, limit: 9 }).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

test('AD17 an agent that has left a circle reads nothing of it when it is closed, whatever it had created there', async () => {
  await using circle = new Circle()
  const { crew } = circle
  const app = crew.act(() =>
    createAgent(crew.shard, crew.crew, BY_PERSON, { role: 'app', name: 'planner', app: true }),
  ).agent.id
  const { admission, group } = crew.act(() =>
    createAdmission(crew.shard, crew.crew, crew.by('ben'), {
      appId: app,
      admitted: circle.ids('cleo'),
      conversation: { name: 'Release plan' },
    }),
  )
  expect([admission.manager, group?.createdBy]).toEqual([app, crew.id('ben')])
  const name = group?.name ?? ''
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('ben'), name))
  circle.send('cleo', 'after ben has left', name)
  expect(await reading(circle, 'ben', name)).toBe('not_a_member')
  circle.closeOther('human', admission.id)
  expect(await reading(circle, 'ben', name)).toBe('not_a_member')
  expect(await reading(circle, 'cleo', name)).toBe('done')
})

test('AD18 the last agent that leaves is in no conversation any more, also where that was in use', async () => {
  await using circle = new Circle('human')
  const { crew } = circle
  circle.leave('ben')
  circle.leave('cleo')
  expect(circle.group.memberIds).toContain(crew.id('ada'))
  circle.leave('ada')
  expect(circle.group).toMatchObject({ archived: true, memberIds: [crew.leadId] })
  crew.restart()
  expect(circle.group).toMatchObject({ archived: true, memberIds: [crew.leadId] })
  // A person manages the circle, and she is out of it.
  expect(await reading(circle, 'ada')).toBe('group_not_found')
})

test('AD19 an agent that comes back takes no conversation of a closed circle into use again', async () => {
  await using circle = new Circle('human')
  const { crew } = circle
  for (const name of ['ada', 'ben']) {
    crew.act(() => completeTask(crew.shard, crew.crew, BY_PERSON, crew.id(name), {}))
  }
  expect(circle.group.archivedBy).toBe('system')
  circle.close('human')
  crew.act(() => resumeAgent(crew.shard, crew.crew, BY_PERSON, crew.id('ada')))
  expect(circle.group.archived).toBe(true)
})

test('AD20 the manager and the lead that are taken out of a conversation read along again, and write', async () => {
  await using circle = new Circle()
  const { crew } = circle
  const listed = (id: string) => circle.group.members.find((one) => one.id === id)?.listed
  expect(listed(crew.id('ada'))).toBeUndefined()
  circle.remove('lead', crew.id('ada'))
  expect(listed(crew.id('ada'))).toBe(false)
  expect(circle.send('ada', 'I still manage it').recipientIds).toEqual(circle.ids('ben'))
  // Reading along is all that it does there: there is nothing to take it out of.
  expect(circle.remove('lead', crew.id('ada')).removed).toEqual([])
  expect(outcome(() => leaveGroup(crew.shard, crew.crew, crew.by('ada'), circle.talk))).toBe(
    'not_a_member',
  )
  circle.admit('ada', crew.leadId)
  circle.add('ada', crew.leadId)
  expect(listed(crew.leadId)).toBeUndefined()
  circle.remove('ada', crew.leadId)
  expect(listed(crew.leadId)).toBe(false)
  crew.restart()
  expect([listed(crew.leadId), listed(crew.id('ada'))]).toEqual([false, false])
})

test('AD21 an agent that has ended is dismissed once and twice, and a reply does not call those who read along', async () => {
  await using circle = new Circle()
  const { crew } = circle
  circle.remove('lead', crew.id('ada'))
  circle.send('ada', 'Which one?')
  const reply = crew.act(() =>
    sendMessage(crew.shard, crew.crew, crew.by('ben'), {
      group: circle.talk,
      content: 'The second.',
      replyTo: '#1',
    }),
  )
  expect(reply.message).toMatchObject({ mentions: [], replyTo: { n: 1 } })
  crew.act(() => completeTask(crew.shard, crew.crew, BY_PERSON, crew.id('cleo'), {}))
  circle.dismiss('ada', crew.id('cleo'))
  expect(circle.admitted).toEqual(circle.ids('ada', 'ben'))
  circle.dismiss('ada', crew.id('cleo'))
  expect(circle.admitted).toEqual(circle.ids('ada', 'ben'))
})

test('AD22 those who read along do not count for the level at which a new participant is woken', async () => {
  await using circle = new Circle('human')
  const { crew } = circle
  for (let n = 0; n < 6; n++) {
    const { agent } = crew.act(() =>
      createAgent(crew.shard, crew.crew, BY_PERSON, { role: 'developer', name: `dev ${n}` }),
    )
    circle.admit('human', agent.id)
    circle.add('human', agent.id)
  }
  expect(circle.group.members.filter(({ listed }) => listed !== false)).toHaveLength(8)
  expect(circle.group.members.at(-1)?.wake).toBe('all')
})
