// An ACP agent that does as it is told, on the agent's side of the official SDK. `ACP_BEHAVIOUR` is a JSON object;
// without it, each prompt is answered "ok" and `session/cancel` ends a prompt that is under way. Options combine.
//
// What it can do (in the answer to `initialize`)
//   systemPrompt: true             takes a system prompt the protocol's way
//   loadSession: true              can load sessions; `history: [part, …]` (as chunks) is replayed before the answer
//   loadError: true                can, but answers every `session/load` with "not found", after replaying `history`
//   replayAfterLoad: { startMs, everyMs }   answers first and replays later: the first piece of `history` startMs after
//                                  the answer, each further one after everyMs, into a prompt that comes meanwhile
//   resume: true                   can resume sessions, which replays nothing;  resumeError: true  finds none of them
//   authMethods: [{…}]             ways of logging in
//   modes: ['a', 'b', …]           modes of its sessions, which begin in the first; `notes` says into which it is put
//   configModes: ['a', 'b', …]     the same as a configuration option;  modeError: 'text'  takes none of them
//   mcp: 'lists' | 'ignores'       can use servers of tools, and asks them which they have when a session opens, or does not
//   initializeError: { code, message }   answers `initialize` with that error
//   version: 2                     says it speaks that version
//   sessionId: 'x'                 the id of a new session ("session-1" if not given)
// What it says, in each prompt, in this order
//   rules: [{ when, say, permission, times, heard }, …]   each whose `when` (a regular expression) fits the prompt, at most
//                                  `times` times, in order: asks for a permission, then says `say`, with $1 … filled in;
//                                  with `heard`, when it fits for that time, counted over all prompts
//   rules' `call: { name, args }`   calls that tool instead of saying something; `notes` has { called }
//   permission: true               asks for a permission (with reject_once); `permission: []` offers these options
//   permissions: [{…}, …]         asks for all of these at the same time, each as the client is to get it
//   endsOnRefusal: { say, stopReason }   ends its turn when a permission is refused, and says so or not
//   ask: 'method'                  sends that request to the client
//   chunks: [part, …]              'text' | number (a pause in ms) | { text, messageId, meta } | { thought } | { image }
//                                  | { update } (any update, unchecked) | { raw } (written to stdout as it is)
//   echo: true | 'live'            says every line of the prompt that starts with "SAY ", without that, and newline;
//                                  'live' with [[ ]] made live commands again, as an obedient model would
//   outputBytes: n                 says n bytes of text in chunks of 64 KiB, as fast as they are read
//   longLine: n                    writes one line of n bytes that is no message
//   invalidUtf8: true              says "caf" and a byte that is no UTF-8
//   lastly: [part, …]              as chunks, but last of all
//   after: [part, …]               as chunks, but after the answer to the prompt; also { awaits: '/file' }, until that is there
//   afterAtOnce: true              writes the answer and `after` in one piece
//   unasked: [part, …]             as chunks, but when its session is open, before any prompt
//   usage: {…}                     the usage in the answer;  answerMeta: {…}  its `_meta`;  stopReason: 'refusal' (or another)
//   error: 'text'                  answers every prompt with that error
//   (nothing of chunks, rules, echo, outputBytes, invalidUtf8: says "ok", as one that never closes a task)
// How it fails
//   hang: 'initialize'|'session'|'load'|'prompt'   never answers that; a prompt that hangs can be cancelled
//   holdSession: '/file'           opens no session before that file is there
//   auth: 'session'|'prompt'       answers that with -32000, as without a login
//   noCancel: true                 does not heed `session/cancel`
//   cancelWaits: true              does, but not while a permission that it asked for is open
//   asksAfterCancel: ms            asks for a permission that long after a cancel, and ends its turn with the answer
//   exitIn: 'start'|'initialize'|'session'|'prompt'    ends there (a prompt after `chunks`), with `exitCode` (0), or by
//                                  `exitSignal: 'SIGKILL'`
//   exitAfterPrompt: true          ends after the answer to its first prompt
//   stuckStdin: true               reads its input no more once it answered `session/new` or `session/load`
//   flood: n                       then asks n permissions without waiting for answers
//   closeStdin: true               closes its input at the first prompt and goes on
//   ignoreEnd: true                does not end when its input ends;  ignoreTerm: true  nor on SIGTERM
//   garbage: true                  prints warnings to stdout at the start and in each prompt
//   stderr: 'text'                 writes that to stderr at the start
//   grandchild: true | 'holdsOutput' | 'ignoresTerm'   starts a process in a session of its own that never ends by
//                                  itself, with the inherited environment (and stdout; and deaf for SIGTERM)
// What it notes
//   log: '/file'                   each prompt's text, as a JSON string in a line
//   notes: '/file'                 JSON objects in lines: { pid }, { grandchild: pid }, { ended: true }, { said: bytes },
//                                  { method, params } for each request, { answered } for what the client answers
// Habits of real programs
//   answers first, replays later   loadSession, history, replayAfterLoad
//   ends its turn on a refusal     permission or a rule's, endsOnRefusal
//   asks after a cancel            hang: 'prompt', asksAfterCancel
//   answers no cancel while it asks   permission, cancelWaits
//   never closes a task            nothing, or rules that say no COMPLETE_TASK
import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, existsSync, writeSync } from 'node:fs'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { agent, methods, ndJsonStream, RequestError } from '../../../dist/bench/acp-agent-sdk.js'

const behaviour = JSON.parse(process.env.ACP_BEHAVIOUR ?? '{}')
const { update: UPDATE, requestPermission: PERMISSION } = methods.client.session

const note = (line) =>
  behaviour.notes && appendFileSync(behaviour.notes, `${JSON.stringify(line)}\n`)
const forever = () => new Promise(() => {})
const end = () => {
  if (behaviour.exitSignal) process.kill(process.pid, behaviour.exitSignal)
  else process.exit(behaviour.exitCode ?? 0)
  return forever()
}
/** Straight to stdout, past the SDK, when all before it was written. */
const print = (data) => new Promise((resolve) => process.stdout.write(data, resolve))

let cancel = () => {}
let cancelled = false
let openRequest = Promise.resolve()
/** How often each rule was followed. */
const followed = new Map()
/** How often each rule's words have come. */
const heard = new Map()
let sessionId = behaviour.sessionId ?? 'session-1'
let deaf = false
/** The server of tools that its session was given. */
let toolServer = null

if (behaviour.stderr) writeSync(2, behaviour.stderr)
if (behaviour.ignoreTerm) process.on('SIGTERM', () => note({ ignored: 'SIGTERM' }))
if (behaviour.garbage)
  await print('npm warn: this is no message\n{"neither": "is this"}\n[1]\n\n{broken\n')
if (behaviour.grandchild) await startGrandchild(behaviour.grandchild)
note({ pid: process.pid })
if (behaviour.exitIn === 'start') await end()

async function startGrandchild(kind) {
  const script =
    kind === 'ignoresTerm'
      ? `process.on('SIGTERM', () => {});setInterval(() => {}, 1000)`
      : 'setInterval(() => {}, 1000)'
  const output = kind === 'holdsOutput' ? 'inherit' : 'ignore'
  const grandchild = spawn(process.execPath, ['-e', script], {
    detached: true,
    stdio: ['ignore', output, output],
  })
  grandchild.unref()
  // Long enough for it to have its signal handler.
  if (kind === 'ignoresTerm') await pause(300)
  note({ grandchild: grandchild.pid })
}

/** Input that is read only when asked for, so that reading can stop. */
const input = new ReadableStream(
  {
    start(controller) {
      process.stdin.on('data', (chunk) => {
        controller.enqueue(new Uint8Array(chunk))
        process.stdin.pause()
      })
      process.stdin.on('end', () => {
        note({ ended: true })
        if (!behaviour.ignoreEnd) process.exit(0)
      })
      process.stdin.pause()
    },
    pull() {
      if (!deaf) process.stdin.resume()
    },
  },
  { highWaterMark: 0 },
)

/** Whatever happens to the input, only an end of it or a signal ends the agent. */
setInterval(() => {}, 1_000)

async function there(file) {
  while (!existsSync(file)) await pause(10)
}

async function says(client, part, id = sessionId) {
  if (typeof part === 'number') return pause(part)
  if (part.raw !== undefined) return print(part.raw)
  if (part.awaits) return there(part.awaits)
  if (part.update) {
    const params = { sessionId: id, update: part.update }
    return print(`${JSON.stringify({ jsonrpc: '2.0', method: UPDATE, params })}\n`)
  }
  const thought = part.thought !== undefined
  const text = typeof part === 'string' ? part : (part.thought ?? part.text)
  const update = {
    sessionUpdate: thought ? 'agent_thought_chunk' : 'agent_message_chunk',
    content: part.image
      ? { type: 'image', data: part.image, mimeType: 'image/png' }
      : { type: 'text', text },
  }
  if (part.messageId) update.messageId = part.messageId
  if (part.meta) update._meta = part.meta
  return client.notify(UPDATE, { sessionId: id, update })
}

async function replay(client, everyMs = 0) {
  const loaded = sessionId
  for (const [index, part] of (behaviour.history ?? []).entries()) {
    if (index > 0 && everyMs > 0) await pause(everyMs)
    await says(client, part, loaded)
  }
}

/** Asks for a permission; whether it was given. */
async function asksPermission(client, wish) {
  const options = Array.isArray(wish)
    ? wish
    : [
        { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ]
  const toolCall = { toolCallId: 'tool-1', title: 'rm -rf /' }
  const asked = client.request(PERMISSION, { sessionId, toolCall, options })
  openRequest = asked.catch(() => {})
  const answered = await asked
  note({ answered })
  const { optionId } = answered.outcome
  return options.some((option) => option.optionId === optionId && option.kind.startsWith('allow'))
}

/** Asks for several permissions at once, and goes on when all are answered. */
async function asksTogether(client) {
  const wishes = behaviour.permissions ?? []
  const asked = Promise.all(
    wishes.map(async (wish) => {
      const answered = await client.request(PERMISSION, { sessionId, ...wish })
      note({ answered, toolCallId: wish.toolCall.toolCallId })
    }),
  )
  if (wishes.length > 0) openRequest = asked.catch(() => {})
  await asked
}

/** Whether it may go on with its turn. */
async function asks(client, wish) {
  if (wish && !(await asksPermission(client, wish)) && behaviour.endsOnRefusal) {
    const { say } = behaviour.endsOnRefusal
    if (say) await says(client, say)
    return false
  }
  return true
}

async function asksOther(client) {
  if (behaviour.ask) {
    const answered = await client
      .request(behaviour.ask, { sessionId, path: '/etc/passwd' })
      .catch(({ code, message }) => ({ code, message }))
    note({ answered })
  }
}

async function saysAfter(client) {
  for (const part of behaviour.after ?? []) await says(client, part)
  if (behaviour.afterAtOnce) process.stdout.uncork()
  if (behaviour.exitAfterPrompt) process.stdout.write('', () => void end())
}

async function saysAll(client, prompt) {
  const { chunks, rules, echo, outputBytes, longLine, invalidUtf8, lastly, garbage } = behaviour
  if (garbage) await print('warning: still no message\n')
  for (const part of chunks ?? []) {
    if (cancelled) return true
    await says(client, part)
  }
  for (const rule of rules ?? []) {
    if (cancelled) return true
    if (!(await follows(client, rule, prompt))) return false
  }
  if (echo) {
    const said = prompt
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('SAY '))
      .map((line) => (echo === 'live' ? line.replaceAll('[[', '⟦⟦').replaceAll(']]', '⟧⟧') : line))
    if (said.length > 0) await says(client, said.map((line) => `${line.slice(4)}\n`).join(''))
  }
  const part = 'x'.repeat(65_536)
  for (let sent = 0; sent < (outputBytes ?? 0); sent += part.length) {
    await says(client, part.slice(0, outputBytes - sent))
    if (sent % (part.length * 100) === 0) note({ said: sent })
  }
  if (longLine) await print(`${'x'.repeat(longLine)}\n`)
  if (invalidUtf8) {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'caf@' } }
    const line = { jsonrpc: '2.0', method: UPDATE, params: { sessionId, update } }
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
    bytes[bytes.indexOf('@')] = 0xe9
    await print(bytes)
  }
  for (const part of lastly ?? []) await says(client, part)
  if (!chunks && !rules && !echo && !outputBytes && !invalidUtf8) await says(client, 'ok')
  return true
}

async function follows(client, rule, prompt) {
  const times = followed.get(rule) ?? 0
  const matches = [...prompt.matchAll(new RegExp(rule.when, 'gm'))]
  const [match] = matches
  heard.set(rule, (heard.get(rule) ?? 0) + matches.length)
  if (heard.get(rule) < (rule.heard ?? 0)) return true
  if (!match || times >= (rule.times ?? Infinity)) return true
  followed.set(rule, times + 1)
  if (!(await asks(client, rule.permission))) return false
  if (rule.call) {
    const { name, args } = rule.call
    const result = await toolRequest('tools/call', { name, arguments: args })
    note({ called: result.content?.[0]?.text ?? result })
  }
  if (rule.say) {
    await says(
      client,
      rule.say.replace(/\$(\d)/g, (_, n) => match[Number(n)] ?? ''),
    )
  }
  return true
}

async function prompted({ params, client }) {
  const prompt = params.prompt.map(({ text }) => text ?? '').join('')
  if (behaviour.log) appendFileSync(behaviour.log, `${JSON.stringify(prompt)}\n`)
  note({ method: 'session/prompt', params })
  const asked = new Promise((resolve) => {
    cancelled = false
    cancel = () => {
      cancelled = true
      resolve()
    }
  })
  if (behaviour.auth === 'prompt') throw RequestError.authRequired()
  if (behaviour.error) throw RequestError.internalError({ details: behaviour.error })
  if (behaviour.closeStdin) {
    process.stdin.destroy()
    // Node keeps the descriptors of the standard streams open.
    closeSync(0)
  }
  const work = (async () => {
    if (!(await asks(client, behaviour.permission))) return 'refused'
    await asksTogether(client)
    await asksOther(client)
    if (!(await saysAll(client, prompt))) return 'refused'
    if (behaviour.exitIn === 'prompt') await end()
    if (behaviour.hang === 'prompt') await forever()
    return 'done'
  })()
  const how = await Promise.race([work, asked])
  if (cancelled && behaviour.cancelWaits) await openRequest
  if (cancelled && behaviour.asksAfterCancel !== undefined) {
    await pause(behaviour.asksAfterCancel)
    await asksPermission(client, true)
  }
  // What follows is written after the answer: the SDK writes it in the turn in which this function returns.
  setImmediate(() => void saysAfter(client))
  if (behaviour.afterAtOnce) process.stdout.cork()
  if (cancelled) return { stopReason: 'cancelled' }
  const { stopReason = 'end_turn', usage, answerMeta, endsOnRefusal } = behaviour
  const ended = how === 'refused' ? (endsOnRefusal.stopReason ?? 'end_turn') : stopReason
  return { stopReason: ended, usage, ...(answerMeta && { _meta: answerMeta }) }
}

async function toolRequest(method, params) {
  const { url, headers } = toolServer
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  if (!response.ok) return { status: response.status }
  return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text).result
}

async function opening(kind, params, client) {
  note({ method: `session/${kind}`, params })
  toolServer = params.mcpServers?.[0] ?? null
  if (toolServer && behaviour.mcp === 'lists') {
    const { tools } = await toolRequest('tools/list', {})
    note({ tools: tools.map(({ name }) => name) })
  }
  if (behaviour.auth === 'session') throw RequestError.authRequired()
  if (behaviour.exitIn === 'session') await end()
  if (behaviour.hang === (kind === 'load' ? 'load' : 'session')) await forever()
  if (behaviour.holdSession) await there(behaviour.holdSession)
  if (behaviour.stuckStdin) {
    deaf = true
    process.stdin.pause()
  }
  // After the answer, which the SDK writes in the turn in which the handler returns.
  setImmediate(() => void opened(kind, client))
}

function modes() {
  const [first] = behaviour.modes ?? []
  const availableModes = (behaviour.modes ?? []).map((id) => ({ id, name: id }))
  const values = (behaviour.configModes ?? []).map((value) => ({ value, name: value }))
  const option = { id: 'how', name: 'Mode', category: 'mode', type: 'select', options: values }
  return {
    ...(first !== undefined && { modes: { currentModeId: first, availableModes } }),
    ...(values[0] && { configOptions: [{ ...option, currentValue: values[0].value }] }),
  }
}

async function opened(kind, client) {
  const later = kind === 'load' && behaviour.replayAfterLoad
  if (behaviour.flood) await flood()
  for (const part of behaviour.unasked ?? []) await says(client, part)
  if (!later) return
  await pause(later.startMs ?? 0)
  await replay(client, later.everyMs)
}

async function flood() {
  const toolCall = { toolCallId: 'tool-1', title: 'again' }
  const params = { sessionId, toolCall, options: [] }
  for (let id = 1; id <= behaviour.flood; id++) {
    await print(`${JSON.stringify({ jsonrpc: '2.0', id, method: PERMISSION, params })}\n`)
  }
}

agent({ name: 'acp-agent' })
  .onRequest(methods.agent.initialize, async ({ params }) => {
    note({ method: 'initialize', params })
    if (behaviour.exitIn === 'initialize') await end()
    if (behaviour.hang === 'initialize') await forever()
    const { initializeError, authMethods, loadSession, loadError, resume, resumeError } = behaviour
    if (initializeError) throw new RequestError(initializeError.code, initializeError.message)
    return {
      protocolVersion: behaviour.version ?? 1,
      agentInfo: { name: 'acp-agent', version: '1.2.3' },
      ...(authMethods && { authMethods }),
      agentCapabilities: {
        loadSession: Boolean(loadSession || loadError),
        ...(behaviour.mcp && { mcpCapabilities: { http: true } }),
        sessionCapabilities: {
          ...(behaviour.systemPrompt && { systemPrompt: {} }),
          ...((resume || resumeError) && { resume: {} }),
        },
      },
    }
  })
  .onRequest(methods.agent.session.new, async ({ params, client }) => {
    await opening('new', params, client)
    sessionId = behaviour.sessionId ?? 'session-1'
    return { sessionId, ...modes() }
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    const fresh = sessionId
    sessionId = params.sessionId
    await opening('load', params, client)
    if (!behaviour.replayAfterLoad) await replay(client)
    if (behaviour.loadError) {
      sessionId = fresh
      throw RequestError.sessionNotFound(params.sessionId)
    }
    return modes()
  })
  .onRequest(methods.agent.session.resume, async ({ params, client }) => {
    await opening('resume', params, client)
    if (behaviour.resumeError) throw RequestError.sessionNotFound(params.sessionId)
    sessionId = params.sessionId
    return modes()
  })
  .onRequest(methods.agent.session.setMode, ({ params }) => {
    note({ method: 'session/set_mode', params })
    if (behaviour.modeError) throw RequestError.internalError({ details: behaviour.modeError })
    return {}
  })
  .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
    note({ method: 'session/set_config_option', params })
    if (behaviour.modeError) throw RequestError.internalError({ details: behaviour.modeError })
    return { configOptions: modes().configOptions ?? [] }
  })
  .onRequest(methods.agent.session.prompt, prompted)
  .onNotification(methods.agent.session.cancel, () => {
    note({ method: 'session/cancel' })
    if (!behaviour.noCancel) cancel()
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), input))
