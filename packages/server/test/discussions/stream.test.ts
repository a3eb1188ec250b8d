import { expect, test } from 'vitest'
import { RunStreamQuery } from '../../src/api/routes/run-stream-routes'
import { RunDeltas } from '../../src/discussions/run-deltas'
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

test('RU79 asked for, the stream has what is being written, before the answer and without choices', async () => {
  await using room = new DiscussionCrew()
  const { run } = room.start({ participants: ['ana', 'ben'], limits: { rounds: 1 } })
  await room.settle()
  const { shard, core } = room.crew
  const deltas = new RunDeltas(shard, core.live, run)
  const gone = new AbortController()
  const follow = {
    shard,
    by: BY_PERSON,
    id: run.id,
    since: behindFact(0),
    signal: gone.signal,
    deltas,
  }
  const changed = (_: string, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      core.onPublished(() => resolve())
      signal.addEventListener('abort', () => resolve())
    })
  const all: RunLine[] = []
  const over = (async () => {
    for await (const line of runLines({ ...follow, changed })) all.push(line)
  })()
  await room.question('ana')
  core.live.emit('masked', room.crew.id('ben'), 'of something else')
  core.live.emit('masked', room.crew.id('ana'), 'What ')
  core.live.emit('masked', room.crew.id('ana'), 'of yaml?')
  await expect.poll(() => all.map(({ type }) => type)).toContain('delta')
  await room.says('ana', 'What of yaml?')
  await over
  deltas.close()
  expect(core.live.listenerCount('masked'), 'nobody listens any more').toBe(0)
  const written = all.flatMap((line) => (line.type === 'delta' ? [line] : []))
  expect(written.map(({ text }) => text).join('')).toBe('What of yaml?')
  expect(written[0]).toMatchObject({ speaker: 'ana', round: 1 })
  const at = all.findIndex(({ type }) => type === 'delta')
  expect(written[0]?.position).toBe(all[at - 1]?.position)
  expect(all.slice(at).map(({ type }) => type)).toEqual([
    ...written.map(() => 'delta'),
    'message',
    'complete',
  ])
})

test('RU79 without being asked, and of a choice, it has none', async () => {
  await using room = new DiscussionCrew()
  const policy = { kind: 'selection', by: 'lead' } as const
  const { run } = room.start({ policy, participants: ['ana'] })
  await room.settle()
  await room.question('lead')
  const { shard, core, leadId } = room.crew
  const deltas = new RunDeltas(shard, core.live, run)
  core.live.emit('masked', leadId, 'NEXT: ana')
  expect(deltas.take()).toEqual([])
  deltas.close()
  expect(RunStreamQuery.safeParse({ deltas: 'yes' }).success).toBe(false)
})
