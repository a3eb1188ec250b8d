import { listPinned } from '@crewroom/shared/protocol/routes/pins'
import { readPinned } from '../../groups/read-pinned'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** What was pinned. Pinning is a reaction. */
export const PIN_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Messages', listPinned, {
    id: 'listPinned',
    who: 'reader',
    errors: ['group_not_found', 'not_a_member'],
    summary: 'Messages of a group that somebody has pinned, with the reaction 📌',
    run: async ({ by, crew, param }, { shard }) => ({
      body: await readPinned(shard, crew, by, param('name')),
    }),
  }),
]
