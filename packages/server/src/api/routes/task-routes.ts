import { LIMITS } from '@crewroom/shared/protocol/limits'
import { listTasks, listTurns } from '@crewroom/shared/protocol/routes/work'
import { readTasks } from '../../agents/read-tasks'
import { readTurns } from '../../agents/read-turns'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** What agents were given to do, and when they were at it. */
export const TASK_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Work', listTasks, {
    id: 'listTasks',
    who: 'reader',
    summary: 'The tasks of a crew, and how they ended',
    sample: { query: { status: 'open' } },
    run: async ({ crew, query }, { shard }) => ({ body: await readTasks(shard, crew, query) }),
  }),
  row('Work', listTurns, {
    id: 'listTurns',
    who: 'reader',
    summary: 'When agents were at work: turns that had not ended at a time',
    sample: { query: { limit: 10 } },
    run: async ({ crew, query }, { shard }) => ({
      body: await readTurns(shard, crew, { ...query, limit: query.limit ?? LIMITS.turnsDefault }),
    }),
  }),
]
