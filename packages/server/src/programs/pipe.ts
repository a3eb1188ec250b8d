import { StringDecoder } from 'node:string_decoder'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { AgentStream } from '../intake/agent-stream'
import type { TurnItem } from '../crew/turn-item'
import { givenLines, type Hand } from '../delivery/given'
import { promptLines } from '../delivery/prompt-lines'
import {
  beginHandOver,
  endHandOver,
  feedsOnlyItself,
  itemsOf,
  isRepeat,
  isRound,
  openTurns,
} from '../delivery/hand-over'
import { attach, detach, leaves } from '../delivery/attach'
import { unansweredRound } from '../delivery/unanswered-round'
import type { ChildExit } from './processes/child-shapes'
import type { ProgramRun, Child, ProgramRunEnd, ProgramRunPorts } from './program-run'
import { exitReason } from './processes/exit-reason'
import { lastWords } from './processes/last-words'
import { rememberEnd, rememberStart } from './remember'

/** A pipe's turn is over when it has been quiet for this long. */
const QUIET_MS = 2_000
/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/**
 * A program whose stdout is scanned, and whose stdin gets everything it is owed at once. A hand-over is confirmed when
 * the program has taken the write.
 */
export class PipeRun implements ProgramRun {
  readonly agent: AgentRecord
  readonly ended: Promise<ProgramRunEnd>
  readonly #ports: ProgramRunPorts
  readonly #child: Child
  readonly #stream: AgentStream
  readonly #decoder = new StringDecoder('utf8')
  #handing = false
  /** It was given no round: one that an earlier program of the agent took is unknown to it. */
  #knowsNoRound = true
  #gone = false
  #stopping = false
  #cancelQuiet: (() => void) | null = null

  constructor(ports: ProgramRunPorts, agent: AgentRecord) {
    if (agent.driver.kind !== 'pipe') throw new Error('a pipe run needs a pipe driver')
    this.agent = agent
    this.#ports = ports
    const { ids, clock } = ports.shard.ports
    const tag = ids.record()
    this.#stream = new AgentStream({ agentId: agent.id, name: `pipe:${tag}`, resumable: false })
    ports.presence.set(agent.id, { status: 'starting', connection: 'none', restart: null })
    this.#child = ports.programs.spawn({
      agentId: agent.id,
      leadId: agent.leadId,
      role: agent.role,
      command: agent.driver.command,
      args: agent.driver.args,
      cwd: agent.cwd,
      env: {},
      tag,
      clock,
      graceMs: ports.graceMs,
    })
    this.ended = this.#run()
  }

  /** A pipe has no conversation that a later program could continue. */
  readonly fallsAsleep = false

  changeMode(): boolean {
    return true
  }

  owedChanged(): void {
    // A program that closed its input takes nothing more; what the agent is owed waits for the next one.
    if (this.#handing || this.#gone || !this.#child.stdin.writable) return
    this.#handing = true
    let again = false
    this.#handOver()
      .catch((error: unknown) => {
        // Storage refused, or the program closed its input: everything is still owed.
        this.#ports.logger.warn({ agentId: this.agent.id, error }, 'hand-over put off')
        again = true
      })
      .finally(() => {
        this.#handing = false
        if (again) this.#ports.shard.ports.clock.after(RETRY_MS, () => this.owedChanged())
      })
  }

  /** Everything is handed over at once already. */
  wakeOnce(): void {}

  /** A program that only reads lines cannot be interrupted; everything is written to it at once already. */
  interrupt(): void {}

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#child.stop()
    await this.ended
  }

  async #run(): Promise<ProgramRunEnd> {
    const { presence, logger, rollouts } = this.#ports
    const { id } = this.agent
    if (!(await this.#child.spawned)) {
      const { error } = await this.#child.exited
      this.#gone = true
      presence.set(id, { status: 'idle', connection: 'lost' })
      return { kind: 'unusable', reason: error ?? 'The program could not be started.' }
    }
    presence.set(id, { status: 'idle', connection: 'connected' })
    rollouts.record(id, { kind: 'started' })
    rememberStart(this.#ports, id, this.#child, () => !this.#gone)
    this.owedChanged()
    await this.#read()
    const exit = await this.#child.exited
    this.#gone = true
    this.#cancelQuiet?.()
    await this.#answer(this.#decoder.end())
    const { code, signal, left } = exit
    const stderr = lastWords(exit.stderr, this.#ports.maskOf(id))
    const end = this.#endOf({ ...exit, stderr })
    await this.#ports.intake.endTurn(this.#stream, {
      kind: 'exit',
      reason: end.kind === 'crashed' ? end.reason : null,
      isStopped: end.kind === 'stopped',
    })
    presence.set(id, { status: 'idle', connection: 'lost' })
    detach(this.#ports.shard, id)
    rememberEnd(this.#ports, id, this.#child, exit)
    logger[end.kind === 'crashed' ? 'warn' : 'info'](
      { agentId: id, code, signal, left, ...(end.kind === 'crashed' ? { stderr } : {}) },
      'agent program ended',
    )
    if (stderr !== '') rollouts.record(id, { kind: 'stderr', text: stderr })
    rollouts.record(id, { kind: 'stopped', data: { code, signal } })
    rollouts.ended(id)
    return end
  }

  #endOf({ code, signal, stderr }: ChildExit): ProgramRunEnd {
    if (this.#stopping) return { kind: 'stopped' }
    if (code === 0) return { kind: 'rested' }
    return { kind: 'crashed', ...exitReason(code, signal, stderr) }
  }

  /** Reads on only when everything read so far has been acted on: a program that writes faster waits. */
  async #read(): Promise<void> {
    try {
      for await (const chunk of this.#child.stdout) {
        await this.#answer(this.#decoder.write(chunk as Buffer))
      }
    } catch (error) {
      // The pipe broke, or was given up because an unrelated process held it; the exit says the rest.
      this.#ports.logger.info({ agentId: this.agent.id, error }, 'agent output closed')
    }
  }

  async #answer(text: string): Promise<void> {
    if (text === '') return
    const { presence, intake, logger, rollouts, live } = this.#ports
    if (!this.#gone) presence.set(this.agent.id, { status: 'working' })
    this.#cancelQuiet?.()
    rollouts.text(this.agent.id, text, intake.asked(this.agent.id))
    live.emit('text', this.agent.id, text)
    await intake
      .feed(this.#stream, text)
      .catch((error: unknown) => logger.error({ agentId: this.agent.id, error }, 'agent output'))
    this.#cancelQuiet?.()
    if (this.#gone) return
    this.#cancelQuiet = this.#ports.shard.ports.clock.after(QUIET_MS, () => this.#quiet())
  }

  #quiet(): void {
    const { presence, intake, logger, rollouts } = this.#ports
    presence.set(this.agent.id, { status: 'idle' })
    rollouts.turnEnded(this.agent.id)
    intake
      .endTurn(this.#stream, { kind: 'quiet' })
      .catch((error: unknown) => logger.error({ agentId: this.agent.id, error }, 'agent turn'))
  }

  async #handOver(): Promise<void> {
    const { shard } = this.#ports
    for (;;) {
      if (this.#gone) return
      const all = openTurns(shard, this.agent.id)
      const round = all.findIndex(isRound)
      // A round is written alone.
      const open = round < 0 ? all : all.slice(0, Math.max(1, round))
      if (open.length > 0) {
        // Handed over by an earlier process and never confirmed: these come again, marked as repeats.
        const items = itemsOf(shard, open)
        if (round === 0) this.#ports.answers.prompted(this.agent.id, false)
        await this.#write(items, { turnId: null, repeats: true })
        this.#written(open.map(({ turn }) => turn.id))
        continue
      }
      const unanswered = this.#knowsNoRound ? unansweredRound(shard, this.agent.id) : null
      if (unanswered) {
        this.#ports.answers.prompted(this.agent.id, false)
        await this.#write([unanswered], { turnId: null, repeats: true })
        continue
      }
      // The results of its own commands do not keep it going for ever: they come with items from others.
      if (feedsOnlyItself(shard, this.agent.id)) return
      await attach(shard, this.agent.id)
      const begun = beginHandOver(shard, this.agent.id)
      if (!begun) return
      leaves(shard, this.agent.id)
      const isAgain = (item: TurnItem) => isRepeat(shard, this.agent.id, item)
      const again = begun.items.filter(isAgain)
      const fresh = begun.items.filter((item) => !isAgain(item))
      // Items that an earlier run of the server may have written are announced separately, whatever overtakes them.
      if (again.length > 0) {
        await this.#write(again, { turnId: null, repeats: true })
      }
      if (fresh.length > 0) {
        await this.#write(fresh, { turnId: begun.turnIds.at(-1) ?? null, repeats: false })
      }
      this.#written(begun.turnIds)
    }
  }

  #written(turnIds: readonly string[]): void {
    endHandOver(this.#ports.shard, this.agent.id, turnIds, 'written')
  }

  #write(items: readonly TurnItem[], hand: Hand): Promise<void> {
    const { shard, rollouts } = this.#ports
    const { id } = this.agent
    rollouts.given(id, givenLines(shard, id, items, hand))
    const lines = promptLines(shard, items)
    if (hand.repeats) lines.unshift(TEXT.repeat(items.length))
    if (items.some((item) => item.round)) this.#knowsNoRound = false
    return this.#child.write(`${lines.join('\n')}\n`)
  }
}
