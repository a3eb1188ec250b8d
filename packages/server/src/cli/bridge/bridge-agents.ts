import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { makeFolder, narrow, writePrivately } from '../../durable-files'
import { StartFailed } from '../../start-refused'
import { failureIn } from '../../storage-failure'

const BridgeAgent = z.object({
  agentId: z.string(),
  token: z.string(),
  /** Where its server is, for an agent that came by an invitation; null: the server of this data folder. */
  url: z.string().nullable(),
  leadId: z.string().nullable(),
  /** What it was made for: the same client in the same folder is the same agent. */
  client: z.string(),
  cwd: z.string(),
  role: z.string(),
  isLead: z.boolean(),
  /** The name of the crew that it was to lead. */
  leads: z.string().nullable(),
  /** The bridge that speaks for it, or was the last one to. */
  pid: z.number().int(),
})
export type BridgeAgent = z.infer<typeof BridgeAgent>

const File = z.object({ agents: z.array(BridgeAgent) })

/** Beyond this the oldest are forgotten: their agents stay in their crews. */
const MOST = 200

/** A bridge has the file for milliseconds: one that has it for so long was killed meanwhile. */
const STALE_MS = 5_000
const ASK_AGAIN_MS = 5

/** For whom an agent is wanted. */
export type WantedAgent = Pick<
  BridgeAgent,
  'url' | 'client' | 'cwd' | 'role' | 'isLead' | 'leads'
> & {
  /** The crew that was asked for; null takes any. */
  readonly leadId: string | null
}

/**
 * Which agents bridges have made, so that a coding agent that is started again is the same agent as before. Their tokens are
 * in it: only its user may read the file.
 */
export class BridgeAgents {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * An agent made earlier for the same, for whom no other bridge speaks now: from now on this one does. Refused where
   * nothing can be kept, before anybody joins who would be forgotten.
   */
  claim(wanted: WantedAgent): Promise<BridgeAgent | null> {
    return this.#alone(() => {
      const same = this.#read().filter(
        (one) =>
          one.url === wanted.url &&
          one.client === wanted.client &&
          one.cwd === wanted.cwd &&
          one.role === wanted.role &&
          one.isLead === wanted.isLead &&
          one.leads === wanted.leads &&
          (wanted.leadId === null || one.leadId === wanted.leadId),
      )
      const found = same.findLast(({ pid }) => pid === process.pid || !isAlive(pid)) ?? null
      if (found) this.#put(found)
      return found
    })
  }

  /** The agent of this id at this server, for which this bridge then speaks; `taken`: another one does. */
  speakFor(agentId: string, url: string): Promise<BridgeAgent | 'taken' | null> {
    return this.#alone(() => {
      const found = this.#read().find((one) => one.agentId === agentId && one.url === url)
      if (!found) return null
      if (found.pid !== process.pid && isAlive(found.pid)) return 'taken'
      this.#put(found)
      return found
    })
  }

  /** Refused where nothing can be kept. */
  prepare(): Promise<void> {
    return this.#alone(() => {})
  }

  /** Notes that this bridge speaks for the agent. */
  keep(agent: Omit<BridgeAgent, 'pid'>): Promise<void> {
    return this.#alone(() => this.#put(agent))
  }

  /** The agent is not there any more. */
  forget(agentId: string): Promise<void> {
    return this.#alone(() => this.#write(this.#read().filter((one) => one.agentId !== agentId)))
  }

  #put(agent: Omit<BridgeAgent, 'pid'>): void {
    const others = this.#read().filter(({ agentId }) => agentId !== agent.agentId)
    this.#write([...others, { ...agent, pid: process.pid }].slice(-MOST))
  }

  /** No other bridge reads or writes the file meanwhile: two that start at once would be one agent, or lose the other's. */
  async #alone<T>(act: () => T): Promise<T> {
    const lock = `${this.#file}.lock`
    try {
      if (makeFolder(this.#folder).length > 0) narrow(this.#folder)
      while (!isMade(lock)) {
        const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
        if (Date.now() - mtimeMs > STALE_MS) rmSync(lock, { force: true })
        else await pause(ASK_AGAIN_MS)
      }
      try {
        return act()
      } finally {
        rmSync(lock, { force: true })
      }
    } catch (error) {
      throw new StartFailed(
        `${this.#file} cannot be written (${failureIn(error).code}), where bridges keep which agent they speak for. Make its folder writable, or name another one with --data.`,
        error,
      )
    }
  }

  get #file(): string {
    return path.join(this.#folder, 'bridges.json')
  }

  #read(): readonly BridgeAgent[] {
    try {
      return File.parse(JSON.parse(readFileSync(this.#file, 'utf8'))).agents
    } catch {
      // Not there, or not ours: the next agent is a new one.
      return []
    }
  }

  #write(agents: readonly BridgeAgent[]): void {
    writePrivately(this.#file, `${JSON.stringify({ agents }, null, 2)}\n`)
  }
}

/** False: another process has it. */
function isMade(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if (failureIn(error).code === 'EEXIST') return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
