import { type InviteView, inviteView } from '@crewroom/shared/model/invite'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { changedInvite, openInvites } from './invite-code'

/** Withdraws an invitation: nobody registers with it any more. Whoever has, stays. */
export function revokeInvite(shard: Shard, crew: Crew, by: By, inviteId: string): InviteView {
  assertMayInCrew('invite', crew, by)
  const found = openInvites(shard, crew).find(({ id }) => id === inviteId)
  if (!found) {
    throw new CrewError(
      'invite_not_found',
      'There is no such open invitation in this crew: it may be used up, withdrawn or too old. GET /api/lead/:id/invites lists those that are open.',
    )
  }
  const decision = shard.decide(crew)
  const { invite } = decision.add('invite:changed', {
    invite: changedInvite(found, { revokedAt: decision.at }),
  })
  shard.commit(crew, by, decision)
  shard.inviteEnds.forget(inviteId)
  return inviteView(invite)
}
