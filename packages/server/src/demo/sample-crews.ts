import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Crew } from '../crew/crew'
import { createAgent, createLead, type DriverInput } from '../agents/create-agent'
import type { By, Shard } from '../crew/shard'
import type { Envelope } from '../journal/facts'
import { DEMO_LEAD, DEMO_WORKERS } from './crew'
import { CrewFolder } from './crew-folder'
import { Pace } from './pace'
import { SamplePerson } from './sample-person'

/** The built programs of sample agents. */
export interface SamplePrograms {
  /** The one that reads a pipe, with the one that speaks ACP beside it. */
  readonly agent: URL
  /** The folder of their scripts. */
  readonly scripts: URL
}

/** Each has eight programs. */
const AT_MOST = 3

/** Tries for about five seconds: 100 ms, 200 ms, and so on. */
const REMOVED = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }

/** Sample crews of this server: real programs that follow a script. Each has a folder below the data folder. */
export class SampleCrews {
  readonly #shard: Shard
  readonly #folder: string
  readonly #programs: SamplePrograms
  readonly #person: SamplePerson

  constructor(shard: Shard, dataFolder: string, programs: SamplePrograms) {
    this.#shard = shard
    this.#folder = path.join(dataFolder, 'samples')
    this.#programs = programs
    this.#person = new SamplePerson(shard, ({ state }) => this.#paceOf(state))
  }

  /**
   * Founds one; its programs start when it is durable. `pace`: 0 as fast as they can, 1 about a minute, 2 twice as long.
   * Refuses with `limit_reached` while there are three.
   */
  start(by: By, pace: number): Crew {
    if (this.#used().size >= AT_MOST) {
      throw new CrewError(
        'limit_reached',
        `There are ${AT_MOST} sample crews already. Delete one of them first.`,
      )
    }
    const place = path.join(this.#folder, randomUUID())
    const folder = new CrewFolder(place)
    folder.prepare()
    try {
      return this.#found(by, pace, place, folder)
    } catch (error) {
      rmSync(place, { recursive: true, force: true })
      throw error
    }
  }

  /** Whose programs go on when the server does: they wait for nothing that would start them. */
  cutOff(): string[] {
    return [...this.#shard.crews()]
      .filter(({ state }) => this.#place(state) !== null && !state.lead.paused)
      .flatMap(({ state }) => Object.values(state.agents))
      .flatMap(({ id, ended }) => (ended === null ? [id] : []))
  }

  published(entries: readonly Envelope[]): void {
    this.#person.published(entries)
    if (entries.some(({ type }) => type === 'lead:deleted')) this.tidy()
  }

  stop(): void {
    this.#person.stop()
  }

  /** Removes the folders of crews that are gone. A program that has not ended yet may still write there, so it tries several times. */
  tidy(): void {
    if (!existsSync(this.#folder)) return
    const used = this.#used()
    for (const name of readdirSync(this.#folder)) {
      const place = path.join(this.#folder, name)
      if (used.has(place)) continue
      // What cannot be removed now is removed when the server starts.
      void rm(place, REMOVED).catch(() => undefined)
    }
  }

  #found(by: By, pace: number, place: string, folder: CrewFolder): Crew {
    const { name, task } = DEMO_LEAD
    const given = (kind: 'pipe' | 'acp', script: string, who: string) => ({
      cwd: place,
      driver: this.#driver(kind, [script, place, who, String(pace)]),
    })
    const { crew } = createLead(this.#shard, by, {
      name,
      task,
      ...given(DEMO_LEAD.driver, DEMO_LEAD.script, name),
    })
    const ids: Record<string, string> = { [name]: crew.state.lead.id }
    for (const worker of DEMO_WORKERS) {
      const { agent } = createAgent(this.#shard, crew, by, {
        name: worker.name,
        role: worker.role,
        ...given(worker.driver, worker.script, worker.name),
      })
      ids[worker.name] = agent.id
    }
    folder.announce(ids)
    return crew
  }

  #driver(kind: 'pipe' | 'acp', [script = '', ...rest]: readonly string[]): DriverInput {
    const { agent, scripts } = this.#programs
    const program = kind === 'acp' ? new URL('acp-agent.js', agent) : agent
    const args = [fileURLToPath(program), fileURLToPath(new URL(script, scripts)), ...rest]
    return { kind, command: process.execPath, args }
  }

  /** The folders in which agents of crews that are here work. */
  #used(): Set<string> {
    const used = new Set<string>()
    for (const { state } of this.#shard.crews()) {
      const place = this.#place(state)
      if (place !== null) used.add(place)
    }
    return used
  }

  /** As it was started; null for any other crew. */
  #paceOf(state: CrewState): Pace | null {
    const driver = state.agents[state.lead.id]?.driver
    if (this.#place(state) === null || driver?.kind !== 'pipe') return null
    return new Pace(Number(driver.args.at(-1)))
  }

  /** Where the programs of a sample crew work; null for any other. */
  #place({ agents, lead }: CrewState): string | null {
    const { cwd } = agents[lead.id] ?? {}
    return cwd && path.dirname(cwd) === this.#folder ? cwd : null
  }
}
