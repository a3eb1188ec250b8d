import type { InviteRecord } from '@crewroom/shared/model/invite'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { tokenHash } from './tokens'

/** By this a person sees what a code is for. The rest of it is a secret of 256 bits. */
const PREFIX = 'crew_invite_'

export function newInviteCode(shard: Shard): string {
  return PREFIX + shard.ports.ids.secret()
}

/** The invitations of a crew with which agents can still register, oldest first. */
export function openInvites(shard: Shard, crew: Crew): InviteRecord[] {
  return [...crew.invites.values()].filter((invite) => isOpen(shard, invite))
}

/** The crew and the invitation that a code opens; null: none, whatever the reason. */
export function inviteOf(
  shard: Shard,
  code: string,
): { readonly crew: Crew; readonly invite: InviteRecord } | null {
  // A comparison with the hash of a 256-bit secret gives nothing away by its time.
  const hash = tokenHash(code)
  for (const crew of shard.crews()) {
    for (const invite of crew.invites.values()) {
      if (invite.hash === hash) return isOpen(shard, invite) ? { crew, invite } : null
    }
  }
  return null
}

/** By the computer's clock, which counts the time that it was off, or by the time that has gone by, if that is later. */
function isOpen(shard: Shard, invite: InviteRecord): boolean {
  const { id, createdAt, expiresAt, revokedAt, used, uses } = invite
  if (revokedAt !== null || used >= uses) return false
  const [begin, end] = [Date.parse(createdAt), Date.parse(expiresAt)]
  return shard.inviteEnds.left(id, begin, end - begin) > 0 && end > shard.ports.clock.now()
}

/** An invitation as it is when something of it changed. Its instructions do not: each fact would repeat them. */
export function changedInvite(
  { instructions: _, ...invite }: InviteRecord,
  change: Partial<Pick<InviteRecord, 'used' | 'revokedAt'>>,
): InviteRecord {
  return { ...invite, ...change }
}
