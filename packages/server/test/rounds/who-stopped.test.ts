import type { SessionRecord } from '@crewroom/shared/model/session'
import { expect, test } from 'vitest'
import { completeTask } from '../../src/agents/tasks'
import { archiveGroup } from '../../src/groups/archive-group'
import { liveAgent } from '../../src/live/agent'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { readRounds } from '../../src/sessions/read-session'
import { retryAnswer } from '../../src/sessions/retry-answer'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { SessionCrew } from '../harness/session-crew'

/** A question to all three: ana and ben were handed it. */
async function asked() {
  const room = new SessionCrew()
  const { crew } = room
  for (const name of ['ana', 'ben', 'cy', 'lead']) await room.takes(name)
  const session = room.open('Names')
  room.post(session, 'human', 'which name?')
  for (const name of ['ana', 'ben']) await room.takes(name)
  const stop = (name: string, by: string) =>
    crew.act(() =>
      interruptAnswer(crew.shard, crew.crew, crew.by(by), { ...of(session), agent: name }),
    )
  return { room, crew, session, stop }
}

const of = (session: SessionRecord) => ({ group: 'plan', session: session.id })

/** Each response of the newest round, as the tables have it: its state, why, and who stopped it. */
async function told({ crew }: SessionCrew, session: SessionRecord) {
  const input = { ...of(session), limit: 1 }
  const { rounds } = await readRounds(crew.shard, crew.crew, crew.by('human'), input)
  return rounds[0]?.responses.map(({ status, error, stoppedBy }) => [status, error, stoppedBy])
}

test('RN21 an answer that was stopped says by whom, even after a restart', async () => {
  const { room, crew, session, stop } = await asked()
  await using _ = room
  stop('ana', 'human')
  stop('ben', 'lead')
  stop('cy', 'lead')
  const all = [
    ['interrupted', null, 'human'],
    ['interrupted', null, crew.leadId],
    ['interrupted', null, crew.leadId],
  ]
  expect(await told(room, session)).toEqual(all)
  crew.restart()
  expect(await told(room, session)).toEqual(all)
  // Whoever is asked again is stopped by nobody.
  crew.act(() =>
    retryAnswer(crew.shard, crew.crew, crew.by('human'), { ...of(session), n: 1, agent: 'ben' }),
  )
  expect((await told(room, session))?.[1]).toEqual(['thinking', null, undefined])
})

test.for([
  ['the session was archived', 'archived'],
  ['the session was deleted', 'deleted'],
  ['the group was archived', 'group'],
] as const)('RN21 what is open when %s gives that as the reason', async ([error, what]) => {
  const { room, crew, session } = await asked()
  await using _ = room
  const by = crew.by('human')
  crew.act(() => {
    if (what === 'group') archiveGroup(crew.shard, crew.crew, by, 'plan')
    else if (what === 'deleted') deleteSession(crew.shard, crew.crew, by, of(session))
    else updateSession(crew.shard, crew.crew, by, { ...of(session), status: what })
  })
  await crew.shard.journal.durable(crew.leadId)
  const stored = crew.shard.ports.reader.round(crew.leadId, session.id, 1)
  expect(stored?.responses.map((own) => [own.status, own.error, own.stoppedBy])).toEqual([
    ['interrupted', error, undefined],
    ['interrupted', error, undefined],
    ['skipped', error, undefined],
  ])
})

test('RN21, RN10 what an agent was not handed before it completed says so; a later question says nothing', async () => {
  const { room, crew, session } = await asked()
  await using _ = room
  room.post(session, 'human', 'and now?')
  const input = { ...of(session), before: 2, limit: 1 }
  const { rounds } = await readRounds(crew.shard, crew.crew, crew.by('human'), input)
  const [, , cy] = rounds[0]?.responses ?? []
  expect([cy?.status, cy?.error]).toEqual(['skipped', null])
  crew.act(() => completeTask(crew.shard, crew.crew, crew.by('human'), crew.id('cy'), {}))
  expect((await told(room, session))?.[2]).toEqual(['skipped', 'it completed first', undefined])
})

test('RN22 each question knows when it was asked, the last time, and `why` when it was handed over', async () => {
  const { room, crew, session, stop } = await asked()
  await using _ = room
  const round = () => crew.crew.state.rounds[session.id]?.[0]
  const opened = '2026-01-02T03:04:05.000Z'
  const times = () => round()?.responses.map(({ askedAt }) => askedAt)
  expect([round()?.openedAt, times()]).toEqual([opened, [opened, opened, opened]])
  stop('ana', 'human')
  await room.says('ana', '')
  crew.clock.advance(60_000)
  crew.act(() =>
    retryAnswer(crew.shard, crew.crew, crew.by('human'), { ...of(session), n: 1, agent: 'ana' }),
  )
  const again = '2026-01-02T03:05:05.000Z'
  expect([round()?.openedAt, times()]).toEqual([opened, [again, opened, opened]])
  crew.clock.advance(5_000)
  await room.takes('ana')
  const since = (name: string) =>
    liveAgent(crew.shard, crew.crew, crew.core.presence, crew.id(name)).why.since
  expect(since('ana'), 'handed over').toBe('2026-01-02T03:05:10.000Z')
  await room.says('ben', 'Bea.')
  crew.restart()
  expect(times()).toEqual([again, opened, opened])
  expect(since('ana'), 'only an earlier run of the server knew').toBe(again)
})
