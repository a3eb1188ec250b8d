import { expect, test } from 'vitest'
import { AT, LEAD } from '../../test/samples'
import { isWaiting, Outbox, type ToAgents } from '../sync/outbox'
import { SendAgain } from '../sync/send-again'
import { adoptUnsure } from './adopt-unsure'

test('UI92 what a page kept whose messages had no id of their own is sent again only when asked for', () => {
  const old = { leadId: LEAD, to: 'dev', writtenAt: AT, problem: null }
  const kept = [
    { ...old, id: 'x', content: 'cut off', status: 'sending', isWaiting: false },
    { ...old, id: 'y', content: 'waiting', status: 'failed', isWaiting: true, afterSeq: 4 },
    { ...old, id: 'z', content: 'taken', status: 'sent' },
    { ...old, id: 'w', content: 'refused', status: 'failed', problem: 'Too long.' },
    { ...old, clientId: 'v', content: 'of today', status: 'sending' },
  ]
  const again = new SendAgain({ now: () => 0, random: () => 0.5, after: () => () => undefined })
  const posts: string[] = []
  const outbox = new Outbox<ToAgents>({
    key: 'crewroom:direct-outbox',
    post: async ({ clientId }) => void posts.push(clientId),
    adopt: adoptUnsure,
    onStored: () => undefined,
    again,
    storage: { getItem: () => JSON.stringify(kept), setItem: () => undefined },
    newId: () => 'new',
    now: () => AT,
  })
  const unsure = expect.stringContaining('Check whether the message arrived')
  const place = { leadId: LEAD, to: 'dev', writtenAt: AT, status: 'failed' }
  expect(outbox.store.getState().filter((own) => !isWaiting(own))).toEqual([
    { ...place, clientId: 'x', content: 'cut off', problem: { text: unsure, passing: false } },
    { ...place, clientId: 'y', content: 'waiting', problem: { text: unsure, passing: false } },
    { ...place, clientId: 'w', content: 'refused', problem: { text: 'Too long.', passing: false } },
  ])
  again.now()
  expect(posts, 'those before it to the same agent wait for the person').toEqual([])
  for (const id of ['x', 'y', 'w']) outbox.discard(id)
  expect(posts).toEqual(['v'])
})
