import { showsColors } from '../cli/shows-colors'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@crewroom/shared/client/http'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { App } from '../app'
import { DataDir } from '../data-dir'
import { CrewFolder } from './crew-folder'
import { Feed } from './feed'
import { checkOutcome, type Evidence, type Outcome } from './outcome'

export interface DemoOptions {
  /** End when the crew has finished, with exit code and summary. */
  readonly once: boolean
  /** How slowly it plays: 1 is about a minute, 0 as fast as it can. */
  readonly pace: number
  readonly data: string | undefined
  readonly start: (folder: string) => Promise<App>
  readonly open: (url: string) => void
}

const GIVE_UP_MS = 60_000
const SPECTATOR_MS = 30_000
const LOOK_EVERY_MS = 200

/** A server with a crew of real processes that talk to each other; the terminal shows what happens. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const began = Date.now()
  const temporary = options.data === undefined
  const folder = options.data ?? mkdtempSync(path.join(os.tmpdir(), 'crewroom-demo-'))
  const app = await options.start(folder)
  const data = new DataDir(folder)
  const colors = showsColors(process.stdout, process.env)
  const feed = new Feed(app.core.shard, colors)
  app.core.onPublished((entries) => {
    for (const entry of entries) {
      const line = feed.line(entry)
      if (line !== null) process.stdout.write(`${line}\n`)
    }
  })
  const link = app.loginUrl()
  process.stdout.write(`Dashboard: ${link}\n`)
  options.open(link)
  // As any program would ask it.
  const token = data.runningServer()?.token ?? ''
  const client = createClient({ url: app.url, token })
  if (!options.once) await spectator(app)
  const { lead } = await client.post('/api/sample', { body: { pace: options.pace } })
  const leadId = lead.id
  if (!options.once) {
    if (temporary) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    process.stdout.write(
      'The crew is at work; at the end it asks you a question. Ctrl+C ends the demo.\n',
    )
    return
  }
  const outcome = await finished({
    database: data.database,
    leadId,
    folder: new CrewFolder(crewPathOf(app, leadId)),
    rollout: (agentId) => wholeRollout(client, agentId),
  })
  await app.close()
  if (temporary) rmSync(folder, { recursive: true, force: true })
  for (const line of outcome.wrong) process.stderr.write(`${line}\n`)
  const { wrong, ...counts } = outcome
  process.stdout.write(
    `${JSON.stringify({ ok: wrong.length === 0, ...counts, ms: Date.now() - began })}\n`,
  )
  process.exit(wrong.length === 0 ? 0 : 1)
}

/** Where the programs of the crew keep their notes. */
function crewPathOf(app: App, leadId: string): string {
  return app.core.shard.crew(leadId).state.agents[leadId]?.cwd ?? ''
}

/** Waits for the first page that is open, but not for ever: a story without a spectator is told all the same. */
async function spectator(app: App): Promise<void> {
  process.stdout.write(
    `The story begins when the dashboard opens, or in ${SPECTATOR_MS / 1000} seconds.\n`,
  )
  const late = new AbortController()
  await Promise.race([
    app.watched(),
    sleep(SPECTATOR_MS, undefined, { signal: late.signal }).catch(() => {}),
  ])
  late.abort()
}

async function wholeRollout(client: Client, agentId: string): Promise<RolloutEntry[]> {
  const all: RolloutEntry[] = []
  for (;;) {
    const page = await client.get('/api/agents/{agentId}/rollout', {
      path: { agentId },
      query: { limit: LIMITS.page, after: all.at(-1)?.n ?? 0 },
    })
    all.push(...page.entries)
    if (!page.hasMore) return all
  }
}

/** Looks until everything that is expected is there, and once more that nothing came after it. */
async function finished(evidence: Evidence): Promise<Outcome> {
  const until = Date.now() + GIVE_UP_MS
  let complete = false
  for (;;) {
    const outcome = await checkOutcome(evidence)
    if (outcome.wrong.length === 0 && complete) return outcome
    complete = outcome.wrong.length === 0
    if (Date.now() > until) return outcome
    await new Promise((resolve) =>
      setTimeout(resolve, complete ? 3 * LOOK_EVERY_MS : LOOK_EVERY_MS),
    )
  }
}
