import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AdmissionPlace } from '../../src/journal/ports/admission-port'
import { admissionReader } from '../../src/storage/admission-rows'
import { orm } from '../../src/storage/database'
import { often } from '../harness/long'
import { migratedDatabase } from '../harness/migrated-database'
import { Random } from '../harness/random'

const LEAD = 'lead'
const ME = 'me'

test('RP14, AD11 5,000 circles with equal times are read from the tables without gap or repeat, whatever changes meanwhile', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 20, max: 200 }), (seed, limit) => {
      const random = new Random(seed)
      const sqlite = migratedDatabase()
      const insert = sqlite.prepare(
        `insert into admissions
           (id, lead_id, seq, app_id, initiator, manager, status, admitted, created_at, ended_at)
         values (?, ?, ?, 'app', 'human', 'human', ?, ?, ?, null)`,
      )
      const leave = sqlite.prepare(`update admissions set admitted = '[]' where id = ?`)
      let count = 0
      const add = (leadId = LEAD): string => {
        const n = ++count
        const id = `${random.below(1e9)}-${n}`
        const admittedAt = `2026-11-22T10:00:0${random.below(3)}.000Z`
        const admitted = JSON.stringify([
          { id: 'other', admittedAt },
          { id: ME, admittedAt },
        ])
        const status = random.chance(0.5) ? 'active' : 'closed'
        insert.run(id, leadId, n, status, admitted, admittedAt)
        return id
      }
      const begin: string[] = []
      sqlite.transaction(() => {
        for (let n = 0; n < 5_000; n++) begin.push(add())
        for (let n = 0; n < 50; n++) add('another crew')
      })()
      const stays = begin.filter((_, n) => n % 3 !== 0)
      const goes = begin.filter((_, n) => n % 3 === 0)
      const { page } = admissionReader(orm(sqlite))
      const seen: { readonly id: string; readonly createdAt: string }[] = []
      for (let after: AdmissionPlace | null = null; ;) {
        const { admissions, hasMore } = page({ leadId: LEAD, viewer: ME, after, limit })
        expect(admissions.length).toBeLessThanOrEqual(limit)
        seen.push(...admissions)
        if (!hasMore) break
        after = admissions.at(-1) ?? null
        // The agent leaves one, and is admitted to a new one.
        leave.run(random.pick(goes))
        if (random.chance(0.5)) add()
      }
      sqlite.close()
      const ids = seen.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const found = new Set(ids)
      expect(stays.filter((id) => !found.has(id))).toEqual([])
      const order = seen.map(({ createdAt, id }) => [createdAt, id] as const)
      const sorted = order.toSorted(([a, x], [b, y]) => {
        if (a !== b) return a < b ? 1 : -1
        return x < y ? -1 : 1
      })
      expect(order).toEqual(sorted)
    }),
    { numRuns: often(2, 30) },
  )
})
