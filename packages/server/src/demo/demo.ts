import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from '../app'
import { DataDir } from '../data-dir'
import { DEMO_LEAD, DEMO_WORKERS } from './crew'
import { feedLine } from './feed'
import { checkOutcome, type Outcome } from './outcome'

export interface DemoOptions {
  /** End when the crew has finished, with exit code and summary. */
  readonly once: boolean
  readonly data: string | undefined
  readonly start: (folder: string) => Promise<App>
  readonly open: (url: string) => void
  /** The sample agent's program and the folder of its scripts. */
  readonly agent: URL
  readonly scripts: URL
}

const GIVE_UP_MS = 60_000
const LOOK_EVERY_MS = 200

/** A server with a crew of real processes that talk to each other; the terminal shows what happens. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const began = Date.now()
  const temporary = options.data === undefined
  const folder = options.data ?? mkdtempSync(path.join(os.tmpdir(), 'crewroom-demo-'))
  const app = await options.start(folder)
  const data = new DataDir(folder)
  const colors = process.stdout.isTTY || process.env['FORCE_COLOR'] !== undefined
  app.core.onPublished((entries) => {
    for (const entry of entries) {
      const line = feedLine(app.core.shard, entry, colors)
      if (line !== null) process.stdout.write(`${line}\n`)
    }
  })
  const link = app.loginUrl()
  process.stdout.write(`Dashboard: ${link}\n`)
  options.open(link)
  await createCrew(app, data, options)
  if (!options.once) {
    if (temporary) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    process.stdout.write('The crew is at work. Ctrl+C ends the demo.\n')
    return
  }
  const outcome = await finished(data.database)
  await app.close()
  if (temporary) rmSync(folder, { recursive: true, force: true })
  for (const line of outcome.wrong) process.stderr.write(`${line}\n`)
  const { wrong, ...counts } = outcome
  process.stdout.write(
    `${JSON.stringify({ ok: wrong.length === 0, ...counts, ms: Date.now() - began })}\n`,
  )
  process.exit(wrong.length === 0 ? 0 : 1)
}

/** Creates the crew through the REST door, as any program would. */
async function createCrew(app: App, data: DataDir, options: DemoOptions): Promise<void> {
  const token = data.runningServer()?.token ?? ''
  const crewFile = path.join(data.folder, `demo-crew-${Date.now()}.json`)
  const post = async (address: string, body: object): Promise<unknown> => {
    const response = await fetch(`${app.url}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const driver = (script: string) => ({
    kind: 'pipe',
    command: process.execPath,
    args: [fileURLToPath(options.agent), fileURLToPath(new URL(script, options.scripts)), crewFile],
  })
  const { lead } = (await post('/api/lead', {
    name: DEMO_LEAD.name,
    task: 'Make loading the config fast',
    driver: driver(DEMO_LEAD.script),
  })) as { lead: { id: string } }
  const ids: Record<string, string> = { [DEMO_LEAD.name]: lead.id }
  for (const { name, role, script } of DEMO_WORKERS) {
    const { agent } = (await post(`/api/lead/${lead.id}/agents`, {
      name,
      role,
      driver: driver(script),
    })) as { agent: { id: string } }
    ids[name] = agent.id
  }
  // By rename: an agent that looks reads the whole file or none.
  writeFileSync(`${crewFile}.tmp`, JSON.stringify(ids))
  renameSync(`${crewFile}.tmp`, crewFile)
}

/** Looks until everything that is expected is there, and once more that nothing came after it. */
async function finished(database: string): Promise<Outcome> {
  const until = Date.now() + GIVE_UP_MS
  let complete = false
  for (;;) {
    const outcome = checkOutcome(database)
    if (outcome.wrong.length === 0 && complete) return outcome
    complete = outcome.wrong.length === 0
    if (Date.now() > until) return outcome
    await new Promise((resolve) =>
      setTimeout(resolve, complete ? 3 * LOOK_EVERY_MS : LOOK_EVERY_MS),
    )
  }
}
