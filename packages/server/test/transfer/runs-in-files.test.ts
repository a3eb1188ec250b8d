import { expect, test } from 'vitest'
import { deleteCrew } from '../../src/agents/delete-crew'
import { pauseCrew } from '../../src/agents/pause'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, type Line, linesOf, takeIn } from '../harness/export-text'
import { dumpOf } from '../harness/recorded-batches'
import {
  askForSpeaker,
  askInRun,
  askPerson,
  changeRun,
  endRun,
  parentIn,
  respond,
  startRun,
  stepRun,
} from '../harness/run-acts'
import { answer, openSession, post, state } from '../harness/session-acts'
import { team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'qa-tester' } as const
const elsewhere = () => testCrew({ ids: new CountingIds('b0b0', 'b-') })

/** A crew in which one discussion is over, one waits for the person, and one was started within an answer. */
async function discussing() {
  // What happens in these discussions is decided here, step by step.
  const crew = testCrew({ agents: AGENTS, begun: (core) => core.stop() })
  team(crew, 'plan', ['ada', 'ben', 'cleo'])
  const session = openSession(crew, 'plan', 'Layers')
  post(crew, 'ada', session, 'Let us discuss layers.')
  const over = startRun(crew, session, ['ada', 'ben'])
  askInRun(crew, over, ['ada'])
  await answer(crew, 'ada', session, 'In three.')
  stepRun(crew, over, { rounds: 1, previous: crew.id('ada'), upTo: 1 })
  changeRun(crew, over, { limits: { ...over.limits, rounds: 20 } })
  endRun(crew, over, { stopReason: 'stalled', summary: 'In three.' })
  const inner = openSession(crew, 'plan', 'Stone')
  post(crew, 'ben', inner, 'What of stone?')
  const run = startRun(crew, session, ['ada', 'human'], {
    policy: { kind: 'selection', by: crew.id('cleo'), repeat: true },
    roles: { human: { role: 'decides', description: '', expertise: [] } },
    terminationCondition: 'when all agree',
  })
  const asked = askInRun(crew, run, ['ben'])
  const parent = parentIn(crew, asked, 'ben')
  const child = startRun(crew, inner, ['ada'], { parent, depth: 1, startedBy: crew.id('ben') })
  respond(crew, asked, 'ben', { status: 'nested', child: child.id, soFar: 'First of all' })
  stepRun(crew, run, { upTo: asked.n }, 'waiting_human')
  const turn = askPerson(crew, run)
  askForSpeaker(crew, run)
  return { crew, session, run, over, child, turn }
}

test('EX42 a crew with discussions is a file of version 7, which comes out of the crew it becomes: one that is over, one that waits for the person, one within an answer', async () => {
  const { crew, session, run, over, child, turn } = await discussing()
  await using _ = crew
  const text = await crewText(crew)
  expect(linesOf(text)[0]).toMatchObject({ version: 7 })
  await using other = elsewhere()
  await takeIn(other, text)
  expect(await crewText(other, crew.leadId)).toBe(text)
  other.restart()
  expect(await crewText(other, crew.leadId)).toBe(text)
  const imported = other.shard.crew(crew.leadId)
  // A person looks at it before anything in it goes on.
  expect(imported.inert).toBe(true)
  expect(imported.state).toEqual({
    ...crew.crew.state,
    lead: { ...crew.crew.state.lead, paused: true },
  })
  expect(imported.state.runs[run.id]).toMatchObject({ status: 'waiting_human' })
  expect(imported.state.runs[child.id]).toMatchObject({ status: 'running', depth: 1 })
  expect(imported.state.rounds[session.id]?.at(-1)).toEqual(turn)
  const rows = (of: TestCrew) =>
    ['runs', 'sessions', 'rounds', 'responses', 'needs'].map((name) => dumpOf(of.database)[name])
  expect(rows(other)).toEqual(rows(crew))
  expect(other.shard.ports.reader.run(over.id)).toEqual(crew.shard.ports.reader.run(over.id))
  other.act(() => pauseCrew(other.shard, other.shard.crew(crew.leadId), BY_PERSON, false))
  // The same crew cannot be here twice, and no other one can have its discussions.
  await expect(takeIn(other, text)).rejects.toThrow('already exists here')
  deleteCrew(other.shard, other.shard.crew(crew.leadId), BY_PERSON, 'atlas')
  await takeIn(other, text)
  expect(await crewText(other, crew.leadId)).toBe(text)
})

test('EX42 a discussion that went on after its end, and an answer that was asked once more when the one within it had ended, are in the file', async () => {
  const { crew, run, over, child, session } = await discussing()
  await using _ = crew
  endRun(crew, child, { summary: 'Of stone' })
  const asked = crew.crew.state.rounds[session.id]?.find(({ n }) => n === 2)
  const ben = crew.id('ben')
  const deliveryId = crew.ids.record()
  const of = { sessionId: session.id, runId: session.id, n: 2 }
  state(crew, 'delivery:created', {
    delivery: {
      id: deliveryId,
      agentId: ben,
      kind: 'round',
      wake: true,
      groupName: 'plan',
      content: { form: 'round', ...of, fromSeq: 0, toSeq: 0, note: 'Of stone' },
      hop: 0,
    },
  })
  if (!asked) throw new Error('the round has left memory')
  respond(crew, asked, 'ben', { status: 'thinking', deliveryId })
  endRun(crew, run, { stopReason: 'stopped' })
  changeRun(crew, over, { status: 'running', stopReason: null, endedAt: null, summary: null })
  const text = await crewText(crew)
  await using other = elsewhere()
  await takeIn(other, text)
  expect(await crewText(other, crew.leadId)).toBe(text)
  expect(Object.keys(other.shard.crew(crew.leadId).state.runs)).toEqual([over.id])
})

function lineOf(lines: Line[], type: string, last = false): Line {
  const one = (line: Line) => line['type'] === type
  const found = last ? lines.findLast(one) : lines.find(one)
  if (!found) throw new Error(`the file has no ${type}`)
  return found
}

test('EX6, EX43 a file whose discussions do not follow from what came before is refused with a sentence', async () => {
  const { crew, over, turn } = await discussing()
  await using _ = crew
  await using other = elsewhere()
  const text = await crewText(crew)
  const set =
    (type: string, change: (data: Line) => unknown, last = false) =>
    (lines: Line[]) => {
      change(lineOf(lines, type, last)['data'])
    }
  const foreign = '00070000-0000-4000-8000-000000000007'
  const personsTurn = (lines: Line[]) =>
    lines.find((line) => line['data']?.round?.ask === 'human')?.['data'].round as Line
  const chooses = (lines: Line[]) =>
    lines.findLast((line) => line['type'] === 'need:opened')?.['data'].need as Line
  const attacks: [reason: string, change: (lines: Line[]) => unknown][] = [
    ['another version than its facts have', (lines) => (lines[0]!['version'] = 3)],
    [
      'a session that the crew does not have',
      set('run:started', (d) => (d['run'].sessionId = 's')),
    ],
    ['belongs to another crew', set('run:started', (d) => (d['run'].leadId = foreign))],
    [
      'an agent that the crew does not have',
      set('run:started', (d) => (d['run'].participants = [foreign])),
    ],
    [
      'an agent that the crew does not have',
      set('run:started', (d) => {
        d['run'].policy = { kind: 'hierarchical', manager: foreign }
      }),
    ],
    [
      'takes part in the discussion twice',
      set('run:started', (d) => {
        d['run'].participants = ['human', 'human']
      }),
    ],
    [
      'two discussions at once',
      (lines) => {
        const first = lines.findIndex((line) => line['type'] === 'run:ended')
        lines[first]!['type'] = 'run:updated'
        lines[first]!['data'].run = lineOf(lines, 'run:updated')['data'].run
      },
    ],
    ['is not under way in the session', set('run:stepped', (d) => (d['runId'] = 'nowhere'))],
    [
      'rounds that the session does not have',
      set('run:stepped', (d) => {
        d['progress'].upTo = 9
      }),
    ],
    ['goes on and has ended', set('run:stepped', (d) => (d['status'] = 'ended'))],
    [
      'goes on and has ended',
      set('run:updated', ({ run }) => {
        run.status = 'ended'
        run.stopReason = 'stopped'
        run.endedAt = run.startedAt
      }),
    ],
    [
      'an end of a discussion that contradicts itself',
      set('run:ended', (d) => {
        d['run'].stopReason = null
      }),
    ],
    [
      'has ended and goes on',
      set('run:ended', ({ run }) => {
        run.status = 'running'
        run.stopReason = null
        run.endedAt = null
      }),
    ],
    ['another beginning', set('run:updated', (d) => (d['run'].startedBy = crew.leadId))],
    ['a run that the crew does not have', set('run:updated', (d) => (d['run'].id = 'nowhere'))],
    [
      'is not under way in the session',
      set('round:opened', (d) => {
        d['round'].run.id = 'nowhere'
      }),
    ],
    ['only a discussion asks this', (lines) => delete personsTurn(lines)['run']],
    [
      'theirs alone',
      (lines) => {
        const own = personsTurn(lines)
        own['responses'].push({ ...own['responses'][0], agentId: crew.id('ada') })
      },
    ],
    [
      'a turn that the person does not have',
      (lines) => {
        personsTurn(lines)['responses'][0].deliveryId = chooses(lines)['id']
      },
    ],
    [
      'an agent that the crew does not have',
      set('round:opened', ({ round }) => {
        round.responses[0].agentId = foreign
      }),
    ],
    ['contradicts itself', (lines) => delete chooses(lines)['turn']],
    ['is not under way in the session', (lines) => (chooses(lines)['turn'].runId = over.id)],
    [
      'a discussion that the crew does not have',
      set(
        'round:responded',
        (d) => {
          d['response'].child = 'nowhere'
        },
        true,
      ),
    ],
    ['an answer that is not there', set('run:started', (d) => (d['run'].parent.n = 9), true)],
    [
      'an answer that is not there',
      set(
        'run:started',
        (d) => {
          d['run'].parent.agentId = crew.id('ada')
        },
        true,
      ),
    ],
    [
      'a discussion that the session does not have',
      set('session:created', (d) => {
        d['session'].runId = turn.run?.id
      }),
    ],
  ]
  for (const [reason, change] of attacks) {
    const error = await takeIn(other, forged(text, change)).then(
      () => 'taken',
      (refused: Error) => refused.message,
    )
    expect(error, reason).toContain(reason)
    expect(error, reason).toContain('Nothing was imported.')
  }
  await takeIn(other, text)
})
