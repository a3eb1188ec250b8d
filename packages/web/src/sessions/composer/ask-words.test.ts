import { newGroup } from '@crewroom/shared/model/group'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { RoundRecord } from '@crewroom/shared/model/round'
import { expect, test } from 'vitest'
import { AT, LEAD, roundAt } from '../../../test/samples'
import { askedBy, askWords, speakersOf } from './ask-words'

const NAMES: Readonly<Record<string, string>> = { ada: 'Ada', dora: 'Dora', rhea: 'Rhea' }
const agents = Object.fromEntries(
  Object.entries(NAMES).map(([id, name]) => [
    id,
    { id, name, role: 'developer', roleName: 'Developer', ended: null } as AgentRecord,
  ]),
)
const member = (id: string) => ({ id, memberRole: 'member', joinedAt: AT, joinedSeq: 1, wake: 'all' }) as const // prettier-ignore
const group = (broadcastMode: 'all' | 'mention_only' = 'all', ids = Object.keys(NAMES)) => ({
  ...newGroup(
    {
      id: 'g',
      name: 'team',
      displayName: 'Team',
      purpose: null,
      leadId: LEAD,
      createdAt: AT,
      createdBy: LEAD,
    },
    ids.map(member),
  ),
  chat: { broadcastMode },
})
const all = Object.keys(NAMES)

test('UI568 only agents of the session that are in its group and have not ended can be asked', () => {
  const session = { activeAgents: ['rhea', 'ada', 'dora', 'gone'] }
  expect(speakersOf({ agents }, group(), session)).toEqual(['rhea', 'ada', 'dora'])
  const ended = { ...agents, ada: { ...agents['ada'], ended: 'completed' } as AgentRecord }
  expect(speakersOf({ agents: ended }, group('all', ['ada', 'dora']), session)).toEqual(['dora'])
})

test.each<[mode: 'all' | 'mention_only', text: string, chosen: string[] | null, asked: string[]]>([
  ['all', 'Hello @ada', null, ['ada', 'dora', 'rhea']],
  ['mention_only', 'Hello', null, []],
  ['mention_only', 'Hello @ada and @rhea', null, ['ada', 'rhea']],
  ['mention_only', 'Hello @ada', ['dora'], ['dora']],
  ['all', 'Hello', ['rhea', 'ada', 'gone'], ['ada', 'rhea']],
])('UI568, UI569 by %s, %j, with %j chosen, asks %j', (mode, text, chosen, asked) => {
  const picked = chosen && new Set(chosen)
  const session = { activeAgents: all }
  expect(askedBy({ agents }, group(mode), session, text, picked)).toEqual({
    ids: asked,
    back: [],
    outside: [],
  })
})

test.each<[mode: 'all' | 'mention_only', text: string, ids: string[], back: string[]]>([
  ['all', 'Hello', ['ada', 'rhea'], []],
  ['all', 'Hello @dora', all, ['dora']],
  ['mention_only', 'Hello @Dora', ['dora'], ['dora']],
  ['mention_only', 'Hello @rhea and @dora', ['dora', 'rhea'], ['dora']],
  ['mention_only', 'Hello @developer and @here', ['ada', 'rhea'], []],
])('UI568 by %s, %j asks %j and brings back %j', (mode, text, ids, back) => {
  const ended = { ...agents, dora: { ...agents['dora'], ended: 'completed' } as AgentRecord }
  const session = { activeAgents: all }
  expect(askedBy({ agents: ended }, group(mode), session, text, null)).toEqual({
    ids,
    back,
    outside: [],
  })
})

test.each<[mode: 'all' | 'mention_only', repliedTo: string, ids: string[], back: string[]]>([
  ['mention_only', 'rhea', ['ada', 'rhea'], []],
  ['mention_only', 'dora', ['ada', 'dora'], ['dora']],
  ['mention_only', 'human', ['ada'], []],
  ['all', 'rhea', ['ada', 'rhea'], []],
  ['all', 'dora', all, ['dora']],
])(
  'UI646 by %s, a reply to %s that calls Ada asks %j and brings back %j',
  (mode, to, ids, back) => {
    const ended = { ...agents, dora: { ...agents['dora'], ended: 'completed' } as AgentRecord }
    const session = { activeAgents: all }
    const asked = (chosen: ReadonlySet<string> | null) =>
      askedBy({ agents: ended }, group(mode), session, 'Well, @ada', chosen, to)
    expect(asked(null)).toEqual({ ids, back, outside: [] })
    const picked = { ids: ['ada'], back: [], outside: [] }
    expect(asked(new Set(['ada'])), 'whom the person picks').toEqual(picked)
  },
)

test.each<[rounds: readonly RoundRecord[], asked: string[], more: object, words: string]>([
  [[], all, {}, 'Asks Ada, Dora and Rhea'],
  [
    [],
    all,
    { asked: { ids: all, back: ['dora'], outside: [] } },
    'Asks Ada, Dora and Rhea · brings back Dora',
  ],
  [[], ['dora'], {}, 'Asks Dora'],
  [
    [],
    ['dora'],
    { asked: { ids: ['dora'], back: [], outside: ['ada', 'rhea'] } },
    'Asks Dora · Ada and Rhea take no part: see Who takes part',
  ],
  [[], ['dora'], { isChosen: true }, 'Asks only Dora'],
  [[], [], { isMentionOnly: true }, 'Mention an agent to get an answer'],
  [[], [], { isMentionOnly: true, isChosen: true }, 'Asks nobody'],
  [[roundAt(1, 2, { ada: { status: 'done' } })], all, {}, 'Asks Ada, Dora and Rhea'],
  [
    [roundAt(3, 2, { ada: {}, dora: { status: 'done' }, rhea: {} })],
    all,
    {},
    'Opens round 4 · Ada and Rhea finish round 3, their answers come late',
  ],
  [[roundAt(3, 2, { ada: {} })], all, { isAway: () => true }, 'Asks Ada, Dora and Rhea'],
  [
    [roundAt(3, 2, { ada: {} })],
    ['dora'],
    { isChosen: true },
    'Opens round 4 for Dora · Ada finishes round 3, its answer comes late',
  ],
  [
    // What waits behind the answer to round 2 is taken back.
    [roundAt(2, 2, { ada: {} }), roundAt(3, 12, { ada: {}, rhea: {} })],
    all,
    {},
    'Opens round 4 · Ada finishes round 2 and Rhea finishes round 3, their answers come late',
  ],
])('UI568, SN51 with %j, asking %j, sending is said to do: %s%s', (rounds, asked, more, words) => {
  expect(
    askWords({
      rounds: new Map(rounds.map((own) => [own.n, own])),
      asked: { ids: asked, back: [], outside: [] },
      isMentionOnly: false,
      isChosen: false,
      nameOf: (id) => NAMES[id] ?? '',
      isAway: () => false,
      ...more,
    }),
  ).toBe(words)
})
