import type { BodyOf } from '@crewroom/shared/client/http'
import { client } from '../request'

const ALL = '/api/lead/{id}/invites'

/** Codes with which agents register themselves in a crew. */
export const invites = {
  invites: (id: string, signal?: AbortSignal) => client.get(ALL, { path: { id }, signal }),
  createInvite: (id: string, body: BodyOf<'post', typeof ALL>) =>
    client.post(ALL, { path: { id }, body }),
  revokeInvite: (id: string, inviteId: string) =>
    client.delete(`${ALL}/{inviteId}`, { path: { id, inviteId } }),
}
