import type { RunRecord } from '@crewroom/shared/model/run'
import type { SESSION_TEXT } from '@crewroom/shared/text/session-texts'
import type { TASK_TEXT } from '@crewroom/shared/text/task-texts'
import type { Calls } from './every-text'
import { BEN, CLEO, DORA, HUMAN, LEAD, LONG, WORDS } from './text-samples'

const is = (key: string) => ({ [key]: (text: string) => text })

const RUN: RunRecord = {
  id: 'r',
  leadId: LEAD.id,
  groupName: 'plan',
  sessionId: 's',
  policy: { kind: 'round_robin' },
  participants: [DORA.id, BEN.id],
  roles: {},
  goal: 'Agree.',
  terminationCondition: null,
  limits: {
    rounds: 4,
    messages: null,
    answerSeconds: 600,
    waitSeconds: 900,
    humanSeconds: null,
    onHumanTimeout: 'stop',
    tokens: null,
    usd: null,
    stall: 2,
  },
  status: 'ended',
  stopReason: 'done',
  progress: {
    rounds: 2,
    messages: 4,
    usage: { tokens: 0, usd: 0, known: true },
    previous: null,
    idle: 0,
    failures: {},
    again: 0,
    next: null,
    upTo: 0,
  },
  firstRound: 1,
  beginsAt: 1,
  startedBy: LEAD.id,
  hop: 0,
  parent: null,
  depth: 0,
  summary: WORDS,
  startedAt: '2026-01-02T03:04:05.000Z',
  endedAt: '2026-01-02T04:04:05.000Z',
}

const SAID = [
  { who: 'Ada', isPerson: true, content: WORDS },
  { who: 'Dora', isPerson: false, content: 'No.', to: { n: 3 } },
]
const round = {
  n: 2,
  session: 'The "names" [1]',
  group: 'plan',
  note: null,
  leftOut: 0,
  said: SAID,
}
const discussion = {
  ...round,
  of: 4,
  until: null,
  speakers: ['- Dora', '- Ben: names'],
  goal: WORDS,
  result: null,
}

const session: Calls<typeof SESSION_TEXT> = {
  sessionLine: {
    'session line': (text) => text(DORA, 3, LONG),
    'session line of a reply': (text) => text(DORA, 13, WORDS, { n: 12 }),
  },
  readSession: {
    'read nothing of a session': (text) => text('Names', 'plan', [], false),
    'read a session': (text) => text('Names', 'plan', ['#1 a'], false),
    'read a part of a session': (text) => text('Names', 'plan', ['#1 a', '#2 b'], true),
  },
  answered: is('taken as answer'),
  interjected: { interjected: (text) => text('Names') },
  notAsked: {
    'hint: one is not asked': (text) => text(['Dora'], 'Names', 'agents'),
    'hint: some are not asked': (text) => text(['Dora', 'Ben'], 'Names', 'agents'),
  },
  notShown: {
    'hint: one does not read': (text) => text(['Dora'], 'Names', 'plan'),
    'hint: many do not read': (text) => text(Array.from({ length: 12 }, (_, n) => `a${n}`), 'Names', 'plan'), // prettier-ignore
  },
  reactedThere: {
    'reacted in a session': (text) => text('👍', 3, 'Names', 'add'),
    'reaction in a session taken back': (text) => text('👍', 3, 'Names', 'remove'),
  },
  askedItself: { 'hint: asked itself': (text) => text(2) },
  away: {
    'hint: one is away': (text) => text(['Dora']),
    'hint: some are away': (text) => text(['Dora', 'Ben']),
  },
  readsLater: {
    'hint: one reads later': (text) => text(['Dora']),
    'hint: some read later': (text) => text(['Dora', 'Ben']),
  },
  discussionRound: {
    'discussion: answer': (text) => text({ ...discussion, ask: 'answer' }),
    'discussion: answer, with everything': (text) =>
      text({ ...discussion, ask: 'answer', note: 'Be brief.', until: 'all agree.', result: WORDS, leftOut: 1 }), // prettier-ignore
    'discussion: manage': (text) => text({ ...discussion, ask: 'manage', leftOut: 3 }),
    'discussion: aggregate': (text) => text({ ...discussion, ask: 'aggregate', note: 'Short.' }),
    'discussion: select': (text) => text({ ...discussion, ask: 'select' }),
    'discussion: select until': (text) =>
      text({ ...discussion, ask: 'select', until: 'all agree' }),
  },
  speakerLine: {
    speaker: (text) => text('Dora', ''),
    'speaker with words': (text) => text('Dora', LONG),
  },
  nestedEnded: {
    'nested discussion ended': (text) =>
      text({ title: 'Names', why: 'it was stopped', rounds: 1, summary: null, n: 2 }),
    'nested discussion ended with words': (text) =>
      text({ title: 'Names', why: 'it was stopped', rounds: 3, summary: 'x', n: 2 }),
  },
  discussionEnded: {
    'discussion ended': (text) => text({ title: 'Names', group: 'plan', run: RUN }),
    'discussion ended without words': (text) =>
      text({ title: 'Names', group: 'plan', run: { ...RUN, summary: null, stopReason: null } }),
  },
  discussionStarted: { 'discussion started': (text) => text('Names', 'plan', ['Dora', 'Ben']) },
  nestedStarted: { 'nested discussion started': (text) => text('Names', ['Dora', 'Ben']) },
  discussionStopped: is('discussion stopped'),
  turnPrompt: { 'turn of a person': (text) => text('Names') },
  choosePrompt: { 'choice of a person': (text) => text('Names') },
  round: {
    'round: a question': (text) => text({ ...round, said: SAID.slice(0, 1) }),
    'round: a talk': (text) => text({ ...round, note: 'Be brief.' }),
    'round: with a result and left out': (text) => text({ ...round, result: WORDS, leftOut: 2 }),
  },
  leftSession: is('no answer: left the session'),
  leftGroup: is('no answer: left the group'),
  removedFromGroup: is('no answer: removed from the group'),
  endedInRound: {
    'no answer: completed': (text) => text('completed', null),
    'no answer: failed': (text) => text('failed', WORDS),
    'no answer: terminated': (text) => text('terminated', LONG),
  },
  completedFirst: is('no answer: completed first'),
  sessionArchived: is('no answer: session archived'),
  sessionDeleted: is('no answer: session deleted'),
  groupArchived: is('no answer: group archived'),
  refusedAnswer: is('no answer: refused'),
  noAnswerInTime: is('no answer: in time'),
  roundGone: { 'round gone': (text) => text(2) },
}

const LOST = { id: '11112222', text: LONG, status: 'failed' } as const

const task: Calls<typeof TASK_TEXT> = {
  delegated: {
    delegated: (text) => text(DORA, null, '11112222'),
    'delegated to a busy agent': (text) => text(DORA, 'working', '11112222'),
  },
  taskKept: {
    'task kept': (text) => text(DORA, ['33334444'], '11112222'),
    'task kept for several': (text) => text(DORA, ['33334444', '55556666'], '11112222'),
  },
  reassignedTo: { 'reassigned to': (text) => text(BEN) },
  taskTaken: { 'task taken': (text) => text(BEN, WORDS) },
  taskMoved: { 'task moved': (text) => text(HUMAN, DORA, CLEO, LONG) },
  taskStarted: { 'task started': (text) => text(DORA, WORDS) },
  taskDropped: { 'task dropped': (text) => text(DORA, WORDS) },
  groupFull: { 'group full': (text) => text('plan', [DORA]) },
  taskCancelled: { 'task cancelled': (text) => text(HUMAN, DORA, WORDS) },
  tasksStuck: {
    'task stuck': (text) => text([LOST], [{ id: '33334444', text: WORDS }]),
    'tasks stuck': (text) =>
      text(
        [LOST, { id: '55556666', text: 'Test it.', status: 'cancelled' }],
        Array.from({ length: 12 }, (_, n) => ({ id: `t${n}`, text: 'Wait.' })),
      ),
  },
}

export const SESSIONS = { session, task }
