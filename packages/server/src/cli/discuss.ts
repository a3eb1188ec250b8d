import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { RunRecord } from '@crewroom/shared/model/run'
import { STOP_WORDS } from '@crewroom/shared/model/stop-words'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { DISCUSS, membersFull } from '@crewroom/shared/text/members-full'
import type { DriverInput } from '../agents/create-agent'
import { ACP_PRESETS } from '../crew/presets'
import type { RunLine } from '../discussions/run-stream'
import { onPath } from '../programs/processes/on-path'
import { StartRefused } from '../start-refused'
import type { RunOptions } from './run'
import { create } from './create'
import { ask, isHeld, runningServer } from './running-server'

interface DiscussOptions extends Pick<
  RunOptions,
  'drivers' | 'cwd' | 'data' | 'searchPath' | 'json' | 'start' | 'print'
> {
  readonly goal: string
  /** `claude,codex,ada=./ada.mjs`. */
  readonly agents: string
  readonly policy: RunRecord['policy']['kind']
  readonly by?: string | undefined
  readonly rounds?: number | undefined
  readonly until?: string | undefined
}

interface Speaker {
  readonly name: string
  readonly driver: DriverInput
}

/** Programs that another one runs. */
const RUN_BY: Readonly<Record<string, string>> = {
  '.mjs': process.execPath,
  '.cjs': process.execPath,
  '.js': process.execPath,
  '.py': 'python3',
}
const ROLE = 'developer'
const GROUP = 'discussion'
/** How often a stream that broke off is asked for again without a new line. */
const MOST_TRIES = 5
const RETRY_MS = 1_000

/** Makes a crew of these agents, has them discuss, and tells the course up to its result. Whether it ended as it should. */
export async function discuss(options: DiscussOptions): Promise<boolean> {
  const { goal, cwd, data, print, json } = options
  const speakers = speakersIn(options)
  assertGoal(goal)
  const policy = policyOf(options, speakers)
  if (!existsSync(cwd) || !statSync(cwd).isDirectory()) {
    throw new StartRefused(`${path.resolve(cwd)} is not a folder.`)
  }
  if (!isHeld(data)) await options.start()
  const server = await runningServer(data)
  const [line = ''] = goal.trim().split('\n')
  const { lead } = await create<{ lead: { id: string } }>(server, '/api/lead', {
    body: { name: line.slice(0, NAME).trim(), driver: { kind: 'remote' }, cwd },
  })
  const crew = { id: lead.id }
  const ids: string[] = []
  for (const { name, driver } of speakers) {
    const body = { role: ROLE, name, driver, cwd }
    const made = await create<{ agent: { id: string } }>(server, '/api/lead/{id}/agents', { path: crew, body }) // prettier-ignore
    ids.push(made.agent.id)
  }
  await create(server, '/api/lead/{id}/groups', { path: crew, body: { name: GROUP, memberIds: ids } }) // prettier-ignore
  const discussions = '/api/lead/{id}/groups/{name}/discussions'
  const { run } = await create<{ run: { id: string } }>(server, discussions, {
    path: { ...crew, name: GROUP },
    body: {
      goal,
      policy,
      participants: ids.filter((_, at) => policy.kind !== 'hierarchical' || speakers[at]?.name !== options.by), // prettier-ignore
      limits: {
        ...(options.rounds !== undefined && { rounds: options.rounds }),
        ...(options.until !== undefined && { until: { word: options.until } }),
      },
    },
  })
  const { code } = await create<{ code: string }>(server, '/api/login-codes', {})
  const url = `${server.url}/discussions#code=${code}`
  print(
    json
      ? JSON.stringify({ type: 'discuss:began', leadId: lead.id, runId: run.id, url })
      : `Dashboard: ${url}`,
  )
  return follow(options, run.id)
}
const NAME = 40

/** Prints the stream up to its end, through breaks of the connection. */
async function follow({ data, json, print }: DiscussOptions, runId: string): Promise<boolean> {
  let since = '0'
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      const server = await runningServer(data)
      const { body } = await ask(server, `/api/runs/${runId}/stream?since=${since}`)
      if (!body) throw new StartRefused('The server sends no stream.')
      const lines = createInterface({ input: Readable.fromWeb(body as never) })
      for await (const text of lines) {
        const line = JSON.parse(text) as RunLine
        since = line.position
        tries = 0
        const words = json ? text : wordsOf(line)
        if (words !== null) print(words)
        if (line.type === 'complete') return line.finalState !== 'error'
      }
    } catch (error) {
      if (tries + 1 >= MOST_TRIES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  throw new StartRefused('The discussion cannot be followed any more; the dashboard shows it.')
}

/** A line of the course as people read it; null for one that they need not. */
function wordsOf(line: RunLine): string | null {
  switch (line.type) {
    case 'message':
      return `\n${line.role !== 'agent' || line.round === null ? '' : `${line.round}. `}${line.speaker}:\n${line.content}`
    case 'human-needed':
      return `\nThe discussion waits for you: ${line.prompt}`
    case 'complete': {
      const why = Object.hasOwn(STOP_WORDS, line.stopReason ?? '')
        ? STOP_WORDS[line.stopReason as keyof typeof STOP_WORDS]
        : line.finalState
      const rounds = line.rounds === 1 ? '1 round' : `${line.rounds} rounds`
      return `\nEnded after ${rounds}: ${why}.${line.summary === null ? '' : `\nResult:\n${line.summary}`}`
    }
    case 'start':
    case 'speaker-selected':
    case 'delta':
      return null
  }
}

function speakersIn(options: DiscussOptions): readonly Speaker[] {
  const speakers = options.agents.split(',').flatMap((part) => {
    const [first = '', ...rest] = part.trim().split('=')
    const program = rest.length === 0 ? first.trim() : rest.join('=').trim()
    if (part.trim() === '') return []
    return [{ name: first.trim(), driver: driverOf(program, rest.length > 0, options) }]
  })
  if (speakers.length < 2) {
    throw new StartRefused('A discussion needs two agents: --agents claude,codex.')
  }
  if (speakers.length > DISCUSS) {
    throw new StartRefused(`--agents ${membersFull({ at: 'discussion' })}.`)
  }
  const twice = speakers.find(({ name }, at) =>
    speakers.slice(0, at).some((other) => other.name.toLowerCase() === name.toLowerCase()),
  )
  if (twice) {
    const { name } = twice
    throw new StartRefused(`Two agents are called ${name}. Give each a name: a=${name},b=${name}.`)
  }
  return speakers
}

/** What somebody has set up, a coding agent, or a program of one's own that speaks over its pipes. */
function driverOf(
  given: string,
  isNamed: boolean,
  { drivers, searchPath, cwd }: DiscussOptions,
): DriverInput {
  const configured = Object.hasOwn(drivers, given) ? drivers[given] : undefined
  if (configured?.kind === 'remote') {
    throw new StartRefused(`"${given}" connects on its own: nobody could start it.`)
  }
  if (configured) return configured
  const preset = Object.hasOwn(ACP_PRESETS, given) ? ACP_PRESETS[given] : undefined
  if (preset) {
    if (onPath(preset.command, searchPath)) return { kind: 'acp', preset: given }
    throw new StartRefused(
      `${given} needs the program ${preset.command}, which is not on the PATH. Install it (${preset.install}).`,
    )
  }
  if (!isNamed) {
    const names = [...Object.keys(ACP_PRESETS), ...Object.keys(drivers)].join(', ')
    throw new StartRefused(
      `There is no coding agent "${given}". Known ones: ${names}. A program of your own has a name: ada=./ada.mjs.`,
    )
  }
  const file = path.resolve(given)
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new StartRefused(`${given} is neither a coding agent nor a program in ${cwd}.`)
  }
  const runner = RUN_BY[path.extname(file)]
  return runner === undefined
    ? { kind: 'pipe', command: file, args: [] }
    : { kind: 'pipe', command: runner, args: [file] }
}

function policyOf({ policy, by }: DiscussOptions, speakers: readonly Speaker[]) {
  if (by !== undefined && !speakers.some(({ name }) => name === by)) {
    throw new StartRefused(`--by names "${by}", which is none of the agents.`)
  }
  if (by === undefined && policy === 'hierarchical') {
    throw new StartRefused('A manager is needed: name it with --by.')
  }
  switch (policy) {
    case 'round_robin':
      return { kind: policy }
    case 'selection':
      return { kind: policy, ...(by === undefined ? {} : { by }) }
    case 'parallel':
      return { kind: policy, ...(by === undefined ? {} : { aggregator: by }) }
    case 'hierarchical':
      return { kind: policy, manager: by }
  }
}

function assertGoal(goal: string): void {
  if (goal.trim() === '') throw new StartRefused('The goal is empty.')
  if (goal.length > LIMITS.goal) {
    throw new StartRefused(`The goal is longer than ${LIMITS.goal} characters.`)
  }
}
