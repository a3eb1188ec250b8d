import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import { SYSTEM } from '@crewroom/shared/model/participant'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Draft } from '../../journal/facts'
import type { Logger } from '../../logger'
import { AgentStream } from '../agent-stream'
import type { Intake } from '../intake'
import type { PresenceBook } from '../presence'
import type { Shard } from '../shard'
import { itemsOfTurn, type TurnItem } from '../turn-items'
import { beginTurn, endTurns } from '../turns'
import { endGroup, processStartTime, signalGroup } from './process-group'

export interface PipePorts {
  readonly shard: Shard
  readonly intake: Intake
  readonly presence: PresenceBook
  readonly logger: Logger
  /** Ends the process group after SIGTERM when it has not gone by then. */
  readonly graceMs: number
}

/** A pipe's turn is over when it has been quiet for this long. */
const QUIET_MS = 2_000
const STDERR_KEPT = 4_096
/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/**
 * One child process in its own process group: its stdout is scanned, what it is owed is written to its stdin.
 * A hand-over is stored first, written, and ended when the write was taken.
 */
export class PipeProcess {
  readonly agent: AgentRecord
  readonly #ports: PipePorts
  readonly #child: ChildProcessWithoutNullStreams
  readonly #stream: AgentStream
  readonly #decoder = new StringDecoder('utf8')
  readonly exited: Promise<void>
  #handing = false
  #gone = false
  #stopping = false
  #stderr = ''
  #cancelQuiet: (() => void) | null = null

  constructor(ports: PipePorts, agent: AgentRecord) {
    if (agent.driver.kind !== 'pipe') throw new Error('a pipe process needs a pipe driver')
    this.agent = agent
    this.#ports = ports
    this.#stream = new AgentStream({
      agentId: agent.id,
      name: `pipe:${ports.shard.ports.ids.record()}`,
      resumable: false,
    })
    ports.presence.set(agent.id, { status: 'starting', connection: 'none' })
    const { command, args } = agent.driver
    this.#child = spawn(command, [...args], {
      cwd: agent.cwd ?? process.cwd(),
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CREWROOM_AGENT_ID: agent.id,
        CREWROOM_LEAD_ID: agent.leadId,
        CREWROOM_ROLE: agent.role,
      },
    })
    this.exited = this.#watch()
  }

  /** Hands over what is owed, one turn after the other. Called whenever more is owed. */
  owedChanged(): void {
    // A program that closed its input takes nothing more; what it is owed waits for the next one.
    if (this.#handing || this.#gone || !this.#child.pid || !this.#child.stdin.writable) return
    this.#handing = true
    this.#handOver()
      .catch((error: unknown) => {
        // Storage refused the hand-over: it is still owed, and is tried again when the server has recovered.
        this.#ports.logger.warn({ agentId: this.agent.id, error }, 'hand-over put off')
        this.#ports.shard.ports.clock.after(RETRY_MS, () => this.owedChanged())
      })
      .finally(() => {
        this.#handing = false
      })
  }

  /** SIGTERM, then SIGKILL, to the whole process group; resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true
    const { pid } = this.#child
    if (pid) await endGroup(pid, this.#ports.graceMs)
    await this.exited
  }

  #watch(): Promise<void> {
    const child = this.#child
    const { presence, logger } = this.#ports
    child.stdin.on('error', (error) => {
      // The program closed its input or died; its exit is handled where it is known.
      logger.info({ agentId: this.agent.id, error: error.message }, 'agent input closed')
    })
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_KEPT)
    })
    child.stdout.on('data', (chunk: Buffer) => this.#output(this.#decoder.write(chunk)))
    child.once('spawn', () => {
      const { pid } = child
      if (pid === undefined) return
      presence.set(this.agent.id, { status: 'idle', connection: 'connected' })
      this.#remember({
        type: 'process:started',
        data: { process: { agentId: this.agent.id, pid, startTime: processStartTime(pid) } },
      })
      this.owedChanged()
    })
    return new Promise((resolve) => {
      child.once('error', (error) => {
        if (child.pid !== undefined) return
        this.#gone = true
        logger.warn(
          { agentId: this.agent.id, error: error.message },
          'agent program could not be started',
        )
        presence.set(this.agent.id, { status: 'idle', connection: 'lost' })
        this.#remember({
          type: 'agent:failed',
          data: { agent: { ...this.agent, ended: 'failed' } },
        })
        resolve()
      })
      // What it started and left in its group ends with it: it may hold the pipes open for ever.
      child.once('exit', () => {
        if (child.pid) signalGroup(child.pid, 'SIGKILL')
      })
      // `close`, not `exit`: everything it wrote has been read by then.
      child.once('close', (code, signal) => {
        this.#ended(code, signal)
          .catch((error: unknown) => logger.error({ agentId: this.agent.id, error }, 'agent end'))
          .finally(resolve)
      })
    })
  }

  async #ended(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    this.#gone = true
    this.#cancelQuiet?.()
    const { intake, presence, logger } = this.#ports
    const rest = this.#decoder.end()
    if (rest) await intake.feed(this.#stream, rest)
    await intake.endTurn(this.#stream)
    presence.set(this.agent.id, { status: 'idle', connection: 'lost' })
    const abnormal = code !== 0 && !this.#stopping
    logger[abnormal ? 'warn' : 'info'](
      { agentId: this.agent.id, code, signal, ...(abnormal ? { stderr: this.#stderr } : {}) },
      'agent program ended',
    )
    this.#remember({ type: 'process:ended', data: { agentId: this.agent.id, code, signal } })
  }

  #output(text: string): void {
    if (text === '') return
    this.#ports.presence.set(this.agent.id, { status: 'working' })
    this.#cancelQuiet?.()
    // Reading stops until this was acted on: a program that writes faster than its commands can be stored waits.
    this.#child.stdout.pause()
    void this.#ports.intake
      .feed(this.#stream, text)
      .catch((error: unknown) =>
        this.#ports.logger.error({ agentId: this.agent.id, error }, 'agent output'),
      )
      .finally(() => {
        this.#child.stdout.resume()
        if (this.#gone) return
        this.#cancelQuiet?.()
        this.#cancelQuiet = this.#ports.shard.ports.clock.after(QUIET_MS, () => this.#quiet())
      })
  }

  #quiet(): void {
    this.#ports.presence.set(this.agent.id, { status: 'idle' })
    void this.#ports.intake
      .endTurn(this.#stream)
      .catch((error: unknown) =>
        this.#ports.logger.error({ agentId: this.agent.id, error }, 'agent turn'),
      )
  }

  async #handOver(): Promise<void> {
    const { shard } = this.#ports
    for (;;) {
      const crew = shard.crewOf(this.agent.id)
      if (!crew || this.#gone) return
      const { turns } = crew.owed(this.agent.id)
      if (turns.length > 0) {
        // Handed over by an earlier process and never confirmed: again, and said so.
        const items = turns.flatMap((turn) => itemsOfTurn(shard, crew, turn).slice(turn.acked))
        await this.#write([TEXT.repeat(items.length), ...items.map((item) => item.text)])
        endTurns(shard, crew, turns, 'written')
        continue
      }
      const begun = beginTurn(shard, crew, this.agent.id)
      if (!begun) return
      await shard.journal.durable(crew.state.lead.id)
      await this.#write(begun.items.map((item: TurnItem) => item.text))
      const now = shard.crewOf(this.agent.id)
      if (!now) return
      const open = now.owed(this.agent.id).turns.filter((turn) => turn.id === begun.turnId)
      endTurns(shard, now, open, 'written')
    }
  }

  #write(texts: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.stdin.write(`${texts.join('\n')}\n`, (error) =>
        error ? reject(error) : resolve(),
      )
    })
  }

  #remember(draft: Draft): void {
    if (draft.type === 'process:started' && this.#gone) return
    const { shard, logger } = this.#ports
    const crew = shard.crewOf(this.agent.id)
    if (!crew) return
    try {
      const decision = shard.decideFurther(crew)
      decision.drafts.push(draft)
      shard.commit(crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
    } catch (error) {
      logger.warn({ agentId: this.agent.id, type: draft.type, error }, 'remembering is put off')
      shard.ports.clock.after(RETRY_MS, () => this.#remember(draft))
      return
    }
    // A refusal after this is a storage failure: the fact is still true, and is stored when that is over.
    shard.journal.release(
      this.agent.leadId,
      () => {},
      () => shard.ports.clock.after(RETRY_MS, () => this.#remember(draft)),
    )
  }
}
