import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InboxDelivery } from '../../delivery/inbox-page'
import { turnFrame } from './turn-frame'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('[team] dev: so — "no"', '\ud83d'),
)
const delivery: fc.Arbitrary<InboxDelivery> = fc.record(
  {
    id: text,
    kind: fc.constantFrom('group', 'direct', 'reply', 'task'),
    text: fc.oneof(text, fc.constant('—'.repeat(10_000))),
    groupName: text,
    messageId: text,
    n: fc.nat(),
    wake: fc.boolean(),
    repeat: fc.boolean(),
  },
  { requiredKeys: ['id', 'kind', 'text', 'wake', 'repeat'] },
)

test('WS14 what is pushed is the JSON of the page, whoever was pushed the same items before', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(delivery, { minLength: 1, maxLength: 4, selector: ({ id }) => id }),
      fc.array(fc.record({ from: fc.nat(3), cursor: text, more: fc.boolean() }), { minLength: 1 }),
      (deliveries, pages) => {
        for (const { from, cursor, more } of pages) {
          const page = { deliveries: deliveries.slice(from), cursor, more }
          const whole = JSON.stringify({ type: 'turn', ...page })
          expect(turnFrame(page).toString('utf8')).toBe(Buffer.from(whole).toString('utf8'))
        }
      },
    ),
    { numRuns: 50 },
  )
})
