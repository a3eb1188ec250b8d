import { expect, test } from 'vitest'
import { RunStreamQuery } from '../../src/api/routes/run-stream-routes'
import { readRun } from '../../src/discussions/read-run'
import { behindFact, type RunPosition } from '../../src/discussions/run-position'
import { type RunLine, runLines } from '../../src/discussions/run-stream'
import { DiscussionCrew } from '../harness/discussion-crew'
import { BY_PERSON } from '../harness/test-crew'

/** Lines of a discussion that has ended, behind one of them. */
async function lines(
  { crew }: DiscussionCrew,
  run: { readonly id: string },
  since: RunPosition = behindFact(0),
): Promise<RunLine[]> {
  await readRun(crew.shard, BY_PERSON, run.id)
  const { signal } = new AbortController()
  const follow = { shard: crew.shard, by: BY_PERSON, id: run.id, since, signal }
  const all: RunLine[] = []
  for await (const line of runLines({ ...follow, changed: async () => {} })) all.push(line)
  return all
}

/** A reader that is cut off after any line has the rest, once. */
async function goesOnBehindEach(
  room: DiscussionCrew,
  run: { readonly id: string },
): Promise<RunLine[]> {
  const all = await lines(room, run)
  for (const [at, { position, seq }] of all.entries()) {
    const since = (text: string) => RunStreamQuery.parse({ since: text }).since
    expect(await lines(room, run, since(position)), position).toEqual(all.slice(at + 1))
    // As clients asked before lines had positions: behind the whole fact.
    const older = all.filter((line) => line.seq > seq)
    expect(await lines(room, run, since(String(seq))), String(seq)).toEqual(older)
  }
  return all
}

test('RU61 the stream goes on behind any line, also between those of a round that asks several', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben', 'cy'], policy: { kind: 'parallel' } })
  await room.plays((_question, who) => `I, ${who}, would call it settings.json.`)
  const all = await goesOnBehindEach(room, run)
  const selected = all.filter(({ type }) => type === 'speaker-selected')
  expect(selected.map(({ seq }) => seq - (selected[0]?.seq ?? 0))).toEqual([0, 0, 0])
  expect(selected.map(({ position }) => position.split('.')[1])).toEqual(['1', '2', '3'])
})

test('RU61 the stream goes on behind any line, also between the choice of the person and what they are asked', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['human', 'ana'], limits: { rounds: 2 } })
  await room.settle()
  await room.writes(run, 'I would call it settings.json, and you?')
  await room.plays(() => 'I would call it settings.json.')
  const all = await goesOnBehindEach(room, run)
  expect(all.map(({ type }) => type)).toEqual([
    'start',
    'message',
    'speaker-selected',
    'human-needed',
    'message',
    'speaker-selected',
    'message',
    'complete',
  ])
})

test('RU61 what is no position is refused', () => {
  for (const since of ['', '-1', '1.', '.1', '1.1.1', 'x', '1e3', '1'.repeat(17)]) {
    expect(RunStreamQuery.safeParse({ since }).success, since).toBe(false)
  }
})
