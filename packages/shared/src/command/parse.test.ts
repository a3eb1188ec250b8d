import { expect, test } from 'vitest'
import { CrewError } from '../protocol/errors'
import { nearest } from './nearest'
import { commandName, parseCommand } from './parse'

const long = (length: number) => 'x'.repeat(length)
const many = (count: number) => Array.from({ length: count }, (_, n) => `a${n}`)

/** What it is refused with; `runs` when it is not. */
function refusal(name: string, payload: unknown): readonly [code: string, message: string] {
  try {
    parseCommand(name, payload)
    return ['runs', '']
  } catch (error) {
    if (!(error instanceof CrewError)) throw error
    return [error.code, error.message]
  }
}

const RUNS: readonly (readonly [name: string, payload: unknown, why: string])[] = [
  ['CREATE_GROUP', { name: long(100) }, 'a display name has 100 units'],
  ['CREATE_GROUP', { name: 'z', purpose: long(300) }, 'a purpose has 300'],
  ['CREATE_GROUP', { name: 'z', members: many(100), roles: many(100) }, '100 members'],
  ['ADD_TO_GROUP', { group: 'x', members: ['a'] }, 'members alone'],
  ['ADD_TO_GROUP', { group: 'x', roles: ['qa-tester'] }, 'roles alone'],
  ['REMOVE_FROM_GROUP', { group: 'x', members: ['a'] }, 'one is enough'],
  ['LEAVE_GROUP', { group: 'x' }, 'as the contract has it'],
  ['GROUP_MESSAGE', { group: 'x', content: long(50_000) }, 'content has 50,000 units'],
  ['REACT', { group: 'x', emoji: '👍' }, 'without a message'],
  ['REACT', { group: 'x', emoji: '👍', messageId: '#12' }, 'by its number'],
  ['REACT', { group: 'x', emoji: '👍', messageId: 1 }, 'by its number, as a number'],
  ['QUERY_GROUPS', undefined, 'no payload'],
  ['LIST_GROUPS', {}, 'or an empty one'],
  ['READ_GROUP', { group: 'x', before: '#3', limit: 1 }, 'the smallest limit'],
  ['READ_GROUP', { group: 'x', before: '3', limit: 200 }, 'the largest limit'],
  ['READ_GROUP', { group: 'x', before: 1 }, 'the first number'],
  ['CREATE_AGENT', { role: 'qa-tester', name: long(100), task: 't' }, 'a name has 100 units'],
  ['CREATE_AGENT', { role: long(64), driver: 'codex' }, 'a role id has 64; a driver by its name'],
  ['CREATE_AGENT', { role: 'r2', driver: { kind: 'remote' } }, 'TK21: one that connects'],
  ['CREATE_AGENT', { role: 'r2', driver: { kind: 'acp', preset: 'claude' } }, 'TK21: a preset'],
  ['DELEGATE', { to: 'dev', task: 'do', context: 'so' }, 'with context'],
  ['DELEGATE', { to: 'dev', task: 'do' }, 'without'],
  ['TERMINATE_AGENT', { agent: 'dev', reason: long(300) }, 'a reason has 300 units, as HELP says'],
  ['COMPLETE_TASK', undefined, 'nothing to say'],
  ['COMPLETE_TASK', { summary: 's', status: 'completed' }, 'done'],
  ['COMPLETE_TASK', { status: 'failed' }, 'failed'],
  ['AGENT_MESSAGE', { to: 'human', content: 'hi' }, 'to the person'],
  ['BROADCAST', { content: 'hi' }, 'to everybody'],
  ['INTERRUPT', { to: 'dev', content: 'stop' }, 'to one'],
  ['QUERY_CREW', undefined, 'no payload'],
  ['RELEASE_HOLD', { group: 'x' }, 'of a group'],
  ['RELEASE_HOLD', { agent: 'dev' }, 'or for an agent'],
  ['AUTO_GROUPS', { on: false }, 'off'],
  ['HELP', { command: 'REACT' }, 'of one'],
  ['HELP', undefined, 'of all'],
]

test('CM10, RE30 what a command takes, up to its limits, runs', () => {
  for (const [name, payload, why] of RUNS) {
    expect.soft(refusal(name, payload), `${name}: ${why}`).toEqual(['runs', ''])
  }
})

const REFUSED: readonly (readonly [name: string, payload: unknown, field: string, why: string])[] =
  [
    ['CREATE_GROUP', undefined, 'name', 'it needs one'],
    ['CREATE_GROUP', { name: '  ' }, 'name', 'blank'],
    ['CREATE_GROUP', { name: long(101) }, 'name', 'too long'],
    ['CREATE_GROUP', { name: 'z', members: [''] }, 'members.0', 'names nobody'],
    ['CREATE_GROUP', { name: 'z', members: many(101) }, 'members', 'too many'],
    ['CREATE_GROUP', { name: 'z', roles: many(101) }, 'roles', 'too many'],
    ['CREATE_GROUP', { name: 'z', roles: [long(65)] }, 'roles.0', 'no role id is so long'],
    ['CREATE_GROUP', { name: 'z', purpose: long(301) }, 'purpose', 'too long'],
    ['ADD_TO_GROUP', { group: 'x' }, 'members', 'adds nobody'],
    ['ADD_TO_GROUP', { group: 'x', members: [], roles: [] }, 'members', 'adds nobody either'],
    ['REMOVE_FROM_GROUP', { group: 'x', members: [] }, 'members', 'removes nobody'],
    ['LEAVE_GROUP', {}, 'group', 'which?'],
    ['GROUP_MESSAGE', { group: 'x', content: '' }, 'content', 'empty'],
    ['GROUP_MESSAGE', { group: 'x', content: ' \n ' }, 'content', 'blank'],
    ['GROUP_MESSAGE', { group: 'x', content: long(50_001) }, 'content', 'too long'],
    ['REACT', { group: 'x', emoji: '' }, 'emoji', 'none'],
    ['REACT', { group: 'x', emoji: '👍', messageId: 0 }, 'messageId', 'messages count from 1'],
    ['READ_GROUP', { group: 'x', limit: 0 }, 'limit', 'not clamped'],
    ['READ_GROUP', { group: 'x', limit: 201 }, 'limit', 'not clamped'],
    ['READ_GROUP', { group: 'x', limit: 1.5 }, 'limit', 'no whole number'],
    ['READ_GROUP', { group: 'x', before: 0 }, 'before', 'messages count from 1'],
    ['READ_GROUP', { group: 'x', before: 'x3' }, 'before', 'no number'],
    ['READ_GROUP', { group: 'x', before: '3x' }, 'before', 'no number'],
    ['CREATE_AGENT', {}, 'role', 'it needs one'],
    ['CREATE_AGENT', { role: 'QA Tester' }, 'role', 'a role id is kebab-case'],
    ['CREATE_AGENT', { role: 'qa--tester' }, 'role', 'with single hyphens'],
    ['CREATE_AGENT', { role: '-qa' }, 'role', 'inside'],
    ['CREATE_AGENT', { role: long(65) }, 'role', 'too long'],
    ['CREATE_AGENT', { role: 'qa', name: long(101) }, 'name', 'too long'],
    ['CREATE_AGENT', { role: 'qa', task: ' ' }, 'task', 'blank'],
    ['CREATE_AGENT', { role: 'qa', driver: { kind: 'pipe', command: 'sh', args: [] } }, 'driver', 'TK16: no command line'], // prettier-ignore
    [
      'CREATE_AGENT',
      { role: 'qa', driver: { kind: 'acp', command: 'sh' } },
      'driver',
      'TK16: nor so',
    ],
    ['CREATE_AGENT', { role: 'qa', driver: { kind: 'acp', preset: 'p', command: 'sh' } }, 'driver', 'TK16: nor beside a preset'], // prettier-ignore
    ['DELEGATE', { to: 'dev' }, 'task', 'it needs one'],
    ['DELEGATE', { task: 'do' }, 'to', 'to whom?'],
    ['DELEGATE', { to: 'dev', task: 'do', context: ' ' }, 'context', 'blank'],
    ['TERMINATE_AGENT', { agent: 'dev', reason: long(301) }, 'reason', 'too long'],
    ['COMPLETE_TASK', { status: 'done' }, 'status', 'completed or failed'],
    ['COMPLETE_TASK', { summary: '' }, 'summary', 'empty'],
    ['AGENT_MESSAGE', { content: 'hi' }, 'to', 'to whom?'],
    ['BROADCAST', {}, 'content', 'what?'],
    ['INTERRUPT', { to: 'dev' }, 'content', 'what?'],
    ['RELEASE_HOLD', {}, 'group', 'of what?'],
    ['RELEASE_HOLD', { group: 'x', agent: 'dev' }, 'group', 'of one of them'],
    ['AUTO_GROUPS', { on: 'yes' }, 'on', 'true or false'],
  ]

test('CM10, TK16 what a command does not take is refused with its field and an example', () => {
  for (const [name, payload, field, why] of REFUSED) {
    const [code, message] = refusal(name, payload)
    const text = `${name}: ${why}`
    expect
      .soft([code, message.slice(0, field.length + 2)], text)
      .toEqual(['validation', `${field}: `])
    expect.soft(message, text).toMatch(new RegExp(` Example: ⟦⟦ ${name} \\{.*\\} ⟧⟧$`))
  }
})

test('CM10 a field that a command does not have is refused by name, for every command', () => {
  for (const name of ['QUERY_GROUPS', 'QUERY_CREW', 'COMPLETE_TASK', 'HELP']) {
    const [code, message] = refusal(name, { colour: 'red' })
    expect([code, message.includes('colour')], name).toEqual(['validation', true])
  }
})

test('CM10 a refusal is short, however much it could quote', () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`key${n}`, 1]))
  const [code, message] = refusal('QUERY_CREW', many)
  expect([code, message.includes('key0')]).toEqual(['validation', true])
  expect(message.length).toBeLessThan(600)
})

test.each<[payload: unknown, why: string]>([
  [null, 'null'],
  ['text', 'a text'],
  [7, 'a number'],
  [[], 'a list'],
])('CM10 a payload that is no object is refused: %j, %s', (payload) => {
  expect(refusal('QUERY_CREW', payload)[0]).toBe('validation')
})

test.each<[written: string, name: string | null, why: string]>([
  ['GROUP_MESSAGE', 'GROUP_MESSAGE', 'as it is'],
  ['group_message', 'GROUP_MESSAGE', 'in any case'],
  ['List_Groups', 'QUERY_GROUPS', 'the other spelling, in any case'],
  ['GROUPMESSAGE', null, 'no such name'],
  ['', null, 'nothing'],
  ['toString', null, 'a property of every object'],
  ['__proto__', null, 'and another'],
  ['CONSTRUCTOR', null, 'in capitals, too'],
])('CM13 %j is the command %s: %s', (written, name) => {
  expect(commandName(written)).toBe(name)
})

test.each<[name: string, payload: object, read: object, why: string]>([
  ['CREATE_GROUP', { name: ' A b ' }, { name: 'A b' }, 'blanks around a name'],
  ['CREATE_GROUP', { name: 'z', members: 'dev' }, { name: 'z', members: ['dev'] }, 'one member'],
  ['CREATE_GROUP', { name: 'z', roles: 'qa' }, { name: 'z', roles: ['qa'] }, 'one role'],
  ['ADD_TO_GROUP', { group: 'x', members: 'dev' }, { group: 'x', members: ['dev'] }, 'one member'],
  ['REMOVE_FROM_GROUP', { group: 'x', members: ' dev ' }, { group: 'x', members: ['dev'] }, 'one'],
  [
    'GROUP_MESSAGE',
    { group: 'x', content: ' a ' },
    { group: 'x', content: ' a ' },
    'content stays',
  ],
  ['GROUP_MESSAGE', { group: 'x', content: '\ud83d' }, { group: 'x', content: '\ufffd' }, 'CM22: half a character'], // prettier-ignore
])('CM13, CM22 %s with %j is read as %j: %s', (name, payload, read) => {
  expect(parseCommand(name, payload)).toEqual({ name, payload: read })
})

const message = (content: unknown) => ({ group: 'x', content })

const EXAMPLES: readonly (readonly [payload: unknown, isExample: boolean, why: string])[] = [
  [message('...'), true, 'three dots'],
  [message('…'), true, 'as one character'],
  [message(' ... \n'), true, 'with blanks around it'],
  [message('<your text>'), true, 'a name in angle brackets'],
  [message('<agent-id_2>'), true, 'with signs of a name'],
  [message({ deep: ['...'] }), true, 'at any depth'],
  [{ group: '...', content: 'hi' }, true, 'in any field'],
  [message('so ... what'), false, 'dots within a text'],
  [message('....'), false, 'four dots'],
  [message('..'), false, 'two dots'],
  [message('<a> and <b>'), false, 'more than a name'],
  [message('a < b > c'), false, 'no brackets around it'],
  [message('<>'), false, 'nothing in them'],
  [message('<p>hi</p>'), false, 'markup'],
  [message(`<${long(40)}>`), true, 'as long as a name is'],
  [message(`<${long(41)}>`), false, 'longer than any'],
]

test('CM14, TX31 a value that is `...` or `<name>`, at any depth, makes an example', () => {
  for (const [payload, isExample, why] of EXAMPLES) {
    expect.soft(refusal('GROUP_MESSAGE', payload)[0] === 'example', why).toBe(isExample)
  }
})

test('CM14 an example is told as one before anything else that is wrong with it', () => {
  expect(refusal('REACT', { group: '...' })).toEqual([
    'example',
    'it looks like an example (a value is "..." or "<name>"). Write real values to run it.',
  ])
})

test('CM24 a payload that is nested without end is refused like any other that does not fit', () => {
  let deep: unknown = '...'
  for (let n = 0; n < 100_000; n++) deep = [deep]
  expect(refusal('GROUP_MESSAGE', message(deep))[0]).toBe('validation')
})

test.each<[written: string, near: string | null, why: string]>([
  ['GROUP_MESAGE', 'GROUP_MESSAGE', 'a letter is missing'],
  ['GROUP_MESSSAGE', 'GROUP_MESSAGE', 'one too many'],
  ['group_massage', 'GROUP_MESSAGE', 'one is another, in any case'],
  ['GROPU_MESSAGE', 'GROUP_MESSAGE', 'two changed places'],
  ['REACTS', 'REACT', 'one too many'],
  ['HELPP', 'HELP', 'a short one'],
  ['HE', 'HELP', 'two letters of a short one'],
  ['LIST_GROUP', 'LIST_GROUPS', 'also of the other spelling'],
  ['DELEGATE_T', 'DELEGATE', 'two more than eight letters'],
  ['DELEGATE_TO', null, 'three more'],
  ['TELEPORT', null, 'like none'],
  ['X', null, 'like none'],
])('CM12, TX30 %s is near %s: %s', (written, near) => {
  expect(refusal(written, {})).toEqual([
    'unknown_command',
    near === null
      ? 'there is no such command. HELP lists them.'
      : `there is no such command. Did you mean ${near}?`,
  ])
})

test.each<[written: string, candidates: string[], near: string | null, why: string]>([
  ['abcdefXYZ', ['abcdefghi'], 'abcdefghi', 'three of nine letters'],
  ['abcdeWXYZ', ['abcdefghi'], null, 'four of nine'],
  ['abXX', ['abcd'], 'abcd', 'two of four'],
  ['aXXX', ['abcd'], null, 'three of four'],
  ['abcd', ['abXX', 'abcX'], 'abcX', 'the nearest, wherever it stands'],
  ['abcd', ['abcX', 'abXX'], 'abcX', 'or here'],
  ['abcd', ['abcX', 'abcY'], 'abcX', 'the first of several'],
  ['abcd', [], null, 'of none'],
])('TX30 %s of %j: %s, %s', (written, candidates, near) => {
  expect(nearest(written, candidates)).toBe(near)
})
