import { expect, test } from 'vitest'
import { CALM } from '@crewroom/shared/model/conduct'
import type { Crew } from '../crew/crew'
import type { By } from '../crew/shard'
import type { TurnItem } from '../crew/turn-item'
import { chainOf, hopOf } from './hops'

const place = (freshSeq = 0) => ({ conduct: { ...CALM, freshSeq } })

interface Standing {
  /** The chain that the agent is in, and when its turn began. */
  readonly hop?: number
  readonly turnSeq?: number
  readonly turnsInChain?: number
  /** Turns that it has not confirmed. */
  readonly open?: number
  /**
   * Up to which number nothing counts any more: in its group, of what is written to it, in a group that it is not in.
   */
  readonly group?: number
  readonly agent?: number
  readonly elsewhere?: number
}

/** Agent `ann` in group x. */
function crewOf({
  hop = 0,
  turnSeq = 10,
  turnsInChain = 100,
  open = 0,
  group,
  agent,
  elsewhere,
}: Standing): Crew {
  return {
    inHand: {
      chain: () => ({ hop, turnSeq, turnsInChain }),
      open: () => Array(open).fill({}) as unknown[],
    },
    freshSeq: Math.max(group ?? 0, elsewhere ?? 0),
    memberships: { ofAgent: () => [{ groupName: 'x' }] },
    state: {
      groups: { x: place(group), y: place(elsewhere) },
      agents: { ann: place(agent), ben: place() },
    },
  } as unknown as Crew
}
const by = (kind: 'agent' | 'human' | 'system') => ({ actor: { kind, id: 'ann' } }) as By

const WORK = 'the parser must keep comments in place'

test.each<[standing: Standing, content: string | undefined, hop: number, why: string]>([
  [{ hop: 0 }, WORK, 1, 'one more than the turn it came from'],
  [{ hop: 5 }, WORK, 6, 'also further on'],
  [{ hop: 5 }, 'Thanks!', 8, 'CD8: three where it says little'],
  [{ hop: 0 }, 'Thanks!', 1, 'CD8: an answer; what begins a chain answers nothing'],
  [{ hop: 5 }, undefined, 6, 'without words'],
  [
    { hop: 5, group: 10 },
    WORK,
    1,
    'CD3: since its turn a hold of its group ended, or a person spoke there',
  ],
  [{ hop: 5, group: 9 }, WORK, 6, 'before its turn: it was handed what came after'],
  [{ hop: 5, agent: 10 }, WORK, 1, 'CD7: the same of what is written to it'],
  [{ hop: 5, elsewhere: 10 }, WORK, 6, 'a group that it is not in'],
])(
  'TN4, CD1, CD8 of %j, what an agent writes (%j) is %i hops away: %s',
  (standing, content, hop) => {
    expect(hopOf(crewOf(standing), by('agent'), content)).toBe(hop)
  },
)

test('TN4 what people and the server write has no hops', () => {
  expect(hopOf(crewOf({ hop: 5 }), by('human'), WORK)).toBe(0)
  expect(hopOf(crewOf({ hop: 5 }), by('system'), WORK)).toBe(0)
})

test.each<[freshSeq: number, hop: number, why: string]>([
  [10, 1, 'since its turn began'],
  [9, 6, 'before that'],
])('CD7 to an agent whose hold ended at %i it writes at %i hops: %s', (freshSeq, hop) => {
  expect(hopOf(crewOf({ hop: 5 }), by('agent'), WORK, place(freshSeq))).toBe(hop)
})

test('TN4 the groups of an agent are not looked through where nothing has begun again since its turn began', () => {
  const groups = {
    ofAgent: () => {
      throw new Error('all groups of an agent for one message')
    },
  }
  const crew = Object.assign(crewOf({ hop: 5, group: 9, elsewhere: 9 }), { memberships: groups })
  expect(hopOf(crew, by('agent'), WORK)).toBe(6)
})

const item = (part: Partial<TurnItem>): TurnItem =>
  ({ kind: 'group', groupName: 'x', seq: 20, hop: 0, fresh: false, ...part }) as TurnItem

const CHAINS: readonly (readonly [
  standing: Standing,
  items: Partial<TurnItem>[],
  chain: number,
  why: string,
])[] = [
  [{}, [{ hop: 7 }], 7, 'what it is told'],
  [{}, [{ hop: 7 }, { hop: 9 }, { hop: 2 }], 9, 'the longest of it'],
  [{ hop: 30 }, [{ hop: 7 }], 7, 'not what it was in before'],
  [{ hop: 30 }, [{ hop: 7 }, { hop: 0, fresh: true }], 0, 'CD9: new work, or a person’s word'],
  [{ hop: 30 }, [{ kind: 'task', hop: 0, fresh: true }], 0, 'CD9: a task'],
  [{ hop: 30 }, [], 30, 'CD14: nothing changes nothing'],
  [{ hop: 30 }, [{ kind: 'reply', hop: 2 }], 30, 'CD14: a confirmation'],
  [
    { hop: 30 },
    [
      { kind: 'system', hop: 2 },
      { kind: 'history', hop: 3 },
    ],
    30,
    'CD14: notices, and what was said before it came',
  ],
  [{ hop: 30 }, [{ kind: 'report', hop: 7 }], 7, 'what others report is said'],
  [{ hop: 30, open: 1 }, [{ hop: 7 }], 30, 'CD14: it may answer what it has not confirmed'],
  [{ hop: 3, open: 1 }, [{ hop: 7 }], 7, 'CD14: or this'],
  [{ hop: 3, open: 1, agent: 10 }, [{ kind: 'direct', hop: 7, seq: 10 }], 0, 'CD14: that is over'],
  [{ group: 20 }, [{ hop: 7 }], 0, 'CD3: written before the hold of the group ended'],
  [{ group: 19 }, [{ hop: 7 }], 7, 'CD3: written after it'],
  [{ group: 20 }, [{ kind: 'direct', hop: 7 }], 7, 'CD7: a direct message has a place of its own'],
  [{ agent: 20 }, [{ kind: 'direct', hop: 7 }], 0, 'CD7: its hold ended'],
  [{ elsewhere: 20 }, [{ hop: 7, groupName: 'y' }], 0, 'CD3: each group has its own'],
  [{ group: 20 }, [{ hop: 7, groupName: 'gone' }], 7, 'of a group that is not there'],
  [{ turnsInChain: 0 }, [{ hop: 39 }], 6, 'CD13: six for the first of its own hand-overs'],
  [{ turnsInChain: 1 }, [{ hop: 39 }], 12, 'CD13: and for the second'],
  [{ turnsInChain: 6 }, [{ hop: 39 }], 39, 'CD13: no more than there is'],
  [{ turnsInChain: 0 }, [{ hop: 5 }], 5, 'CD13: nor less'],
]

test('CD1, CD9, CD13, CD14 a turn goes on with the longest chain that it is told of, as far as its own share allows', () => {
  for (const [standing, items, chain, why] of CHAINS) {
    expect.soft(chainOf(crewOf(standing), 'ann', items.map(item)), why).toBe(chain)
  }
})
