import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
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
