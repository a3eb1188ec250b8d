import { expect, test } from 'vitest'
import { rowOf } from '../../src/journal/fact-table'
import type { Draft, Envelope, FactType } from '../../src/journal/facts'
import { timelineEvent } from '../../src/journal/timeline-event'
import { crewEvent, eventFor } from '../../src/journal/visibility'
import { groupIn } from '../../src/groups/group-draft'
import { Decision } from '../../src/journal/decision'
import { crewOfEveryFact } from '../harness/every-fact'

const NOBODY_KNOWS = 'group:future' as FactType

test('JR41 a fact of an unknown type is shown to nobody, and is no row, no group and no decision', async () => {
  await using crew = await crewOfEveryFact('001')
  const [known] = crew.published
  if (!known) throw new Error('nothing was published')
  for (const type of [NOBODY_KNOWS, 'toString' as FactType]) {
    const unknown = { ...known, type } as Envelope
    const event = { ...crewEvent(known), type } as never
    const stays = { sees: () => true }
    expect(() => crewEvent(unknown)).toThrow(type)
    for (const viewer of [null, crew.leadId]) {
      expect(() => eventFor(event, viewer, stays)).toThrow(type)
    }
    expect(() => timelineEvent(unknown)).toThrow(type)
    expect(() => rowOf(type)).toThrow(type)
    const decision = new Decision(0, known.at, crew.shard.maskOf(null))
    expect(() => {
      decision.add(type, known.data as Draft['data'])
      groupIn(decision, crew.crew, 'team')
    }).toThrow(type)
  }
})
