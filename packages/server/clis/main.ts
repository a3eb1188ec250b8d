import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { think } from './brain'
import { CrewFloor } from './crew-floor'
import { join, type Member } from './crew-members'
import { FakeModel } from './fake-model'
import { installAgent } from './install-agents'
import { optionsOf } from './options'
import { endRun, processesOfRun } from './processes-of-run'
import { failuresOf, isAllRight, type Result, tableOf } from './result'
import { clients } from './scenes/clients'
import { groups, MIXED, tasks } from './scenes/groups'
import { programsKilled, serverKilled } from './scenes/kills'
import { memory } from './scenes/memory'
import { modes } from './scenes/modes'
import { permissions } from './scenes/permissions'
import { sleeps, SLEEPY } from './scenes/sleep'
import type { Stage } from './scenes/stage'
import { TOOLED, tools } from './scenes/tools'
import { usage } from './scenes/usage'
import { Verdicts } from './verdicts'
import { until } from './waiting'
import { writeDocs } from './write-docs'

// `npm run test:clis [-- --only claude,codex] [--scenes groups,sleep] [--write]`: installs real coding agents and has
// the built server run a crew of them, all asking one fake model. Nothing but the package registry is reached.

/** Nothing falls asleep before its scene. */
const AWAKE = { CREWROOM_IDLE_STOP_MINUTES: '0', CREWROOM_COMPLETED_STOP_MINUTES: '0' }

const { agents, scenes, write, cache, minutes } = optionsOf(process.argv.slice(2), process.env)
const say = (line: string) => process.stdout.write(`${line}\n`)
const run = randomUUID()
process.once('exit', () => endRun(run))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(path.join(tmpdir(), 'crewroom-clis-run-'))
say(`What the programs write is in ${folder}.`)
const verdicts = new Verdicts()
const problems = new Map<string, string>()
const versions = new Map<string, string>()
const members: Member[] = []
const model = await FakeModel.start(think)
const floor = new CrewFloor(folder, run)
const stage: Stage = { floor, members, verdicts, model, run, folder }
await floor.start(AWAKE)

for (const agent of agents) {
  const { preset } = agent
  const installed = await installAgent(preset, cache)
  versions.set(preset, installed.version)
  try {
    if ('problem' in installed) throw new Error(installed.problem)
    members.push(await join(floor, agent, installed, folder, model.url))
  } catch (error) {
    problems.set(preset, error instanceof Error ? error.message : String(error))
    say(`${preset} takes no part: ${problems.get(preset)}`)
  }
}

const figures = { messages: 0, tokens: null as number | null, emptyWakes: 0 }
let watched: Result['memory'] = null

/** What the talk took, when nobody has anything left to do. */
async function measure(): Promise<void> {
  for (const { id } of members) await floor.settled(id)
  const effect = await floor.effect()
  const ids = members.map(({ id }) => id)
  figures.messages = (await floor.messages(MIXED)).filter(({ from }) => ids.includes(from)).length
  figures.tokens = effect.tokens
  figures.emptyWakes = effect.emptyWakes
}

/** In the order in which they are played. */
const ALL: Readonly<Record<string, () => Promise<void>>> = {
  groups: async () => {
    await groups(stage)
    await tasks(stage)
    await measure()
  },
  permissions: () => permissions(stage),
  modes: () => modes(stage),
  kills: () => programsKilled(stage),
  memory: async () => {
    watched = await memory(stage, minutes)
  },
  server: () => serverKilled(stage, AWAKE),
  sleep: async () => {
    await floor.end('SIGTERM')
    await floor.start(SLEEPY)
    await sleeps(stage)
  },
  usage: () => usage(stage),
  tools: async () => {
    await floor.end('SIGTERM')
    await floor.start({ ...AWAKE, ...TOOLED })
    await tools(stage)
  },
  clients: () => clients(stage, agents, cache),
}

const broken: string[] = []
for (const [name, scene] of Object.entries(ALL)) {
  if (scenes && !scenes.includes(name)) continue
  say(name)
  await scene().catch((error: unknown) => broken.push(`Scene ${name}: ${String(error)}.`))
}
await floor.end('SIGTERM')
await until('the end of all processes', () => processesOfRun(run).length === 0).catch(() => {})

const result: Result = {
  ...figures,
  agents: agents.map(({ preset }) => ({
    preset,
    version: versions.get(preset) ?? '',
    problem: problems.get(preset) ?? null,
    verdicts: verdicts.of(preset),
  })),
  memory: watched,
  left: processesOfRun(run).map(({ command }) => command),
}
const table = tableOf(result)
const failures = [...broken, ...failuresOf(result)]
say(`\n${table}\n`)
for (const failure of failures) say(`FAIL ${failure}`)
if (write) writeDocs(table)
if (isAllRight(result)) rmSync(folder, { recursive: true, force: true })
process.exit(failures.length === 0 ? 0 : 1)
