import type { Actor } from '@crewroom/shared/model/participant'
import { expect, test } from 'vitest'
import { Decision } from './decision'
import type { Cause, FactData } from './facts'
import type { SecretMask } from './ports/mask-port'

const MASK = { mask: (text: string) => text.replaceAll('hunter2', '[masked]') } as SecretMask
const ANN: Actor = { kind: 'agent', id: 'ann' }
const CAUSE: Cause = { kind: 'request' }
const PAUSED = { lead: { id: 'l', name: 'n' } } as unknown as FactData['lead:paused']

test('JR3 the facts of a decision have the numbers that it said they would get, in order', () => {
  const decision = new Decision(7, 't', MASK)
  const said: number[] = []
  for (let count = 0; count < 3; count++) {
    said.push(decision.nextSeq)
    decision.add('lead:paused', PAUSED)
  }
  const envelopes = decision.envelopes('l', 7, ANN, CAUSE)
  expect([said, envelopes.map(({ seq }) => seq)]).toEqual([
    [8, 9, 10],
    [8, 9, 10],
  ])
  expect(envelopes[0]).toEqual({
    leadId: 'l',
    seq: 8,
    v: 1,
    at: 't',
    actor: ANN,
    cause: CAUSE,
    type: 'lead:paused',
    data: PAUSED,
  })
})

test.each([6, 8])('JR3 a crew that is at %i by then is not the one of a decision at 7', (head) => {
  const decision = new Decision(7, 't', MASK)
  expect(decision.envelopes('l', head, ANN, CAUSE), 'nothing was decided').toEqual([])
  decision.add('lead:paused', PAUSED)
  expect(() => decision.envelopes('l', head, ANN, CAUSE)).toThrow('changed')
})

test('RO5, RO8 what a fact is remembered and answered with is masked', () => {
  const decision = new Decision(0, 't', MASK)
  const said = { lead: { ...PAUSED.lead, name: 'of hunter2' } }
  const stored = { lead: { ...PAUSED.lead, name: 'of [masked]' } }
  expect(decision.asStored('lead:paused', said)).toEqual(stored)
  expect(decision.drafts, 'it was only asked').toEqual([])
  expect(decision.add('lead:paused', said)).toEqual(stored)
  expect(decision.drafts).toEqual([{ type: 'lead:paused', data: stored }])
})

test('RO8 a decision gives an agent only what it knew from the beginning that it would give', () => {
  const decision = new Decision(0, 't', MASK, { KEY: 'one', OTHER: 'two' })
  const give = (values: Record<string, string>) =>
    decision.add('agent:environment', { agentId: 'ann', values })
  give({ KEY: 'one' })
  for (const values of [{ KEY: 'two' }, { KEY: 'one', MORE: 'x' }]) {
    expect(() => give(values)).toThrow('told at its beginning')
  }
  expect(decision.drafts, 'what was refused is not decided').toHaveLength(1)
  expect(() =>
    new Decision(0, 't', MASK).add('agent:environment', { agentId: 'ann', values: { KEY: 'one' } }),
  ).toThrow('told at its beginning')
})
