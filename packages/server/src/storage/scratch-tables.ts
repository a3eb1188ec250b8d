import type { Envelope } from '../journal/facts'
import type { Rehearsal } from '../journal/ports/transfer-port'
import { openForWriting, orm } from './database'
import { loadOneCrew } from './load'
import { migrate } from './migrate'
import { projectionContext } from './projections/projection'
import { projector } from './projections/project'

/** A rehearsal in memory: one transaction that never ends. */
export function openScratchTables(): Rehearsal {
  const sqlite = openForWriting(':memory:')
  const db = orm(sqlite)
  migrate(db)
  const project = projector(projectionContext(sqlite, db, () => {}))
  sqlite.exec('BEGIN')
  return {
    take: (entry: Envelope) => project(entry, 1),
    load: (leadId: string) => loadOneCrew(sqlite, leadId),
    close: () => sqlite.close(),
  }
}
