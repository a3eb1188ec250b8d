import type { ErrorCode } from '@crewroom/shared/protocol/errors'
import * as rest from '@crewroom/shared/protocol/rest'
import * as invites from '@crewroom/shared/protocol/routes/invites'
import { type Operation, QUIET, rows } from '../routes/operation'

/** What is refused to whoever registers with the code of an invitation. */
const REGISTERING: readonly ErrorCode[] = [
  'unauthorized',
  'rate_limited',
  'forbidden',
  'name_taken',
  'limit_reached',
  'busy',
  'storage_failed',
]

export const CREW_OPERATIONS: readonly Operation[] = [
  ...rows('Server', {
    'get /health': {
      id: 'getHealth',
      who: 'anyone',
      query: rest.HealthQuery,
      summary: 'Whether the server can store what it is sent; 503 when it cannot',
    },
    'get /openapi.json': {
      id: 'getOpenApi',
      who: 'anyone',
      summary: 'This document',
    },
    'get /openrpc.json': {
      id: 'getOpenRpc',
      who: 'anyone',
      summary: 'The document of the JSON-RPC door, as OpenRPC',
    },
    'get /docs': {
      id: 'getDocs',
      who: 'anyone',
      text: 'text/html',
      summary: 'This document as a page, to read and to try out',
    },
    'post /session': {
      id: 'createSession',
      who: 'anyone',
      body: rest.CreateSession,
      errors: ['unauthorized', 'rate_limited', 'storage_failed'],
      summary: 'Redeems a login code for a session token',
      sample: { after: ['createLoginCode'], body: { code: '{code}' } },
    },
    'post /v1/auth/register': {
      id: 'registerAgent',
      who: 'anyone',
      body: invites.registerAgent.body,
      status: [201],
      errors: REGISTERING,
      summary:
        'Registers an agent with the code of an invitation; its key, which is shown only here, is its token',
      sample: {
        after: ['createInvite'],
        body: { name: 'ivy', description: 'Reviews pull requests.', inviteCode: '{code}' },
      },
    },
    'post /v1/apps/register': {
      id: 'registerApp',
      who: 'anyone',
      body: invites.registerApp.body,
      status: [201],
      errors: REGISTERING,
      summary:
        'Registers an app: an agent that manages the circles that are created with its id as `appId`',
      sample: { after: ['createInvite'], body: { name: 'planner', inviteCode: '{code}' } },
    },
    'post /login-codes': {
      id: 'createLoginCode',
      who: 'owner',
      status: [201],
      summary: 'Creates a login code for a browser, valid once and for ten minutes',
    },
    'get /metrics': {
      id: 'getMetrics',
      who: 'people',
      text: 'text/plain',
      summary: 'Metrics of the server, for Prometheus',
    },
    'get /drivers': {
      id: 'listDrivers',
      who: 'people',
      query: rest.NoQuery,
      summary: 'Coding agents and configured programs, and which of them are installed',
    },
    'get /drivers/check': {
      id: 'checkProgram',
      who: 'owner',
      query: rest.ProgramQuery,
      summary: 'Whether a program could be started on this machine, and if not, why',
      sample: { query: { command: './no-such-agent' } },
    },
    'get /machine': {
      id: 'getMachine',
      who: 'owner',
      query: rest.MachineQuery,
      summary: 'Where the server keeps its data, and the folder in which it starts programs',
      sample: { query: { folder: '/home/ada/atlas' } },
    },
    'get /me': { id: 'getMe', ...QUIET, summary: 'Whose token this is', sample: { as: 'dora' } },
    'get /roles': {
      id: 'listRoles',
      ...QUIET,
      summary: 'Roles with their names, colours and instructions',
    },
  }),
  ...rows('Crews', {
    'post /lead': {
      id: 'createLead',
      who: 'owner',
      body: rest.CreateLead,
      status: [201],
      errors: ['lead_not_found', 'limit_reached'],
      summary: 'Creates a crew; the token of a remote lead is shown only here',
      sample: { body: { name: 'cascade', task: 'Plan the release of the new configuration.' } },
    },
    'post /sample': {
      id: 'startSample',
      who: 'owner',
      body: rest.StartSample,
      status: [201],
      errors: ['not_found', 'limit_reached'],
      summary:
        'Creates a crew of sample agents that plays a story without any model. Deleted like any crew',
      sample: { body: {} },
    },
    'get /lead': { id: 'listLeads', ...QUIET, summary: 'The crews you can see' },
    'get /lead/:id': { id: 'getLead', ...QUIET, summary: 'One crew' },
    'patch /lead/:id': {
      id: 'updateLead',
      who: 'writer',
      body: rest.UpdateLead,
      summary: 'Turns automatic groups for parallel work on or off',
      sample: { body: { autoGroups: false } },
    },
    'delete /lead/:id': {
      id: 'deleteCrew',
      who: 'owner',
      body: rest.DeleteLead,
      errors: ['has_sub_leads'],
      summary: 'Deletes a crew with everything in it; confirmed by its name',
      sample: { path: { id: '{borealis}' }, body: { confirm: 'borealis' } },
    },
    'get /lead/:id/export': {
      id: 'exportCrew',
      who: 'people',
      query: rest.ExportQuery,
      text: 'application/x-ndjson',
      errors: ['lead_not_found', 'group_not_found', 'busy', 'storage_failed'],
      summary: 'A crew’s whole history, or that of one group, as JSON lines',
      sample: { path: { id: '{borealis}' }, query: {} },
    },
    'post /import': {
      id: 'importFile',
      who: 'owner',
      query: rest.ImportQuery,
      file: 'application/x-ndjson',
      status: [201],
      errors: [
        'bad_file',
        'crew_exists',
        'group_exists',
        'lead_not_found',
        'limit_reached',
        'busy',
        'disk_full',
      ],
      summary: 'Imports an exported crew, paused, or a group into a crew, archived',
      sample: { after: ['exportCrew', 'deleteCrew'], query: {}, body: '{text}' },
    },
    'get /imports': {
      id: 'listImports',
      who: 'owner',
      query: rest.NoQuery,
      summary: 'Imports that are running or have just ended, with their progress',
    },
    'get /lead/:id/search': {
      id: 'search',
      who: 'reader',
      query: rest.SearchQuery,
      summary:
        'Finds messages with these words in all groups; `from:`, `in:`, `before:`, `has:` narrow the search',
      sample: { query: { q: 'in:config-team from:developer RoPEConfig' } },
    },
    'get /lead/:id/comms': {
      id: 'listComms',
      who: 'reader',
      query: rest.CommsQuery,
      errors: ['agent_not_found', 'ambiguous_member'],
      summary: 'What was said outside groups: direct messages, broadcasts, interrupts',
      sample: { query: { agent: '{dora}', limit: 20 } },
    },
    'post /lead/:id/broadcast': {
      id: 'broadcast',
      who: 'writer',
      body: rest.PostDirectMessage,
      status: [202, 200],
      errors: ['idempotency_conflict', 'rate_limited'],
      summary:
        'Writes to every agent of a crew that has not ended; a person’s broadcast wakes them; 200 when this `clientId` was stored before',
      sample: {
        body: {
          content: 'The review is at four. Please have your parts ready by then.',
          clientId: 'e51c07aa',
        },
      },
    },
    'get /lead/:id/snapshot': {
      id: 'getSnapshot',
      ...QUIET,
      summary: 'Everything you may see of a crew, at one position of its journal',
    },
    'get /lead/:id/overview': {
      id: 'getOverview',
      ...QUIET,
      errors: ['forbidden'],
      summary: 'A crew at a glance: the latest output of each agent, tasks, tokens and cost',
    },
    'post /lead/:id/agents': {
      id: 'createAgent',
      who: 'owner',
      body: rest.CreateAgent,
      status: [201],
      errors: ['limit_reached'],
      summary: 'Adds an agent; the token of a remote one is shown only here',
      sample: { body: { name: 'quinn', role: 'qa-tester', task: 'Test the new configuration.' } },
    },
    'get /lead/:id/agents': {
      id: 'listAgents',
      ...QUIET,
      summary: 'The agents of a crew, their status, and why nothing is happening',
    },
    'get /events': {
      id: 'listEvents',
      who: 'reader',
      query: rest.EventsQuery,
      errors: ['lead_not_found'],
      summary: 'Events of a crew after a position of its journal, or the newest before one',
      sample: { query: { lead: '{atlas}', since: '{recently}', limit: 10 } },
    },
  }),
]
