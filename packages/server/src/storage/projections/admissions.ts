import { sql } from 'drizzle-orm'
import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import { admissions, invites } from '../schema'
import type { Projection, ProjectionContext } from './projection'

const p = sql.placeholder

interface OfAdmission {
  readonly leadId: string
  readonly seq: number
  readonly data: { readonly admission: AdmissionRecord }
}

/** Who may talk together, and with which codes agents register. */
export function admissionsProjection({ orm, guard }: ProjectionContext) {
  const put = guard(
    orm
      .insert(admissions)
      .values({
        id: p('id'),
        leadId: p('leadId'),
        seq: p('seq'),
        appId: p('appId'),
        initiator: p('initiator'),
        manager: p('manager'),
        status: p('status'),
        admitted: p('admitted'),
        createdAt: p('createdAt'),
        endedAt: p('endedAt'),
      })
      .onConflictDoUpdate({
        target: admissions.id,
        set: {
          status: sql`excluded.status`,
          admitted: sql`excluded.admitted`,
          endedAt: sql`excluded.ended_at`,
        },
        setWhere: sql`${admissions.leadId} = excluded.lead_id`,
      }),
  )
  const putInvite = guard(
    orm
      .insert(invites)
      .values({
        id: p('id'),
        leadId: p('leadId'),
        hash: p('hash'),
        roleId: p('roleId'),
        uses: p('uses'),
        used: p('used'),
        createdBy: p('createdBy'),
        createdAt: p('createdAt'),
        expiresAt: p('expiresAt'),
        revokedAt: p('revokedAt'),
        instructions: p('instructions'),
      })
      .onConflictDoUpdate({
        target: invites.id,
        set: { used: sql`excluded.used`, revokedAt: sql`excluded.revoked_at` },
        setWhere: sql`${invites.leadId} = excluded.lead_id`,
      }),
  )
  const row = ({ data: { admission }, leadId, seq }: OfAdmission) => {
    put({ ...admission, leadId, seq, admitted: JSON.stringify(admission.admitted) })
  }

  return {
    'admission:created': row,
    'admission:updated': row,
    'admission:closed': row,
    'invite:changed': ({ data: { invite }, leadId }) => {
      putInvite({ ...invite, instructions: invite.instructions ?? null, leadId })
    },
  } satisfies Projection
}
