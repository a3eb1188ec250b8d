import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { expect, test } from 'vitest'
import { AT, LEAD } from '../../test/samples'
import { addressOf, conversationAt, conversationsIn, isIn } from './conversations'

const said = (seq: number, from: string, to: string | null): DirectMessage => ({
  id: `d${seq}`,
  seq,
  leadId: LEAD,
  kind: to === null ? 'broadcast' : 'direct',
  from,
  fromRole: 'Developer',
  to,
  content: 'x',
  timestamp: AT,
  hop: 0,
})

test('UI90 messages are sorted into conversations, newest first, whoever wrote to whom', () => {
  const all = [
    said(1, 'human', 'a'),
    said(2, 'b', 'a'),
    said(3, 'a', 'human'),
    said(4, 'a', 'b'),
    said(5, 'b', null),
    said(6, 'human', 'c'),
  ]
  expect(conversationsIn(all).map(({ address, last }) => `${address} ${last.seq}`)).toEqual([
    'c 6',
    'everyone 5',
    'a~b 4',
    'a 3',
  ])
  for (const address of ['everyone', 'a', 'a~b']) {
    expect(addressOf(conversationAt(address))).toBe(address)
  }
  expect(addressOf(conversationAt('b~a'))).toBe('a~b')
  const shown = (address: string) =>
    all.filter((own) => isIn(conversationAt(address), own)).map(({ seq }) => seq)
  expect(shown('a'), 'with what went to everybody').toEqual([1, 3, 5])
  expect(shown('everyone')).toEqual([5])
  expect(shown('b~a')).toEqual([2, 4])
})
