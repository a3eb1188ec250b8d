import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEventsSince } from '../../src/crew/read-events'
import { crewWithoutSessions } from '../harness/every-fact'
import { crewText } from '../harness/export-text'
import type { TestCrew } from '../harness/test-crew'

const FILE = new URL('../fixtures/every-fact-v1.ndjson', import.meta.url)
const SEEN = new URL('../fixtures/every-fact-seen.json', import.meta.url)

/** Which events each viewer is sent, and the hash of their bytes. */
async function seenBy(crew: TestCrew): Promise<Record<string, { seqs: string; sha256: string }>> {
  const viewers = { person: null, lead: crew.leadId, dev: crew.id('dev'), sec: crew.id('sec') }
  const seen: Record<string, { seqs: string; sha256: string }> = {}
  for (const [name, viewer] of Object.entries(viewers)) {
    const range = { since: 0, limit: 10_000 }
    const { events } = await readEventsSince(crew.shard, crew.crew, viewer, range)
    const frames = events.map((event) => JSON.stringify(event))
    seen[name] = {
      seqs: events.map(({ seq }) => seq).join(' '),
      sha256: createHash('sha256').update(frames.join('\n')).digest('hex'),
    }
  }
  return seen
}

/**
 * `CREWROOM_RECORD_BYTES=1` writes both files again, for a change of what a fact says. A change of them that nobody
 * meant is one that programs and files of people meet.
 */
test('JR40 for the same acts a crew has the same file, and each viewer the same events, byte for byte as recorded', async () => {
  await using crew = await crewWithoutSessions('00f')
  const [text, seen] = [await crewText(crew), await seenBy(crew)]
  if (process.env['CREWROOM_RECORD_BYTES']) {
    writeFileSync(FILE, text)
    writeFileSync(SEEN, `${JSON.stringify(seen, null, 2)}\n`)
  }
  expect(text).toBe(readFileSync(FILE, 'utf8'))
  expect(seen).toEqual(JSON.parse(readFileSync(SEEN, 'utf8')))
})
