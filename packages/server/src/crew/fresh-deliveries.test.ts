import { expect, test } from 'vitest'
import type { DeliveryRecord } from '../journal/facts'
import { FreshDeliveries } from './fresh-deliveries'

const reply = (id: string, text: string): DeliveryRecord => ({
  id,
  agentId: 'a',
  kind: 'reply',
  wake: true,
  groupName: null,
  content: { form: 'text', text },
  hop: 0,
})

test('DL33 short items that wait are in memory until they are handed over, up to a limit', () => {
  const fresh = new FreshDeliveries()
  fresh.add(reply('one', 'done'), 7)
  expect(fresh.get('one')).toEqual({ ...reply('one', 'done'), seq: 7 })
  fresh.delete('one')
  expect(fresh.get('one')).toBeUndefined()
  fresh.add(reply('long', 'x'.repeat(4 * 1024)), 8)
  expect(fresh.get('long')).toBeUndefined()
  for (let n = 0; n < 1_000; n++) fresh.add(reply(`${n}`, 'x'.repeat(1024)), n)
  const known = Array.from({ length: 1_000 }, (_, n) => n).filter((n) => fresh.get(`${n}`))
  expect(known).toEqual(Array.from({ length: 25 }, (_, at) => 975 + at))
})
