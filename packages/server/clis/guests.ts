import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Joining } from '@crewroom/shared/text/join-lines'
import { ACP_PRESETS } from '../src/crew/presets'
import { bareEnvironment } from './bare-environment'
import type { CodingAgent, Endpoint } from './coding-agents'
import { CLI, type CrewFloor } from './crew-floor'
import { GUEST_PROMPT } from './guest-brain'
import type { Ready } from './install-agents'
import { ONE_SHOTS } from './one-shots'
import { furnish, pathBehind, privateFolders } from './private-home'
import { RUN_VARIABLE } from './processes-of-run'

const JOIN_MS = 60_000

/** A coding agent that a person runs, in a home of its own, with nothing of Crewroom's but what `crewroom join` writes. */
export class Guest {
  readonly preset: Joining
  /** No other agent of the crew has it. */
  readonly role: string
  readonly key: string
  readonly log: string
  readonly #program: string
  readonly #cwd: string
  readonly #env: Readonly<Record<string, string>>
  #child: ChildProcess | null = null

  constructor(
    preset: Joining,
    agent: CodingAgent,
    { program, nodeFolder }: Ready,
    at: { readonly folder: string; readonly url: string; readonly run: string },
  ) {
    this.preset = preset
    this.role = `guest-${preset}`
    this.key = `key-of-${this.role}`
    this.log = path.join(at.folder, `${this.role}.log`)
    this.#program = program
    this.#cwd = path.join(at.folder, 'work', this.role)
    mkdirSync(this.#cwd, { recursive: true })
    const home = path.join(at.folder, 'homes', this.role)
    const endpoint: Endpoint = { url: at.url, key: this.key, home }
    furnish(home, (ONE_SHOTS[preset].files ?? agent.files)?.(endpoint) ?? {})
    this.#env = {
      ...bareEnvironment(),
      ...ACP_PRESETS[preset]?.env,
      ...agent.env(endpoint),
      ...privateFolders(home),
      PATH: pathBehind(path.dirname(program), nodeFolder),
      [RUN_VARIABLE]: at.run,
    }
  }

  /** Has `crewroom join` give it the bridge, as its user would. */
  async join({ leadId, data }: CrewFloor): Promise<void> {
    const own = ['--crew', leadId, '--role', this.role, '--data', data]
    const args = [CLI, 'join', '--for', this.preset, ...own, '--write']
    const options = { cwd: this.#cwd, env: this.#env, timeout: JOIN_MS }
    await promisify(execFile)(process.execPath, args, options).catch(
      ({ stderr, message }: Error & { readonly stderr?: string }) => {
        throw new Error(`crewroom join failed: ${stderr?.trim() || message}`)
      },
    )
  }

  /** Starts it without a terminal. */
  start(): void {
    const log = openSync(this.log, 'w')
    const { args, allow } = ONE_SHOTS[this.preset]
    this.#child = spawn(this.#program, [...args(GUEST_PROMPT), ...allow], {
      cwd: this.#cwd,
      env: this.#env,
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
  }

  get hasEnded(): boolean {
    const child = this.#child
    return child === null || child.exitCode !== null || child.signalCode !== null
  }

  get exitCode(): number | null {
    return this.#child?.exitCode ?? null
  }

  /** Ends it with everything that it has started. */
  end(): void {
    if (this.hasEnded || this.#child?.pid === undefined) return
    try {
      process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // It ended meanwhile.
    }
  }
}
