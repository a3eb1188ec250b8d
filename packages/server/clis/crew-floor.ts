import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { CrewEffect } from '@crewroom/shared/model/effect'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { CrewState, LiveState, WhyCode } from '@crewroom/shared/state/crew-state'
import { bareEnvironment } from './bare-environment'
import { RUN_VARIABLE } from './processes-of-run'
import { until } from './waiting'

const START_MS = 30_000

/** The built program of Crewroom. */
export const CLI = new URL('../cli.js', import.meta.url).pathname

interface Message {
  readonly n: number
  readonly from: string
  readonly content: string
  readonly reactions: Readonly<Record<string, readonly string[]>>
}

/** The built server as a user starts it, in a process of its own, and the requests that a person would make. */
export class CrewFloor {
  readonly #folder: string
  readonly #run: string
  readonly #crew: { leadId: string } = { leadId: '' }
  #child: ChildProcess | null = null
  #server = { url: '', token: '' }

  constructor(folder: string, run: string) {
    this.#folder = folder
    this.#run = run
    mkdirSync(folder, { recursive: true })
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get leadId(): string {
    return this.#crew.leadId
  }

  /** The data folder of its server. */
  get data(): string {
    return path.join(this.#folder, 'data')
  }

  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const args = [CLI, 'start', '--port', '0', '--no-open', '--data', this.data]
    const file = path.join(this.data, 'server.json')
    rmSync(file, { force: true })
    const child = spawn(process.execPath, args, {
      cwd: this.#folder,
      env: { ...bareEnvironment(), ...settings, [RUN_VARIABLE]: this.#run },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    this.#child = child
    const log = path.join(this.#folder, 'server.log')
    child.stderr?.on('data', (text: Buffer) => appendFileSync(log, text))
    await until('the server runs', () => child.exitCode !== null || existsSync(file), START_MS)
    if (child.exitCode !== null) throw new Error(`the server ended; ${log} says why`)
    this.#server = JSON.parse(readFileSync(file, 'utf8')) as { url: string; token: string }
  }

  /** Only the server itself: what it started is its own to find. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  async call<T>(method: string, address: string, body?: object): Promise<T> {
    const response = await fetch(`${this.#server.url}/api/${address}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#server.token}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const reply = (await response.json()) as T
    if (!response.ok) throw new Error(`${method} ${address}: ${JSON.stringify(reply)}`)
    return reply
  }

  async lead(given: object): Promise<string> {
    const { lead } = await this.call<{ lead: { id: string } }>('POST', 'lead', given)
    this.#crew.leadId = lead.id
    return lead.id
  }

  async agent(given: object): Promise<string> {
    const address = `lead/${this.leadId}/agents`
    const { agent } = await this.call<{ agent: { id: string } }>('POST', address, given)
    return agent.id
  }

  async group(name: string, memberIds: readonly string[]): Promise<void> {
    await this.call('POST', `lead/${this.leadId}/groups`, { name, memberIds })
  }

  async tell(agentId: string, content: string): Promise<void> {
    await this.call('POST', `agents/${agentId}/messages`, { content })
  }

  async post(group: string, content: string): Promise<void> {
    await this.call('POST', `lead/${this.leadId}/groups/${group}/messages`, { content })
  }

  async messages(group: string): Promise<readonly Message[]> {
    const address = `lead/${this.leadId}/groups/${group}/messages?limit=200`
    return (await this.call<{ messages: Message[] }>('GET', address)).messages
  }

  /** How often these words were written in a group. */
  async count(group: string, words: string): Promise<number> {
    return (await this.messages(group)).filter(({ content }) => content === words).length
  }

  async written(group: string, words: string): Promise<void> {
    await until(`"${words}" in ${group}`, async () => (await this.count(group, words)) > 0)
  }

  async snapshot(): Promise<{ state: CrewState; live: LiveState }> {
    return this.call('GET', `lead/${this.leadId}/snapshot`)
  }

  async effect(): Promise<CrewEffect> {
    return this.call('GET', `lead/${this.leadId}/effect`)
  }

  /** The request for permission of an agent that waits for a person. */
  async permissionOf(agentId: string): Promise<NeedRecord | undefined> {
    const { needs } = await this.call<{ needs: NeedRecord[] }>('GET', `lead/${this.leadId}/needs`)
    return needs.find((need) => need.agentId === agentId && need.kind === 'permission')
  }

  /** The newest notes of an agent's record, oldest first. */
  async notes(agentId: string): Promise<readonly string[]> {
    const address = `agents/${agentId}/rollout?limit=20`
    const { entries } = await this.call<{ entries: { kind: string; text: string | null }[] }>(
      'GET',
      address,
    )
    return entries.flatMap(({ kind, text }) => (kind === 'note' && text ? text : []))
  }

  /** Nothing is under way for the agent, and nothing that wakes it waits. */
  async settled(agentId: string): Promise<void> {
    await until(`${agentId} is idle`, async () => {
      const live = (await this.snapshot()).live.agents[agentId]
      return live && RESTS.includes(live.why.code) && live
    })
  }
}

const RESTS: readonly WhyCode[] = ['idle', 'asleep', 'ended']
