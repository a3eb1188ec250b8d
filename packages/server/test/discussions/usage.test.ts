import type { RunRecord } from '@crewroom/shared/model/run'
import { expect, test } from 'vitest'
import { stopRun } from '../../src/discussions/change-run'
import { startRun, type StartRunInput } from '../../src/discussions/start-run'
import { startsDiscussion } from '../harness/discussion-crew'
import { LifeRoom } from '../harness/life-room'

async function started(input: Partial<StartRunInput>) {
  const room = await LifeRoom.open()
  const { crew } = room
  const { run } = crew.act(() =>
    startRun(crew.shard, crew.crew, crew.by('human'), {
      group: 'plan',
      goal: 'Which name is the clearest?',
      ...input,
    }),
  )
  await crew.settle()
  const now = (): RunRecord =>
    crew.crew.state.runs[run.id] ?? crew.shard.ports.reader.run(run.id) ?? run
  /** Says it, and what that used; a program that says nothing of it gives null. */
  const says = async (name: string, text: string, tokens: number | null) => {
    room.program(name).writes(text, () => 3)
    const used = { inputTokens: tokens, outputTokens: 0, totalTokens: tokens, thoughtTokens: null }
    const usage = { ...used, cachedReadTokens: null, cachedWriteTokens: null }
    room.program(name).answers('end_turn', tokens === null ? null : usage)
    await crew.settle()
    crew.check()
  }
  return { room, crew, run, now, says }
}

test('RU7 what answers used is summed up, those of whoever chooses too, and it is known whether all said so', async () => {
  const { room, now, says } = await started({
    policy: { kind: 'selection', by: 'ben' },
    participants: ['ana', 'ben'],
  })
  await using _ = room
  await says('ben', 'NEXT: ana', 100)
  await says('ana', 'Is settings.json clear?', 20)
  expect(now().progress.usage).toEqual({ tokens: 120, usd: 0, known: true })
  await says('ben', 'NEXT: ana', null)
  expect(now().progress.usage).toEqual({ tokens: 120, usd: 0, known: false })
})

test('RU7 a discussion that has used up its tokens ends when the round closes, unless that says that it is done', async () => {
  const { room, now, says } = await started({
    participants: ['ana', 'ben'],
    limits: { tokens: 100 },
  })
  await using _ = room
  await says('ana', 'Is settings.json clear?', 99)
  expect(now().status).toBe('running')
  await says('ben', 'I think that it is clear to everybody.', 1)
  expect(now()).toMatchObject({ stopReason: 'budget', progress: { rounds: 2 } })
  const other = await started({ participants: ['ana'], limits: { tokens: 10 } })
  await using _other = other.room
  await other.says('ana', 'It is.\n[DONE]', 50)
  expect(other.now().stopReason).toBe('done')
})

test.for(['ends', 'is stopped with it'] as const)(
  'RU7, RU10 what a discussion within it used counts, if that %s',
  async (how) => {
    const { room, crew, run, now, says } = await started({ participants: ['ana', 'ben'] })
    await using _ = room
    const child = { goal: 'Which ending?', with: ['ben'], rounds: 2 }
    await says('ana', `I ask.\n${startsDiscussion(child)}`, 10)
    await says('ben', 'Is .json fine?', 100)
    if (how === 'is stopped with it') {
      crew.act(() => stopRun(crew.shard, crew.by('human'), run.id))
      // What ana used for the question that was stopped is not known.
      expect(now().progress.usage).toEqual({ tokens: 110, usd: 0, known: false })
      return
    }
    await says('ana', '[DONE]', 1)
    expect(now().progress.usage.tokens).toBe(101)
    await says('ana', 'Then settings.json?', 5)
    expect(now().progress.usage).toEqual({ tokens: 116, usd: 0, known: true })
    expect(crew.crew.state.rounds[run.sessionId]?.at(-1)?.run?.n).toBe(2)
  },
)
