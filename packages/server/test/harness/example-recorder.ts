import { cpSync } from 'node:fs'
import { expect } from 'vitest'
import { NO_USAGE } from '@crewroom/shared/model/usage'
import type { ErrorCode } from '@crewroom/shared/protocol/errors'
import type { Operation, Sample } from '../../src/api/routes/operation'
import { parametersOf } from '../../src/api/routes/operation'
import { OPERATIONS } from '../../src/api/openapi/operations'
import type { Example, Examples } from '../../src/api/openapi/examples'
import { type Ask, buildExampleCrew, comeBack, type ExampleCrew } from './example-crew'
import { createAgent } from '../../src/agents/create-agent'
import { showWorkFiles } from '../../src/agents/work-files'
import { decideBudget } from '../../src/conduct/budget'
import { openPermission } from '../../src/crew/permissions'
import { EXAMPLE_ASK } from './example-ask'
import { EXAMPLE_REFUSALS } from './example-refusals'
import { ExampleSession } from './example-session'
import { begin, pass } from './example-values'
import { BY_PERSON } from './test-crew'
import { tempFolder } from './temp-folder'
import { TestServer } from './test-server'

const HOUR_MS = 3_600_000
/** Between two requests. */
const STEP_MS = 1_000

/** What parameters of addresses are, where a sample says nothing else. */
const USUAL: Readonly<Record<string, string>> = {
  id: '{atlas}',
  agentId: '{dora}',
  memberId: '{dora}',
  name: 'config-team',
  messageId: '{message}',
  emoji: '👍',
}

/** Of an answer that is long, or not the same on every machine, what an example shows. */
const SHOWN: Readonly<Record<string, (text: string) => unknown>> = {
  getOpenApi: (text) => {
    const { openapi, info } = JSON.parse(text) as { openapi: string; info: Record<string, string> }
    return { openapi, info: { title: info['title'], version: info['version'] } }
  },
  getMachine: (text) => ({
    ...(JSON.parse(text) as object),
    data: '/home/ada/.crewroom',
    home: '/home/ada',
    folder: { path: '/home/ada/atlas', state: 'ok', git: 'clean' },
  }),
  getMetrics: (text) =>
    (text.match(/^(# \w+ )?crewroom_(crews|agents|groups|turns_open)[ {].*\n/gm) ?? []).join(''),
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** A server with the examples' crew in it: to be asked one thing, or to be read. */
class Stage {
  readonly #server: TestServer
  readonly #crew: ExampleCrew
  readonly #session: ExampleSession | null

  constructor(server: TestServer, crew: ExampleCrew, session: ExampleSession | null = null) {
    this.#server = server
    this.#crew = crew
    this.#session = session
  }

  readonly ask: Ask = async (method, address, body, as) => {
    const { status, text } = await this.#ask(method, address, body, as)
    if (status >= 400) throw new Error(`${method} ${address}: ${text}`)
    return JSON.parse(text) as object
  }

  /** What only some samples are about, and no restart leaves: a program's request for permission, a budget, a rule. */
  async prepare({ sample }: Operation): Promise<void> {
    const { names } = this.#crew
    const about = JSON.stringify(sample?.path ?? {})
    const [leadId, dora] = [String(names['atlas']), String(names['dora'])]
    if (about.includes('{permission}')) {
      const { shard } = this.#server.app.core
      const crew = shard.crew(leadId)
      names['permission'] = openPermission(shard, crew, dora, EXAMPLE_ASK, 'npm test').id
    }
    if (about.includes('{budget}')) {
      const { shard } = this.#server.app.core
      const crew = shard.crew(leadId)
      const decision = shard.decide(crew)
      const used = { ...NO_USAGE, cost: 4.2 }
      decideBudget(shard, decision, crew, { agentId: null, usd: 5, tokens: null }, used)
      shard.commit(crew, BY_PERSON, decision)
      names['budget'] = crew.budget(null)?.needId ?? ''
    }
    if (about.includes('{invitation}')) {
      const made = await this.ask('POST', `/api/lead/${leadId}/invites`, { role: 'developer' })
      names['invitation'] = (made as { invite: { id: string } }).invite.id
    }
    if (about.includes('{folder}')) {
      const { shard } = this.#server.app.core
      const crew = shard.crew(leadId)
      showWorkFiles(shard, crew, BY_PERSON, true)
      const { agent } = createAgent(shard, crew, BY_PERSON, {
        role: 'developer',
        driver: { kind: 'pipe', command: 'cat', args: [] },
        cwd: this.#session?.workFolder() ?? '',
      })
      names['folder'] = agent.id
    }
    if (about.includes('{rule}')) {
      const rule = { toolKind: 'execute', prefix: 'npm test', action: 'allow' }
      const added = await this.ask('POST', `/api/lead/${leadId}/permission-rules`, rule)
      names['rule'] = (added as { rule: { id: string } }).rule.id
    }
  }

  /** Sends the sample of an operation, after those that it follows. */
  async perform(operation: Operation): Promise<Example> {
    const { id, method, sample = {}, body: schema, text } = operation
    for (const earlier of sample.after ?? []) {
      this.#remember((await this.perform(operationOf(earlier))).reply)
    }
    const path = this.#resolved(pathOf(operation, sample)) as Record<string, string>
    const query = this.#resolved(sample.query ?? {}) as Record<string, string | number>
    const body = this.#resolved(sample.body ?? (schema ? {} : undefined))
    const address = `/api${filled(operation.path, path)}${searchOf(query)}`
    const answer = await this.#ask(method, address, body, sample.as, operation.file)
    if (answer.status >= 400) throw new Error(`the sample of ${id} is refused: ${answer.text}`)
    const reply: unknown = text ? answer.text : JSON.parse(answer.text)
    const example = {
      ...(Object.keys(path).length > 0 ? { path } : {}),
      ...(Object.keys(query).length > 0 ? { query } : {}),
      ...(body === undefined ? {} : { body }),
      status: answer.status,
      reply: SHOWN[id]?.(answer.text) ?? reply,
    }
    return this.#session?.shown(example) ?? example
  }

  /** What is refused with this code. */
  async refuse(code: ErrorCode): Promise<unknown> {
    const [line = '', body, as] = EXAMPLE_REFUSALS[code] ?? []
    const [method = '', address = ''] = (this.#resolved(line) as string).split(' ')
    const { text } = await this.#ask(method, address, this.#resolved(body), as)
    const refusal = JSON.parse(text) as { error: { code: string } }
    expect(refusal.error.code, line).toBe(code)
    return refusal
  }

  /** What follows can name the fields of an answer, and one that is no JSON `{text}`. */
  #remember(reply: unknown): void {
    const fields = typeof reply === 'string' ? { text: reply } : (reply as object)
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') this.#crew.names[name] = value
    }
  }

  #resolved(value: unknown): unknown {
    if (typeof value === 'string') {
      const whole = /^\{(\w+)\}$/.exec(value)?.[1]
      return whole
        ? this.#named(whole)
        : value.replace(/\{(\w+)\}/g, (_, name: string) => `${this.#named(name)}`)
    }
    if (Array.isArray(value)) return value.map((one) => this.#resolved(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#resolved(one)]))
  }

  #named(name: string): string | number {
    const value = this.#crew.names[name]
    if (value === undefined) throw new Error(`nothing of the examples is called {${name}}`)
    return value
  }

  async #ask(
    method: string,
    address: string,
    body?: unknown,
    as?: string,
    type = 'application/json',
  ): Promise<Answer> {
    pass(STEP_MS)
    const { app, owner, data } = this.#server
    const token = as === undefined ? owner : (this.#crew.tokens[as] ?? as)
    const response = await fetch(`${app.url}${address}`, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = (await response.text()).replaceAll(data.folder, '/home/ada/.crewroom')
    return { status: response.status, text }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server[Symbol.asyncDispose]()
  }
}

/** The folder of a server at which the crew was built, from which every stage begins. */
async function build(folder: string): Promise<ExampleCrew> {
  begin('building', 0)
  await using server = await TestServer.start({ samples: true, data: folder })
  const crew: ExampleCrew = { names: {}, tokens: {} }
  await buildExampleCrew(new Stage(server, crew).ask, crew)
  return crew
}

/** Runs on a server of its own, which was started an hour later. */
async function onStage<T>(
  folder: string,
  { names, tokens }: ExampleCrew,
  run: (stage: Stage) => Promise<T>,
): Promise<T> {
  using copy = tempFolder()
  cpSync(folder, copy.path, { recursive: true })
  begin('asking', HOUR_MS)
  using session = new ExampleSession()
  const config = { transcripts: { roots: [session.root] } }
  await using server = await TestServer.start({ samples: true, data: copy.path, config })
  const crew = { names: { ...names, ...session.names }, tokens }
  const stage = new Stage(server, crew, session)
  await comeBack(stage.ask, crew)
  return await run(stage)
}

/**
 * Every operation's sample, sent to a crew that is each time the same, and what was answered. What changes something is sent to
 * a server of its own, which takes long: of these, every so many, and the others are as they were.
 */
export async function recordExamples(every: number, before: Examples): Promise<Examples> {
  using folder = tempFolder()
  const crew = await build(folder.path)
  const refusals: Record<string, unknown> = {}
  const recorded = new Map<string, Example>()
  await onStage(folder.path, crew, async (stage) => {
    await stage.prepare(operationOf('answerPermission'))
    await stage.prepare(operationOf('revokeInvite'))
    for (const one of OPERATIONS.filter(changesNothing)) {
      recorded.set(one.id, await stage.perform(one))
    }
    for (const code of Object.keys(EXAMPLE_REFUSALS) as ErrorCode[])
      refusals[code] = await stage.refuse(code)
  })
  const changing = OPERATIONS.filter((operation) => !changesNothing(operation))
  for (const [n, one] of changing.entries()) {
    if (n % every !== 0) {
      const example = before.operations[one.id]
      if (example) recorded.set(one.id, example)
      continue
    }
    const perform = async (stage: Stage) => {
      await stage.prepare(one)
      return stage.perform(one)
    }
    recorded.set(one.id, await onStage(folder.path, crew, perform))
  }
  const inOrder = OPERATIONS.flatMap(({ id }) => {
    const example = recorded.get(id)
    return example ? [[id, example] as const] : []
  })
  return { operations: Object.fromEntries(inOrder), refusals }
}

/** Who fetches an inbox is handed it, and files of working folders are shown once a person wants that. */
function changesNothing({ method, who, id }: Operation): boolean {
  return method === 'get' && who !== 'self' && id !== 'getWorkFile'
}

function operationOf(id: string): Operation {
  const found = OPERATIONS.find((one) => one.id === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}

function pathOf({ path }: Operation, sample: Sample): Record<string, string> {
  return Object.fromEntries(
    parametersOf(path).map((name) => [name, sample.path?.[name] ?? USUAL[name] ?? name]),
  )
}

function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function searchOf(query: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''
}
