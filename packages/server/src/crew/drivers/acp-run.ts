import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { Usage } from '@crewroom/shared/model/usage'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { AgentStream } from '../agent-stream'
import { Bell } from '../bell'
import {
  agentMustWake,
  beginHandOver,
  endHandOver,
  itemsOf,
  openTurns,
  seeHandOver,
  stored,
} from '../hand-over'
import { manifestKeys, manifestOf, manifestParts } from '../manifest'
import type { OpenTurn } from '../owed'
import { AcpFailure } from './acp-failure'
import { type AcpCommand, acpCommand } from './acp-presets'
import { AcpMeter } from './acp-meter'
import type { AgentRun, Child, Connection, RunEnd, RunPorts } from './agent-run'
import { exitReason } from './pipe'
import { recordUpdate } from './acp-record'
import { remember } from './remember'

/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/** One prompt: the turns that it hands over, and its text. */
interface Prompt {
  readonly turnIds: readonly string[]
  readonly text: string
}

/**
 * A program that speaks ACP. Everything owed is coalesced into the next prompt, one at a time; a prompt begins when
 * something wakes the agent. A turn is seen with the first sign of work on it and ended by the stop reason.
 */
export class AcpRun implements AgentRun {
  readonly agent: AgentRecord
  readonly ended: Promise<RunEnd>
  readonly #ports: RunPorts
  readonly #command: AcpCommand
  readonly #child: Child
  readonly #stream: AgentStream
  readonly #meter: AcpMeter
  #connection: Connection | null = null
  /** Answering what was said so far: nothing more is read before. */
  #answered: Promise<void> = Promise.resolve()
  /** Turns of the prompt under way that the program has not shown to work on. */
  #unseen: readonly string[] = []
  #turnId: string | null = null
  #prompting = false
  /** To be woken for what does not wake. */
  #wanted = false
  /** Something arrived that the prompt under way does not have. */
  #interrupted = false
  readonly #bell = new Bell()
  #stopping = false
  /** Why the server gives up on this process, when it is the server that does. */
  #givenUp: string | null = null
  /** What of the manifest the model was told, by keys of its parts. */
  #told: readonly string[] = []
  /** Work of an earlier process that is to be continued: what to say first. */
  #continue: string | null = null

  constructor(ports: RunPorts, agent: AgentRecord) {
    if (agent.driver.kind !== 'acp') throw new Error('an acp run needs an acp driver')
    this.agent = agent
    this.#ports = ports
    const { preset, command, args } = agent.driver
    this.#command = acpCommand({
      ...(preset === null ? {} : { preset }),
      ...(command === null ? {} : { command }),
      args,
    })
    this.#meter = new AcpMeter(this.#command.usage)
    const { ids, clock } = ports.shard.ports
    const tag = ids.record()
    this.#stream = new AgentStream({ agentId: agent.id, name: `acp:${tag}`, resumable: false })
    ports.presence.set(agent.id, { status: 'starting', connection: 'none', restart: null })
    this.#child = ports.programs.spawn({
      agentId: agent.id,
      leadId: agent.leadId,
      role: agent.role,
      command: this.#command.command,
      args: this.#command.args,
      cwd: agent.cwd,
      env: { ...this.#command.env, ...ports.shard.crewOf(agent.id)?.kept(agent.id).environment },
      tag,
      clock,
      graceMs: ports.graceMs,
    })
    this.ended = this.#run()
  }

  owedChanged(): void {
    this.#bell.ring()
  }

  wakeOnce(): void {
    this.#wanted = true
    this.#bell.ring()
  }

  interrupt(): void {
    this.#interrupted = true
    this.#bell.ring()
    const connection = this.#connection
    if (!connection || !this.#prompting) return
    void connection.cancel(this.#ports.acpCancelMs).then((answer) => {
      if (answer === 'timeout') this.#giveUp('Its program did not confirm that it stopped.')
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    // Cancelling reaps the tools that a CLI runs; signals alone leave some of them behind.
    if (this.#prompting) await this.#connection?.cancel(this.#ports.graceMs)
    await this.#child.stop()
    // Storage may keep it from reading on; what is unread now was said after it was told to stop.
    this.#connection?.close()
    await this.ended
  }

  async #run(): Promise<RunEnd> {
    const { id } = this.agent
    const { presence, record, logger } = this.#ports
    let end: RunEnd
    try {
      end = await this.#live()
    } catch (error) {
      end = this.#failure(error)
    }
    this.#connection?.close()
    const exit = await this.#gone()
    presence.set(id, { status: 'idle', connection: 'lost' })
    if (exit.error === null) {
      const { code, signal, stderr, left } = exit
      const data = { agentId: id, code, signal }
      remember(this.#ports, id, { type: 'process:ended', data })
      logger[end.kind === 'crashed' || end.kind === 'unusable' ? 'warn' : 'info'](
        { agentId: id, code, signal, left, end, ...(end.kind === 'crashed' ? { stderr } : {}) },
        'agent program ended',
      )
      if (stderr !== '') record.record(id, { kind: 'stderr', text: stderr })
      record.record(id, { kind: 'stopped', data: { code, signal } })
      const spoke = end.kind === 'rested' || (end.kind === 'crashed' && this.#givenUp === null)
      if (spoke && code !== 0) end = { kind: 'crashed', reason: exitReason(code, signal, stderr) }
    }
    record.ended(id)
    return this.#stopping ? { kind: 'stopped' } : end
  }

  /** From the start of the program to its end. */
  async #live(): Promise<RunEnd> {
    const { id } = this.agent
    const { presence, record } = this.#ports
    if (!(await this.#child.spawned)) {
      const { error } = await this.#child.exited
      return { kind: 'unusable', reason: error ?? 'The program could not be started.' }
    }
    record.record(id, { kind: 'started' })
    const { pid, startTime, tag } = this.#child
    if (pid !== undefined) {
      const data = { process: { agentId: id, pid, startTime, tag } }
      remember(this.#ports, id, { type: 'process:started', data })
    }
    const connection = await this.#open()
    this.#connection = connection
    presence.set(id, { status: 'idle', connection: 'connected' })
    let closed: string | null = null
    void connection.closed.then((reason) => {
      closed = reason
      this.#bell.ring()
    })
    for (;;) {
      if (closed !== null) return this.#endOf(closed)
      const prompt = await this.#nextPrompt()
      if (prompt) await this.#prompt(connection, prompt)
      else await this.#bell.rung()
    }
  }

  async #open(): Promise<Connection> {
    const { shard, acpStartMs } = this.#ports
    const { id, cwd } = this.agent
    const crew = shard.crewOf(id)
    if (!crew) throw new Error('an agent without a crew')
    const resume = crew.kept(id).sessionId
    const manifest = manifestOf(shard, crew, this.agent, resume !== null)
    const connection = await this.#ports.programs.openAcp(this.#child, {
      clock: shard.ports.clock,
      cwd: cwd ?? process.cwd(),
      systemPrompt: manifest,
      sessionMeta: this.#command.sessionMeta,
      resume,
      initializeMs: acpStartMs,
      sessionMs: acpStartMs,
      handlers: {
        text: (delta) => this.#text(delta),
        thought: (delta) => {
          this.#worked()
          this.#ports.record.thought(id, delta, this.#turnId)
        },
        update: (update) => {
          this.#worked()
          this.#meter.update(update)
          recordUpdate(this.#ports.record, id, update, this.#turnId)
        },
        ready: () => this.#answered,
        refusedPermission: (request) => {
          const entry = { kind: 'permission', data: request, turnId: this.#turnId } as const
          this.#ports.record.record(id, entry)
        },
      },
    })
    const { sessionId, loaded, systemPromptTaken } = connection.opened
    if (sessionId !== resume) {
      const data = { session: { agentId: id, sessionId } }
      remember(this.#ports, id, { type: 'agent:session', data })
    }
    if (!loaded) {
      this.#told = manifestKeys(shard, id)
      if (!systemPromptTaken) this.#continue = manifest
    }
    this.#takeOver(loaded)
    return connection
  }

  /** What an earlier process was working on is not handed over again; the agent is told to go on. */
  #takeOver(loaded: boolean): void {
    const { shard } = this.#ports
    const seen = shard
      .crewsOf(this.agent.id)
      .flatMap((crew) => crew.owed(this.agent.id).turns.filter((turn) => turn.seen))
    if (seen.length === 0) return
    // Both the server's end and its own program's leave the agent in the middle of something.
    const said = this.#startedByServer(seen) ? TEXT.restart : TEXT.crashed
    this.#continue = [this.#continue, said].filter((part) => part !== null).join('\n\n')
    if (loaded) return
    this.#ports.logger.warn({ agentId: this.agent.id }, 'its earlier conversation is gone')
  }

  #startedByServer(turns: readonly OpenTurn[]): boolean {
    const { bootedAt } = this.#ports
    return turns.some((turn) => Date.parse(turn.at) < bootedAt)
  }

  /** The next prompt, with its turn stored; null when there is no reason for one. */
  async #nextPrompt(): Promise<Prompt | null> {
    const { shard } = this.#ports
    const { id } = this.agent
    if (this.#stopping) return null
    const open = openTurns(shard, id)
    const inWork = this.#continue !== null && open.some(({ turn }) => turn.seen)
    const repeats = open.filter(({ turn }) => !turn.seen)
    const wanted = this.#wanted
    this.#wanted = false
    if (!inWork && repeats.length === 0 && !wanted && !agentMustWake(shard, id)) return null
    try {
      this.#interrupted = false
      const begun = beginHandOver(shard, id)
      if (!begun && !inWork && repeats.length === 0) return null
      await stored(shard, id)
      const again = itemsOf(shard, repeats)
      const texts = [
        ...(this.#continue === null ? [] : [this.#continue, '']),
        ...this.#manifestChanges(),
        ...(again.length > 0 ? [TEXT.repeat(again.length)] : []),
        ...again.map((item) => item.text),
        ...(begun?.items.map((item) => item.text) ?? []),
      ]
      this.#continue = null
      return {
        turnIds: [...open.map(({ turn }) => turn.id), ...(begun?.turnIds ?? [])],
        text: texts.join('\n'),
      }
    } catch (error) {
      // Storage refused the hand-over: it is still owed.
      this.#ports.logger.warn({ agentId: id, error }, 'hand-over put off')
      shard.ports.clock.after(RETRY_MS, () => this.#bell.ring())
      return null
    }
  }

  /** Parts of the manifest that are not as the model was told. */
  #manifestChanges(): string[] {
    const { shard } = this.#ports
    const keys = manifestKeys(shard, this.agent.id)
    const changed = manifestParts(shard, this.agent.id).filter(
      (part, index) => keys[index] !== this.#told[index] && part !== '',
    )
    this.#told = keys
    return changed.flatMap((part) => [part, ''])
  }

  async #prompt(connection: Connection, prompt: Prompt): Promise<void> {
    const { presence, record, intake } = this.#ports
    const { id } = this.agent
    this.#unseen = prompt.turnIds
    this.#turnId = prompt.turnIds.at(-1) ?? null
    this.#prompting = true
    presence.set(id, { status: 'working' })
    record.record(id, { kind: 'prompt', text: prompt.text, turnId: this.#turnId })
    this.#meter.begin()
    try {
      const answer = connection.prompt(prompt.text)
      // It came while this prompt was being stored.
      if (this.#interrupted) this.interrupt()
      const { stopReason, usage } = await answer
      this.#worked()
      await this.#answered
      await intake.endTurn(this.#stream)
      // Stopped by the server: the agent goes on with it when the server is back.
      if (this.#stopping) return
      const used = this.#meter.end(usage)
      if (used) record.record(id, { kind: 'usage', data: used, turnId: this.#turnId })
      await this.#endTurns(prompt.turnIds, stopReason, used)
    } finally {
      this.#prompting = false
      this.#turnId = null
      record.turnEnded(id)
      if (!this.#stopping) presence.set(id, { status: 'idle' })
    }
  }

  /** Ends the turns; storage that refuses is waited for, because the next prompt must not hand them over again. */
  async #endTurns(ids: readonly string[], reason: string, usage: Usage | null): Promise<void> {
    const { shard, logger } = this.#ports
    for (;;) {
      try {
        endHandOver(shard, this.agent.id, ids, reason, usage)
        return
      } catch (error) {
        logger.warn({ agentId: this.agent.id, error }, 'the end of a turn is put off')
        await new Promise<void>((resolve) => shard.ports.clock.after(RETRY_MS, resolve))
      }
    }
  }

  #text(delta: string): void {
    this.#worked()
    const { record, live, intake, logger } = this.#ports
    const { id } = this.agent
    record.text(id, delta, this.#turnId)
    live.emit('text', id, delta)
    this.#answered = intake
      .feed(this.#stream, delta)
      .catch((error: unknown) => logger.error({ agentId: id, error }, 'agent output'))
  }

  /** The first sign of work on a prompt: its turns are never handed over again. */
  #worked(): void {
    if (this.#unseen.length === 0) return
    const { shard, logger } = this.#ports
    const ids = this.#unseen
    this.#unseen = []
    try {
      seeHandOver(shard, this.agent.id, ids)
    } catch (error) {
      // Storage refuses: the turn is repeated after a crash, which is announced, and otherwise ended as usual.
      logger.warn({ agentId: this.agent.id, error }, 'a turn could not be noted as seen')
    }
  }

  #endOf(reason: string): RunEnd {
    return this.#prompting ? { kind: 'crashed', reason } : { kind: 'rested' }
  }

  #failure(error: unknown): RunEnd {
    const reason = this.#givenUp ?? (error instanceof Error ? error.message : String(error))
    if (!(error instanceof AcpFailure)) {
      this.#ports.logger.error({ agentId: this.agent.id, error }, 'agent run')
    }
    const auth = error instanceof AcpFailure && error.phase === 'auth'
    return auth ? { kind: 'unusable', reason } : { kind: 'crashed', reason }
  }

  #giveUp(reason: string): void {
    if (this.#stopping) return
    this.#givenUp ??= reason
    void this.#child.stop()
  }

  /** Nothing of it is left. What it still says is not acted on. */
  async #gone() {
    await this.#child.stop()
    // A connection reads what is left itself; without one nobody would.
    if (!this.#connection) this.#child.stdout.resume()
    return this.#child.exited
  }
}
