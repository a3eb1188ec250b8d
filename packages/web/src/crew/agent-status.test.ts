import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { LiveAgent, WhyCode } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { AT } from '../../test/samples'
import { LOOKS, statusLook, whyLine } from './agent-status'

const agent = (ended: AgentRecord['ended'] = null) => ({ id: 'dev', ended }) as AgentRecord
const live = (code: WhyCode, more: Partial<LiveAgent> = {}): LiveAgent => ({
  status: 'idle',
  connection: 'connected',
  owed: { count: 0, oldestAt: null },
  usage: null,
  why: { code, since: AT, text: `because of ${code}` },
  ...more,
})

const asks = (...kinds: NeedRecord['kind'][]) => ({
  needs: Object.fromEntries(kinds.map((kind, n) => [n, { agentId: 'dev', kind } as NeedRecord])),
})
const word = (own: LiveAgent | undefined, ended: AgentRecord['ended'] = null, state = asks()) =>
  statusLook(state, agent(ended), own).word

test('UI43 an agent’s status word is what it does or what keeps it, and what has ended stays ended', () => {
  const words = (
    ['working', 'starting', 'restarting', 'paused', 'held', 'waiting', 'idle'] as const
  ).map((code) => word(live(code)))
  // Who waits for another agent is idle; the line beside it says for whom.
  expect(words).toEqual(['Working', 'Starting', 'Restarting', 'Paused', 'On hold', 'Idle', 'Idle'])
  expect(word(live('disconnected', { connection: 'lost' }))).toBe('Connection lost')
  expect(word(live('disconnected', { connection: 'none' }))).toBe('Not connected')
  expect(word(undefined)).toBe('Not connected')
  expect(word(live('working'), 'completed')).toBe('Done')
  expect(word(live('working'), 'failed')).toBe('Failed')
  expect(word(live('working'), 'terminated')).toBe('Ended')
})

test('UI290 an agent waits for the person while a question of it is open, or what keeps it from work', () => {
  expect(word(live('idle'), null, asks('question'))).toBe('Waits for you')
  expect(word(live('working'), null, asks('question')), 'also while it goes on').toBe(
    'Waits for you',
  )
  expect(word(undefined, null, asks('question')), 'also when it is gone').toBe('Waits for you')
  for (const kind of ['refused', 'stalled'] as const) {
    expect(word(live('idle'), null, asks(kind))).toBe('Waits for you')
    expect(word(live('working'), null, asks(kind)), 'it goes on without').toBe('Working')
  }
  expect(word(live('idle'), 'failed', asks('question', 'failed'))).toBe('Failed')
  expect(word(live('held'), null, asks('held'))).toBe('On hold')
  expect(statusLook(asks('question'), { ...agent(), id: 'qa' }, live('idle')).word).toBe('Idle')
})

test('UI462 an agent that asks for a permission waits for the person, whatever its program says', () => {
  for (const code of ['working', 'idle', 'waiting'] as const) {
    expect(word(live(code), null, asks('permission'))).toBe('Waits for you')
  }
})

test('UI291 states that are to be told apart have shapes of their own', () => {
  const stays = ['working', 'waits', 'idle', 'off', 'done', 'failed', 'ended'] as const
  expect(new Set(stays.map((state) => LOOKS[state].dot)).size).toBe(stays.length)
})

test('UI44 a line says why nothing is happening, where the status word does not', () => {
  expect(whyLine(live('waiting'))).toBe('because of waiting')
  expect(whyLine(live('ended'))).toBe('because of ended')
  expect(whyLine(live('idle', { owed: { count: 2, oldestAt: AT } }))).toBe('because of idle')
  expect(whyLine(live('idle'))).toBeNull()
  expect(whyLine(live('working'))).toBeNull()
  expect(whyLine(undefined)).toBeNull()
})

test('UI500 a sleeping agent is quiet, neither lost nor in need: its word is Asleep, and the line says what wakes it', () => {
  const sleeps = (text: string) =>
    live('asleep', { connection: 'none', why: { code: 'asleep', since: AT, text } })
  const usual = sleeps('asleep; wakes with the next message')
  expect(statusLook(asks(), agent(), usual)).toEqual({
    state: 'asleep',
    dot: LOOKS.idle.dot,
    word: 'Asleep',
  })
  expect(whyLine(usual)).toBe('wakes with the next message')
  expect(whyLine(sleeps('asleep, waiting for Dora; wakes with the next message'))).toBe(
    'waiting for Dora; wakes with the next message',
  )
  expect(word(usual, 'completed')).toBe('Done')
  expect(word(usual, null, asks('question'))).toBe('Waits for you')
})
