import { and, eq, isNull, sql } from 'drizzle-orm'
import type {
  NeededTurn,
  NeedRecord,
  PermissionAsk,
  PermissionRule,
} from '@crewroom/shared/model/need'
import type { Orm } from './database'
import { needs, permissionRules } from './schema'

const leadId = sql.placeholder('leadId')
const rowid = sql`rowid`

/** What waits for a person in a crew, oldest first. */
export function needLoader(db: Orm): (leadId: string) => readonly NeedRecord[] {
  const open = db
    .select()
    .from(needs)
    .where(and(eq(needs.leadId, leadId), isNull(needs.closedAt)))
    .orderBy(rowid)
    .prepare()
  return (id) =>
    open.all({ leadId: id }).map(({ closedAt: _, turn, ...row }) => ({
      ...row,
      kind: row.kind as NeedRecord['kind'],
      permission: JSON.parse(row.permission ?? 'null') as PermissionAsk | null,
      ...(turn === null ? {} : { turn: JSON.parse(turn) as NeededTurn }),
    }))
}

/** A crew's rules for permissions, oldest first. */
export function ruleLoader(db: Orm): (leadId: string) => readonly PermissionRule[] {
  const all = db
    .select()
    .from(permissionRules)
    .where(eq(permissionRules.leadId, leadId))
    .orderBy(rowid)
    .prepare()
  return (id) =>
    all.all({ leadId: id }).map(({ folder, ...row }) => ({
      ...(row as PermissionRule),
      ...(folder === null ? {} : { folder: folder === '' ? null : folder }),
    }))
}
