import { type AgentRecord, MODEL_CONTEXT, type ModelDriver } from '@crewroom/shared/model/agent'
import { commandTools, type CommandTool } from '@crewroom/shared/command/tools'
import type { Acts } from '@crewroom/shared/text/manifest'
import { interruptWaits } from '../../crew/wake'
import { tellManifest } from '../../agents/manifest'
import { Bell } from '../../delivery/bell'
import { stored } from '../../delivery/hand-over'
import { AgentStream } from '../../intake/agent-stream'
import { AcpPrompts, type Prompt } from '../acp/acp-prompts'
import { endPrompt } from '../acp/end-prompt'
import { SeenTurns } from '../acp/seen-turns'
import type { ProgramRun, ProgramRunEnd, ProgramRunPorts } from '../program-run'
import { CalledTools } from './called-tools'
import { Conversation } from './conversation'
import { keyOf } from './key-of'
import { ModelFailure } from './model-failure'
import { ModelMeter } from './model-meter'
import { ModelRequest } from './model-request'
import { Tries } from './tries'

/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/** The reason for the end of a turn in which no more tools are called. */
const TOO_MANY = 'max_turn_requests'

/** How a turn ended: by a reason, or with what ends the run. */
type TurnOver = { readonly reason: string } | { readonly end: ProgramRunEnd }

/**
 * A model that the server asks itself. It is handed turns as ACP programs are; its conversation is kept here, and ends
 * with this run. An answer that breaks off continues in the same conversation: what was said in it stands.
 */
export class ModelRun implements ProgramRun {
  readonly agent: AgentRecord
  readonly ended: Promise<ProgramRunEnd>
  /** It holds no program that could be ended. */
  readonly fallsAsleep = false
  readonly #ports: ProgramRunPorts
  readonly #driver: ModelDriver
  readonly #stream: AgentStream
  readonly #conversation: Conversation
  readonly #meter: ModelMeter
  readonly #acts: Acts
  readonly #prompts: AcpPrompts
  readonly #turns: SeenTurns
  readonly #tries: Tries
  readonly #bell = new Bell()
  /** Aborted when the turn that is under way is to end. */
  #turn: AbortController | null = null
  #turnId: string | null = null
  #wanted = false
  /** An interrupt came since the last prompt was begun. */
  #interrupted = false
  /** The turn that was stopped last. */
  #stopped: string | null = null
  #stopping = false

  constructor(ports: ProgramRunPorts, agent: AgentRecord) {
    if (agent.driver.kind !== 'model') throw new Error('a model run needs a model driver')
    this.agent = agent
    this.#ports = ports
    this.#driver = agent.driver
    const { contextTokens = null, model } = agent.driver
    this.#conversation = new Conversation(contextTokens ?? MODEL_CONTEXT)
    this.#meter = new ModelMeter(model, contextTokens, ports.prices)
    this.#acts = agent.driver.tools === true ? 'tools' : 'commands'
    this.#prompts = new AcpPrompts(ports.shard, agent.id)
    const session = ports.shard.ports.ids.record()
    this.#turns = new SeenTurns(ports, agent.id, () => session)
    this.#tries = new Tries(ports, agent.id)
    const name = `model:${session}`
    const isProse = this.#acts === 'tools'
    this.#stream = new AgentStream({ agentId: agent.id, name, resumable: false, isProse })
    const connected = { status: 'idle', connection: 'connected', asleep: false } as const
    ports.presence.set(agent.id, { ...connected, restart: null })
    ports.rollouts.record(agent.id, { kind: 'started' })
    this.ended = this.#run()
  }

  owedChanged(): void {
    this.#bell.ring()
  }

  wakeOnce(): void {
    this.#wanted = true
    this.#bell.ring()
  }

  /** A model has no modes. */
  changeMode(): boolean {
    return true
  }

  interrupt(turnId?: string): void {
    if (turnId === undefined) this.#interrupted = true
    else {
      // Its prompt is not there yet, or over: then it is not to be begun, and nothing else is to be cut off.
      this.#stopped = turnId
      if (!this.#turns.ids.includes(turnId)) return
    }
    this.#bell.ring()
    this.#turn?.abort()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#bell.ring()
    this.#turn?.abort()
    await this.ended
  }

  async #run(): Promise<ProgramRunEnd> {
    const { id } = this.agent
    const { presence, rollouts, logger, maskOf } = this.#ports
    const end = await this.#live().catch((error: unknown): ProgramRunEnd => {
      logger.error({ agentId: id, error }, 'agent run')
      return { kind: 'crashed', reason: error instanceof Error ? error.message : String(error) }
    })
    presence.set(id, { status: 'idle', connection: 'lost' })
    if (!this.#stopping) await this.#settle()
    logger.info({ agentId: id, end }, 'the conversation with a model ended')
    rollouts.record(id, { kind: 'stopped' })
    rollouts.ended(id)
    if (this.#stopping) return { kind: 'stopped' }
    return 'reason' in end ? { ...end, reason: maskOf(id).mask(end.reason) } : end
  }

  async #live(): Promise<ProgramRunEnd> {
    await this.#begin()
    while (!this.#stopping) {
      const prompt = await this.#nextPrompt()
      const end = prompt ? await this.#work(prompt) : await this.#bell.rung()
      if (end) return end
    }
    return { kind: 'stopped' }
  }

  async #begin(): Promise<void> {
    const { shard, rollouts, heads, logger } = this.#ports
    const { id } = this.agent
    const lost = (shard.crewOf(id)?.remembered(id).acpSessionId ?? null) !== null
    if (lost) logger.warn({ agentId: id }, 'its earlier conversation is gone')
    const told = await this.#instruct(lost)
    const { system } = this.#conversation
    rollouts.record(id, { kind: 'manifest', text: system, turnId: null })
    this.#prompts.begin({
      loaded: false,
      lost,
      told,
      hasSystemPrompt: true,
      toolsOffered: false,
      acts: this.#acts,
      heads,
    })
  }

  /** Gives the model its manifest, as it is now. Like everything else it leaves the process once its facts are durable. */
  async #instruct(withTasks: boolean): Promise<readonly string[]> {
    const { shard } = this.#ports
    const { id } = this.agent
    const crew = shard.crewOf(id)
    if (!crew) throw new Error('an agent without a crew')
    const tell = () =>
      tellManifest(shard, shard.crewOf(id) ?? crew, this.agent, withTasks, [], this.#acts)
    let manifest = tell()
    await stored(shard, id).catch(() => (manifest = tell()))
    this.#conversation.instruct(manifest.text)
    return manifest.keys
  }

  /** The next prompt; null if there is none, or while storage refuses the hand-over. */
  async #nextPrompt(): Promise<Prompt | null> {
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

  /** One turn. Returns what ends the run, if anything does. */
  async #work(prompt: Prompt): Promise<ProgramRunEnd | undefined> {
    const { presence, rollouts, answers } = this.#ports
    const { id } = this.agent
    if (prompt.round) answers.prompted(id, prompt.round === 'continued')
    this.#turns.begin(prompt.turnIds)
    this.#turnId = prompt.turnIds.at(-1) ?? null
    const turn = new AbortController()
    this.#turn = turn
    const isStopped = this.#stopped !== null && prompt.turnIds.includes(this.#stopped)
    // It came while this prompt was being stored. One that the prompt brings itself is to be read.
    this.#interrupted &&= interruptWaits(this.#ports.shard, id)
    if (this.#stopping || this.#interrupted || isStopped) turn.abort()
    presence.set(id, { status: 'working' })
    rollouts.record(id, { kind: 'prompt', text: prompt.text, turnId: this.#turnId })
    this.#conversation.prompt(prompt.text)
    this.#ports.toolCalls.inboxRead(id)
    try {
      const over = await this.#answer(turn.signal)
      if ('end' in over) return over.end
      await this.#settle()
      // Stopped by the server: the agent continues the turn when the server is back.
      if (this.#stopping) return undefined
      this.#turns.worked(true)
      const used = this.#meter.end()
      if (used) rollouts.record(id, { kind: 'usage', data: used, turnId: this.#turnId })
      endPrompt(this.#ports, id, this.#prompts, prompt.turnIds, over.reason, used)
      this.#turns.ended()
      if (this.#conversation.isFull) await this.#shorten()
      return undefined
    } finally {
      this.#turn = null
      this.#turnId = null
      rollouts.turnEnded(id)
      if (!this.#stopping) presence.set(id, { status: 'idle', restart: null })
    }
  }

  /** Asks until there is a whole answer, nobody wants it any more, or asking again does not help. */
  async #answer(signal: AbortSignal): Promise<TurnOver> {
    const tools = this.#tools()
    const called = new CalledTools(this.#ports, this.agent.id, this.#turnId, tools)
    for (;;) {
      if (signal.aborted) return { reason: 'cancelled' }
      if (this.#conversation.isFull) await this.#shorten()
      const request = this.#request(tools, signal)
      const answered = await request.answer().catch((error: unknown) => failureIn(error))
      const calls = answered instanceof ModelFailure ? [] : answered.calls
      this.#conversation.answered(request.said, calls)
      if (answered instanceof ModelFailure) {
        if (signal.aborted) return { reason: 'cancelled' }
        if (answered.kind === 'too long' && (await this.#shorten())) continue
        const end = await this.#tries.failed(answered, signal)
        if (end) return { end }
        if (request.said !== '') await this.#goOn()
        continue
      }
      const { reason, usage } = answered
      if (usage) this.#meter.used(usage)
      this.#tries.succeeded()
      if (calls.length === 0) return { reason }
      // Its answer to a round is what it says after its last tool.
      await this.#ports.intake.usedTool(this.#stream)
      if (!(await called.call(calls, this.#conversation, signal))) return { reason: TOO_MANY }
    }
  }

  /** None for one that writes its commands. */
  #tools(): readonly CommandTool[] {
    if (this.#acts === 'commands') return []
    const { shard } = this.#ports
    const { id } = this.agent
    const crew = shard.crewOf(id)
    const all = commandTools(crew?.state.lead.id === id)
    const own = shard.ports.roles.of(crew?.state.agents[id]?.role ?? this.agent.role).tools?.own
    return own ? all.filter(({ name }) => own.includes(name)) : all
  }

  #request(tools: readonly CommandTool[], signal: AbortSignal): ModelRequest {
    const { baseUrl, model } = this.#driver
    const { system, said } = this.#conversation
    const apiKey = keyOf(this.#ports, this.agent.id, this.#driver)
    return new ModelRequest(
      this.#ports,
      { baseUrl, namedHosts: this.#ports.modelHosts, model, apiKey, system, said, tools, signal },
      {
        began: () => {
          this.#ports.presence.set(this.agent.id, { restart: null })
          this.#turns.worked(true)
        },
        text: (text) => this.#text(text),
        thought: (text) => this.#ports.rollouts.thought(this.agent.id, text, this.#turnId),
      },
    )
  }

  /** An answer broke off after something was said, and has acted, in it. */
  async #goOn(): Promise<void> {
    await this.#settle()
    this.#conversation.goOn()
  }

  /** Acts on all that was said; a command that was not complete is answered. */
  async #settle(): Promise<void> {
    const { intake, logger } = this.#ports
    await intake.endTurn(this.#stream).catch((error: unknown) => {
      logger.error({ agentId: this.agent.id, error }, 'agent output')
    })
  }

  /** Drops the oldest part of the conversation; false if there is nothing to drop. */
  async #shorten(): Promise<boolean> {
    if (!this.#conversation.shorten()) return false
    this.#prompts.retold(await this.#instruct(true))
    this.#ports.rollouts.record(this.agent.id, {
      kind: 'note',
      text: 'The oldest part of its conversation was removed, because no more fits.',
    })
    return true
  }

  /** Resolves when all of it was acted on: the model is read no faster. */
  async #text(delta: string): Promise<void> {
    const { rollouts, live, intake, logger } = this.#ports
    const { id } = this.agent
    rollouts.text(id, delta, this.#turnId)
    live.emit('text', id, delta)
    await intake
      .feed(this.#stream, delta)
      .catch((error: unknown) => logger.error({ agentId: id, error }, 'agent output'))
  }
}

function failureIn(error: unknown): ModelFailure {
  return error instanceof ModelFailure ? error : new ModelFailure('passing', String(error))
}
