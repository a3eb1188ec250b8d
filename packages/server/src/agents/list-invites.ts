import { type InviteView, inviteView } from '@crewroom/shared/model/invite'
import type { Crew } from '../crew/crew'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { openInvites } from './invite-code'

/** The invitations with which agents can still register, oldest first, without their codes. */
export function listInvites(shard: Shard, crew: Crew, by: By): InviteView[] {
  assertMayInCrew('readInvites', crew, by)
  return openInvites(shard, crew).map(inviteView)
}
