import path from 'node:path'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import { interruptWaits } from '../../crew/wake'
import { STARTING } from '../../crew/presence'
import { AgentStream } from '../../intake/agent-stream'
import { Bell } from '../../delivery/bell'
import { stored } from '../../delivery/hand-over'
import { tellManifest } from '../../agents/manifest'
import { failedEnd } from './failed-end'
import { environmentOf } from './acp-environment'
import { AcpIdle } from './acp-idle'
import { AcpMeter } from './acp-meter'
import { type AcpCommand, acpCommandOf, habitsOf } from '../../crew/presets'
import { AcpPrompts, type Prompt } from './acp-prompts'
import { AcpPermissions } from './acp-permissions'
import { AcpTools } from './acp-tools'
import { changeMode } from './change-mode'
import { endPrompt } from './end-prompt'
import { isToolCall, recordUnasked, recordUpdate, showsWork } from './acp-rollout'
import { SeenTurns } from './seen-turns'
import type { ProgramRun, Child, AcpPeer, ProgramRunEnd, ProgramRunPorts } from '../program-run'
import { Compaction } from '../compaction'
import { usageOf } from '../../live/agent'
import { explained } from '../processes/exit-reason'
import { lastWords } from '../processes/last-words'
import { rememberEnd, rememberStart } from '../remember'

/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/**
 * A program that speaks ACP. Everything owed goes into the next prompt, one prompt at a time; a prompt begins when
 * something wakes the agent. A turn is seen at the first sign of work on it and ended by the stop reason.
 */
export class AcpRun implements ProgramRun {
  readonly agent: AgentRecord
  readonly ended: Promise<ProgramRunEnd>
  readonly #ports: ProgramRunPorts
  readonly #command: AcpCommand
  readonly #child: Child
  readonly #stream: AgentStream
  readonly #meter: AcpMeter
  readonly #compaction = new Compaction()
  readonly #permissions: AcpPermissions
  #connection: AcpPeer | null = null
  /** Resolves when what was said so far is answered: nothing more is read before that. */
  #answered: Promise<void> = Promise.resolve()
  #turnId: string | null = null
  #prompting = false
  /** Prompt it even for items that do not wake. */
  #wanted = false
  /** Something arrived that the prompt under way does not have. */
  #interrupted = false
  /** The turn that was stopped last. */
  #stopped: string | null = null
  readonly #bell = new Bell()
  #stopping = false
  /** Nothing of its program is left. */
  #over = false
  /** The program ended before the server had it end. */
  #endedItself = false
  /** Why the connection is over. */
  #closed: string | null = null
  /** It was interrupted and never confirmed that: its turn is over all the same. */
  #cutOff = false
  /** Why the server gave up on this process, if it did. */
  #givenUp: string | null = null
  readonly #prompts: AcpPrompts
  readonly #turns: SeenTurns
  readonly #idle: AcpIdle
  readonly #tools: AcpTools

  constructor(ports: ProgramRunPorts, agent: AgentRecord) {
    if (agent.driver.kind !== 'acp') throw new Error('an acp run needs an acp driver')
    this.agent = agent
    this.#ports = ports
    this.#command = acpCommandOf(agent.driver)
    this.#meter = new AcpMeter(this.#command.usage, this.#command.args, ports.prices)
    this.#prompts = new AcpPrompts(ports.shard, agent.id, this.#command.forgetsCutOff)
    this.#turns = new SeenTurns(ports, agent.id, () => this.#connection?.opened.sessionId)
    this.#idle = new AcpIdle(ports, agent.id)
    const { ids, clock } = ports.shard.ports
    const tag = ids.record()
    this.#stream = new AgentStream({ agentId: agent.id, name: `acp:${tag}`, resumable: false })
    this.#tools = new AcpTools(ports, agent.id)
    const folder = path.resolve(agent.cwd ?? '')
    this.#permissions = new AcpPermissions(ports, this.#stream, folder, (id) =>
      this.#tools.isOwnCall(id),
    )
    ports.presence.set(agent.id, STARTING)
    this.#child = ports.programs.spawn({
      agentId: agent.id,
      leadId: agent.leadId,
      role: agent.role,
      command: this.#command.command,
      args: this.#command.args,
      cwd: agent.cwd,
      env: environmentOf(ports.shard, agent.id, this.#command),
      tag,
      clock,
      graceMs: ports.graceMs,
    })
    void this.#child.ended.then(() => {
      this.#endedItself = !this.#stopping && this.#givenUp === null
    })
    this.ended = this.#run()
  }

  get fallsAsleep(): boolean {
    return this.#idle.isOver
  }

  owedChanged(): void {
    this.#bell.ring()
  }

  wakeOnce(): void {
    this.#wanted = true
    this.#bell.ring()
  }

  changeMode(): boolean {
    return changeMode(this.#ports, this.agent.id, this.#connection)
  }

  interrupt(turnId?: string): void {
    if (turnId !== undefined) {
      // Its prompt is not there yet, or over: then it is not to be begun, and nothing else is to be cut off.
      this.#stopped = turnId
      if (!this.#turns.ids.includes(turnId)) return
    } else this.#interrupted = true
    this.#bell.ring()
    if (!this.#connection || !this.#prompting) return
    void this.#connection.cancel(this.#ports.acpCancelMs).then((answer) => {
      if (answer === 'confirmed') return
      this.#cutOff = true
      if (this.#closed === null) this.#giveUp('Its program did not confirm that it stopped.')
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    // Cancelling reaps the tools that a CLI runs; signals alone leave some of them behind.
    if (this.#prompting) await this.#connection?.cancel(this.#ports.graceMs)
    await this.#child.stop()
    // Storage may keep the connection from reading on; anything unread by now was said after it was told to stop.
    this.#connection?.close()
    await this.ended
  }

  async #run(): Promise<ProgramRunEnd> {
    const { id } = this.agent
    const { presence, rollouts, logger } = this.#ports
    let end = await this.#live().catch((error: unknown) =>
      failedEnd(this.#ports, id, error, this.#givenUp),
    )
    // From now on it ends because the server has it end.
    const itself = this.#endedItself
    this.#connection?.close()
    const exit = await this.#gone()
    this.#over = true
    this.#permissions.close()
    this.#tools.close()
    const isAsleep = end.kind === 'asleep' && !this.#stopping
    presence.set(id, { status: 'idle', connection: isAsleep ? 'none' : 'lost' })
    await this.#settle()
    if (this.#stopping) end = { kind: 'stopped' }
    if (exit.error === null) {
      const { code, signal, left } = exit
      const stderr = lastWords(exit.stderr, this.#ports.maskOf(id))
      rememberEnd(this.#ports, id, this.#child, exit)
      logger[end.kind === 'crashed' || end.kind === 'unusable' ? 'warn' : 'info'](
        { agentId: id, code, signal, left, end, ...(end.kind === 'crashed' ? { stderr } : {}) },
        'agent program ended',
      )
      if (stderr !== '') rollouts.record(id, { kind: 'stderr', text: stderr })
      const how = end.kind === 'asleep' ? { code, signal, asleep: true } : { code, signal }
      rollouts.record(id, { kind: 'stopped', data: how })
      end = explained(
        end,
        { code, signal, stderr },
        { itself, wasReady: this.#connection !== null },
      )
    }
    rollouts.ended(id)
    return end
  }

  /** Settles what the last prompt left open: an unfinished command is answered, and an interrupted turn ends. */
  async #settle(): Promise<void> {
    if (this.#stopping) return
    const { intake, logger } = this.#ports
    await intake.endTurn(this.#stream).catch((error: unknown) => {
      logger.error({ agentId: this.agent.id, error }, 'agent output')
    })
    if (!this.#turns.isWorking) return
    this.#turns.see()
    if (this.#cutOff)
      endPrompt(this.#ports, this.agent.id, this.#prompts, this.#turns.ids, 'cancelled')
  }

  /** From the start of the program to its end. */
  async #live(): Promise<ProgramRunEnd> {
    const { id } = this.agent
    const { presence, rollouts } = this.#ports
    if (!(await this.#child.spawned)) {
      const { error } = await this.#child.exited
      return { kind: 'unusable', reason: error ?? 'The program could not be started.' }
    }
    rollouts.record(id, { kind: 'started' })
    rememberStart(this.#ports, id, this.#child, () => !this.#over)
    const connection = await this.#open()
    this.#connection = connection
    this.#idle.stirred()
    presence.set(id, { status: 'idle', connection: 'connected' })
    void connection.closed.then((reason) => {
      this.#closed = reason
      this.#bell.ring()
    })
    for (;;) {
      await connection.quiet()
      // Nothing is under way: the program is started again when there is something for it.
      if (this.#closed !== null) return { kind: 'rested' }
      const prompt = await this.#nextPrompt()
      if (prompt) {
        await this.#prompt(connection, prompt)
        this.#idle.stirred()
      } else {
        const mayEnd = () => !this.#wanted && this.#prompts.mayEnd
        if (await this.#idle.waits(this.#bell, connection.opened, mayEnd)) {
          return { kind: 'asleep' }
        }
      }
    }
  }

  async #open(): Promise<AcpPeer> {
    const { shard, acpStartMs } = this.#ports
    const { id, cwd } = this.agent
    const crew = shard.crewOf(id)
    if (!crew) throw new Error('an agent without a crew')
    const resume = crew.remembered(id).acpSessionId
    const tell = () => tellManifest(shard, shard.crewOf(id) ?? crew, this.agent, resume !== null)
    let manifest = tell()
    // Like everything else, the manifest leaves the process once the facts in it are durable; refused facts are not
    // shown.
    await stored(shard, id).catch(() => (manifest = tell()))
    const connection = await this.#ports.programs.openAcp(this.#child, {
      clock: shard.ports.clock,
      cwd: cwd ?? process.cwd(),
      systemPrompt: manifest.text,
      tools: this.#tools.server(),
      ...habitsOf(this.#command),
      resume,
      initializeMs: acpStartMs,
      sessionMs: acpStartMs,
      handlers: {
        text: (delta) => this.#text(delta),
        thought: (delta) => {
          this.#worked()
          this.#ports.rollouts.thought(id, delta, this.#turnId)
        },
        update: (update) => {
          if (showsWork(update)) this.#worked()
          this.#tools.saw({ ...update })
          if (isToolCall(update)) this.#usedTool()
          this.#permissions.worked(update)
          this.#told(update)
          recordUpdate(this.#ports.rollouts, id, update, this.#turnId)
        },
        unasked: (update) => {
          this.#idle.stirred()
          this.#told(update)
          recordUnasked(this.#ports.rollouts, id, update)
        },
        ready: () => this.#answered,
        permission: (...asked) => this.#idle.asks(this.#permissions.ask(this.#turnId, ...asked)),
        cancelled: () => this.#permissions.cancel(),
      },
    })
    const { loaded, systemPromptTaken, toolsOffered } = connection.opened
    const lost = resume !== null && !loaded
    this.#meter.named(connection.opened.model)
    if (loaded) this.#meter.continues(usageOf(shard, id))
    if (lost) this.#ports.logger.warn({ agentId: id }, 'its earlier conversation is gone')
    this.#idle.hasLost = lost
    const told = !loaded && systemPromptTaken ? manifest.keys : null
    if (told)
      this.#ports.rollouts.record(id, { kind: 'manifest', text: manifest.text, turnId: null })
    this.#prompts.begin({
      loaded,
      lost,
      told,
      hasSystemPrompt: systemPromptTaken,
      toolsOffered,
      acts: await this.#tools.acts(toolsOffered),
      heads: this.#ports.heads,
    })
    return connection
  }

  /** The next prompt; null if there is none, or while storage refuses the hand-over. */
  async #nextPrompt(): Promise<Prompt | null> {
    if (this.#stopping) return null
    const wanted = this.#wanted
    this.#wanted = false
    this.#interrupted = false
    try {
      return await this.#prompts.next(wanted)
    } catch (error) {
      this.#ports.logger.warn({ agentId: this.agent.id, error }, 'hand-over put off')
      this.#wanted ||= wanted
      this.#ports.shard.ports.clock.after(RETRY_MS, () => this.#bell.ring())
      return null
    }
  }

  async #prompt(connection: AcpPeer, prompt: Prompt): Promise<void> {
    const { presence, rollouts, intake, answers } = this.#ports
    const { id } = this.agent
    if (prompt.round) answers.prompted(id, prompt.round === 'continued')
    this.#turns.begin(prompt.turnIds)
    this.#turnId = prompt.turnIds.at(-1) ?? null
    this.#prompting = true
    this.#idle.prompted()
    presence.set(id, { status: 'working' })
    rollouts.record(id, { kind: 'prompt', text: prompt.text, turnId: this.#turnId })
    this.#meter.begin()
    try {
      const answer = connection.prompt(prompt.text)
      // It came while this prompt was being stored. One that the prompt brings itself is to be read.
      this.#interrupted &&= interruptWaits(this.#ports.shard, id)
      if (this.#interrupted) this.interrupt()
      else if (this.#stopped !== null) this.interrupt(this.#stopped)
      const { stopReason, usage, model } = await answer
      // If it was stopped before it began, the turn is handed over again.
      if (!this.#stopping) this.#worked()
      await this.#answered
      await intake.endTurn(this.#stream)
      // Stopped by the server: the agent continues the turn when the server is back.
      if (this.#stopping) return
      const used = this.#meter.end(usage, model)
      if (used) rollouts.record(id, { kind: 'usage', data: used, turnId: this.#turnId })
      endPrompt(this.#ports, id, this.#prompts, prompt.turnIds, stopReason, used)
      this.#turns.ended()
      this.#permissions.ended(this.#interrupted)
    } finally {
      this.#prompting = false
      this.#turnId = null
      rollouts.turnEnded(id)
      if (!this.#stopping) presence.set(id, { status: 'idle' })
    }
  }

  #text(delta: string): void {
    this.#idle.stirred()
    this.#worked()
    const { rollouts, live, intake, logger } = this.#ports
    const { id } = this.agent
    rollouts.text(id, delta, this.#turnId)
    live.emit('text', id, delta)
    this.#answered = intake
      .feed(this.#stream, delta)
      .catch((error: unknown) => logger.error({ agentId: id, error }, 'agent output'))
  }

  /** Noted behind what the agent said before: its answer is what it says after its last tool. */
  #usedTool(): void {
    const { intake, logger } = this.#ports
    this.#answered = intake
      .usedTool(this.#stream)
      .catch((error: unknown) => logger.error({ agentId: this.agent.id, error }, 'agent output'))
  }

  /** What the program says about its own state, at any time. */
  #told(update: object): void {
    this.#meter.update(update)
    if (this.#compaction.seenIn(update)) this.#prompts.compacted()
  }

  #worked(): void {
    this.#turns.worked(this.#prompting)
  }

  #giveUp(reason: string): void {
    if (this.#stopping) return
    this.#givenUp ??= reason
    void this.#child.stop()
  }

  /** Resolves when nothing of the program is left. What it still says is not acted on. */
  async #gone() {
    await this.#child.stop()
    // A connection reads what is left; without one nobody would.
    if (!this.#connection) this.#child.stdout.resume()
    return this.#child.exited
  }
}
