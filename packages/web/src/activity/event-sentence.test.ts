import type { AgentRecord, LeadRecord } from '@crewroom/shared/model/agent'
import { DEFAULT_APP_ID } from '@crewroom/shared/model/admission'
import { CALM } from '@crewroom/shared/model/conduct'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { CrewEvent, CrewEventType } from '@crewroom/shared/protocol/events'
import { expect, test } from 'vitest'
import { AT, group, LEAD, message, response, round, run, session } from '../../test/samples'
import { sentenceOf } from './event-sentence'
import { plainText } from './sentence'

const lead: LeadRecord = {
  id: LEAD,
  name: 'atlas',
  parentId: null,
  paused: false,
  autoGroups: false,
  createdAt: AT,
}
const agent: AgentRecord = {
  id: 'dev',
  leadId: LEAD,
  name: 'Developer',
  role: 'developer',
  roleName: 'Developer',
  color: '#036BB9',
  driver: { kind: 'remote' },
  cwd: null,
  task: null,
  ended: null,
  endedReason: null,
  createdBy: LEAD,
  createdAt: AT,
  hold: null,
  conduct: CALM,
}
const task: TaskRecord = {
  id: 't1',
  leadId: LEAD,
  agentId: 'dev',
  by: LEAD,
  text: 'Split the configuration.',
  context: null,
  status: 'open',
  summary: null,
  createdAt: AT,
  endedAt: null,
}
const direct: DirectMessage = {
  id: 'd1',
  seq: 1,
  leadId: LEAD,
  kind: 'direct',
  from: 'dev',
  fromRole: 'Developer',
  to: 'human',
  content: 'Which key?',
  timestamp: AT,
  hop: 0,
}
const need: NeedRecord = {
  id: 'n1',
  leadId: LEAD,
  kind: 'question',
  agentId: 'dev',
  text: 'Which key?',
  messageId: 'd1',
  groupName: null,
  permission: null,
  createdAt: AT,
}
const asked: NeedRecord = {
  ...need,
  kind: 'permission',
  text: 'It asks for permission: npm test',
  permission: {
    toolKind: 'execute',
    title: 'Run the tests',
    command: 'npm test',
    diffs: [],
    cut: false,
    options: [],
    rule: { toolKind: 'execute', prefix: 'npm test' },
    until: null,
  },
}
const hold = {
  reason: 'hops',
  since: AT,
  until: '2026-11-21T14:05:00.000Z',
  count: 40,
  agentIds: ['dev', 'qa'],
} as const
const team = group('team', { memberCount: 3, purpose: 'One place.' })
const member = { id: 'qa', memberRole: 'member', joinedAt: AT, joinedSeq: 1, wake: 'all' } as const

const PLAN = { id: 's1', title: 'Plan' }
const ofPlan = { sessionId: 's1', groupName: 'team' } as const
const inRound = (as: 'start' | 'answer' | 'late' | 'interjection') =>
  message(1, { sessionId: 's1', round: { runId: 's1', n: 2, as } })

/** What an event is given beside its type, and what is said of it. */
type EventOf<T, E = CrewEvent> = E extends { readonly type: infer U }
  ? T extends U
    ? E
    : never
  : never
type Of<T extends CrewEventType> = readonly [
  Omit<EventOf<T>, 'type' | 'seq' | 'leadId' | 'at'>,
  string,
  string | null,
][]

const file = {
  kind: 'file',
  name: 'report.pdf',
  size: 3,
  type: 'application/octet-stream',
  sha256: '0'.repeat(64),
  addedBy: 'human',
  addedAt: '2026-01-02T03:04:05.000Z',
} as const

const circle = (...admitted: readonly string[]) => ({
  id: 'c1',
  leadId: LEAD,
  appId: DEFAULT_APP_ID,
  initiator: 'dev',
  manager: 'dev',
  status: 'active' as const,
  admitted: admitted.map((id) => ({ id, admittedAt: AT })),
  createdAt: AT,
  endedAt: null,
})

const SAID: { readonly [T in CrewEventType]: Of<T> } = {
  'lead:created': [
    [{ lead }, 'The crew atlas was created', null],
    [{ lead: { ...lead, workspace: 'ws-1' } }, 'The workspace ws-1 was created', null],
  ],
  'lead:deleted': [[{ lead, agentIds: [] }, 'The crew atlas was deleted', null]],
  'lead:paused': [[{ lead }, 'The crew is paused: messages are kept until it is resumed', null]],
  'lead:resumed': [[{ lead }, 'The crew is resumed: what waited is delivered', null]],
  'lead:updated': [
    [{ lead }, 'Automatic groups for parallel work are now off', null],
    [
      { lead: { ...lead, autoGroups: true } },
      'Automatic groups for parallel work are now on',
      null,
    ],
  ],
  'agent:created': [
    [{ agent }, 'Lead brought Dev into the crew', null],
    [{ agent: { ...agent, createdBy: 'human' } }, 'You brought Dev into the crew', null],
    [{ agent: { ...agent, createdBy: 'system' } }, 'Dev joined the crew', null],
  ],
  'agent:completed': [
    [{ agent: { ...agent, endedReason: 'All split.' } }, 'Dev is done:', 'All split.'],
    [{ agent }, 'Dev is done', null],
  ],
  'agent:failed': [[{ agent: { ...agent, endedReason: 'exit 1' } }, 'Dev failed:', 'exit 1']],
  'agent:terminated': [[{ agent }, 'Dev was ended', null]],
  'agent:resumed': [[{ agent }, 'Dev is back at work', null]],
  'agent:held': [
    [
      { agent: { ...agent, hold } },
      'Agents’ messages to Dev are on hold until 14:05: Dev and Qa answered each other 40 times in a row',
      null,
    ],
  ],
  'agent:released': [[{ agent }, 'The hold on agents’ messages to Dev has ended', null]],
  'agent:updated': [
    [{ agent, changed: ['name'] }, 'You changed Dev: its name', null],
    [
      { agent, changed: ['program', 'folder', 'variables'] },
      'You changed Dev: its program, working folder, variables',
      null,
    ],
  ],
  'group:created': [
    [{ group: team }, 'Lead created team with 3 members', 'One place.'],
    [
      { group: { ...team, auto: true } },
      'team was created automatically with 3 members',
      'One place.',
    ],
  ],
  'group:updated': [
    [{ group: team }, 'The purpose of team changed', 'One place.'],
    [
      { group: { ...team, members: [{ ...member, wake: 'mentions' }] }, wakeOf: 'qa' },
      'Qa is woken only when it is mentioned in team',
      null,
    ],
    [{ group: { ...team, displayName: 'The Team' } }, 'A group was named The Team', 'One place.'],
  ],
  'group:archived': [
    [
      { group: { ...team, archivedBy: 'system' } },
      'team was archived: all its agents have ended',
      null,
    ],
    [{ group: { ...team, archivedBy: 'human' } }, 'You archived team', null],
  ],
  'group:unarchived': [[{ group: team }, 'team was unarchived', null]],
  'group:paused': [
    [{ group: team }, 'team is paused: messages are kept until it is resumed', null],
  ],
  'group:resumed': [[{ group: team }, 'team is resumed: what waited is delivered', null]],
  'group:held': [
    [
      { group: { ...team, hold: { ...hold, reason: 'replies' } } },
      'team is on hold until 14:05: Dev and Qa answered each other 40 times in a short time',
      null,
    ],
  ],
  'group:imported': [[{ group: team }, 'team was imported from a file, with 3 members', null]],
  'group:member_added': [
    [{ group: 'team', agentId: 'qa', by: LEAD, member, roles: [] }, 'Lead added Qa to team', null],
    [{ group: 'team', agentId: 'qa', by: 'qa', member, roles: [] }, 'Qa joined team', null],
    [{ group: 'team', agentId: 'qa', by: 'system', member, roles: [] }, 'Qa joined team', null],
  ],
  'group:member_removed': [
    [{ group: 'team', agentId: 'qa', by: 'qa', reason: 'left' }, 'Qa left team', null],
    [
      { group: 'team', agentId: 'qa', by: 'human', reason: 'removed' },
      'You removed Qa from team',
      null,
    ],
  ],
  'group:message': [
    [{ groupName: 'team', message: message(1) }, 'Dev wrote in team', 'text 1'],
    [
      { groupName: 'team', message: message(1, { kind: 'system', from: 'system' }) },
      'Notice in team',
      'text 1',
    ],
  ],
  'group:message_edited': [
    [
      { groupName: 'team', messageId: 'm1', n: 3, by: 'human', content: 'text 2', mentions: [] },
      'You changed #3 in team',
      'text 2',
    ],
  ],
  'group:message_deleted': [
    [{ groupName: 'team', messageId: 'm1', n: 3, by: 'human' }, 'You deleted #3 in team', null],
  ],
  'group:reaction': [
    [
      { groupName: 'team', messageId: 'm1', emoji: '👍', agentId: 'qa', action: 'add' },
      'Qa reacted 👍 to a message in team',
      null,
    ],
    [
      { groupName: 'team', messageId: 'm1', emoji: '👍', agentId: 'qa', action: 'remove' },
      'Qa removed 👍 from a message in team',
      null,
    ],
  ],
  'group:read': [
    [
      { groupName: 'team', readerId: 'human', lastSeq: 9, n: 4, lastSeen: AT },
      'You read team up to #4',
      null,
    ],
  ],
  'task:created': [
    [{ task }, 'Lead gave Dev a task:', 'Split the configuration.'],
    [{ task: { ...task, by: 'dev' } }, 'Dev began a task:', 'Split the configuration.'],
  ],
  'task:given': [
    [{ task }, 'The task that waited for others was given to Dev:', 'Split the configuration.'],
  ],
  'task:updated': [
    [
      { task: { ...task, after: ['a'], waits: { lost: ['a'] } } },
      'The task for Dev waits for one that will not be done:',
      'Split the configuration.',
    ],
    [
      { task: { ...task, after: ['b'], waits: { lost: [] } } },
      'The task for Dev waits for another task now:',
      'Split the configuration.',
    ],
  ],
  'task:completed': [
    [{ task: { ...task, summary: 'Done.' } }, 'Dev finished its task for Lead:', 'Done.'],
    [{ task: { ...task, by: 'system' } }, 'Dev finished its task', null],
  ],
  'task:failed': [
    [
      { task: { ...task, summary: 'No access.' } },
      'Dev failed at its task for Lead:',
      'No access.',
    ],
  ],
  'task:cancelled': [[{ task }, 'The task of Dev was cancelled:', 'Split the configuration.']],
  'direct:message': [
    [{ message: direct }, 'Dev wrote to You:', 'Which key?'],
    [
      { message: { ...direct, kind: 'interrupt', from: 'human', to: 'dev' } },
      'You interrupted Dev:',
      'Which key?',
    ],
    [
      { message: { ...direct, kind: 'broadcast', from: LEAD, to: null } },
      'Lead told everyone:',
      'Which key?',
    ],
  ],
  'need:opened': [
    [{ need }, 'Dev is waiting for your answer:', 'Which key?'],
    [{ need: { ...need, kind: 'failed' } }, 'Dev needs you:', 'Which key?'],
    [
      { need: { ...need, kind: 'held', groupName: 'team' } },
      'team is on hold, which needs you:',
      'Which key?',
    ],
    [
      { need: { ...need, kind: 'held' } },
      'Agents’ messages to Dev are on hold, which needs you:',
      'Which key?',
    ],
    [{ need: asked }, 'Dev asks for permission:', 'npm test'],
    [{ need: { ...need, kind: 'refused' } }, 'Dev was refused a permission:', 'Which key?'],
    [{ need: { ...need, kind: 'stalled' } }, 'Dev went quiet with its task open:', 'Which key?'],
  ],
  'need:closed': [
    [{ need }, 'Dev no longer needs you', null],
    [
      { need: asked, answer: { by: 'person', optionId: 'x', name: 'Yes, proceed' } },
      'A person answered Dev:',
      'Yes, proceed',
    ],
    [
      { need: asked, answer: { by: 'rule', optionId: 'x', name: 'Allow' } },
      'A rule of the crew answered Dev:',
      'Allow',
    ],
    [
      { need: asked, answer: { by: 'timeout', optionId: 'y', name: 'No' } },
      'Nobody answered Dev in time, so it was refused:',
      'npm test',
    ],
    [
      { need: asked, answer: { by: 'cancelled', optionId: null, name: null } },
      'Dev was stopped before anybody answered:',
      'npm test',
    ],
    [
      { need: asked, answer: { by: 'restart', optionId: null, name: null } },
      'The server restarted, so a request of Dev is gone:',
      'npm test',
    ],
  ],
  'session:created': [
    [{ session: session('s1', PLAN) }, 'You started the session Plan in team', null],
    [
      { session: session('gone', { title: 'Old plan', createdBy: LEAD }) },
      'Lead started the session Old plan in team',
      null,
    ],
  ],
  'session:updated': [
    [{ session: session('s1', PLAN) }, 'The session Plan in team was changed', null],
    [
      { session: session('s1', { ...PLAN, status: 'archived' }) },
      'The session Plan in team was archived',
      null,
    ],
    [
      { session: session('gone', { ...PLAN, status: 'deleted' }) },
      'The session Plan in team was deleted',
      null,
    ],
  ],
  'session:message': [
    [{ ...ofPlan, message: inRound('start') }, 'Dev wrote in Plan of team', 'text 1'],
    [{ ...ofPlan, message: inRound('answer') }, 'Dev answered in Plan of team', 'text 1'],
    [{ ...ofPlan, message: inRound('late') }, 'Dev answered late in Plan of team', 'text 1'],
    [{ ...ofPlan, message: inRound('interjection') }, 'Dev wrote in Plan of team', 'text 1'],
    [
      { ...ofPlan, message: message(1, { kind: 'system', from: 'system', sessionId: 's1' }) },
      'Notice in Plan of team',
      'text 1',
    ],
  ],
  'session:reaction': [
    [
      { ...ofPlan, messageId: 'm1', emoji: '👍', agentId: 'human', action: 'add' },
      'You reacted 👍 to a message in Plan of team',
      null,
    ],
    [
      { ...ofPlan, messageId: 'm1', emoji: '👍', agentId: 'human', action: 'remove' },
      'You removed 👍 from a message in Plan of team',
      null,
    ],
  ],
  'session:read': [
    [
      { ...ofPlan, readerId: 'human', lastSeq: 9, n: 4, lastSeen: AT },
      'You read Plan of team up to #4',
      null,
    ],
  ],
  'round:opened': [
    [
      { round: round(2, [response('dev'), response('qa')]) },
      'You asked Dev and Qa in round 2 of Plan of team',
      null,
    ],
    [
      { round: round(2, [response('dev', { status: 'done' }), response('qa')]) },
      'You asked Qa again in round 2 of Plan of team',
      null,
    ],
    [
      { round: { ...round(2, [response('dev')]), run: { id: 'r1', n: 1 } } },
      'The discussion in Plan of team asked Dev in round 2',
      null,
    ],
    [
      { round: { ...round(3, [response('qa')]), ask: 'select', run: { id: 'r1', n: 2 } } },
      'The discussion in Plan of team asked Qa who speaks next in round 3',
      null,
    ],
  ],
  'round:responded': (
    [
      ['done', null, 'Dev answered in round 2 of Plan'],
      ['thinking', null, 'Dev was asked in round 2 of Plan'],
      ['nested', null, 'Dev started a discussion before it answers in round 2 of Plan'],
      ['skipped', null, 'Dev was asked again before it got round 2 of Plan'],
      ['passed', null, 'Dev had nothing to add in round 2 of Plan'],
      ['interrupted', null, 'The answer of Dev in round 2 of Plan was stopped'],
      [
        'interrupted',
        'the session was archived',
        'The answer of Dev in round 2 of Plan was stopped:',
      ],
      ['interrupted', null, 'You stopped the answer of Dev in round 2 of Plan', 'human'],
      ['interrupted', null, 'Lead stopped the answer of Dev in round 2 of Plan', LEAD],
      ['skipped', 'the session was archived', 'Dev did not get round 2 of Plan:'],
      ['error', 'It took too long.', 'Dev did not answer in round 2 of Plan:'],
      ['error', null, 'Dev did not answer in round 2 of Plan'],
    ] as const
  ).map(([status, error, text, stoppedBy]) => [
    { runId: 's1', sessionId: 's1', n: 2, response: response('dev', { status, error, stoppedBy }) },
    text,
    error,
  ]),
  'round:closed': (
    [
      ['answered', 'Round 2 of Plan is complete'],
      ['superseded', 'Round 2 of Plan was followed by the next before all had answered'],
      ['stopped', 'Round 2 of Plan was stopped'],
    ] as const
  ).map(([why, text]) => [{ runId: 's1', sessionId: 's1', n: 2, why }, text, null]),
  'run:started': [[{ run: run() }, 'You started a discussion in Plan of team:', 'Agree on a plan']],
  'run:updated': [
    [{ run: run({ status: 'paused' }) }, 'The discussion in Plan of team was paused', null],
    [{ run: run() }, 'The discussion in Plan of team was changed', null],
  ],
  'run:stepped': [
    [
      { runId: 'r1', sessionId: 's1', status: 'running', progress: run().progress },
      'The discussion in Plan has had 3 rounds',
      null,
    ],
  ],
  'run:ended': [
    [
      { run: run({ status: 'ended', stopReason: 'stalled', endedAt: AT, summary: 'One plan.' }) },
      'The discussion in Plan of team ended, because nothing new was said:',
      'One plan.',
    ],
    [
      { run: run({ status: 'ended', stopReason: 'stopped', endedAt: AT }) },
      'The discussion in Plan of team ended, because it was stopped',
      null,
    ],
  ],
  'admission:created': [
    [{ admission: circle('dev', 'qa'), by: 'human' }, 'You created a circle of Dev and Qa', null],
    [{ admission: circle('dev', 'qa'), by: 'dev' }, 'Dev created a circle with Qa', null],
    [{ admission: circle('dev'), by: 'dev' }, 'Dev created a circle', null],
  ],
  'admission:updated': [
    [{ admission: circle('dev', 'qa'), by: 'human' }, 'You admitted Qa to a circle', null],
    [{ admission: circle('dev'), gone: ['qa'], by: 'qa' }, 'Qa left the circle of Dev', null],
    [
      { admission: circle('dev'), gone: ['qa', LEAD], by: 'human' },
      'You removed Qa and Lead from the circle of Dev',
      null,
    ],
    [{ admission: circle(), gone: ['qa'], by: 'dev' }, 'Dev removed Qa from a circle', null],
  ],
  'admission:closed': [
    [{ admission: circle('dev', 'qa'), by: 'dev' }, 'Dev closed the circle of Dev and Qa', null],
    [{ admission: circle(), gone: ['dev'], by: 'dev' }, 'Dev closed a circle', null],
  ],
  'work_files:changed': [
    [
      { shown: true },
      'Files of working folders are now shown to whoever can open this dashboard',
      null,
    ],
    [{ shown: false }, 'Files of working folders are no longer shown', null],
  ],
  'file:added': [
    [{ groupName: 'team', file }, 'You added the file report.pdf to team', null],
    [
      { groupName: 'team', file: { ...file, kind: 'picture', name: 'Plan.png', addedBy: 'dev' } },
      'Dev added the picture Plan.png to team',
      null,
    ],
  ],
  'file:removed': [
    [{ groupName: 'team', file, by: 'dev' }, 'Dev removed the file report.pdf from team', null],
  ],
}

const NAMES: Readonly<Record<string, string>> = {
  [LEAD]: 'Lead',
  dev: 'Dev',
  qa: 'Qa',
  human: 'You',
  system: 'Crewroom',
}
const NAMED = {
  nameOf: (id: string) => NAMES[id] ?? id,
  sessionOf: (id: string) => (id === 's1' ? 'Plan' : undefined),
}
const clock = (iso: string) => iso.slice(11, 16)

test('UI110, UI461, RN21 every kind of event is a sentence that names who did what, with the words that were said', () => {
  for (const [type, cases] of Object.entries(SAID)) {
    for (const [data, text, quote] of cases) {
      const event = { type, seq: 1, leadId: LEAD, at: AT, ...data } as unknown as CrewEvent
      const told = sentenceOf(event, clock)
      expect(plainText(told.parts, NAMED)).toBe(text)
      expect([type, told.quote]).toEqual([type, quote])
      expect(told.about).toContain(told.who)
    }
  }
})

test('UI110 a sentence leads to its message, its group and everyone it is about', () => {
  const at = { seq: 1, leadId: LEAD, at: AT } as const
  const posted = sentenceOf(
    { ...at, type: 'group:message', groupName: 'team', message: message(7) },
    clock,
  )
  expect([posted.kind, posted.group, posted.messageId]).toEqual(['messages', 'team', 'm7'])
  const given = sentenceOf({ ...at, type: 'task:created', task }, clock)
  expect([given.kind, given.about]).toEqual(['tasks', [LEAD, 'dev']])
  expect(sentenceOf({ ...at, type: 'task:failed', task }, clock).tone).toBe('bad')
  expect(sentenceOf({ ...at, type: 'direct:message', message: direct }, clock).about).toEqual([
    'dev',
    'human',
  ])
})

test('UI576 what happened in a session leads to that session, and only news of it are in the feed', () => {
  const at = { seq: 1, leadId: LEAD, at: AT } as const
  const answer = sentenceOf(
    { ...at, ...ofPlan, type: 'session:message', message: inRound('answer') },
    clock,
  )
  expect([answer.group, answer.sessionId, answer.messageId]).toEqual(['team', 's1', 'm1'])
  const ended = (more: Parameters<typeof response>[1]) =>
    sentenceOf(
      {
        ...at,
        type: 'round:responded',
        runId: 's1',
        sessionId: 's1',
        n: 2,
        response: response('dev', more),
      },
      clock,
    )
  // The answer itself is a line of its own.
  expect(ended({ status: 'done' }).kind).toBe('reads')
  expect(ended({ status: 'passed' }).kind).toBe('messages')
  expect(ended({ status: 'error' }).tone).toBe('bad')
  expect(plainText(ended({ status: 'passed' }).parts, { nameOf: (id) => id })).toBe(
    'dev had nothing to add in round 2 of a deleted session',
  )
})
