import { describe, expect, test } from 'vitest'
import { GroupChatActor } from '../../src/embed'
import { listRuns } from '../../src/discussions/list-runs'
import { finalStateOf } from '@crewroom/shared/model/run'
import { startRun as shape, listRuns as listShape } from '@crewroom/shared/protocol/routes/runs'
import { DiscussionCrew, scripted } from '../harness/discussion-crew'
import { BY_PERSON } from '../harness/test-crew'
import { resolveParticipant } from '../../src/crew/directory'
import { terminateAgent } from '../../src/agents/end-agent'

describe('RU78 a list of discussions by who takes part and by words', () => {
  async function listed() {
    const room = new DiscussionCrew()
    const { run } = room.start({ goal: 'Which colour? 100 %', participants: ['cy', 'ana'] })
    await room.plays(scripted({ ana: ['Blue.\n[DONE]'], ben: [null], cy: ['Red?'] }))
    expect(room.end(run)[0]).toBe('done')
    room.start({ goal: 'Which NAME is the clearest?', participants: ['ana', 'ben'] })
    room.start({ goal: 'Which ending?', participants: ['ben', 'human'] })
    const of = async (query: object) => {
      const { runs } = await listRuns(room.crew.shard, BY_PERSON, query)
      return runs.map(({ goal }) => goal.split(' ')[1])
    }
    return { room, of }
  }

  test.for([
    [{ participant: 'ana' }, ['colour?', 'NAME']],
    [{ participant: 'ANA', status: 'ended' }, ['colour?']],
    [{ participant: 'human' }, ['ending?']],
    [{ participant: 'zoe' }, []],
    [{ q: 'name' }, ['NAME']],
    [{ q: 'clearest name' }, ['NAME']],
    [{ q: 'blue' }, ['colour?']],
    [{ q: '100 %' }, ['colour?']],
    [{ q: '%' }, ['colour?']],
    [{ q: 'which', participant: 'ben' }, ['ending?', 'NAME']],
    [{ q: 'nowhere' }, []],
  ] as const)('RU78 %j finds %j', async ([query, goals]) => {
    const { room, of } = await listed()
    await using _ = room
    expect(new Set(await of(query))).toEqual(new Set(goals))
  })

  test('RU78 by the id and its beginning, and a page at a time', async () => {
    const { room } = await listed()
    await using _ = room
    const { shard } = room.crew
    const id = room.crew.id('ben')
    for (const participant of [id, id.slice(0, 8)]) {
      const first = await listRuns(shard, BY_PERSON, { participant, limit: 1 })
      const second = await listRuns(shard, BY_PERSON, { participant, limit: 1, before: first.next ?? '' }) // prettier-ignore
      const goals = [...first.runs, ...second.runs].map(({ goal }) => goal)
      expect(goals.toSorted()).toEqual(['Which NAME is the clearest?', 'Which ending?'])
      expect(second.next).toBeNull()
    }
  })
})

const LONG = 'x'.repeat(101)
test.for([
  ['limits.until', { limits: { until: { word: '' } } }],
  ['limits.until', { limits: { until: { word: 'x'.repeat(61) } } }],
  ['limits.until', { limits: { until: { word: 7 } } }],
  ['limits.until', { limits: { until: 'APPROVED' } }],
  ['limits.until', { limits: { until: { rounds: 0 } } }],
  ['limits.until', { limits: { until: { rounds: 3, word: 'A' } } }],
  ['limits.until', { limits: { until: { all: [] } } }],
  ['limits.until', { limits: { until: { all: Array.from({ length: 11 }, () => ({ rounds: 1 })) } } }],
  ['limits.until', { limits: { until: { any: [{ all: [{ any: [{ rounds: 1 }] }] }] } } }],
  ['limits.until', { limits: { until: { word: 'A', from: LONG.repeat(10) } } }],
  ['policy.transitions', { policy: { kind: 'round_robin', transitions: { ana: [] } } }],
  ['policy.transitions', { policy: { kind: 'round_robin', transitions: { ana: 'ben' } } }],
  ['policy.transitions', { policy: { kind: 'selection', transitions: [] } }],
  ['policy', { policy: { kind: 'parallel', transitions: { ana: ['ben'] } } }],
] as const)('RU75, RU76 %s is refused: %j', ([field, input]) => {
  const read = shape.body.safeParse({ goal: 'Which one?', ...input })
  expect(read.error?.issues[0]?.path.join('.').startsWith(field)).toBe(true)
}) // prettier-ignore

test.for([{ q: '' }, { q: 'x'.repeat(501) }, { participant: '' }, { participant: 7 }])(
  'RU78 %j is refused',
  (query) => {
    expect(listShape.query.safeParse(query).success).toBe(false)
  },
)

test('RU12 the final state tells a limit of answers from one of rounds', () => {
  const state = (stopReason: 'max_rounds' | 'max_messages' | 'until' | 'alone') =>
    finalStateOf({ status: 'ended', stopReason })
  expect([state('max_rounds'), state('max_messages'), state('until'), state('alone')]).toEqual([
    'max-rounds',
    'max-messages',
    'complete',
    'alone',
  ])
})

test('RU57 an actor that is given something else than a database says what it needs', () => {
  for (const where of [{}, { participants: [] }, { prepare: 7 }]) {
    expect(() => new GroupChatActor(where as never)).toThrow('neither a database of better-sqlite3')
  }
})

test('CM32 refusals call agents as people do', async () => {
  await using room = new DiscussionCrew()
  const { shard, crew } = room.crew
  const named = (reference: string) => () => resolveParticipant(shard, crew, reference)
  expect(named('zoe')).toThrow(/It has: Project Lead \(.*\), ana, ben, cy\./)
  room.crew.act(() => terminateAgent(shard, crew, BY_PERSON, room.crew.id('ben'), 'enough'))
  expect(named('ben')).toThrow('ben was terminated; it no longer reads anything.')
})
