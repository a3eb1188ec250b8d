import { type InviteView, inviteView } from '@crewroom/shared/model/invite'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import { assertHonest } from '../crew/honest-names'
import { assertMayInCrew } from '../crew/may'
import { assertNoSecret } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'
import { changedInvite, newInviteCode, openInvites } from './invite-code'
import { tokenHash } from './tokens'

export interface NewInvite {
  /** What the agents will be; left out: they say so themselves. */
  readonly role?: string | undefined
  /** How they are to work; left out: as their role says. */
  readonly instructions?: string | undefined
  /** How many agents may register with it; left out: one. */
  readonly uses?: number | undefined
  readonly minutes?: number | undefined
}

const MINUTE_MS = 60_000

/** Makes a code with which agents register themselves in the crew. The code is in this answer and nowhere else. */
export function createInvite(
  shard: Shard,
  crew: Crew,
  by: By,
  { role, instructions, uses = 1, minutes = LIMITS.inviteMinutesDefault }: NewInvite,
): { invite: InviteView; code: string } {
  assertMayInCrew('invite', crew, by)
  assertHonest({ role }, shard.ports.personName, false)
  assertNoSecret(shard.maskOf(crew), 'role', role)
  const open = openInvites(shard, crew)
  if (open.length >= LIMITS.invitesPerLead) {
    throw new CrewError(
      'limit_reached',
      `This crew has ${LIMITS.invitesPerLead} open invitations, which is the limit. Withdraw one that nobody needs.`,
    )
  }
  const decision = shard.decide(crew)
  // What is too old is kept no longer than until somebody looks.
  for (const invite of crew.invites.values()) {
    if (open.includes(invite)) continue
    decision.add('invite:changed', { invite: changedInvite(invite, { revokedAt: decision.at }) })
    shard.inviteEnds.forget(invite.id)
  }
  const code = newInviteCode(shard)
  const { invite } = decision.add('invite:changed', {
    invite: {
      id: shard.ports.ids.record(),
      leadId: crew.state.lead.id,
      hash: tokenHash(code),
      roleId: role ?? null,
      uses,
      used: 0,
      createdBy: by.actor.id,
      createdAt: decision.at,
      expiresAt: iso(Date.parse(decision.at) + minutes * MINUTE_MS),
      revokedAt: null,
      ...(instructions ? { instructions } : {}),
    },
  })
  shard.commit(crew, by, decision)
  // Its time is measured from now on, however the clock is set.
  shard.inviteEnds.left(invite.id, Date.parse(invite.createdAt), minutes * MINUTE_MS)
  return { invite: inviteView(invite), code }
}
