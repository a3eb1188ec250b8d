import * as shapes from '@crewroom/shared/protocol/routes/work'
import { listNeeds } from '../../crew/needs'
import { closeNeed } from '../../groups/close-need'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** What waits for a person. */
export const NEED_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Work', shapes.listNeeds, {
    id: 'listNeeds',
    who: 'reader',
    summary: 'What waits for a person; empty for agents',
    run: ({ crew, by }, { shard }) => ({
      body: { needs: shard.permissions.timedNeeds(listNeeds(crew, by)), asOf: crew.state.seq },
      leadId: crew.state.lead.id,
    }),
  }),
  row('Work', shapes.closeNeed, {
    id: 'closeNeed',
    who: 'owner',
    errors: ['need_not_found'],
    summary:
      'Closes something that waits for you; `release` ends the hold it is about, `keep` and `drop` answer about rules',
    sample: { path: { id: '{question}' }, body: { action: 'dismiss' } },
    run: ({ by, body, param }, { shard }) => {
      const { crew, need } = closeNeed(shard, by, param('id'), body.action)
      return { body: { need }, leadId: crew.state.lead.id }
    },
  }),
]
