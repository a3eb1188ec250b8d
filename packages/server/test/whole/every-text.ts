import { COMMAND_PAYLOADS, type CommandName } from '@crewroom/shared/command/payloads'
import type { Hold } from '@crewroom/shared/model/conduct'
import { STOP_WORDS } from '@crewroom/shared/model/stop-words'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { ROLE_PROMPTS } from '@crewroom/shared/text/role-prompts'
import { SESSION_TEXT } from '@crewroom/shared/text/session-texts'
import { TASK_TEXT } from '@crewroom/shared/text/task-texts'
import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import { BEN, CLEO, DORA, HUMAN, LEAD, LONG, SIX, WORDS } from './text-samples'
import { LETTERS } from './every-letter'
import { SESSIONS } from './every-session-text'

/** For each text of a table a call or several, each under a key that stays whatever the code calls the text. */
export type Calls<T> = {
  readonly [K in keyof T]: Readonly<Record<string, (text: T[K]) => string>>
}

const is = (key: string) => ({ [key]: (text: string) => text })
const hold = (reason: Hold['reason']): Hold => ({
  reason,
  since: '2026-01-02T03:04:05.000Z',
  until: '2026-01-02T04:04:05.000Z',
  count: 12,
  agentIds: [DORA.id, BEN.id],
})
const PLAN = { group: 'plan' }
const TO_DORA = { agent: DORA }
const usd = { limit: 5, spent: 4.2 }
const tokens = { limit: 1_000_000, spent: 812_345 }
const names = Object.keys(COMMAND_PAYLOADS) as CommandName[]

type Catalogue = Omit<typeof TEXT, keyof typeof SESSION_TEXT | keyof typeof TASK_TEXT>

const CATALOGUE: Calls<Catalogue> = {
  youAreCalled: { 'you are called': (text) => text(DORA) },
  isCalled: { 'is called': (text) => text(DORA, CLEO) },
  yourInstructions: { 'your instructions': (text) => text(`Be brief.\n${WORDS}`) },
  instructionsTaken: is('instructions taken'),
  message: {
    'group message': (text) => text('plan', DORA, WORDS),
    'group message as a reply': (text) => text('plan', HUMAN, 'Yes.', { n: 12 }),
  },
  edited: { 'group message changed': (text) => text('plan', DORA, 3, WORDS) },
  deleted: { 'group message deleted': (text) => text('plan', CLEO, 3) },
  isDeleted: is('deleted text'),
  wasDeleted: is('was deleted'),
  above: {
    'above, one': (text) => text([{ group: 'plan', crew: null, fromN: 1, toN: 1 }]),
    'above, several': (text) =>
      text([
        { group: 'plan', crew: null, fromN: 1, toN: 4 },
        { group: 'plan', crew: 'atlas', fromN: 2, toN: 2 },
      ]),
  },
  historyLine: {
    'history line': (text) => text('plan', DORA, 3, LONG),
    'history line of a reply': (text) => text('plan', DORA, 13, WORDS, { n: 12 }),
  },
  joined: {
    joined: (text) => text('plan', null, [DORA, CLEO, HUMAN], []),
    'joined with a role and history': (text) => text('plan', 'critic', [DORA], ['#1 a', '#2 b']),
  },
  removed: { removed: (text) => text('plan', LEAD) },
  created: {
    'group created': (text) => text('plan', [DORA, HUMAN]),
    'group created alone': (text) => text('plan', []),
  },
  added: {
    'members added': (text) => text('plan', [DORA, CLEO]),
    'nobody added': (text) => text('plan', []),
  },
  removedFrom: { 'members removed': (text) => text('plan', [DORA, CLEO]) },
  left: { left: (text) => text('plan') },
  sent: {
    sent: (text) => text(3, []),
    'sent to one': (text) => text(1, []),
    'sent to everybody': (text) => text(3, [{ who: DORA, reason: 'working' }], 2),
    'sent to everybody, waking one': (text) => text(3, [], 1),
    'sent to busy members': (text) =>
      text(3, [
        { who: DORA, reason: 'working' },
        { who: BEN, reason: 'asks' },
      ]),
  },
  keptBack: {
    'kept back: hops': (text) => text(PLAN, hold('hops')),
    'kept back: replies': (text) => text(TO_DORA, hold('replies')),
    'kept back: alone': (text) => text(TO_DORA, hold('alone')),
  },
  holdReason: { 'reason of a hold': (text) => text(hold('hops'), SIX) },
  held: {
    'held, may release': (text) => text(PLAN, [DORA, BEN], hold('hops'), true),
    'held agent, may release': (text) => text(TO_DORA, [DORA], hold('alone'), true),
    'held, may not release': (text) => text(PLAN, SIX, hold('replies'), false),
  },
  askedOften: { 'asked often': (text) => text(7) },
  released: {
    'released group': (text) => text(PLAN),
    'released agent': (text) => text(TO_DORA),
  },
  masked: is('masked'),
  reacted: {
    reacted: (text) => text('👍', 3, 'plan', 'add'),
    'reaction removed': (text) => text('👍', 3, 'plan', 'remove'),
  },
  groups: {
    'no groups': (text) => text([]),
    'groups, nothing behind them': (text) =>
      text([{ name: 'new', purpose: null, members: ['a'], messageCount: 1, last: null }], 1),
    groups: (text) =>
      text([
        { name: 'plan', purpose: WORDS, members: ['a', 'b'], messageCount: 2, last: { n: 2, from: DORA, preview: LONG } }, // prettier-ignore
        { name: 'new', purpose: null, members: ['a'], messageCount: 1, last: null },
      ]),
  },
  read: {
    'read nothing': (text) => text('plan', [], false),
    'read some': (text) => text('plan', ['#1 a', '#2 b'], false),
    'read a part': (text) => text('plan', ['#2 b'], true),
  },
  help: { 'help of all commands': (text) => text(names) },
  helpByTools: { 'help of all commands as tools': (text) => text(names) },
  helpOf: Object.fromEntries(names.map((name) => [`help of ${name}`, (text) => text(name)])),
  refused: { refused: (text) => text('GROUP_MESSAGE', WORDS) },
  notRun: { 'not run': (text) => text('GROUP_MESSAGE', 'it is in a code block') },
  storage: { 'not stored': (text) => text('the disk is full') },
  repeat: { 'one repeat': (text) => text(1), repeats: (text) => text(3) },
  givenGone: { 'one gone': (text) => text(1), 'several gone': (text) => text(3) },
  taskOpen: { 'task open': (text) => text([LONG]), 'tasks open': (text) => text(['a', 'b', 'c']) },
  stalled: {
    stalled: (text) => text(DORA, null),
    'stalled with words': (text) => text(DORA, WORDS),
  },
  escalated: { escalated: (text) => text(DORA, 3) },
  stalledNeed: {
    'need: stalled': (text) => text(LONG, true, null),
    'need: not connected': (text) => text('Test it.', false, WORDS),
  },
  budgetNeed: {
    'need: budget of the crew nears its end': (text) =>
      text({ who: null, isReached: false, usd, tokens }),
    'need: budget of the crew is reached': (text) =>
      text({ who: null, isReached: true, usd, tokens: null }),
    'need: budget of an agent nears its end': (text) =>
      text({ who: DORA, isReached: false, usd: null, tokens }),
    'need: budget of an agent is reached': (text) =>
      text({ who: DORA, isReached: true, usd: { limit: 5, spent: null }, tokens }),
  },
  whyAnswered: is('why: answered'),
  whyRule: {
    'why: a rule': (text) => text({ toolKind: 'execute', prefix: null }),
    'why: a rule with a beginning': (text) => text({ toolKind: 'execute', prefix: 'npm test' }),
  },
  whyTimeout: is('why: timeout'),
  whyCancelled: is('why: cancelled'),
  whyStopped: is('why: stopped'),
  whyTurnOver: is('why: turn over'),
  whyPaused: is('why: paused'),
  whyHeld: is('why: held'),
  whyNoOption: is('why: no option'),
  whyTooMany: is('why: too many'),
  goOnWithout: {
    'continue without: person': (text) => text(LONG, 'person'),
    'continue without: rule': (text) => text('npm test', 'rule'),
    'continue without: timeout': (text) => text('npm test', 'timeout'),
    'continue without: cancelled': (text) => text('npm test', 'cancelled'),
    'continue without: server': (text) => text('npm test', 'server'),
  },
  permissionNeed: { 'need: permission': (text) => text(WORDS) },
  rulesNeed: {
    'need: a rule of an earlier version': (text) => text([{ toolKind: 'edit', prefix: null }]),
    'need: rules of an earlier version': (text) =>
      text([
        { toolKind: 'execute', prefix: 'npm test' },
        { toolKind: 'execute', prefix: LONG },
      ]),
  },
  refusedNeed: { 'need: permission refused': (text) => text(WORDS) },
  lateNeed: {
    'need: permission late by a minute': (text) => text('npm test', 1),
    'need: permission late': (text) => text('npm test', 10),
  },
  alreadyAnswered: {
    'answered: person': (text) => text({ by: 'person', optionId: null, name: null }, 'Ada'),
    'answered: person, with an option': (text) =>
      text({ by: 'person', optionId: 'a', name: 'Allow' }, 'Ada'),
    'answered: rule': (text) => text({ by: 'rule', optionId: null, name: null }, 'Ada'),
    'answered: timeout': (text) => text({ by: 'timeout', optionId: null, name: null }, 'Ada'),
    'answered: cancelled': (text) => text({ by: 'cancelled', optionId: null, name: null }, 'Ada'),
    'answered: restart': (text) => text({ by: 'restart', optionId: null, name: null }, 'Ada'),
  },
  restart: is('restart'),
  lost: is('lost'),
  compacted: is('compacted'),
  answerCut: is('answer cut'),
  shortened: is('shortened'),
  crashed: is('crashed'),
  direct: { 'direct message': (text) => text(DORA, WORDS) },
  broadcast: { broadcast: (text) => text(LEAD, WORDS) },
  interrupt: { interrupt: (text) => text(HUMAN, WORDS) },
  cutOff: is('cut off'),
  stop: is('stop'),
  task: {
    task: (text) => text(LEAD, WORDS, null),
    'task with context': (text) => text(LEAD, 'Test it.', WORDS),
  },
  reported: {
    'reported: completed': (text) => text(DORA, 'completed', null),
    'reported: completed, with words': (text) => text(DORA, 'completed', WORDS),
    'reported: failed': (text) => text(DORA, 'failed', null),
    'reported: failed, with words': (text) => text(DORA, 'failed', WORDS),
  },
  reportedEnd: {
    'reported: terminated': (text) => text(DORA, HUMAN, null),
    'reported: terminated, with words': (text) => text(DORA, LEAD, WORDS),
  },
  sentDirect: {
    'sent directly': (text) => text(DORA, null),
    'sent directly to a busy agent': (text) => text(DORA, 'working'),
    'sent directly to one that asks': (text) => text(DORA, 'asks'),
  },
  sentToPerson: is('sent to the person'),
  broadcasted: { 'broadcast sent': (text) => text(1), 'broadcast sent to more': (text) => text(4) },
  interrupted: { interrupted: (text) => text(DORA) },
  agentCreated: {
    'agent created': (text) => text(DORA, false),
    'agent created with a task': (text) => text(DORA, true),
  },
  agentAwaited: { 'agent awaited': (text) => text(DORA) },
  terminated: { terminated: (text) => text(DORA) },
  completedTask: { 'last task closed': (text) => text(0), 'task closed': (text) => text(2) },
  crew: {
    crew: (text) =>
      text(
        'atlas',
        [
          { ...CLEO, status: 'working', tasks: [{ id: '11112222', text: LONG }], you: false },
          { ...DORA, status: 'idle', tasks: [], you: true },
        ],
        [],
      ),
    'crew, several tasks and one that is away': (text) =>
      text(
        'atlas',
        [
          { ...CLEO, status: 'idle', isAway: true, tasks: [], you: false },
          {
            ...DORA,
            status: 'working',
            tasks: [
              { id: '11112222', text: 'Test it.' },
              { id: '33334444', text: WORDS },
            ],
            you: false,
          },
        ],
        [],
      ),
    'crew with waiting tasks': (text) =>
      text(
        'atlas',
        [],
        [
          { id: '11112222', to: DORA, after: ['33334444'], lost: [], text: WORDS },
          { id: '55556666', to: BEN, after: ['a', 'b', 'c'], lost: ['b', 'c'], text: 'Test it.' },
        ],
      ),
  },
  members: { 'members of a group': (text) => text('plan', ['a', 'b']) },
  taskOf: {
    'one task': (text) =>
      text(DORA, LEAD, { id: '11112222', text: WORDS, context: null, state: 'open' }),
    'one task with context': (text) =>
      text(DORA, HUMAN, { id: '11112222', text: LONG, context: WORDS, state: 'waiting' }),
  },
  autoGroup: { 'purpose of an automatic group': (text) => text('parser') },
  autoGroups: {
    'automatic groups on': (text) => text(true),
    'automatic groups off': (text) => text(false),
  },
  digest: { digest: (text) => text('plan', 12, 4, 15) },
}

const TOOLS: Calls<typeof TOOL_TEXT> = {
  nothingNew: is('tool: nothing new'),
  more: is('tool: more'),
  tookOver: is('tool: took over'),
  gone: is('tool: gone'),
  answerWith: { 'tool: answer with': (text) => text('11112222') },
  stillAsked: { 'tool: still asked': (text) => text('11112222') },
  answered: is('tool: answered'),
  passed: is('tool: passed'),
  noTool: { 'tool: no such tool': (text) => text('send', ['read_inbox', 'answer']) },
  badArguments: { 'tool: bad arguments': (text) => text('answer', '"delivery" is needed.') },
  notRun: { 'tool: not run': (text) => text('The disk is full.') },
  notTaken: is('tool: not taken'),
  actsByTools: is('tool: acts by tools'),
  actsByCommands: is('tool: acts by commands'),
  whyOwnTool: is('tool: why own tool'),
  tooMany: { 'tool: too many': (text) => text(50) },
  interrupted: is('tool: interrupted'),
  waiting: {
    'tool: nothing waits': (text) => text(0),
    'tool: one item waits': (text) => text(1),
    'tool: items wait': (text) => text(3),
  },
}

/** Every text that an agent can read, by a key that stays. Throws when two have the same key. */
export function everyText(): Readonly<Record<string, readonly string[]>> {
  const texts = new Map<string, string>()
  const add = (key: string, text: string) => {
    if (texts.has(key)) throw new Error(`two texts have the key "${key}"`)
    texts.set(key, text)
  }
  const addAll = <T extends object>(table: Pick<T, keyof T>, calls: Calls<T>) => {
    for (const name of Object.keys(calls) as (keyof T)[]) {
      for (const [key, call] of Object.entries(calls[name])) add(key, call(table[name]))
    }
  }
  addAll<Catalogue>(TEXT, CATALOGUE)
  addAll(TOOL_TEXT, TOOLS)
  addAll(SESSION_TEXT, SESSIONS.session)
  addAll(TASK_TEXT, SESSIONS.task)
  for (const [reason, words] of Object.entries(STOP_WORDS))
    add(`discussion ended: ${reason}`, words)
  for (const [role, prompt] of Object.entries(ROLE_PROMPTS)) add(`role: ${role}`, prompt)
  const [[manifest, first], [invites, inviting], [joins, joining]] = LETTERS
  addAll(manifest, first)
  addAll(invites, inviting)
  addAll(joins, joining)
  return Object.fromEntries([...texts].map(([key, text]) => [key, text.split('\n')]))
}
