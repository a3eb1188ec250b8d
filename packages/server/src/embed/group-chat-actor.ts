import { EventEmitter } from 'eventemitter3'
import { HUMAN, HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Core } from '../core'
import type { Crew } from '../crew/crew'
import type { By } from '../crew/shard'
import { stopRun } from '../discussions/change-run'
import { nameOf, resultOf } from '../discussions/read-run'
import { behindFact } from '../discussions/run-position'
import { runLines } from '../discussions/run-stream'
import { leaderOf } from '../discussions/policy-settings'
import { startRun } from '../discussions/start-run'
import type { Envelope } from '../journal/facts'
import type { Act } from './chat-group-registry'
import { endRun } from './end-group-chat'
import type {
  ConversationMessage,
  GroupChatContext,
  GroupChatEvents,
  GroupChatInput,
  GroupChatOptions,
  GroupChatResult,
  GroupChatUpdate,
  ResumeInput,
} from './embed-api'
import { Conversation, toStart } from './group-chat-conversation'
import { crewFor, groupFor, idsOf, instruct } from './group-chat-crew'
import { assertAnswered } from './group-chat-functions'
import { isAgain, planned, plannedAgain } from './group-chat-input'
import { Questions, type QuestionsPorts } from './group-chat-questions'
import { Turns } from './group-chat-turns'
import { updatesOf } from './group-chat-updates'

const BY_PERSON: By = { actor: HUMAN, cause: { kind: 'request' } }

/** The domain on a database of the embedder. */
export interface Embedded {
  readonly core: Core
  readonly act: Act
  /** Those for whom steps are taken. */
  readonly users: Set<object>
  /** Calls the listener with what storage refused when no method was running. */
  readonly onRefused: (listener: (error: unknown) => void) => void
}

/** See `embed-api.ts`. What it does are discussions of the engine, whose agents answer by functions. */
export class GroupChatActor extends EventEmitter<GroupChatEvents> {
  readonly #core: Core
  readonly #act: Act
  readonly #users: Set<object>
  readonly #leadId: string | null
  readonly #questions: Questions
  readonly #turns: Turns
  /** By session of the outermost discussion. */
  readonly #held = new Map<string, Conversation>()
  readonly #waiting = new Set<() => void>()

  constructor({ core, act, users, onRefused }: Embedded, { leadId }: GroupChatOptions = {}) {
    super()
    this.#core = core
    this.#act = act
    this.#users = users
    this.#leadId = leadId ?? null
    const ports: QuestionsPorts = {
      core,
      act,
      conversationOf: (crew, sessionId) => this.#conversationOf(crew, sessionId),
      answered: (conversation, runId) => this.#answered(conversation, runId),
      resultOf: (conversation, runId) => this.#resultOf(conversation, runId),
      functionFailed: (conversationId, name, error) =>
        this.emit('chat:error', { conversationId, name, error }),
      failed: (error) => this.#letGo(error),
    }
    this.#questions = new Questions(ports)
    this.#turns = new Turns({ ...ports, needed: (turn) => this.emit('chat:human-needed', turn) })
    onRefused((error) => this.#letGo(error))
    core.onPublished((entries) => this.#published(entries))
  }

  async execute(
    input: GroupChatInput | ResumeInput,
    context: GroupChatContext = {},
  ): Promise<GroupChatResult> {
    const conversation = await this.#begin(input, context)
    return conversation.done.promise
  }

  stream(
    input: GroupChatInput | ResumeInput,
    context: GroupChatContext = {},
  ): AsyncGenerator<GroupChatUpdate, void, undefined> {
    const left = new AbortController()
    const updates = this.#updates(input, context, left.signal)
    const leave = updates.return.bind(updates)
    // It may be waiting for the next update, which would come first.
    updates.return = (value) => {
      left.abort()
      return leave(value)
    }
    return updates
  }

  async *#updates(
    input: GroupChatInput | ResumeInput,
    context: GroupChatContext,
    left: AbortSignal,
  ): AsyncGenerator<GroupChatUpdate, void, undefined> {
    const conversation = await this.#begin(input, context)
    left.addEventListener('abort', () => this.#stop(conversation))
    if (left.aborted) this.#stop(conversation)
    const { run } = conversation
    const { shard } = this.#core
    const crew = shard.crew(run.leadId)
    const stopped = new AbortController()
    try {
      const { sessionId: conversationId } = run
      const participants = run.participants.map((id) => nameOf(crew, id))
      yield { type: 'start', conversationId, participants }
      const lines = runLines({
        shard,
        by: BY_PERSON,
        id: run.id,
        since: behindFact(conversation.since),
        changed: (_leadId, signal) => this.#changed(signal),
        signal: stopped.signal,
      })
      const needed = isAgain(input) ? this.#turns.openIn(crew, conversationId) : undefined
      if (needed) {
        const history = this.#historyOf(conversation)
        yield { type: 'human-needed', conversationId, history, prompt: needed.text }
      }
      conversation.over.signal.addEventListener(
        'abort',
        () => conversation.failure && stopped.abort(),
      )
      yield* updatesOf(lines, {
        conversationId,
        goesOn: isAgain(input),
        history: () => this.#historyOf(conversation),
        result: () => conversation.done.promise,
      })
      if (conversation.failure) throw conversation.failure.error
    } finally {
      stopped.abort()
      this.#stop(conversation)
    }
  }

  answer(conversationId: string, content: string): void {
    const crew = this.#crewOf(conversationId)
    const need = crew && this.#turns.openIn(crew, conversationId)
    if (!crew || !need) {
      throw new CrewError('no_turn', 'This conversation does not wait for the person now.')
    }
    this.#turns.answer(crew, need, String(content))
  }

  unfinished(): { conversationId: string; initialMessage: string; participants: string[] }[] {
    return [...this.#core.shard.crews()].flatMap((crew) =>
      Object.values(crew.state.runs)
        .filter(({ parent, sessionId }) => parent === null && !this.#held.has(sessionId))
        .map((run) => ({
          conversationId: run.sessionId,
          initialMessage: run.goal,
          participants: run.participants.map((id) => nameOf(crew, id)),
        })),
    )
  }

  close(): void {
    this.#letGo(new CrewError('no_turn', 'The actor was closed before this conversation was over.'))
  }

  async #begin(
    input: GroupChatInput | ResumeInput,
    context: GroupChatContext,
  ): Promise<Conversation> {
    context.signal?.throwIfAborted()
    const conversation = isAgain(input)
      ? await this.#again(input, context)
      : await this.#new(input, context)
    const { signal } = context
    const stop = () => this.#stop(conversation)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true, signal: conversation.over.signal })
    return conversation
  }

  async #new(input: GroupChatInput, context: GroupChatContext): Promise<Conversation> {
    const plan = planned(input, context)
    const functions = { byName: new Map(plan.functions), context }
    const names = plan.participants.map(({ name }) => name)
    const agents = plan.leader === null ? names : [...names, plan.leader]
    await assertAnswered(
      functions,
      agents.filter(isAgent).map((name) => [name]),
    )
    context.signal?.throwIfAborted()
    this.#run()
    const { shard } = this.#core
    const until = input.terminationCondition
    return this.#act(() => {
      const crew = crewFor(shard, this.#leadId, agents.length)
      const ids = idsOf(shard, crew, agents, {
        isHeld: (id) => this.#conversationOf(crew, id) !== undefined,
        told: plan.instructions,
        forgets: this.#leadId === null,
      })
      const group = groupFor(shard, crew, [...ids.values()])
      const since = crew.state.seq
      const { run } = startRun(shard, crew, BY_PERSON, toStart(plan, ids, group.name))
      return this.#hold(
        new Conversation({
          shard,
          run,
          since,
          functions,
          isDone: typeof until === 'function' ? until : null,
          isEmbedders: this.#leadId !== null,
        }),
      )
    })
  }

  async #again(input: ResumeInput, context: GroupChatContext): Promise<Conversation> {
    const { functions: named, instructions } = plannedAgain(input)
    const { conversationId } = input
    const crew = this.#crewOf(conversationId)
    const run = Object.values(crew?.state.runs ?? {}).find(
      ({ sessionId, parent }) => sessionId === conversationId && parent === null,
    )
    if (!crew || !run) {
      throw new CrewError(
        crew ? 'run_over' : 'run_not_found',
        `there is no unfinished conversation "${conversationId}".`,
      )
    }
    const functions = { byName: new Map(named), context }
    const leader = leaderOf(run.policy)
    const agents = [...run.participants, ...(leader === null ? [] : [leader])].filter(
      (id) => crew.state.agents[id],
    )
    await assertAnswered(
      functions,
      agents.map((id) => [nameOf(crew, id), id]),
    )
    if (this.#held.has(conversationId)) {
      throw new CrewError('run_active', 'This conversation is under way.')
    }
    if (instructions.size > 0) {
      this.#act(() => {
        for (const id of agents) {
          const told = instructions.get(nameOf(crew, id)) ?? instructions.get(id)
          if (told !== undefined) instruct(this.#core.shard, crew, id, told)
        }
      })
    }
    const { terminationCondition: isDone = null } = input
    const isEmbedders = this.#leadId === crew.state.lead.id
    const { shard } = this.#core
    const parts = { shard, run, since: crew.state.seq, functions, isDone, isEmbedders }
    const conversation = this.#hold(new Conversation(parts))
    this.#run()
    for (const { agentId } of crew.rounds.allAsked()) this.#questions.look(agentId)
    for (const need of Object.values(crew.state.needs)) this.#turns.opened(crew, need)
    return conversation
  }

  #hold(conversation: Conversation): Conversation {
    this.#held.set(conversation.run.sessionId, conversation)
    return conversation
  }

  /** Begins with all that is due. */
  #run(): void {
    if (this.#users.size === 0) this.#core.resume()
    this.#users.add(this)
  }

  /** The conversation that a session belongs to: the outermost one. */
  #conversationOf(crew: Crew, sessionId: string): Conversation | undefined {
    let at: string | undefined = sessionId
    while (at !== undefined) {
      const held = this.#held.get(at)
      if (held) return held
      at = crew.state.sessions[at]?.parent?.sessionId
    }
    return undefined
  }

  #crewOf(sessionId: string): Crew | undefined {
    return [...this.#core.shard.crews()].find(({ state }) => state.sessions[sessionId])
  }

  #published(entries: readonly Envelope[]): void {
    this.#questions.published(entries)
    for (const { type, data, leadId } of entries) {
      if (type === 'need:opened') {
        const crew = this.#core.shard.findCrew(leadId)
        if (crew) this.#turns.opened(crew, data.need)
      } else if (type === 'run:ended') {
        const conversation = this.#held.get(data.run.sessionId)
        if (conversation) this.#ended(conversation)
      }
    }
    for (const wake of this.#waiting) wake()
  }

  #ended(conversation: Conversation): void {
    const { run } = conversation
    this.#held.delete(run.sessionId)
    this.#questions.stop(conversation)
    // Its messages were published with its end, or before.
    queueMicrotask(() => {
      try {
        conversation.end(this.#resultOf(conversation, run.id))
      } catch (error) {
        conversation.fail(error)
      }
    })
  }

  #resultOf(conversation: Conversation, runId: string): GroupChatResult {
    const crew = this.#core.shard.crew(conversation.run.leadId)
    const run = this.#runOf(crew, runId)
    const history = conversation.historyOf(crew, run)
    const { conversationId, rounds, finalState, stopReason, summary } = resultOf(run, {
      history: [],
      before: null,
    })
    return { conversationId, rounds, finalState, stopReason, summary, history }
  }

  #historyOf(conversation: Conversation): ConversationMessage[] {
    const crew = this.#core.shard.crew(conversation.run.leadId)
    return conversation.historyOf(crew, this.#runOf(crew, conversation.run.id))
  }

  #runOf(crew: Crew, runId: string) {
    const run = crew.state.runs[runId] ?? this.#core.shard.ports.reader.run(runId)
    if (!run) throw new CrewError('run_not_found', 'There is no such conversation.')
    return run
  }

  /** Ends it when its own condition holds, before another step is taken. */
  #answered(conversation: Conversation, runId: string): void {
    const { isDone, run } = conversation
    const crew = this.#core.shard.crew(run.leadId)
    if (!isDone || runId !== run.id || !crew.state.runs[runId]) return
    try {
      if (!isDone(this.#historyOf(conversation))) return
      this.#act(() => endRun(this.#core.shard, crew, runId, 'terminated'))
    } catch (error) {
      conversation.fail(error)
      this.#stop(conversation)
    }
  }

  #stop({ run }: Conversation): void {
    if (!this.#held.has(run.sessionId)) return
    try {
      this.#act(() => stopRun(this.#core.shard, BY_PERSON, run.id))
    } catch (error) {
      this.#letGo(error)
    }
  }

  /** Storage has refused something, or all is closed: what is not over is there as it was stored, and can be gone on with. */
  #letGo(error: unknown): void {
    this.#users.delete(this)
    if (this.#users.size === 0) this.#core.stop()
    const held = [...this.#held.values()]
    this.#held.clear()
    this.#questions.stop()
    for (const conversation of held) conversation.fail(error)
    for (const wake of this.#waiting) wake()
  }

  /** Resolves when something was published, or when nobody waits any more. */
  #changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#waiting.add(done)
      if (signal.aborted) done()
      else signal.addEventListener('abort', done, { once: true })
    })
  }
}

function isAgent(name: string): boolean {
  return name.toLowerCase() !== HUMAN_ID
}
