import * as shapes from '@crewroom/shared/protocol/routes/invites'
import { createInvite } from '../../agents/create-invite'
import { listInvites } from '../../agents/list-invites'
import { revokeInvite } from '../../agents/revoke-invite'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** Codes with which agents register themselves; the registering is in `register-routes.ts`. */
export const INVITE_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Crews', shapes.createInvite, {
    id: 'createInvite',
    who: 'writer',
    status: [201],
    errors: ['limit_reached'],
    summary:
      'Makes an invitation: with its code, which is shown only here, agents register themselves in the crew',
    sample: { body: { role: 'developer', uses: 3, minutes: 60 } },
    run: ({ crew, by, body }, { shard }) => ({
      status: 201,
      body: { ...createInvite(shard, crew, by, body), asOf: crew.state.seq },
      leadId: crew.state.lead.id,
    }),
  }),
  row('Crews', shapes.listInvites, {
    id: 'listInvites',
    who: 'reader',
    errors: ['forbidden'],
    summary: 'The invitations of a crew with which agents can still register, without their codes',
    run: ({ crew, by }, { shard }) => ({
      body: { invites: listInvites(shard, crew, by), asOf: crew.state.seq },
      leadId: crew.state.lead.id,
    }),
  }),
  row('Crews', shapes.revokeInvite, {
    id: 'revokeInvite',
    who: 'writer',
    errors: ['invite_not_found'],
    summary: 'Withdraws an invitation: nobody registers with it any more, and whoever has, stays',
    sample: { path: { inviteId: '{invitation}' } },
    run: ({ crew, by, param }, { shard }) => ({
      body: { invite: revokeInvite(shard, crew, by, param('inviteId')), asOf: crew.state.seq },
      leadId: crew.state.lead.id,
    }),
  }),
]
