import type * as shapes from '@crewroom/shared/protocol/routes/invites'
import type { BodyOf, ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import { request } from '../request'
import { at, lead } from './paths'

/** Codes with which agents register themselves in a crew. */
export const invites = {
  invites: (leadId: string, signal?: AbortSignal) =>
    request<ReplyOf<typeof shapes.listInvites>>('GET', `${lead(leadId)}/invites`, { signal }),
  createInvite: (leadId: string, body: BodyOf<typeof shapes.createInvite>) =>
    request<ReplyOf<typeof shapes.createInvite>>('POST', `${lead(leadId)}/invites`, { body }),
  revokeInvite: (leadId: string, inviteId: string) =>
    request<ReplyOf<typeof shapes.revokeInvite>>(
      'DELETE',
      `${lead(leadId)}/invites/${at(inviteId)}`,
      { body: {} },
    ),
}
