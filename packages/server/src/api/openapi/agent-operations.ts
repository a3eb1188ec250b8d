import * as rest from '@crewroom/shared/protocol/rest'
import { type Operation, QUIET, rows } from '../routes/operation'

export const AGENT_OPERATIONS: readonly Operation[] = [
  ...rows('Agents', {
    'get /agents/:agentId': { id: 'getAgent', ...QUIET, summary: 'One agent' },
    'get /agents/:agentId/owed': {
      id: 'getOwed',
      ...QUIET,
      summary: 'How much waits for an agent; delivers nothing',
    },
    'get /agents/:agentId/manifest': {
      id: 'getManifest',
      ...QUIET,
      errors: ['forbidden'],
      summary: 'The first instructions of an agent',
    },
    'get /agents/:agentId/rollout': {
      id: 'listRollout',
      who: 'reader',
      query: rest.RolloutPageQuery,
      errors: ['forbidden'],
      summary: 'Everything an agent received and emitted, with secrets masked',
      sample: { query: { limit: 3 } },
    },
    'patch /agents/:agentId': {
      id: 'reportTask',
      who: 'writer',
      body: rest.UpdateAgent,
      errors: ['no_open_task'],
      summary: 'Closes an agent’s task as completed or failed',
      sample: {
        path: { agentId: '{ben}' },
        body: { status: 'completed', summary: 'RoPEConfig has a file of its own.' },
      },
    },
    'patch /agents/:agentId/setup': {
      id: 'editAgent',
      who: 'owner',
      body: rest.EditAgent,
      summary: 'Changes an agent: its name, role, program, folder or variables',
      sample: {
        path: { agentId: '{ben}' },
        body: { role: 'code-reviewer', cwd: '/srv/transformers' },
      },
    },
    'post /agents/:agentId/messages': {
      id: 'writeToAgent',
      who: 'writer',
      body: rest.PostDirectMessage,
      status: [202, 200],
      errors: ['idempotency_conflict', 'rate_limited'],
      summary: 'Writes to one agent and wakes it; 200 when this `clientId` was stored before',
      sample: {
        body: { content: 'Yes, please keep the old names as aliases.', clientId: 'c3d9104e' },
      },
    },
    'post /agents/:agentId/tasks': {
      id: 'delegateTask',
      who: 'writer',
      body: rest.PostTask,
      status: [201],
      errors: ['task_not_found', 'task_failed', 'other_crew'],
      summary:
        'Gives an agent a task, now or once other tasks are done; a completed or failed agent is revived for it',
      sample: {
        body: { task: 'Move _configs.py to the new RoPEConfig.', context: 'Ben has extracted it.' },
      },
    },
    'post /agents/:agentId/interrupt': {
      id: 'interruptAgent',
      who: 'writer',
      body: rest.PostInterrupt,
      status: [202],
      errors: ['rate_limited'],
      summary: 'Stops what an agent is doing; it reads this message first',
      sample: { body: { content: 'Stop: the branch is being rebased.' } },
    },
    'post /agents/:agentId/terminate': {
      id: 'terminateAgent',
      who: 'writer',
      body: rest.PostTerminate,
      summary: 'Ends an agent and everything it started',
      sample: { body: { reason: 'Its work continues in another crew.' } },
    },
    'post /agents/:agentId/resume': {
      id: 'resumeAgent',
      who: 'writer',
      body: rest.NoBody,
      summary: 'Revives an agent that has ended',
      sample: { after: ['terminateAgent'] },
    },
    'post /agents/:agentId/release': {
      id: 'releaseAgent',
      who: 'writer',
      body: rest.NoBody,
      summary: 'Ends the hold on agents’ messages to this agent and delivers them',
    },
    'post /agents/:agentId/token': {
      id: 'renewToken',
      who: 'self',
      status: [201],
      errors: ['wrong_driver'],
      summary: 'Creates a new token for a remote agent; the old one stops working',
    },
  }),
  ...rows('Remote agents', {
    'post /agents/:agentId/output': {
      id: 'sendOutput',
      who: 'self',
      body: rest.PostOutput,
      errors: ['offset_conflict', 'wrong_driver', 'round_over'],
      summary: 'Takes a part of an agent’s output and runs the commands in it',
      sample: {
        as: 'dora',
        body: {
          text: 'The extraction is in.\n⟦⟦ GROUP_MESSAGE {"group": "config-team", "content": "I am taking _configs.py now."} ⟧⟧\n',
          stream: 'second-run',
          offset: 11,
          endOfTurn: true,
        },
      },
    },
    'get /agents/:agentId/inbox': {
      id: 'fetchInbox',
      who: 'self',
      query: rest.InboxQuery,
      errors: ['wrong_driver', 'busy'],
      summary: 'What the agent is owed; unconfirmed pages come again, marked as repeats',
      sample: { as: 'dora', query: { wait: 25, limit: 50 } },
    },
    'post /agents/:agentId/inbox/ack': {
      id: 'ackInbox',
      who: 'self',
      body: rest.PostAck,
      errors: ['wrong_driver'],
      summary: 'Confirms exactly what came with this cursor',
      sample: { as: 'dora', after: ['fetchInbox'], body: { cursor: '{cursor}' } },
    },
  }),
]
