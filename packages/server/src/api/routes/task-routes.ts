import { LIMITS } from '@crewroom/shared/protocol/limits'
import {
  cancelTask,
  reassignTask as reassign,
  startTask,
  listTasks,
  listTurns,
} from '@crewroom/shared/protocol/routes/work'
import { reassignTask } from '../../agents/reassign-task'
import { readTasks } from '../../agents/read-tasks'
import { readTurns } from '../../agents/read-turns'
import { cancelTask as cancel, startTask as start } from '../../agents/waiting-task'
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
  row('Work', reassign, {
    id: 'reassignTask',
    who: 'writer',
    status: [201],
    errors: ['no_open_task', 'agent_not_found', 'agent_terminal'],
    summary: 'Takes an open task from its agent and gives it to another, who reports instead',
    sample: { path: { taskId: '{task}' }, body: { to: 'Cleo' } },
    run: ({ crew, by, body, param }, { shard }) => ({
      status: 201,
      body: {
        ...reassignTask(shard, crew, by, { taskId: param('taskId'), ...body }),
        asOf: crew.state.seq,
      },
      leadId: crew.state.lead.id,
    }),
  }),
  row('Work', startTask, {
    id: 'startTask',
    who: 'writer',
    errors: ['task_not_found', 'task_given', 'no_open_task', 'other_crew'],
    summary: 'Gives a waiting task to its agent now, whatever it waits for',
    sample: { path: { taskId: '{waiting}' }, body: {} },
    run: ({ crew, by, param }, { shard }) => ({
      body: { task: start(shard, crew, by, param('taskId')), asOf: crew.state.seq },
      leadId: crew.state.lead.id,
    }),
  }),
  row('Work', cancelTask, {
    id: 'cancelTask',
    who: 'writer',
    errors: ['task_not_found', 'task_given', 'no_open_task', 'other_crew'],
    summary: 'Cancels a task that waits for others and was not given to its agent',
    sample: { path: { taskId: '{dropped}' }, body: {} },
    run: ({ crew, by, param }, { shard }) => ({
      body: { task: cancel(shard, crew, by, param('taskId')), asOf: crew.state.seq },
      leadId: crew.state.lead.id,
    }),
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
