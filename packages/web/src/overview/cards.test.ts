import type { CrewState } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import type { Standing } from '../crew/standing'
import { type Card, cardName, inOrder, inPlaces, taskOf } from './cards'

const card = (id: string, standing: Standing, lastAt: string | null = null): Card =>
  ({
    id,
    name: id,
    standing,
    who: { label: id, roleName: 'Developer', isLead: id === 'lead' },
    look: { word: 'Waits for you' },
    task: 'Move it',
    waitsFor: [],
    told: { lastAt },
  }) as unknown as Card
const state = {
  agents: Object.fromEntries(
    ['d1', 'd2', 'i1', 'lead', 'w1', 'w2', 'a1', 'a2', 'f1', 'o1'].map((id, n) => [
      id,
      { createdAt: `2026-01-01T00:00:0${n}.000Z` },
    ]),
  ),
  needs: {
    n1: { agentId: 'a1', createdAt: '2026-01-01T02:00:00.000Z' },
    n2: { agentId: 'a2', createdAt: '2026-01-01T01:00:00.000Z' },
    n3: { agentId: 'a2', createdAt: '2026-01-01T03:00:00.000Z' },
  },
} as unknown as CrewState
const ids = (cards: readonly Card[]) => cards.map(({ id }) => id)

test('UI405 cards stand by who needs the person, and who works by what it put out last', () => {
  const cards = [
    card('d1', 'done'),
    card('i1', 'idle'),
    card('lead', 'idle'),
    card('w1', 'working', '2026-01-01T04:00:00.000Z'),
    card('w2', 'working', '2026-01-01T05:00:00.000Z'),
    card('o1', 'off'),
    card('a1', 'waits'),
    card('f1', 'failed'),
    card('a2', 'waits'),
  ]
  expect(ids(inOrder(state, cards))).toEqual(['a2', 'a1', 'f1', 'w2', 'w1', 'lead', 'i1', 'o1', 'd1']) // prettier-ignore
})

test('UI405 a held order keeps its places: who is new comes last, who is gone leaves no gap', () => {
  const cards = [card('w1', 'working'), card('d1', 'done'), card('i1', 'idle')]
  expect(ids(inPlaces(cards, ['i1', 'gone', 'w1']))).toEqual(['i1', 'w1', 'd1'])
})

test('UI405 a card is called by name, role, state and task', () => {
  expect(cardName(card('Dora', 'waits'))).toBe('Dora, Developer, waits for you, Move it')
  const own = card('Developer', 'waits')
  expect(cardName({ ...own, task: null })).toBe('Developer, waits for you')
})

test('UI404 an agent whose only task waits shows that task, and for whom it waits', () => {
  const agent = (id: string, name: string) => ({
    id,
    name,
    role: 'developer',
    roleName: 'Developer',
  })
  const one = { agentId: 'a', text: 'Write it' }
  const next = { agentId: 'b', text: 'Test it\nWell.', after: ['t1', 'gone'], waits: { lost: [] } }
  const crew = (tasks: object) =>
    ({
      agents: { a: agent('a', 'Ada'), b: agent('b', 'Ben') },
      lead: { id: 'l' },
      tasks,
    }) as unknown as CrewState
  const of = (tasks: object, task: string | null = null) => taskOf(crew(tasks), { id: 'b', task })
  expect(of({ t1: one, t2: next })).toEqual({ task: 'Test it', waitsFor: ['Ada'] })
  expect(of({ t1: one, t2: next, t3: { agentId: 'b', text: 'Read' } }, 'Read')).toEqual({
    task: 'Read',
    waitsFor: [],
  })
  expect(of({ t1: one }, 'Before')).toEqual({ task: 'Before', waitsFor: [] })
  expect(of({}, null)).toEqual({ task: null, waitsFor: [] })
})
