import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { createAgent } from '../../src/agents/create-agent'
import { sendDirect } from '../../src/agents/direct-messages'
import { failAgent, terminateAgent } from '../../src/agents/end-agent'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask, delegate } from '../../src/agents/tasks'
import { updateLead } from '../../src/agents/update-lead'
import { archiveGroup } from '../../src/groups/archive-group'
import { addMembers, leaveGroup, removeMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = {
  ada: 'developer',
  ben: 'developer',
  cleo: 'designer',
  dan: 'qa-tester',
} as const

function give(crew: TestCrew, to: string, text: string): void {
  crew.act(() => delegate(crew.shard, crew.crew, crew.by('lead'), { to: crew.id(to), text }))
}

const finish = (crew: TestCrew, name: string) =>
  crew.act(() => completeTask(crew.shard, crew.crew, crew.by('human'), crew.id(name), {}))

function code(run: () => unknown): string {
  try {
    run()
    return 'accepted'
  } catch (error) {
    if (error instanceof CrewError) return error.code
    throw error
  }
}

const group = (crew: TestCrew, name = 'timeline-team') => crew.crew.state.groups[name]
const members = (crew: TestCrew, name?: string) =>
  group(crew, name)?.memberIds.map((id) => crew.crew.state.agents[id]?.name)

test('AG2 three agents with open tasks about the same thing and the lead get a group, told and with a system message', async () => {
  await using crew = testCrew({ agents: AGENTS })
  give(crew, 'ada', 'implement timeline filtering')
  give(crew, 'ben', 'implement timeline brush')
  expect(group(crew)).toBeUndefined()
  give(crew, 'cleo', 'implement timeline keyboard nav')
  expect(group(crew)).toMatchObject({
    name: 'timeline-team',
    displayName: 'timeline-team',
    auto: true,
    messageCount: 1,
    purpose:
      'Parallel work: implement timeline filtering; implement timeline brush; implement timeline keyboard nav',
  })
  expect(members(crew)).toEqual(['atlas', 'ada', 'ben', 'cleo'])
  const texts = await crew.texts('ada')
  expect(texts[0]).toContain('[Task from Project Lead')
  expect(texts[1]).toContain('[System] You\'ve been added to group "timeline-team".')
  expect(texts[2]).toBe(
    '[Group "timeline-team" — System]: Auto-created coordination group for parallel timeline work',
  )
})

test('AG3 a further agent at the same work joins and alone is told; the same again changes nothing', async () => {
  await using crew = testCrew({ agents: AGENTS })
  for (const name of ['ada', 'ben', 'cleo']) give(crew, name, 'timeline work')
  for (const name of ['ada', 'ben', 'cleo', 'lead']) await crew.reads(name)
  give(crew, 'dan', 'test timeline')
  expect(members(crew)).toEqual(['atlas', 'ada', 'ben', 'cleo', 'dan'])
  expect(await crew.texts('ada')).toEqual([])
  expect((await crew.texts('dan')).join('\n')).toContain('added to group "timeline-team"')
  give(crew, 'dan', 'timeline again')
  expect((await crew.texts('dan')).join('\n')).not.toContain('added to group')
  expect(group(crew)?.messageCount).toBe(1)
})

test('AG4 closed tasks do not count, nor several of one agent, nor those of another delegator', async () => {
  await using crew = testCrew({ agents: AGENTS })
  give(crew, 'ada', 'timeline one')
  give(crew, 'ada', 'timeline two')
  give(crew, 'ada', 'timeline three')
  give(crew, 'ben', 'timeline four')
  finish(crew, 'ben')
  crew.act(() =>
    delegate(crew.shard, crew.crew, BY_PERSON, { to: crew.id('cleo'), text: 'timeline five' }),
  )
  give(crew, 'dan', 'timeline six')
  expect(group(crew)).toBeUndefined()
})

test('AG5 an agent created with a task counts, in the same decision', async () => {
  await using crew = testCrew({ agents: AGENTS })
  give(crew, 'ada', 'parser one')
  give(crew, 'ben', 'parser two')
  crew.act(() =>
    createAgent(crew.shard, crew.crew, crew.by('lead'), {
      role: 'developer',
      name: 'eve',
      task: 'parser three',
    }),
  )
  expect(members(crew, 'parser-team')).toEqual(['atlas', 'ada', 'ben', 'eve'])
})

test('AG6 somebody’s own group of that name is left alone: the server’s is the second', async () => {
  await using crew = testCrew({ agents: AGENTS })
  crew.act(() => createGroup(crew.shard, crew.crew, crew.by('dan'), { name: 'timeline-team' }))
  for (const name of ['ada', 'ben', 'cleo']) give(crew, name, 'timeline work')
  expect(members(crew)).toEqual(['atlas', 'dan'])
  expect(members(crew, 'timeline-team-2')).toEqual(['atlas', 'ada', 'ben', 'cleo'])
  give(crew, 'dan', 'timeline work')
  expect(members(crew, 'timeline-team-2')).toContain('dan')
})

test('AG7 the lead switches it off and on, by command', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const [off] = await crew.says('lead', '⟦⟦ AUTO_GROUPS {"on":false} ⟧⟧\n')
  expect(off?.ok).toBe(true)
  for (const name of ['ada', 'ben', 'cleo']) give(crew, name, 'timeline work')
  expect(group(crew)).toBeUndefined()
  crew.restart()
  expect(crew.crew.state.lead.autoGroups).toBe(false)
  crew.act(() => updateLead(crew.shard, crew.crew, BY_PERSON, { autoGroups: true }))
  give(crew, 'dan', 'timeline work')
  expect(members(crew)).toHaveLength(5)
  expect(code(() => updateLead(crew.shard, crew.crew, crew.by('ada'), { autoGroups: false }))).toBe(
    'forbidden',
  )
})

test('AG8 a group is archived when all its agents but the lead have ended, however they ended; people do not keep it', async () => {
  await using crew = testCrew({ agents: AGENTS })
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), {
      name: 'x',
      members: ['ada', 'ben', 'cleo', 'human'],
    }),
  )
  finish(crew, 'ada')
  crew.act(() => failAgent(crew.shard, crew.id('ben'), 'no login'))
  expect(group(crew, 'x')?.archived).toBe(false)
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), crew.id('cleo'), null))
  expect(group(crew, 'x')?.archived).toBe(true)
  const [listed] = await crew.says('lead', '⟦⟦ QUERY_GROUPS ⟧⟧\n')
  expect(listed?.reply).not.toContain('"x"')
  const [read] = await crew.says('lead', '⟦⟦ READ_GROUP {"group":"x"} ⟧⟧\n')
  expect(read?.ok, 'history stays readable').toBe(true)
  expect(
    code(() =>
      sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'x', content: 'anyone?' }),
    ),
  ).toBe('group_archived')
})

test('AG8 a group is archived when the last agent at work leaves or is removed, and not while another one works or answers', async () => {
  for (const goes of ['leaves', 'is removed'] as const) {
    await using crew = testCrew({ agents: AGENTS })
    const made = { name: 'x', members: ['ada', 'ben', 'cleo', 'human'] }
    crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), made))
    const out = (name: string) =>
      crew.act(() =>
        goes === 'leaves'
          ? leaveGroup(crew.shard, crew.crew, crew.by(name), 'x')
          : removeMembers(crew.shard, crew.crew, crew.by('lead'), {
              group: 'x',
              members: [name],
            }),
      )
    finish(crew, 'ada')
    out('ben')
    expect(group(crew, 'x')?.archived, `${goes}: cleo works`).toBe(false)
    out('cleo')
    expect(group(crew, 'x')?.archived, goes).toBe(true)
    crew.restart()
    expect(group(crew, 'x')?.archived, goes).toBe(true)
    // Without any agent that could have ended, it is in use.
    crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), { ...made, name: 'y', members: ['dan'] })) // prettier-ignore
    crew.act(() => removeMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'y', members: ['dan'] })) // prettier-ignore
    expect(group(crew, 'y')?.archived, 'nobody worked there').toBe(false)
  }
})

test('AG8 a group is archived with its last agent also when its lead has ended, whatever that left unread', async () => {
  await using crew = testCrew({ agents: AGENTS })
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'x', members: ['ada', 'ben'] }),
  )
  const say = (content: string) =>
    crew.act(() => sendMessage(crew.shard, crew.crew, crew.by('ada'), { group: 'x', content }))
  say('It is done.')
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.leadId, null))
  expect(say('Who is left?').recipientIds).toEqual([crew.id('ben')])
  finish(crew, 'ada')
  expect(group(crew, 'x')?.archived, 'somebody is at work in it').toBe(false)
  finish(crew, 'ben')
  expect(group(crew, 'x')).toMatchObject({ archived: true, archivedBy: 'system' })
})

/** The lead's part when the last agent of a group ends. */
const LEADS: Record<string, (crew: TestCrew) => unknown> = {
  'has read nothing': () => {},
  'has read everything': (crew) => crew.reads('lead'),
  'reads in this moment': (crew) => crew.core.inbox.fetch(crew.leadId, {}),
  'has ended': (crew) =>
    crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.leadId, null)),
  'had read all before a restart': async (crew) => {
    await crew.reads('lead')
    crew.restart()
  },
}

test.each(Object.entries(LEADS))(
  'AG8 a group, made automatically or by hand, is archived with its last agent when its lead %s',
  async (_, prepare) => {
    await using crew = testCrew({ agents: AGENTS })
    for (const name of ['ada', 'ben', 'cleo']) give(crew, name, 'implement timeline filtering')
    crew.act(() =>
      createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'x', members: ['ada', 'ben'] }),
    )
    const said = { group: 'x', content: 'It is done.' }
    crew.act(() => sendMessage(crew.shard, crew.crew, crew.by('ada'), said))
    await prepare(crew)
    for (const name of ['ada', 'ben']) finish(crew, name)
    expect(group(crew, 'x'), 'by hand').toMatchObject({ archived: true, archivedBy: 'system' })
    expect(group(crew)?.archived, 'Cleo works in it').toBe(false)
    finish(crew, 'cleo')
    expect(group(crew), 'automatic').toMatchObject({ archived: true, archivedBy: 'system' })
  },
)

test('AR2 what a lead has not read of a group that was archived with its last agent is handed to it, also after a restart', async () => {
  await using crew = testCrew({ agents: AGENTS })
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'x', members: ['ada'] }),
  )
  const say = (content: string) =>
    crew.act(() => sendMessage(crew.shard, crew.crew, crew.by('ada'), { group: 'x', content }))
  say('The parser is done.')
  say('So are its tests.')
  finish(crew, 'ada')
  expect(group(crew, 'x')?.archived).toBe(true)
  crew.restart()
  const texts = await crew.texts('lead')
  expect(texts.filter((text) => text.startsWith('[Group "x"'))).toEqual([
    expect.stringContaining('The parser is done.'),
    expect.stringContaining('So are its tests.'),
  ])
  expect(group(crew, 'x')?.archived, 'reading changes nothing').toBe(true)
})

test('AG9 a group comes back with an agent of it, with a new agent at work, and by being created again', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const make = (by: string, members: readonly string[] = []) =>
    createGroup(crew.shard, crew.crew, crew.by(by), { name: 'x', members })
  crew.act(() => make('lead', ['ada']))
  finish(crew, 'ada')
  expect(group(crew, 'x')?.archived).toBe(true)
  crew.act(() =>
    sendDirect(crew.shard, crew.crew, BY_PERSON, { to: crew.id('ada'), content: 'one more thing' }),
  )
  expect(group(crew, 'x')?.archived, 'its agent is back').toBe(false)
  finish(crew, 'ada')
  crew.act(() =>
    addMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'x', members: ['ben'] }),
  )
  expect(group(crew, 'x')?.archived, 'a new agent').toBe(false)
  finish(crew, 'ben')
  expect(group(crew, 'x')?.archived).toBe(true)
  expect(
    code(() => crew.act(() => make('cleo'))),
    'a stranger',
  ).toBe('group_exists')
  crew.act(() => make('ben'))
  expect(group(crew, 'x')).toMatchObject({ archived: false, memberCount: 3 })
  crew.act(() => archiveGroup(crew.shard, crew.crew, crew.by('lead'), 'x'))
  crew.act(() => make('lead', ['cleo']))
  expect(members(crew, 'x')).toEqual(['atlas', 'ada', 'ben', 'cleo'])
  expect((await crew.texts('cleo')).at(-1)).toContain('added to group "x"')
})

test('AG10 a group for a role gets who comes or comes back later, and not who left or was removed', async () => {
  await using crew = testCrew({ agents: AGENTS })
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'devs', roles: ['developer'] }),
  )
  expect(members(crew, 'devs')).toEqual(['atlas', 'ada', 'ben'])
  crew.act(() => crew.hire('eve', 'developer'))
  expect(members(crew, 'devs')).toContain('eve')
  expect((await crew.texts('eve')).at(-1)).toContain('group "devs" (role developer)')
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('eve'), 'devs'))
  crew.act(() =>
    removeMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'devs', members: ['ben'] }),
  )
  for (const name of ['eve', 'ben']) {
    finish(crew, name)
    crew.act(() => resumeAgent(crew.shard, crew.crew, BY_PERSON, crew.id(name)))
  }
  expect(members(crew, 'devs')).toEqual(['atlas', 'ada'])
  crew.act(() => crew.hire('fay', 'designer'))
  expect(members(crew, 'devs')).toEqual(['atlas', 'ada'])
})

test('AG11 an agent that had ended when the group was made for its role joins when it comes back', async () => {
  await using crew = testCrew({ agents: AGENTS })
  finish(crew, 'ben')
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'devs', roles: ['developer'] }),
  )
  expect(members(crew, 'devs')).toEqual(['atlas', 'ada'])
  give(crew, 'ben', 'something else')
  expect(members(crew, 'devs')).toEqual(['atlas', 'ada', 'ben'])
})
