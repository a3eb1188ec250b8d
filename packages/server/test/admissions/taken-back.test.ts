import { expect, test } from 'vitest'
import { terminateAgent } from '../../src/agents/end-agent'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask } from '../../src/agents/tasks'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { BY_PERSON } from '../harness/test-crew'
import { Circle } from './circle'

/** A conversation of ben and the lead, which ada manages and reads along; ben has ended, and the server has archived it. */
async function ended(): Promise<Circle> {
  const circle = new Circle()
  const { crew } = circle
  circle.admit('ada', crew.leadId)
  circle.add('ada', crew.leadId)
  circle.remove('lead', crew.id('ada'))
  circle.send('ben', 'my last word')
  await crew.reads('lead')
  end(circle, 'ben')
  return circle
}

const end = ({ crew }: Circle, name: string) =>
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), crew.id(name), null))
const set = ({ crew, talk }: Circle, verb: typeof archiveGroup, who = 'ada') =>
  crew.act(() => verb(crew.shard, crew.crew, crew.by(who), talk))

test.each([false, true])(
  'AD24 what the manager has unarchived stays in use when the lead reads what the manager wrote; after a restart: %s',
  async (restarts) => {
    await using circle = await ended()
    const { crew } = circle
    expect(circle.group).toMatchObject({ archived: true, archivedBy: 'system' })
    set(circle, unarchiveGroup)
    circle.send('ada', 'once more, @lead')
    if (restarts) crew.restart()
    expect(await crew.texts('lead')).toEqual([expect.stringContaining('once more')])
    expect(circle.group.archived).toBe(false)
    for (let n = 0; n < 25; n++) circle.send('ada', `and ${n}, @lead`)
    await crew.reads('lead')
    expect(circle.group.archived).toBe(false)
  },
)

test('AG8 a conversation that another agent manages is archived with its last agent, whatever the lead has read', async () => {
  await using circle = new Circle()
  const { crew } = circle
  circle.admit('ada', crew.leadId)
  circle.add('ada', crew.leadId)
  circle.remove('lead', crew.id('ada'))
  circle.send('ben', 'my last word')
  end(circle, 'ben')
  expect(circle.group).toMatchObject({ archived: true, archivedBy: 'system' })
  crew.restart()
  expect((await crew.texts('lead')).join()).toContain('my last word')
  expect(circle.group).toMatchObject({ archived: true, archivedBy: 'system' })
})

test('AD24 an unarchived conversation is archived after the next agent of it has ended', async () => {
  await using circle = await ended()
  const { crew } = circle
  set(circle, unarchiveGroup)
  circle.add('ada', crew.id('cleo'))
  circle.send('cleo', 'I go on, @lead')
  expect(circle.group.archived).toBe(false)
  end(circle, 'cleo')
  expect(circle.group).toMatchObject({ archived: true, archivedBy: 'system' })
})

test('AD25 what the server archived and somebody then puts away stays so when an agent of it returns', async () => {
  await using circle = new Circle('human')
  const { crew } = circle
  const complete = (name: string) =>
    crew.act(() => completeTask(crew.shard, crew.crew, BY_PERSON, crew.id(name), {}))
  const resume = (name: string) =>
    crew.act(() => resumeAgent(crew.shard, crew.crew, BY_PERSON, crew.id(name)))
  for (const name of ['ada', 'ben']) complete(name)
  expect(circle.group.archivedBy).toBe('system')
  resume('ben')
  expect(circle.group.archived, 'nobody has put it away').toBe(false)
  complete('ben')
  expect(circle.group.archivedBy).toBe('system')
  set(circle, archiveGroup, 'human')
  expect(circle.group).toMatchObject({ archived: true, archivedBy: 'human' })
  const { seq } = circle.state
  set(circle, archiveGroup, 'lead')
  expect(circle.state.seq, 'once is enough').toBe(seq)
  crew.restart()
  resume('ben')
  expect(circle.group).toMatchObject({ archived: true, archivedBy: 'human' })
})
