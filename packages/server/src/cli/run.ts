import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { cut } from '@crewroom/shared/model/cut'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { StartRefused } from '../start-refused'
import { ACP_PRESETS } from '../crew/drivers/acp-presets'
import type { DataDir, ServerFile } from '../data-dir'
import { onPath } from '../crew/drivers/on-path'
import { ask, isHeld, runningServer } from './running-server'
import { tail, type TailOptions } from './tail'

export interface RunOptions extends Pick<TailOptions, 'colors' | 'json' | 'print' | 'note'> {
  readonly task: string
  /** A coding agent by the name of its preset; it runs the lead and everyone else. */
  readonly preset: string
  /** Where they work. */
  readonly cwd: string
  /** Role ids of those who work for the lead from the beginning. */
  readonly roles: readonly string[]
  readonly data: DataDir
  readonly searchPath: string
  /** Starts a server on the data; called only when none runs. */
  readonly start: () => Promise<void>
}

export interface RunResult {
  readonly status: 'completed' | 'failed' | 'terminated'
  readonly reason: string | null
}

/** Gives a task to a new crew of coding agents, and tells what happens until its lead has ended. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { preset, cwd, data, print } = options
  assertCanRun(options)
  if (!isHeld(data)) await options.start()
  const server = await runningServer(data)
  const driver = { kind: 'acp', preset }
  const { lead } = await make<{ lead: { id: string } }>(server, '/api/lead', {
    name: cut(options.task.trim().split('\n')[0] ?? '', 60),
    task: options.task,
    driver,
    cwd,
  })
  for (const role of options.roles) {
    await make(server, `/api/lead/${lead.id}/agents`, { role, driver, cwd })
  }
  const { code } = await make<{ code: string }>(server, '/api/login-codes', {})
  const url = `${server.url}/leads/${lead.id}/groups#code=${code}`
  print(
    options.json
      ? JSON.stringify({ type: 'run:began', leadId: lead.id, url })
      : `Dashboard: ${url}`,
  )
  let result: RunResult | null = null
  await tail({
    ...options,
    lead: lead.id,
    // From its beginning: it may be quicker than the connection.
    since: { [lead.id]: 0 },
    until: (event) => (result ??= endOf(event, lead.id)) !== null,
  })
  return result ?? { status: 'terminated', reason: 'its crew was deleted' }
}

function endOf(event: CrewEvent, leadId: string): RunResult | null {
  if (event.type === 'lead:deleted') {
    return { status: 'terminated', reason: 'its crew was deleted' }
  }
  const { type } = event
  if (type !== 'agent:completed' && type !== 'agent:failed' && type !== 'agent:terminated') {
    return null
  }
  const { id, ended, endedReason } = event.agent
  return id === leadId && ended !== null ? { status: ended, reason: endedReason } : null
}

/** Everything that would only be met later is said at once, before anything is made. */
function assertCanRun({ task, preset, cwd, roles, searchPath }: RunOptions): void {
  const known = Object.hasOwn(ACP_PRESETS, preset) ? ACP_PRESETS[preset] : undefined
  if (!known) {
    throw new StartRefused(
      `There is no coding agent "${preset}". Known are: ${Object.keys(ACP_PRESETS).join(', ')}.`,
    )
  }
  if (!onPath(known.command, searchPath)) {
    throw new StartRefused(
      `${preset} is run by the program ${known.command}, which is not on the PATH. Install it; crewroom doctor shows which are there.`,
    )
  }
  if (!existsSync(cwd) || !statSync(cwd).isDirectory()) {
    throw new StartRefused(`${path.resolve(cwd)} is no folder.`)
  }
  if (task.trim() === '') throw new StartRefused('The task is empty.')
  if (task.length > LIMITS.task) {
    throw new StartRefused(`The task is longer than ${LIMITS.task} characters; put it into a file.`)
  }
  const bad = roles.find((role) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(role))
  if (bad !== undefined) {
    throw new StartRefused(`"${bad}" is no role id, such as developer or code-reviewer.`)
  }
}

async function make<T>(server: ServerFile, address: string, body: object): Promise<T> {
  const response = await ask(server, address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as T
}
