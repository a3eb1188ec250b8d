import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SESSION_TEXT } from '../text/session-texts'
import { type OpenAILine, OpenAILines, openAILines, type PlacedLine } from './to-openai'
import type { RecordEntry } from './rollout/record-entry'

type Given = Partial<RecordEntry> & Pick<RecordEntry, 'kind'>
type Said = Parameters<typeof SESSION_TEXT.round>[0]['said']

const MANIFEST = 'You are Claude Code, a code review assistant...'
const ABOUT = { manifest: null, personName: 'John', showThinking: false }

/** Entries in their order; `turn-1` where nothing else is given. */
function record(...given: readonly Given[]): RecordEntry[] {
  return given.map((one, index) => ({
    agentId: 'claude-code',
    n: index + 1,
    at: new Date(Date.UTC(2026, 1, 10, 12, 5, index)).toISOString(),
    turnId: 'turn-1',
    text: null,
    data: null,
    cut: false,
    ...one,
  }))
}

/** A prompt as an ACP program is sent it: what the server says, and the round. */
function asked(n: number, said: Said, turnId = `turn-${n}`, before = ''): Given {
  const session = 'Discussion Session 1'
  const text = SESSION_TEXT.round({ n, session, group: 'review', note: null, leftOut: 0, said })
  const item = { kind: 'round', groupName: 'review', messageId: null, text } as const
  const items = [{ ...item, round: { session: 's-1', n } }]
  return { kind: 'prompt', turnId, text: `${before}${text}`, items }
}
const john = (content: string) => ({ who: 'User', isPerson: true, content })
const cursor = (content: string) => ({ who: 'Cursor AI', isPerson: false, content })

const say = (text: string, turnId = 'turn-1'): Given => ({ kind: 'text', text, turnId })
const think = (text: string): Given => ({ kind: 'thought', text })
const began = (toolCallId: string, more: object = {}): Given => ({
  kind: 'tool_call',
  data: { sessionUpdate: 'tool_call', toolCallId, title: toolCallId, status: 'pending', ...more },
})
const told = (toolCallId: string, more: object): Given => ({
  kind: 'tool_call',
  data: { sessionUpdate: 'tool_call_update', toolCallId, ...more },
})
const output = (text: string) => [{ type: 'content', content: { type: 'text', text } }]
const done = (id: string, text = id, turnId = 'turn-1'): Given => ({
  ...told(id, { status: 'completed', content: output(text) }),
  kind: 'tool_result',
  turnId,
})
/** Counts on the way, as the program tells them, and of the whole turn, as the server adds them up. */
const used: Given = { kind: 'usage', data: { sessionUpdate: 'usage_update', used: 9_540 } }

const linesOf = (given: readonly Given[], about = {}): readonly OpenAILine[] =>
  openAILines(record(...given), { ...ABOUT, ...about }).map(({ line }) => line)
const QUESTION = asked(1, [john('Please help me review this code')])

// Three texts of the example are not the server's: its own manifest reads differently, and the name of the function and the id of
// the call are the program's. Where a program does not give the tool's name, the line has the protocol's kind, `read`.
const SEED_RECORD = [
  { kind: 'started', turnId: null },
  { kind: 'manifest', turnId: null, text: MANIFEST },
  QUESTION,
  say('Let me analyze '),
  used,
  say('this code first...\n'),
  began('tc-1', { kind: 'read', rawInput: {}, _meta: { claudeCode: { toolName: 'read_file' } } }),
  told('tc-1', { title: 'Read src/main.rs', rawInput: { path: 'src/main.rs' } }),
  done('tc-1', 'fn main() { ... }'),
  say('This code has several issues...'),
  { kind: 'usage', data: { inputTokens: 1_200, outputTokens: 340 } },
  asked(2, [cursor('I agree with Claude, also...'), john('How should I fix it specifically?')]),
  say('Okay, let me give you specific suggestions...', 'turn-2'),
] satisfies readonly Given[]

/** From the section `messages.rollout.jsonl` of the seed, byte for byte. */
const SEED = String.raw`{"role":"system","content":"You are Claude Code, a code review assistant..."}
{"role":"user","content":"Please help me review this code","name":"John"}
{"role":"assistant","content":"Let me analyze this code first...","tool_calls":[{"id":"tc-1","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"src/main.rs\"}"}}]}
{"role":"tool","tool_call_id":"tc-1","content":"fn main() { ... }"}
{"role":"assistant","content":"This code has several issues..."}
{"role":"user","content":"[Cursor AI]: I agree with Claude, also...\n\n[User]: How should I fix it specifically?"}
{"role":"assistant","content":"Okay, let me give you specific suggestions..."}`

test('VB20 the record of an ACP agent gives the example of the seed, byte for byte', () => {
  const lines = openAILines(record(...SEED_RECORD), { ...ABOUT, manifest: MANIFEST })
  expect(lines.map(({ line }) => JSON.stringify(line)).join('\n')).toBe(SEED)
  expect(lines.map(({ n, round }) => [n, round])).toEqual([
    [3, null],
    [3, 1],
    [4, 1],
    [9, 1],
    [10, 1],
    [12, 2],
    [13, 2],
  ])
  expect(lines[4]?.at).toBe('2026-02-10T12:05:09.000Z')
  expect(openAILines([], { ...ABOUT, manifest: MANIFEST })).toEqual([])
})

test('VB21 only the person’s own message has a name, and what the server says before a round is a system line', () => {
  const user = (said: Said) => linesOf([asked(1, said)])
  expect(user([john('Two\nlines')])).toEqual([
    { role: 'user', content: 'Two\nlines', name: 'John' },
  ])
  expect(user([cursor('Two\nlines')])).toEqual([
    { role: 'user', content: '[Cursor AI]: Two\n  lines' },
  ])
  // It looks like the words of an agent.
  expect(user([john('[Cursor AI]: I agree.')])).toEqual([
    { role: 'user', content: '[Cursor AI]: I agree.' },
  ])
  const before = (text: string, manifest: string | null) =>
    linesOf([asked(1, [john('Hi')], 'turn-1', text)], { manifest }).map(({ role, content }) => [
      role,
      content,
    ])
  // A program that takes no system prompt is told the manifest in its first prompt.
  expect(before(`${MANIFEST}\n\n`, null)).toEqual([
    ['system', MANIFEST],
    ['user', 'Hi'],
  ])
  expect(before(`${MANIFEST}\n\n`, MANIFEST)).toEqual([
    ['system', MANIFEST],
    ['user', 'Hi'],
  ])
  const groups = '== YOUR GROUPS ==\n- "new"'
  expect(before(`${groups}\n\n`, MANIFEST)).toEqual([
    ['system', `${MANIFEST}\n\n${groups}`],
    ['user', 'Hi'],
  ])
  const later = asked(2, [john('And now?')], 'turn-2', `${groups}\n\n`)
  expect(linesOf([QUESTION, later], { manifest: MANIFEST }).slice(2)).toEqual([
    { role: 'system', content: groups },
    { role: 'user', content: 'And now?', name: 'John' },
  ])
})

test('VB22 a round that is handed over again has one user line, and a request to continue has none', () => {
  const repeat = '[System] The next item may be a repeat: the connection broke before you confirmed it.\n' // prettier-ignore
  const again = asked(1, [john('Please help me review this code')], 'turn-1', repeat)
  const restart = '[System] The server restarted while you were working. Continue.'
  const reply = '[System] Message delivered to 2 group members.'
  const roles = linesOf([
    QUESTION,
    say('I look'),
    again,
    say('I look again'),
    { ...again, text: restart },
    say('and go on'),
    { kind: 'prompt', text: reply, items: [{ kind: 'reply', groupName: null, messageId: null, text: reply }] }, // prettier-ignore
    say('after a reply'),
    // A pipe is told repeats without their hand-over.
    { ...again, turnId: null },
    say('elsewhere', 'turn-9'),
    say('and after another'),
    // The same question once more is another round.
    asked(2, [john('Please help me review this code')]),
  ]).map(({ role, content }) => `${role}: ${content}`)
  expect(roles).toEqual([
    'user: Please help me review this code',
    'assistant: I look',
    'assistant: I look again',
    'assistant: and go on',
    'assistant: after a reply',
    'assistant: and after another',
    'user: Please help me review this code',
  ])
  const begun = openAILines(record({ ...QUESTION, text: restart }, say('On I go')), ABOUT)
  expect(begun.map(({ round, line }) => [round, line.content])).toEqual([[1, 'On I go']])
})

const shape = (lines: readonly OpenAILine[]) =>
  lines.map((line) => {
    if (line.role === 'tool') return `${line.tool_call_id} = ${line.content}`
    if (line.role !== 'assistant') return line.role
    return [line.content, ...(line.tool_calls ?? []).map(({ id }) => id)]
  })

test('VB23 a speech and the calls directly after it are one line, and what follows a result is another', () => {
  const given = [QUESTION, say('\n'), began('a'), say('\n'), began('b'), done('b'), done('a')]
  const more = [began('c'), say('While c runs'), done('c'), say('End'), say('ed.\n')]
  expect(shape(linesOf([...given, ...more]))).toEqual([
    'user',
    [null, 'a', 'b'],
    'a = a',
    'b = b',
    [null, 'c'],
    'c = c',
    ['While c runs'],
    ['Ended.'],
  ])
})

test('VB24 what is told of a call is one call with its name, its input and its result', () => {
  const call = (...given: readonly Given[]) => {
    const [, first, ...more] = linesOf([QUESTION, ...given])
    const calls = first?.role === 'assistant' ? first.tool_calls : undefined
    return [calls?.map((one) => Object.values(one.function)), ...more.map(({ content }) => content)]
  }
  const path = 'src/main.rs'
  const edit = { kind: 'edit', title: 'Edit it', content: [{ type: 'diff', path, oldText: 'a', newText: 'b' }] } // prettier-ignore
  expect(call(began('a', { kind: 'read', rawInput: { path } }), done('a'))).toEqual([
    [['read', `{"path":"${path}"}`]],
    'a',
  ])
  expect(call(began('a', edit), told('a', { status: 'completed' }))).toEqual([
    [
      ['edit', JSON.stringify({ file_path: path, old_string: 'a', new_string: 'b', description: 'Edit it' })], // prettier-ignore
    ],
    '',
  ])
  expect(call(began('a', { kind: 'other', title: 'Look it up!', rawInput: ['x'] }))).toEqual([
    [['Look_it_up_', '{"input":["x"],"description":"Look it up!"}']],
  ])
  const image = { type: 'content', content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } }
  const failed = { status: 'failed', content: [...output('No.'), image] }
  expect(call(began('a', { kind: 'fetch' }), told('a', failed)).at(-1)).toBe('No.\n[image]')
  // Some programs announce a call in their request for permission, and nowhere else.
  const toolCall = { toolCallId: 'a', kind: 'execute', rawInput: { command: 'ls' } }
  expect(call({ kind: 'permission', data: { toolCall, by: 'person' } }, done('a'))).toEqual([
    [['execute', '{"command":"ls"}']],
    'a',
  ])
  // The end of an update that was too large, with the id, is not kept.
  const cut: Given = { kind: 'tool_result', cut: true, data: { status: 'completed' } }
  expect(call(began('a', { kind: 'read', rawInput: { path } }), cut)).toEqual([
    [['read', `{"path":"${path}"}`]],
    '',
  ])
})

test.each([
  ['read_file', 'read', 'read_file'],
  ['mcp__files__read', 'other', 'mcp__files__read'],
  ['webFetch', 'fetch', 'webFetch'],
  ['Read the file', 'read', 'read'],
  ['package.json', 'read', 'read'],
  ['src/main_loop.rs', 'read', 'read'],
  ['ls', 'execute', 'execute'],
  ['ls -la my_files', 'execute', 'execute'],
  ['README', 'other', 'README'],
])('VB24 a call with the title %j and the kind %j is one of %j', (title, kind, name) => {
  const [, first] = linesOf([QUESTION, began('a', { kind, title, rawInput: { path: 'a' } })])
  const calls = first?.role === 'assistant' ? first.tool_calls : undefined
  expect(calls?.map((one) => one.function.name)).toEqual([name])
  const own = { kind, title, name: 'Own' }
  const [, second] = linesOf([QUESTION, began('a', own)])
  const named = second?.role === 'assistant' ? second.tool_calls : undefined
  expect(
    named?.map((one) => one.function.name),
    'its own name comes first',
  ).toEqual(['Own'])
})

test('VB24 a call without a result has no tool line, and one of an earlier turn does not change', () => {
  const given = [QUESTION, began('a'), asked(2, [john('And now?')])]
  const late = [done('a', 'late', 'turn-2'), done('a', 'later', 'turn-1')]
  const again = [{ ...began('a'), turnId: 'turn-2' }, done('a', 'again', 'turn-2')]
  expect(shape(linesOf([...given, ...late, ...again]))).toEqual([
    'user',
    [null, 'a'],
    'user',
    [null, 'a'],
    'a = again',
  ])
})

test('VB25 thoughts are left out, or stand beside what follows them', () => {
  const given = [QUESTION, think('First '), think('this.'), say('Hello.'), think('Then that.')]
  const user = { role: 'user', content: 'Please help me review this code', name: 'John' }
  expect(linesOf(given)).toEqual([user, { role: 'assistant', content: 'Hello.' }])
  expect(linesOf(given, { showThinking: true })).toEqual([
    user,
    { role: 'assistant', content: 'Hello.', reasoning_content: 'First this.' },
    { role: 'assistant', content: '', reasoning_content: 'Then that.' },
  ])
})

test('VB26 nothing else of a record is a line, and nothing that was said outside of the turn', () => {
  const others = (
    ['plan', 'usage', 'permission', 'stderr', 'started', 'stopped', 'note'] as const
  ).map((kind): Given => ({ kind, text: kind, data: { sessionUpdate: kind } }))
  const outside = [{ ...say('To nobody.'), turnId: null }, say('Elsewhere.', 'turn-9')]
  const given = [QUESTION, say('One '), ...others, ...outside, say('speech.')]
  expect(shape(linesOf(given))).toEqual(['user', ['One speech.']])
  const untold = [{ ...QUESTION, turnId: null }, ...outside.slice(0, 1), say('To John.')]
  expect(shape(linesOf(untold))).toEqual(['user', ['To John.']])
})

test('VB28 calls of a sub-agent are lines of the call that started it', () => {
  const side = (id: string) => began(id, { _meta: { claudeCode: { parentToolUseId: 'task' } } })
  const given = [QUESTION, began('task'), side('x'), done('x'), side('y'), done('task'), say('Ok.')]
  const lines = openAILines(record(...given), ABOUT)
  const of = (id: string | null) =>
    shape(lines.filter(({ subagent }) => subagent === id).map(({ line }) => line))
  expect(of(null)).toEqual(['user', [null, 'task'], 'task = task', ['Ok.']])
  expect(of('task')).toEqual([[null, 'x'], 'x = x', [null, 'y']])
})

const TURN = fc.constantFrom('turn-1', 'turn-1', 'turn-1', 'turn-2', null)
const MADE = fc.constantFrom(began, done, (id: string) => told(id, { kind: 'read' }), say, think)
const ENTRIES = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...SEED_RECORD) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(3), TURN)
        .map(([n, turnId]): Given => ({ ...asked(n, [john('Go')]), turnId })),
    },
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.constantFrom('a', 'b', 'c'), MADE, TURN)
        .map(([id, make, turnId]): Given => ({ ...make(id), turnId })),
    },
  ),
  { maxLength: 30 },
)

test('VB27 entries in any parts give the same lines, of which the settled ones stay', () => {
  fc.assert(
    fc.property(ENTRIES, fc.boolean(), (given, showThinking) => {
      const about = { ...ABOUT, manifest: MANIFEST, showThinking }
      const entries = record(...given)
      const whole = openAILines(entries, about)
      const grown = new OpenAILines(about)
      for (const entry of entries) {
        grown.add([entry])
        expect(grown.lines().slice(0, grown.settled())).toEqual(whole.slice(0, grown.settled()))
      }
      expect(grown.lines()).toEqual(whole)
      expect(grown.settled(true)).toBe(whole.length)
      whole.forEach((placed, index) => inItsPlace(placed, whole.slice(0, index)))
    }),
    { numRuns: 100 },
  )
})

/** Nothing goes back, and a result stands with its call. */
function inItsPlace({ n, at, line }: PlacedLine, before: readonly PlacedLine[]): void {
  const last = before.at(-1)
  expect(n).toBeGreaterThanOrEqual(last?.n ?? 0)
  expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(last?.at ?? at))
  if (line.role !== 'tool') return
  const caller = before.findLast((one) => one.line.role !== 'tool')?.line
  const calls = caller?.role === 'assistant' ? caller.tool_calls : []
  expect(calls?.map(({ id }) => id)).toContain(line.tool_call_id)
}

test('VB27 the places of lines never go back, even where a result comes after later words', () => {
  const given = [QUESTION, began('a'), say('While a runs'), done('a'), say('Done.')]
  const lines = openAILines(record(...given), ABOUT)
  expect(lines.map(({ n, at }) => [n, new Date(at).getUTCSeconds()])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [3, 2],
    [5, 4],
  ])
})

test('VB27 lines settle when the next round is handed over, or when the caller knows that the turn is over', () => {
  const lines = new OpenAILines(ABOUT)
  lines.add(record(QUESTION, say('Hello')))
  expect([lines.settled(), lines.settled(true)]).toEqual([1, 2])
  lines.add(record(say(' John.'), asked(2, [john('Bye')])))
  expect(lines.settled()).toBe(3)
  expect(lines.lines()[1]?.line.content).toBe('Hello John.')
})
