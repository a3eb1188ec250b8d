import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { releaseGroup } from '../../src/groups/hold-group'
import { pauseGroup } from '../../src/groups/pause-group'
import { ConductGuard } from '../../src/crew/conduct-guard'
import { FakeClock } from '../harness/fake-clock'
import { ServerWithWriter } from '../harness/server-with-writer'
import { eventually } from '../harness/speaker'
import { groupOf, say, SOON, talk, team, work } from '../harness/talk'
import { testCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect' }

test('CD3 a hold ends in its time also when the clock is set back, before or after a restart', async () => {
  for (const restart of [false, true]) {
    await using crew = testCrew({ agents: AGENTS, conduct: SOON })
    team(crew, 'team', ['dev', 'arch'])
    await talk(crew, work, (from, text) => say(crew, from, text))
    expect(groupOf(crew)?.hold).not.toBeNull()
    crew.clock.correct(-40 * 24 * 3_600_000)
    if (restart) crew.restart()
    crew.act(() => crew.clock.advance(119_000))
    expect.soft(groupOf(crew)?.hold).not.toBeNull()
    crew.act(() => crew.clock.advance(1_000))
    expect.soft(groupOf(crew)?.hold, `restarted: ${restart}`).toBeNull()
  }
})

test('CD3 a hold ends also when storage failed as it was to end', async () => {
  await using server = await ServerWithWriter.start(undefined, { hopLimit: 2, holdSeconds: 2 })
  const { leadId, agents, messages } = await server.crew(['ada', 'ben'])
  const [ada, ben] = [agents['ada'], agents['ben']]
  if (!ada || !ben) throw new Error('nobody there')
  await server.call('POST', messages, { content: 'see a.ts' }, ada.token)
  await server.call('GET', `/api/agents/${ben.id}/inbox`, undefined, ben.token)
  await server.call('POST', messages, { content: 'and b.ts' }, ben.token)
  const hold = () => server.app.core.shard.crew(leadId).state.groups['room']?.hold
  expect(hold()).toMatchObject({ reason: 'hops' })
  server.writer.plan('before')
  await eventually('the end of the hold was not stored', () => server.writer.left() === 0)
  await eventually('storage is back', () => server.app.core.journal.failure === null)
  await eventually('it is ended again', () => !hold())
  await server.assertLaw()
})

test('CD10 answers are forgotten with time, also of places where nobody answers', () => {
  const clock = new FakeClock()
  const guard = new ConductGuard(clock, SOON)
  for (let n = 0; n < 9; n++) for (const who of ['dev', 'arch']) guard.replied('team', who)
  clock.advance(LIMITS.replySeconds * 1000)
  guard.replied('other', 'qa')
  expect(guard.repliers('team')).toEqual([])
  expect(guard.repliers('other')).toEqual(['qa'])
})

test('CD5, PS1 a person who resumes a group that is paused and on hold ends both at once', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  await talk(crew, work, (from, text) => say(crew, from, text))
  const pause = (by: string, paused: boolean) =>
    crew.act(() => pauseGroup(crew.shard, crew.crew, crew.by(by), 'team', paused))
  const is = () => [groupOf(crew)?.paused, groupOf(crew)?.hold !== null]
  expect(is()).toEqual([false, true])
  pause('human', true)
  expect(is(), 'a pause leaves the hold').toEqual([true, true])
  // The lead may end the hold, and not the pause.
  expect(() => pause('lead', false)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect(is()).toEqual([true, true])
  const needs = () => Object.values(crew.crew.state.needs).filter(({ kind }) => kind === 'held')
  expect(needs()).toHaveLength(1)
  pause('human', false)
  expect([is(), needs()]).toEqual([[false, false], []])
})

test('CD2 of a hold the agents are named that answered each other, and not the person who spoke before', async () => {
  await using crew = testCrew({ agents: { ...AGENTS, gus: 'qa-tester' }, conduct: SOON })
  team(crew, 'team', ['dev', 'arch', 'gus'])
  say(crew, 'human', 'please begin with src/part-1.ts')
  await talk(crew, work, (from, text) => say(crew, from, text))
  expect(groupOf(crew)?.memberIds).toContain('human')
  expect(groupOf(crew)?.hold).toMatchObject({
    reason: 'hops',
    agentIds: [crew.id('dev'), crew.id('arch')],
  })
})

test('CD5 who ends the hold of one group leaves that of another, and what waits for a person there', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  for (const name of ['team', 'other']) {
    team(crew, name, ['dev', 'arch'])
    say(crew, 'human', 'please begin with src/part-1.ts', name)
    await talk(crew, work, (from, text) => say(crew, from, text, name))
  }
  const held = () => Object.values(crew.crew.state.needs).map(({ groupName }) => groupName)
  const holds = () => ['team', 'other'].map((name) => !!crew.crew.state.groups[name]?.hold)
  expect([holds(), held()]).toEqual([
    [true, true],
    ['team', 'other'],
  ])
  crew.act(() => releaseGroup(crew.shard, crew.crew, crew.by('lead'), 'team'))
  expect([holds(), held()]).toEqual([[false, true], ['other']])
  const { seq } = crew.crew.state
  crew.act(() => releaseGroup(crew.shard, crew.crew, crew.by('lead'), 'team'))
  expect(crew.crew.state.seq, 'it is ended once').toBe(seq)
})
