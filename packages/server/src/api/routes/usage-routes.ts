import { LIMITS } from '@crewroom/shared/protocol/limits'
import * as shapes from '@crewroom/shared/protocol/routes/usage'
import { readUsage } from '../../agents/read-usage'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** What turns used. */
export const USAGE_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Work', shapes.readUsage, {
    id: 'readUsage',
    who: 'reader',
    summary: 'Tokens and cost of a crew’s turns, by agent, task, day or hour',
    sample: { query: { by: 'agent' } },
    run: async ({ crew, query }, { shard }) => ({
      body: await readUsage(shard, crew, {
        ...query,
        by: query.by ?? 'crew',
        limit: query.limit ?? LIMITS.usagePage,
      }),
    }),
  }),
]
