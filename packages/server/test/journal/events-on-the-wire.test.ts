import { expect, test } from 'vitest'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { EventReply } from '@crewroom/shared/protocol/server-frames'
import { crewEvent, eventFor } from '../../src/journal/visibility'
import { crewOfEveryFact } from '../harness/every-fact'

test('JR42 every event that a client is sent has the form that the document gives it', async () => {
  await using crew = await crewOfEveryFact('001')
  const stays = { sees: () => true }
  for (const fact of crew.published) {
    const event = crewEvent(fact)
    for (const viewer of event ? [null, crew.leadId] : []) {
      const seen = eventFor(event as CrewEvent, viewer, stays)
      // As it comes over the wire.
      const frame: unknown = JSON.parse(JSON.stringify(seen))
      if (seen) expect(EventReply.safeParse(frame).error, fact.type).toBeUndefined()
    }
  }
})
