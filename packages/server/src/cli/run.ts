import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { CrewEffect } from '@crewroom/shared/model/effect'
import { cut } from '@crewroom/shared/model/cut'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { UsageTotal } from '@crewroom/shared/model/usage-total'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { LeadView } from '@crewroom/shared/protocol/views'
import { loadConfig } from '../config'
import { StartRefused } from '../start-refused'
import type { DriverInput } from '../agents/create-agent'
import { ACP_PRESETS } from '../crew/presets'
import type { DataDir } from '../data-dir'
import { onPath } from '../programs/processes/on-path'
import { Ink } from '../terminal-colors'
import { create } from './create'
import { ask, isHeld, runningServer } from './running-server'
import {
  type EndedCrew,
  type RunEnd,
  type RunSummary,
  runSummary,
  type Snapshot,
  summaryText,
} from './run-summary'
import { tail, type TailOptions } from './tail'

export interface RunOptions extends Pick<TailOptions, 'colors' | 'json' | 'print' | 'note'> {
  readonly task: string
  /** A coding agent by the name of its preset, or what is set up by this name; it runs the lead and everyone else. */
  readonly preset: string
  /** What people have set up, by name. */
  readonly drivers: Readonly<Record<string, DriverInput>>
  /** Its program, where that is not the one of this name on the PATH. */
  readonly program?: string | undefined
  /** Where they work. */
  readonly cwd: string
  /** Role ids of those who work for the lead from the beginning. */
  readonly roles: readonly string[]
  /** How the lead is to work. */
  readonly instructions?: string | undefined
  readonly data: DataDir
  readonly searchPath: string
  /** Starts a server on the data; called only when none runs. */
  readonly start: () => Promise<void>
}

/** What is set up in this file, or in the folder that this command is run in. */
export async function configuredDrivers(file?: string): Promise<RunOptions['drivers']> {
  const from = { folder: process.cwd(), environment: process.env, file, flags: {} }
  return (await loadConfig(from)).drivers
}

/** Gives a task to a new crew of coding agents, and tells what happens until its lead has ended. */
export async function run(options: RunOptions): Promise<RunSummary> {
  const { preset, program, cwd, data, print } = options
  assertCanRun(options)
  if (!isHeld(data)) await options.start()
  const server = await runningServer(data)
  const driver = configuredIn(options) ?? {
    kind: 'acp',
    preset,
    ...(program !== undefined && { command: program }),
  }
  const { lead } = await create<{ lead: { id: string } }>(server, '/api/lead', {
    body: {
      name: crewName(options.task),
      task: options.task,
      driver,
      cwd,
      ...(options.instructions !== undefined && { instructions: options.instructions }),
    },
  })
  for (const role of options.roles) {
    const body = { role, driver, cwd }
    await create(server, '/api/lead/{id}/agents', { path: { id: lead.id }, body })
  }
  const { code } = await create<{ code: string }>(server, '/api/login-codes', {})
  const url = `${server.url}/leads/${lead.id}/groups#code=${code}`
  print(
    options.json
      ? JSON.stringify({ type: 'run:began', leadId: lead.id, url })
      : `Dashboard: ${url}`,
  )
  let end: RunEnd | null = null
  await tail({
    ...options,
    lead: lead.id,
    // From its beginning: it may be quicker than the connection.
    since: { [lead.id]: 0 },
    until: (event) => event.type === 'lead:deleted' || (end ??= endOf(event, lead.id)) !== null,
  })
  const summary = await summarize(options, lead.id, end)
  print(
    options.json
      ? JSON.stringify({ type: 'run:ended', ...summary })
      : `\n${summaryText(summary, lead.id, new Ink(options.colors))}`,
  )
  return summary
}

async function summarize(
  { data }: RunOptions,
  leadId: string,
  end: RunEnd | null,
): Promise<RunSummary> {
  if (end === null) return { ...DELETED, status: 'terminated', reason: 'its crew was deleted' }
  // It may have been started again meanwhile, at another port.
  const server = await runningServer(data)
  const read = async <T>(address: string) => (await (await ask(server, address)).json()) as T
  const crew = async (id: string): Promise<EndedCrew> => {
    const snapshot = await read<Snapshot>(`/api/lead/${id}/snapshot`)
    const { tasks } = await read<{ tasks: TaskRecord[] }>(`/api/lead/${id}/tasks`)
    const { turns, tokens, emptyWakes, openings, answers, readTimes, isPart } =
      await read<CrewEffect>(`/api/lead/${id}/effect`)
    const effect = { turns, tokens, emptyWakes, openings, answers, readTimes, isPart }
    const { totals } = await read<{ totals: UsageTotal[] }>(`/api/lead/${id}/usage?by=task`)
    return { ...snapshot, tasks, usage: totals, effect }
  }
  const { leads } = await read<{ leads: LeadView[] }>('/api/lead')
  const ids = new Set([leadId])
  for (const id of ids) {
    for (const lead of leads) if (lead.parentId === id) ids.add(lead.id)
  }
  const below: EndedCrew[] = []
  for (const id of [...ids].slice(1)) below.push(await crew(id))
  return runSummary(end, [await crew(leadId), ...below])
}

/** Nothing can be said about a crew that no longer exists. */
const DELETED = { ms: 0, tasks: [], agents: [], needs: [], messages: 0, groups: 0, effects: [] }

/** The first words of a task, up to the end of a sentence or so many characters. */
function crewName(task: string): string {
  const [line = ''] = task.trim().split('\n')
  const [sentence = line] = line.split(/(?<=\S)[.!?:;](?=\s|$)/)
  if (sentence.length <= CREW_NAME) return sentence.trim()
  const part = cut(sentence, CREW_NAME)
  const end = part.lastIndexOf(' ')
  return `${(end > CREW_NAME / 2 ? part.slice(0, end) : part).replace(/[\s,]+$/, '')} …`
}

const CREW_NAME = 40

function endOf(event: CrewEvent, leadId: string): RunEnd | null {
  const { type } = event
  if (type !== 'agent:completed' && type !== 'agent:failed' && type !== 'agent:terminated') {
    return null
  }
  const { id, ended, endedReason } = event.agent
  return id === leadId && ended !== null
    ? { status: ended, reason: endedReason, at: event.at }
    : null
}

/** Everything that would only be met later is said at once, before anything is made. */
function assertCanRun(options: RunOptions): void {
  const { task, cwd, roles } = options
  const configured = configuredIn(options)
  if (configured?.kind === 'remote') {
    throw new StartRefused(`"${options.preset}" connects on its own: nobody could start it.`)
  }
  if (!configured) assertPreset(options)
  if (!existsSync(cwd) || !statSync(cwd).isDirectory()) {
    throw new StartRefused(`${path.resolve(cwd)} is not a folder.`)
  }
  if (task.trim() === '') throw new StartRefused('The task is empty.')
  if (task.length > LIMITS.task) {
    throw new StartRefused(`The task is longer than ${LIMITS.task} characters; put it into a file.`)
  }
  const bad = roles.find((role) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(role))
  if (bad !== undefined) {
    throw new StartRefused(`"${bad}" is not a role id such as developer or code-reviewer.`)
  }
}

function assertPreset({ preset, program, drivers, searchPath }: RunOptions): void {
  const known = Object.hasOwn(ACP_PRESETS, preset) ? ACP_PRESETS[preset] : undefined
  if (!known) {
    const names = [...Object.keys(ACP_PRESETS), ...Object.keys(drivers)].join(', ')
    throw new StartRefused(`There is no coding agent "${preset}". Known ones: ${names}.`)
  }
  if (program !== undefined && !onPath(program, searchPath)) {
    throw new StartRefused(`${program} is not a program that can be run.`)
  }
  if (program === undefined && !onPath(known.command, searchPath)) {
    throw new StartRefused(
      `${preset} needs the program ${known.command}, which is not on the PATH. Install it (${known.install}), or give its path with --program.`,
    )
  }
}

/** What is set up by that name; another program in its place is one of the preset. */
function configuredIn({ drivers, preset, program }: RunOptions): DriverInput | undefined {
  return program === undefined && Object.hasOwn(drivers, preset) ? drivers[preset] : undefined
}
