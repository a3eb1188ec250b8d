import * as rest from '@crewroom/shared/protocol/rest'
import { type Operation, QUIET, rows } from './operation'

export const AGENT_OPERATIONS: readonly Operation[] = [
  ...rows('Agents', {
    'get /agents/:agentId': { id: 'getAgent', ...QUIET, summary: 'One agent' },
    'get /agents/:agentId/owed': {
      id: 'getOwed',
      ...QUIET,
      summary: 'How much waits for an agent; hands nothing over',
    },
    'get /agents/:agentId/manifest': {
      id: 'getManifest',
      ...QUIET,
      errors: ['forbidden'],
      summary: 'What an agent is told first',
    },
    'get /agents/:agentId/rollout': {
      id: 'listRollout',
      who: 'reader',
      query: rest.RolloutPageQuery,
      errors: ['forbidden'],
      summary: 'Everything an agent was given and emitted, secrets masked',
    },
    'patch /agents/:agentId': {
      id: 'reportTask',
      who: 'writer',
      body: rest.UpdateAgent,
      errors: ['no_open_task'],
      summary: 'Closes an agent’s task as completed or failed',
    },
    'post /agents/:agentId/messages': {
      id: 'writeToAgent',
      who: 'writer',
      body: rest.PostDirectMessage,
      status: [202],
      errors: ['rate_limited'],
      summary: 'Writes to one agent and wakes it',
    },
    'post /agents/:agentId/tasks': {
      id: 'delegateTask',
      who: 'writer',
      body: rest.PostTask,
      status: [201],
      summary: 'Gives an agent a task; one that has completed or failed comes back for it',
    },
    'post /agents/:agentId/interrupt': {
      id: 'interruptAgent',
      who: 'writer',
      body: rest.PostInterrupt,
      status: [202],
      errors: ['rate_limited'],
      summary: 'Stops what an agent is doing; this is the first thing it reads then',
    },
    'post /agents/:agentId/terminate': {
      id: 'terminateAgent',
      who: 'writer',
      body: rest.PostTerminate,
      summary: 'Ends an agent with everything it started',
    },
    'post /agents/:agentId/resume': {
      id: 'resumeAgent',
      who: 'writer',
      body: rest.NoBody,
      summary: 'Takes up an agent that had ended',
    },
    'post /agents/:agentId/release': {
      id: 'releaseAgent',
      who: 'writer',
      body: rest.NoBody,
      summary: 'Hands over what was kept back because agents talked in circles',
    },
    'post /agents/:agentId/token': {
      id: 'renewToken',
      who: 'self',
      status: [201],
      errors: ['wrong_driver'],
      summary: 'A new token for a remote agent; the old one ends',
    },
  }),
  ...rows('Remote agents', {
    'post /agents/:agentId/output': {
      id: 'sendOutput',
      who: 'self',
      body: rest.PostOutput,
      errors: ['offset_conflict', 'wrong_driver'],
      summary: 'A part of an agent’s output; the commands in it run',
    },
    'get /agents/:agentId/inbox': {
      id: 'fetchInbox',
      who: 'self',
      query: rest.InboxQuery,
      errors: ['wrong_driver', 'busy'],
      summary: 'What the agent is owed; unconfirmed pages come again, marked',
    },
    'post /agents/:agentId/inbox/ack': {
      id: 'ackInbox',
      who: 'self',
      body: rest.PostAck,
      errors: ['wrong_driver'],
      summary: 'Confirms exactly what came with this cursor',
    },
  }),
]
