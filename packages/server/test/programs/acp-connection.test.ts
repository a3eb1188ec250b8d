import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../../src/clock'
import { AcpConnection } from '../../src/programs/acp/acp-connection'
import { AcpFailure } from '../../src/programs/acp/acp-failure'
import { AcpQuiet } from '../../src/programs/acp/acp-quiet'
import type { AcpHandlers, AcpOptions } from '../../src/programs/acp/acp-shapes'
import { refusal } from '../../src/programs/acp/acp-values'
import { ACP_PRESETS, acpCommand } from '../../src/crew/presets'
import { AgentChild } from '../../src/programs/processes/agent-child'
import { taggedProcesses } from '../../src/programs/processes/end-tagged'
import { FakeClock } from '../harness/fake-clock'
import { pass, passUntil } from '../harness/sent-signals'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { isLong } from '../harness/long'
import { patience } from '../../../shared/test/patience'

const PROGRAM = path.join(import.meta.dirname, '../harness/programs/acp-agent.mjs')
const MIB = 1024 * 1024
let tags = 0

/** An agent's program that behaves as told, and all that was heard of it. */
class Talk {
  readonly child: AgentChild
  /** Everything in the order in which it was handed over. */
  readonly heard: string[] = []
  readonly updates: Record<string, unknown>[] = []
  /** Texts, or else kinds, of what it said while it was asked nothing. */
  readonly unasked: unknown[] = []
  readonly refused: object[] = []
  bytes = 0
  /** What `ready` waits for. */
  gate: () => Promise<void> = () => Promise.resolve()
  readonly #folder = tempFolder()

  constructor(given: object | ((file: string) => object), command = process.execPath) {
    const notes = this.file('notes')
    const behaviour = typeof given === 'function' ? given(this.file('go')) : given
    this.child = AgentChild.spawn({
      agentId: 'agent-1',
      leadId: 'lead-1',
      role: 'developer',
      command,
      args: [PROGRAM],
      cwd: this.#folder.path,
      env: { ACP_BEHAVIOUR: JSON.stringify({ notes, ...behaviour }) },
      tag: `acp-test-${process.pid}-${tags++}`,
      clock: systemClock,
      graceMs: patience(700),
    })
  }

  /** A file of its own, which is not there yet. */
  file(name: string): string {
    return path.join(this.#folder.path, name)
  }

  open(options: Partial<AcpOptions> = {}): Promise<AcpConnection> {
    const handlers: AcpHandlers = {
      text: (delta, messageId) => {
        this.bytes += delta.length
        if (delta.length < 1_000) this.heard.push(messageId ? `${messageId}:${delta}` : delta)
      },
      thought: (delta) => this.heard.push(`(${delta})`),
      update: (update) => this.updates.push(update as Record<string, unknown>),
      unasked: (update) => {
        const { content, sessionUpdate } = update as {
          content?: { text: string }
          sessionUpdate: string
        }
        this.unasked.push(content?.text ?? sessionUpdate)
      },
      ready: () => this.gate(),
      permission: (request) => {
        this.refused.push(request)
        return Promise.resolve(refusal(request))
      },
      cancelled: () => {},
    }
    return AcpConnection.open(this.child, {
      clock: systemClock,
      cwd: this.#folder.path,
      systemPrompt: 'Be brief.',
      resume: null,
      initializeMs: patience(10_000),
      sessionMs: patience(10_000),
      handlers,
      ...options,
    })
  }

  /** What the program noted, in order. */
  get notes(): Record<string, unknown>[] {
    const file = path.join(this.#folder.path, 'notes')
    if (!existsSync(file)) return []
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  /** What the program was asked to do by this method. */
  asked(method: string): Record<string, unknown> | undefined {
    return this.notes.find((line) => line['method'] === method)?.['params'] as
      | Record<string, unknown>
      | undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child.stop()
    this.#folder[Symbol.dispose]()
  }
}

async function failure(promise: Promise<unknown>): Promise<AcpFailure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof AcpFailure) return error
  throw new Error(`no AcpFailure but ${String(error)}`)
}

test('AC1 a new session is opened and a prompt is answered', async () => {
  await using talk = new Talk({ stopReason: 'max_tokens' })
  const connection = await talk.open()
  expect(connection.opened).toEqual({
    sessionId: 'session-1',
    loaded: false,
    canGoOn: false,
    systemPromptTaken: false,
    toolsOffered: false,
    agentInfo: { name: 'acp-agent', version: '1.2.3' },
    session: { sessionId: 'session-1' },
    model: null,
  })
  expect(await connection.prompt('hello')).toEqual({
    stopReason: 'max_tokens',
    usage: null,
    model: null,
  })
  expect(talk.heard).toEqual(['ok'])
  expect(talk.asked('session/prompt')?.['prompt']).toEqual([{ type: 'text', text: 'hello' }])
  await connection.prompt('and again')
  expect(talk.heard).toEqual(['ok', 'ok'])
})

test('AC2 an agent that does not answer in time is given up with a reason', async () => {
  await using silent = new Talk({ hang: 'initialize' })
  const clock = new FakeClock()
  let failed = false
  const first = failure(silent.open({ initializeMs: 600, clock }))
  void first.then(() => (failed = true))
  await silent.child.spawned
  await pass(clock, 599)
  expect(failed).toBe(false)
  await pass(clock, 1)
  expect(await first).toMatchObject({ phase: 'initialize', timeout: true })
  expect((await first).message).toBe('The agent did not answer "initialize" within 600 ms.')
  await using half = new Talk({ hang: 'session' })
  const second = failure(half.open({ sessionMs: 300, clock }))
  await eventually('it is asked for a session', () => half.asked('session/new') !== undefined)
  await pass(clock, 300)
  expect(await second).toMatchObject({ phase: 'session', timeout: true })
  await using other = new Talk({ version: 2 })
  expect((await failure(other.open())).message).toBe('The agent speaks version 2 of ACP, not 1.')
})

test('AC3 a session that is loaded goes on, and its history is not handed over again', async () => {
  const history = ['old ⟦⟦ GROUP_MESSAGE', 'older']
  await using talk = new Talk({ loadSession: true, history, echo: true })
  const connection = await talk.open({ resume: 'session-of-old' })
  expect(connection.opened).toMatchObject({ sessionId: 'session-of-old', loaded: true })
  expect(talk.asked('session/load')?.['sessionId']).toBe('session-of-old')
  await connection.prompt('SAY new')
  expect(talk.heard).toEqual(['new\n'])
  expect(talk.updates).toEqual([])
})

test('AC4 a session that cannot be loaded is replaced by a new one', async () => {
  const history = ['half a history']
  await using lost = new Talk({ loadError: true, history })
  const connection = await lost.open({ resume: 'session-of-old' })
  expect(connection.opened).toMatchObject({ sessionId: 'session-1', loaded: false })
  await connection.prompt('hello')
  expect(lost.heard).toEqual(['ok'])
  await using unable = new Talk({ history })
  expect((await unable.open({ resume: 'session-of-old' })).opened.loaded).toBe(false)
  expect(unable.asked('session/load')).toBeUndefined()
})

test('AC26 a session is resumed where the agent offers that, else loaded, else new', async () => {
  const history = ['old']
  await using talk = new Talk({ resume: true, loadSession: true, history, echo: true })
  const connection = await talk.open({ resume: 'session-of-old', replayBeginsMs: 1_000 })
  expect(connection.opened).toMatchObject({ sessionId: 'session-of-old', loaded: true })
  expect(talk.asked('session/resume')).toMatchObject({
    sessionId: 'session-of-old',
    mcpServers: [],
  })
  expect(talk.asked('session/load')).toBeUndefined()
  await connection.prompt('SAY new')
  expect([talk.heard, talk.unasked]).toEqual([['new\n'], []])
  await using loading = new Talk({ resumeError: true, loadSession: true, history })
  expect((await loading.open({ resume: 'session-of-old' })).opened.loaded).toBe(true)
  expect(loading.asked('session/load')?.['sessionId']).toBe('session-of-old')
  await using neither = new Talk({ resumeError: true, loadError: true, history })
  expect((await neither.open({ resume: 'session-of-old' })).opened).toMatchObject({
    sessionId: 'session-1',
    loaded: false,
  })
})

test('AC27 what an agent says while it is asked nothing is no part of a turn, before the first and after any', async () => {
  const call = { sessionUpdate: 'tool_call', toolCallId: 't1', title: 'ls', status: 'pending' }
  await using talk = new Talk((go) => ({
    unasked: ['before', { thought: 'hm' }, { update: call }],
    chunks: ['in it'],
    after: [{ awaits: go }, 'after'],
  }))
  const clock = new FakeClock()
  const connection = await talk.open({ clock })
  await eventually('it has spoken', () => talk.unasked.length === 3)
  expect(talk.unasked).toEqual(['before', 'hm', 'tool_call'])
  const quiet = connection.quiet()
  await passUntil(clock, quiet)
  await connection.prompt('go')
  writeFileSync(talk.file('go'), '')
  await eventually('it speaks again', () => talk.unasked.length === 4)
  expect(talk.unasked.at(-1)).toBe('after')
  expect([talk.heard, talk.updates]).toEqual([['in it'], []])
})

test('AC28 an agent is quiet when half a second nothing came of it, and waited for no longer than five', async () => {
  const clock = new FakeClock()
  const quiet = new AcpQuiet(clock)
  const over: unknown[] = []
  await quiet.reached().then(() => over.push('at once'))
  expect(over).toEqual(['at once'])
  quiet.stirred()
  void quiet.reached().then((is) => over.push(is))
  await pass(clock, 400)
  quiet.stirred()
  await pass(clock, 475)
  expect(over).toEqual(['at once'])
  await pass(clock, 25)
  expect(over).toEqual(['at once', true])
  quiet.stirred()
  void quiet.reached().then((is) => over.push(is))
  for (let n = 0; n < 12; n++) {
    quiet.stirred()
    await pass(clock, 400)
  }
  quiet.stirred()
  expect(over).toHaveLength(2)
  await pass(clock, 200)
  expect(over).toEqual(['at once', true, false])
  quiet.end()
  await quiet.reached()
})

test('AC29 a replay may begin late and falter: it is over when two seconds nothing came of it, or after ten', async () => {
  const clock = new FakeClock()
  const quiet = new AcpQuiet(clock)
  const over: unknown[] = []
  const wait = () => void quiet.reached().then((is) => over.push(is))
  quiet.replayBeginsWithin(1_000)
  wait()
  await pass(clock, 800)
  quiet.stirred()
  await pass(clock, 1_900)
  quiet.stirred()
  await pass(clock, 1_900)
  expect(over).toEqual([])
  await pass(clock, 100)
  expect(over).toEqual([true])
  quiet.replayBeginsWithin(1_000)
  wait()
  await pass(clock, 1_000)
  expect(over, 'none came').toEqual([true, true])
  quiet.stirred()
  wait()
  await pass(clock, 500)
  expect(over, 'what it says later is no replay').toEqual([true, true, true])
  quiet.replayBeginsWithin(1_000)
  wait()
  for (let n = 0; n < 10; n++) {
    quiet.stirred()
    await pass(clock, 1_000)
  }
  expect(over).toEqual([true, true, true, false])
})

test.skipIf(!isLong)(
  'AC28, AC29 an agent that replays after it said that the session is loaded is given no prompt before that is over',
  async () => {
    const history = ['old', 'older', 'oldest']
    const replayAfterLoad = { startMs: 50, everyMs: 20 }
    await using talk = new Talk({ loadSession: true, history, replayAfterLoad, echo: true })
    const connection = await talk.open({ resume: 'session-of-old', replayBeginsMs: 1_000 })
    expect(connection.opened).toMatchObject({ sessionId: 'session-of-old', loaded: true })
    expect(talk.unasked).toEqual(history)
    await connection.prompt('SAY new')
    expect(talk.heard).toEqual(['new\n'])
  },
)

test('AC30 where a replay does not end in time a new session takes the place of the loaded one, and nothing of it is heard', async () => {
  const history = Array.from({ length: 3_000 }, (_, n) => `${n};`)
  const replayAfterLoad = { startMs: 0, everyMs: 5 }
  await using talk = new Talk({ loadSession: true, history, replayAfterLoad, echo: true })
  const clock = new FakeClock()
  const opening = talk.open({ clock, resume: 'session-of-old', replayBeginsMs: 1_000 })
  await eventually('it replays', () => talk.unasked.length > 0)
  let isOpen = false
  void opening.then(() => (isOpen = true))
  let heard = 0
  await eventually('it is given up', () => {
    // Time passes only while it goes on, however busy the machine is.
    if (talk.unasked.length > heard) clock.advance(100)
    heard = talk.unasked.length
    return isOpen
  })
  const connection = await opening
  expect(connection.opened).toMatchObject({ sessionId: 'session-1', loaded: false })
  await connection.prompt('SAY new')
  expect(talk.heard).toEqual(['new\n'])
})

test('AC5 the system prompt is given the way the agent can take it, or said not to be taken', async () => {
  await using native = new Talk({ systemPrompt: true })
  const first = await native.open({ sessionMeta: 'claude' })
  expect(first.opened.systemPromptTaken).toBe(true)
  const asked = native.asked('session/new')
  expect(asked?.['systemPrompt']).toEqual({
    mode: 'append',
    content: [{ type: 'text', text: 'Be brief.' }],
  })
  expect(asked?.['_meta']).toBeUndefined()

  await using claude = new Talk({})
  const second = await claude.open({ sessionMeta: 'claude' })
  expect(second.opened.systemPromptTaken).toBe(true)
  const meta = claude.asked('session/new')
  expect(meta?.['_meta']).toEqual({ systemPrompt: { append: 'Be brief.' } })
  expect(meta?.['systemPrompt']).toBeUndefined()

  await using none = new Talk({})
  const third = await none.open()
  expect(third.opened.systemPromptTaken).toBe(false)
  expect(JSON.stringify(none.asked('session/new'))).not.toContain('Be brief.')
})

test('AC6, AC27 text comes in the order of its chunks, however it is cut, and the end of the turn after it', async () => {
  const chunks = [
    ...Array.from('⟦⟦ É🙂 ⟧⟧'),
    '',
    { thought: 'hm' },
    { thought: '' },
    20,
    { text: 'b', messageId: 'm2' },
    ...Array.from({ length: 300 }, (_, i) => `${i};`),
  ]
  await using talk = new Talk({ chunks, after: ['late'], afterAtOnce: true })
  const connection = await talk.open()
  await connection.prompt('go').then(() => talk.heard.push('END'))
  const counted = Array.from({ length: 300 }, (_, i) => `${i};`)
  expect(talk.heard).toEqual([
    ...Array.from('⟦⟦ É🙂 ⟧⟧'),
    '(hm)',
    'm2:b',
    ...counted,
    // It came in one piece with the answer.
    'late',
    'END',
  ])
  expect(talk.updates).toEqual([])
})

test('AC7 what is no text is handed over as the protocol has it', async () => {
  const unknown = { sessionUpdate: 'of_next_year', colour: { deep: 'blue' } }
  const call = { sessionUpdate: 'tool_call', toolCallId: 't1', title: 'ls', status: 'pending' }
  const chunks = [
    { image: 'aGk=' },
    { update: call },
    { update: unknown },
    { text: '', meta: { usage: { inputTokens: 3 } } },
    { update: 'nonsense' },
    { update: { content: [] } },
    'text',
  ]
  await using talk = new Talk({ chunks })
  await (await talk.open()).prompt('go')
  expect(talk.heard).toEqual(['text'])
  expect(talk.updates).toMatchObject([
    { sessionUpdate: 'agent_message_chunk', content: { type: 'image', data: 'aGk=' } },
    call,
    unknown,
    { sessionUpdate: 'agent_message_chunk', _meta: { usage: { inputTokens: 3 } } },
  ])
})

test('AC8 permissions are refused, and files and terminals are not there', async () => {
  await using talk = new Talk({ permission: true, ask: 'fs/read_text_file' })
  await (await talk.open()).prompt('go')
  const answers = talk.notes.flatMap((line) => ('answered' in line ? [line['answered']] : []))
  expect(answers).toEqual([
    { outcome: { outcome: 'selected', optionId: 'no' } },
    { code: -32601, message: expect.stringContaining('fs/read_text_file') },
  ])
  expect(talk.refused).toMatchObject([{ toolCall: { title: 'rm -rf /' } }])
  expect(talk.asked('initialize')?.['clientCapabilities']).not.toMatchObject({ terminal: true })
  await using pressed = new Talk({
    permission: [{ optionId: 'yes', name: 'Allow', kind: 'allow_always' }],
  })
  await (await pressed.open()).prompt('go')
  expect(pressed.notes.find((line) => 'answered' in line)).toEqual({
    answered: { outcome: { outcome: 'cancelled' } },
  })
})

test('AC9 a cancelled turn ends when the agent says so, and the next one works', async () => {
  await using talk = new Talk({ chunks: ['a', 60_000, 'b'] })
  const connection = await talk.open()
  expect(await connection.cancel(10)).toBe('confirmed')
  for (const heard of [['a'], ['a', 'a']]) {
    const turn = connection.prompt('go')
    await eventually('it speaks', () => talk.heard.length === heard.length)
    expect(await connection.cancel(5_000)).toBe('confirmed')
    expect((await turn).stopReason).toBe('cancelled')
    expect(talk.heard).toEqual(heard)
  }
})

test('AC10 an agent that does not heed a cancel is told to be one', async () => {
  await using talk = new Talk({ hang: 'prompt', noCancel: true })
  const connection = await talk.open()
  const turn = failure(connection.prompt('go'))
  await eventually('it has it', () => talk.asked('session/prompt') !== undefined)
  expect(await connection.cancel(200)).toBe('timeout')
  await talk.child.stop()
  expect((await turn).phase).toBe('closed')
})

test('AC11 a program that ends in mid-prompt fails the prompt, after all it said', async () => {
  const ways = [
    [{ exitCode: 0 }, "The agent's program ended with exit code 0."],
    [{ exitCode: 7 }, "The agent's program ended with exit code 7."],
    [{ exitSignal: 'SIGKILL' }, "The agent's program was ended by SIGKILL."],
  ] as const
  for (const [way, reason] of ways) {
    await using talk = new Talk({ chunks: ['a', 'b'], exitIn: 'prompt', ...way })
    const connection = await talk.open()
    const failed = await failure(connection.prompt('go'))
    expect(failed).toMatchObject({ phase: 'closed', message: reason })
    expect(talk.heard).toEqual(['a', 'b'])
    expect(await connection.closed).toBe(reason)
    expect((await failure(connection.prompt('more'))).message).toBe(reason)
  }
  await using early = new Talk({ exitIn: 'initialize', exitCode: 3 })
  expect(await failure(early.open())).toMatchObject({
    phase: 'initialize',
    message: "The agent's program ended with exit code 3.",
  })
})

test('AC60 a program that ended before anybody spoke to it has ended, with its exit code', async () => {
  await using talk = new Talk({}, '/bin/false')
  talk.child.stdout.resume()
  await talk.child.exited
  expect(await failure(talk.open())).toMatchObject({
    phase: 'initialize',
    timeout: false,
    message: "The agent's program ended with exit code 1.",
  })
})

test('AC12 lines that are no messages do no harm', async () => {
  const complaints = vi.spyOn(console, 'error')
  const raw = [
    '{"jsonrpc":"2.0","id":999,"result":{}}\n',
    '{"jsonrpc":"2.0","id":{},"method":"x"}\n',
    '{"jsonrpc":"2.0","method":"of/next/year"}\n',
    '\n\r\nnull\n"text"\n',
  ]
  await using talk = new Talk({
    garbage: true,
    chunks: [...raw.map((line) => ({ raw: line })), 'a'],
  })
  const connection = await talk.open()
  expect((await connection.prompt('go')).stopReason).toBe('end_turn')
  expect(talk.heard).toEqual(['a'])
  expect(complaints).not.toHaveBeenCalled()
  complaints.mockRestore()
})

test('AC13 a line that is too long ends the connection with a reason', async () => {
  await using talk = new Talk({ chunks: ['before'], longLine: 2 * MIB })
  const connection = await talk.open({ maxLineBytes: MIB })
  const failed = await failure(connection.prompt('go'))
  expect(failed.message).toBe(`The agent sent a line of more than ${MIB} bytes.`)
  expect(await connection.closed).toBe(failed.message)
  expect(talk.heard).toEqual(['before'])
  await using shorter = new Talk({ longLine: MIB - 100 })
  const other = await shorter.open({ maxLineBytes: MIB })
  expect((await other.prompt('go')).stopReason).toBe('end_turn')
})

test('BW2 a message that holds too much ends the connection with a reason', async () => {
  const much = `{"jsonrpc":"2.0","method":"x","params":{"a":${'['.repeat(200)}${']'.repeat(200)}}}\n`
  await using talk = new Talk({ chunks: ['before', { raw: much }] })
  const connection = await talk.open()
  const failed = await failure(connection.prompt('go'))
  expect(failed.message).toBe(
    'The agent sent a message that is nested more than 200 levels deep; send less at once.',
  )
  expect(talk.heard).toEqual(['before'])
})

/** A number that goes up, when it does not any more: many looks in a row find the same. */
async function settled(number: () => number): Promise<number> {
  let [last, looks] = [number(), 0]
  await eventually('it stays the same', () => {
    const now = number()
    looks = now === last ? looks + 1 : 0
    last = now
    return looks >= 30
  })
  return last
}

test('AC14 an agent is read no faster than its output is taken, and memory stays small', async () => {
  const size = 100_000_000
  await using talk = new Talk({ outputBytes: size })
  const connection = await talk.open()
  let held = true
  let release = (): void => {}
  const opened = new Promise<void>((resolve) => (release = resolve))
  let messages = 0
  talk.gate = async () => {
    messages++
    if (held && messages > 20) await opened
    else if (messages % 8 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const before = process.memoryUsage.rss()
  let highest = before
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5)
  const turn = connection.prompt('go')
  await eventually('the gate is reached', () => messages > 20)
  // The pipe is full, so the program could not write more than what it and we can buffer.
  const written = await settled(() =>
    Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${talk.child.pid}/io`, 'utf8'))?.[1]),
  )
  const taken = talk.bytes
  held = false
  release()
  await turn
  clearInterval(watch)
  const grown = (highest - before) / MIB
  console.log(`AC14: ${written} bytes written while held, RSS grew by ${grown.toFixed(1)} MiB`)
  expect(taken).toBeLessThan(2 * MIB)
  expect(written).toBeLessThan(4 * MIB)
  expect(talk.bytes).toBe(size)
  expect(grown).toBeLessThan(150)
})

test('AC15 bytes that are no UTF-8 become the replacement character', async () => {
  await using talk = new Talk({ invalidUtf8: true })
  await (await talk.open()).prompt('go')
  expect(talk.heard).toEqual(['caf\uFFFD'])
})

test('AC16 an agent without a login is said to need one', async () => {
  await using atSession = new Talk({ auth: 'session' })
  const first = await failure(atSession.open())
  expect(first.phase).toBe('auth')
  expect(first.message).toMatch(/^The agent needs a login before it works here: /)
  await using atPrompt = new Talk({ auth: 'prompt' })
  const connection = await atPrompt.open()
  expect((await failure(connection.prompt('go'))).phase).toBe('auth')
  await using broken = new Talk({ error: 'no such model' })
  const third = await failure((await broken.open()).prompt('go'))
  expect(third.phase).toBe('prompt')
  expect(third.message).toContain('no such model')
})

test('AC31 who needs a login is told how: as the preset knows, else as the agent says', async () => {
  const said = async (behaviour: object, login: string | null) => {
    await using talk = new Talk({ auth: 'session', ...behaviour })
    return (await failure(talk.open({ login }))).message
  }
  const authMethods = [
    { id: 'a', name: 'Log in', description: 'Run `agent login` in a terminal' },
    { id: 'b', name: 'Use an API key' },
    { id: 'c', name: 'Terminal', _meta: { 'terminal-auth': { command: 'agent', args: ['auth'] } } },
    { id: 'd', description: 4 },
  ]
  expect(await said({ authMethods }, 'set AGENT_KEY')).toMatch(/ To log in: set AGENT_KEY$/)
  expect(await said({ authMethods }, null)).toMatch(
    / To log in: Run `agent login` in a terminal; or Use an API key; or run agent auth$/,
  )
  expect(await said({}, null)).not.toContain('To log in')
  const [long] = [{ id: 'l', name: 'x'.repeat(5_000) }]
  expect((await said({ authMethods: [long] }, null)).length).toBeLessThan(1_000)
})

test('AC32 a session is put into the mode of its preset where the agent has it and begins in another', async () => {
  const put = async (behaviour: object, resume: string | null = null) => {
    await using talk = new Talk(behaviour)
    const connection = await talk.open({ mode: 'careful', resume })
    await connection.prompt('go')
    return talk.asked('session/set_mode') ?? null
  }
  const modes = ['rash', 'careful']
  expect(await put({ modes })).toEqual({ sessionId: 'session-1', modeId: 'careful' })
  expect(await put({ modes, loadSession: true }, 'old')).toEqual({
    sessionId: 'old',
    modeId: 'careful',
  })
  expect(await put({ modes: ['careful', 'rash'] })).toBeNull()
  expect(await put({ modes: ['rash'] })).toBeNull()
  expect(await put({})).toBeNull()
})

test('AC33 a notice of a program that gives its messages ids is no text of its model', async () => {
  const chunks = ['Warning: a notice', { text: 'said', messageId: 'm1' }, { thought: 'hm' }]
  await using talk = new Talk({ chunks })
  await (await talk.open({ noticesWithoutId: true })).prompt('go')
  expect(talk.heard).toEqual(['m1:said', '(hm)'])
  expect(talk.updates).toMatchObject([{ content: { text: 'Warning: a notice' } }])
})

test('AC17 what a turn used is told in numbers, and as unknown where the agent does not say', async () => {
  const usage = { inputTokens: 12, outputTokens: 3, totalTokens: 15, cachedReadTokens: null }
  await using talk = new Talk({ usage })
  expect((await (await talk.open()).prompt('go')).usage).toEqual({
    inputTokens: 12,
    outputTokens: 3,
    totalTokens: 15,
    thoughtTokens: null,
    cachedReadTokens: null,
    cachedWriteTokens: null,
  })
})

test.skipIf(!isLong)(
  'AC34 what a turn used is also taken from the quota that a program tells beside its answer, however spelled',
  async () => {
    const used = async (behaviour: object) => {
      await using talk = new Talk(behaviour)
      return (await (await talk.open()).prompt('go')).usage
    }
    const snake = { quota: { token_count: { input_tokens: 70, output_tokens: 5 } } }
    const camel = {
      quota: { tokenCount: { inputTokens: 7, cachedReadTokens: 3, outputTokens: 'x' } },
    }
    expect(await used({ answerMeta: snake })).toMatchObject({ inputTokens: 70, outputTokens: 5 })
    expect(await used({ answerMeta: camel })).toMatchObject({
      inputTokens: 7,
      outputTokens: null,
      cachedReadTokens: 3,
    })
    const both = { answerMeta: snake, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } }
    expect(await used(both)).toMatchObject({ inputTokens: 1 })
    expect(await used({ answerMeta: { quota: { token_count: null } } })).toBeNull()
    expect(await used({ answerMeta: { quota: 'none' } })).toBeNull()
  },
)

test('AC18 an agent that takes no input does not hold anything up, and its turn fails', async () => {
  await using stuck = new Talk({ stuckStdin: true })
  const connection = await stuck.open()
  const turn = failure(connection.prompt('x'.repeat(4 * MIB)))
  await eventually('its input is full', () => stuck.child.stdin.writableLength > 0)
  expect(await connection.cancel(100)).toBe('timeout')
  await stuck.child.stop()
  expect((await turn).phase).toBe('closed')
  // It closed its input. What it still writes is read before the connection ends.
  await using closing = new Talk({ closeStdin: true, chunks: ['a', 50, 'b'] })
  const other = await closing.open()
  await other.prompt('go')
  const failed = await failure(other.prompt('again'))
  expect(failed.message).toBe('The agent closed its input.')
  expect(closing.heard).toEqual(['a', 'b'])
})

test('AC22 an agent that asks and does not take the answers is not read any further', async () => {
  await using talk = new Talk({ stuckStdin: true, flood: 20_000 })
  await talk.open()
  // Some hundred answers fit into the pipe.
  await eventually('the pipe fills', () => talk.refused.length > 100)
  expect(await settled(() => talk.refused.length)).toBeLessThan(4_000)
  await using taking = new Talk({ flood: 500 })
  await taking.open()
  await eventually('all are refused', () => taking.refused.length === 500)
})

test('AC19 a program that cannot be started is said not to, in a sentence', async () => {
  await using talk = new Talk({}, 'no-such-agent')
  const failed = await failure(talk.open())
  expect(failed.phase).toBe('initialize')
  expect(failed.message).toBe('There is no program "no-such-agent" on the PATH.')
})

test('AC23 a connection ends with its program, also when something it started holds the output', async () => {
  await using talk = new Talk({ grandchild: 'holdsOutput', chunks: ['a'], exitIn: 'prompt' })
  const connection = await talk.open()
  const failed = await failure(connection.prompt('go'))
  expect(failed.message).toBe("The agent's program ended with exit code 0.")
  expect(talk.heard).toEqual(['a'])
  await using after = new Talk({ exitAfterPrompt: true, exitCode: 4, grandchild: 'ignoresTerm' })
  const other = await after.open()
  expect((await other.prompt('go')).stopReason).toBe('end_turn')
  expect(await other.closed).toBe("The agent's program ended with exit code 4.")
  expect(await after.child.exited).toMatchObject({ code: 4, left: 0 })
  expect(taggedProcesses(after.child.tag)).toEqual([])
})

test('AC20 a connection that is closed hands nothing over, and lets the program end', async () => {
  await using talk = new Talk({ outputBytes: 20 * MIB })
  const connection = await talk.open()
  const turn = failure(connection.prompt('go'))
  talk.gate = () => (talk.bytes > MIB ? new Promise(() => {}) : Promise.resolve())
  await eventually('it is held', () => talk.bytes > MIB)
  connection.close()
  const taken = talk.bytes
  expect((await turn).message).toBe('The connection was closed by the server.')
  expect(await connection.closed).toBe('The connection was closed by the server.')
  await talk.child.stop()
  expect(await talk.child.exited).toMatchObject({ code: 0, signal: null })
  expect(talk.bytes).toBe(taken)
})

test('AC21, AC29 presets name what to start, and an unknown one names those there are', () => {
  expect(acpCommand({ preset: 'gemini', args: ['-m', 'x'] })).toMatchObject({
    command: 'gemini',
    args: ['--acp', '-m', 'x'],
  })
  expect(acpCommand({ preset: 'claude', command: '/opt/claude' })).toMatchObject({
    command: '/opt/claude',
    sessionMeta: 'claude',
  })
  const own = acpCommand({ command: 'mine', args: ['a'] })
  expect(own).toMatchObject({ args: ['a'], env: {}, replayBeginsMs: 1_000 })
  const known = Object.keys(ACP_PRESETS).join(', ')
  expect(() => acpCommand({ preset: 'constructor' })).toThrow(known)
  expect(() => acpCommand({})).toThrow(known)
})
