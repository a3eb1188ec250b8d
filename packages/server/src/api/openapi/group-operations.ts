import * as rest from '@crewroom/shared/protocol/rest'
import { type Operation, QUIET, rows } from '../routes/operation'

const GROUP = '/lead/:id/groups/:name'
const MESSAGE = `${GROUP}/messages/:messageId`
const NAMES_MEMBERS = ['agent_not_found', 'other_crew', 'ambiguous_member'] as const

export const GROUP_OPERATIONS: readonly Operation[] = [
  ...rows('Groups', {
    'get /lead/:id/groups': {
      id: 'listGroups',
      who: 'reader',
      query: rest.GroupsQuery,
      summary: 'The groups you can see; archived ones only on request',
      sample: { query: { archived: 'all' } },
    },
    'post /lead/:id/groups': {
      id: 'createGroup',
      who: 'writer',
      body: rest.CreateGroup,
      status: [201],
      errors: ['group_exists', 'limit_reached', 'agent_terminal', ...NAMES_MEMBERS],
      summary: 'Creates a group; members by id, prefix, name or role',
      sample: {
        body: {
          name: 'Release Gate',
          purpose: 'What must hold before the release.',
          memberIds: ['{dora}'],
          roles: ['code-reviewer'],
        },
      },
    },
    [`get ${GROUP}`]: {
      id: 'getGroup',
      ...QUIET,
      errors: ['not_a_member'],
      summary: 'A group and its members',
    },
    [`patch ${GROUP}`]: {
      id: 'updateGroup',
      who: 'writer',
      body: rest.UpdateGroup,
      errors: ['not_a_member', 'group_archived', 'admission_closed'],
      summary: 'Changes display name, purpose and whom its sessions ask; the name stays',
      sample: { body: { purpose: 'One configuration for all models, old names kept.' } },
    },
    [`post ${GROUP}/members`]: {
      id: 'addMembers',
      who: 'writer',
      body: rest.AddMembers,
      errors: [
        'not_admitted',
        'not_a_member',
        'group_archived',
        'admission_closed',
        'limit_reached',
        ...NAMES_MEMBERS,
      ],
      summary: 'Adds members; existing members stay as they are',
      sample: { body: { memberIds: ['{finn}'] } },
    },
    [`patch ${GROUP}/members/:memberId`]: {
      id: 'updateMember',
      who: 'writer',
      body: rest.UpdateMember,
      errors: ['not_a_member', 'group_archived', 'admission_closed', ...NAMES_MEMBERS],
      summary: 'Sets which messages of the group wake a member; an agent may set its own',
      sample: { body: { wake: 'mentions' } },
    },
    [`delete ${GROUP}/members/:memberId`]: {
      id: 'removeMember',
      who: 'writer',
      errors: [
        'not_a_member',
        'group_archived',
        'admission_closed',
        'lead_cannot_leave',
        ...NAMES_MEMBERS,
      ],
      summary: 'Removes a member; an agent that names itself leaves',
    },
    [`put ${GROUP}/read`]: {
      id: 'markRead',
      who: 'writer',
      body: rest.PutRead,
      errors: ['not_a_member'],
      summary: 'Moves your read mark forward, or anywhere with `force`',
      sample: { body: { seq: '{newest}' } },
    },
    [`post ${GROUP}/archive`]: {
      id: 'archiveGroup',
      who: 'writer',
      body: rest.NoBody,
      errors: ['admission_closed', 'not_a_member'],
      summary: 'Archives a group; its history stays readable',
    },
    [`post ${GROUP}/unarchive`]: {
      id: 'unarchiveGroup',
      who: 'writer',
      body: rest.NoBody,
      errors: ['admission_closed', 'limit_reached', 'not_a_member'],
      summary: 'Restores an archived group, with the members it had',
      sample: { path: { name: 'release-notes' } },
    },
    [`post ${GROUP}/pause`]: {
      id: 'pauseGroup',
      who: 'writer',
      body: rest.NoBody,
      errors: ['not_a_member', 'group_archived', 'admission_closed'],
      summary: 'Pauses delivery in a group; posting stays possible',
    },
    [`post ${GROUP}/resume`]: {
      id: 'resumeGroup',
      who: 'writer',
      body: rest.NoBody,
      errors: ['not_a_member', 'group_archived', 'admission_closed'],
      summary: 'Resumes delivery in a group that is paused or on hold',
      sample: { after: ['pauseGroup'] },
    },
  }),
  ...rows('Messages', {
    'get /lead/:id/mentions': {
      id: 'listMentions',
      ...QUIET,
      query: rest.MentionsQuery,
      summary:
        'Your newest 200 unread mentions in groups and sessions that are not archived, ascending',
    },
    [`get ${GROUP}/messages`]: {
      id: 'listMessages',
      who: 'reader',
      query: rest.MessagesQuery,
      errors: ['not_a_member', 'message_not_found'],
      summary: 'A page of messages, ascending: the newest, or before, after or around a place',
      sample: { query: { limit: 2 } },
    },
    [`get ${GROUP}/timeline`]: {
      id: 'listTimeline',
      who: 'reader',
      query: rest.MessagesQuery,
      errors: ['not_a_member', 'message_not_found'],
      summary: 'A page of messages and events of the group, ascending',
      sample: { query: { limit: 3 } },
    },
    [`post ${GROUP}/messages`]: {
      id: 'postMessage',
      who: 'writer',
      body: rest.PostMessage,
      status: [201, 200],
      errors: [
        'not_a_member',
        'group_archived',
        'admission_closed',
        'idempotency_conflict',
        'rate_limited',
        'message_not_found',
      ],
      summary: 'Writes to a group, a text or parts; 200 when this `clientId` was stored before',
      sample: { body: { content: '@dora please wait for the extraction.', clientId: 'b7f4c2d8' } },
    },
    [`get ${MESSAGE}/receipts`]: {
      id: 'listReceipts',
      ...QUIET,
      errors: ['not_a_member'],
      summary: 'Where a message stands with each member',
    },
    [`post ${MESSAGE}/reactions`]: {
      id: 'addReaction',
      who: 'writer',
      body: rest.AddReaction,
      errors: ['not_a_member', 'group_archived', 'admission_closed'],
      summary: 'Adds your reaction; no effect when it is there already',
      sample: { body: { emoji: '🎉' } },
    },
    [`delete ${MESSAGE}/reactions/:emoji`]: {
      id: 'removeReaction',
      who: 'writer',
      errors: ['not_a_member', 'group_archived', 'admission_closed', 'validation'],
      summary: 'Removes your reaction; no effect when there is none',
      sample: { after: ['addReaction'], path: { emoji: '🎉' } },
    },
  }),
]
