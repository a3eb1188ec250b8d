import { expect, test } from 'vitest'
import type { Envelope } from '../../src/journal/facts'
import { openForWriting, orm } from '../../src/storage/database'
import { migrate } from '../../src/storage/migrate'
import { projectionContext } from '../../src/storage/projections/projection'
import { projector } from '../../src/storage/projections/project'
import { crewOfEveryFact } from '../harness/every-fact'
import type { Line } from '../harness/export-text'
import { dumpOf } from '../harness/recorded-batches'

test('EX16 for every fact type: what a record says of its crew moves no row, and a type that nobody knows stops the batch', async () => {
  await using host = await crewOfEveryFact('002')
  const sqlite = openForWriting(':memory:')
  const db = orm(sqlite)
  migrate(db)
  const project = projector(projectionContext(sqlite, db, () => {}))
  sqlite.exec('begin')
  const ofHost = () =>
    Object.fromEntries(
      Object.entries(dumpOf(sqlite)).map(([name, rows]) => [
        name,
        (rows as Line[]).filter(
          (row) => name === 'chat_group_reactions' || (row['lead_id'] ?? row['id']) === host.leadId,
        ),
      ]),
    )
  const guestId = host.leadId.replace('002', '001')
  for (const fact of host.published) {
    if (fact.leadId === host.leadId) {
      const before = ofHost()
      sqlite.exec('savepoint guest')
      // An id that is there already is one more reason to refuse it.
      try {
        project({ ...fact, leadId: guestId }, 1)
      } catch {}
      expect(ofHost(), fact.type).toEqual(before)
      sqlite.exec('rollback to guest')
    }
    // Its rows were staged beside the tables.
    if (fact.type !== 'crew:imported') project(fact, 1)
  }
  const [known] = host.published
  const unknown = {
    ...known,
    leadId: guestId,
    seq: 999,
    type: 'group:future',
  } as unknown as Envelope
  expect(() => project(unknown, 1)).toThrow('group:future')
  sqlite.close()
})
