import type { LiveAgent } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import type { Receipt } from '../../sync/api/groups'
import { receiptLine, receiptsNow } from './receipt-words'

const live = (status: LiveAgent['status'], code = 'working') =>
  ({ status, connection: 'connected', why: { code, text: '' } }) as LiveAgent
const AGENTS = { a: { ended: null }, b: { ended: null }, c: { ended: null } }

function line(
  states: Readonly<Record<string, Receipt['state']>>,
  more: Partial<Parameters<typeof receiptsNow>[0]> = {},
) {
  const receipts = Object.entries(states).map(([agentId, state]) => ({ agentId, state, at: null }))
  const now = receiptsNow({ seq: 10, receipts, handed: {}, agents: AGENTS, live: {}, ...more })
  return receiptLine(now, (id) => `Agent ${id}`)
}

test('UI77 a receipt says with how many agents a message is, and who is not there and why', () => {
  expect(line({ a: 'seen', b: 'seen', c: 'seen' })).toBe('Read by all 3 agents')
  expect(line({ a: 'seen', b: 'sent', c: 'seen' })).toBe('With all 3 agents')
  expect(line({ a: 'seen', b: 'sent', c: 'waiting' })).toBe(
    'With 2 of 3 agents · Agent c has not received it yet',
  )
  expect(line({ a: 'seen', c: 'waiting' }, { live: { c: live('working') } })).toBe(
    'With 1 of 2 agents · Agent c is busy',
  )
  expect(line({ a: 'waiting', c: 'waiting' })).toBe('Not with any of 2 agents yet')
  expect(line({ a: 'seen' })).toBe('Read by Agent a')
  expect(line({ a: 'waiting' }, { live: { a: live('idle', 'paused') } })).toBe(
    'Not delivered yet · Agent a is paused',
  )
  expect(line({ a: 'waiting' })).toBe('Not with Agent a yet')
  expect(line({})).toBe(null)
  expect(line({ human: 'waiting' }), 'people are not agents').toBe(null)
})

test('UI77 what is told later takes a receipt forward, never back', () => {
  const both = { a: 'seen', b: 'waiting' } as const
  const handed = (sentSeq: number, seenSeq: number) => ({ handed: { b: { sentSeq, seenSeq } } })
  expect(line(both, handed(9, 9))).toBe('With 1 of 2 agents · Agent b has not received it yet')
  expect(line(both, handed(10, 9))).toBe('With all 2 agents')
  expect(line(both, handed(12, 10))).toBe('Read by all 2 agents')
  expect(line(both, { handed: { a: { sentSeq: 3, seenSeq: 3 } } })).toBe(
    'With 1 of 2 agents · Agent b has not received it yet',
  )
  expect(line(both, { agents: { ...AGENTS, b: { ended: 'failed' } } })).toBe(
    'Read by Agent a · Agent b has failed',
  )
})

test('UI296 who has ended is not counted among those that a message goes to, and is named', () => {
  const agents = { ...AGENTS, c: { ended: 'completed' } } as const
  expect(line({ a: 'seen', b: 'seen', c: 'gone' }, { agents })).toBe(
    'Read by all 2 agents · Agent c has finished',
  )
  expect(line({ a: 'seen', b: 'waiting', c: 'waiting' }, { agents })).toBe(
    'With 1 of 2 agents · Agent b has not received it yet',
  )
  expect(line({ a: 'seen', b: 'seen', c: 'seen' }, { agents }), 'it read it before').toBe(
    'Read by all 3 agents',
  )
  expect(line({ c: 'gone' }, { agents })).toBe('Read by nobody · Agent c has finished')
})
