import { cut } from '@crewroom/shared/model/cut'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { responseOf, type RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Core } from '../core'
import type { Crew } from '../crew/crew'
import type { Asked } from '../crew/round-book'
import type { By } from '../crew/shard'
import type { Sent } from '../delivery/remote-inbox'
import { nameOf } from '../discussions/read-run'
import { startRun } from '../discussions/start-run'
import type { Envelope } from '../journal/facts'
import { decideAnswer } from '../rounds/record-answer'
import type { Act } from './chat-group-registry'
import type { ChatContext, GroupChatResult, NestedInput } from './embed-api'
import { type Conversation, Deferred, toStart } from './group-chat-conversation'
import { idsOf, groupFor } from './group-chat-crew'
import { assertAnswered, chatOf, type Said, saidIn } from './group-chat-functions'
import { type Plan, plannedWithin } from './group-chat-input'

/** A question that a function is answering. */
interface Open {
  readonly conversation: Conversation
  /** The newest: it is asked again when a conversation within its answer has ended. */
  asked: Asked
  readonly aborts: AbortController
  /** The conversation within it, which it waits for. */
  within: Deferred<GroupChatResult> | null
  hasStarted: boolean
  /** What it answered, while the one within is not over. */
  said: Said | null
}

export interface QuestionsPorts {
  readonly core: Core
  readonly act: Act
  /** The conversation that a session belongs to, if it is held here. */
  readonly conversationOf: (crew: Crew, sessionId: string) => Conversation | undefined
  /** An answer was stored. */
  readonly answered: (conversation: Conversation, runId: string) => void
  readonly resultOf: (conversation: Conversation, runId: string) => GroupChatResult
  readonly functionFailed: (sessionId: string, name: string, error: unknown) => void
  /** Storage refused something. */
  readonly failed: (error: unknown) => void
}

/** Takes what the agents of conversations are asked, has their functions answer it, and stores that. */
export class Questions {
  readonly #ports: QuestionsPorts
  /** An agent that has started a conversation in its answer may be asked in that, too. */
  readonly #open = new Map<string, Open>()
  readonly #sent: Sent = new WeakMap()

  constructor(ports: QuestionsPorts) {
    this.#ports = ports
    ports.core.signals.on('owed', (agentId) => this.look(agentId))
  }

  /** Takes what waits for the agent, when what is under way is done. */
  look(agentId: string): void {
    queueMicrotask(() => {
      try {
        this.#take(agentId)
      } catch (error) {
        this.#ports.failed(error)
      }
    })
  }

  /** Whoever is not waited for any more need not go on. */
  published(entries: readonly Envelope[]): void {
    for (const { type, data } of entries) {
      if (type !== 'round:responded') continue
      const { status, agentId } = data.response
      if (status === 'thinking' || status === 'nested') continue
      const open = this.#open.get(keyOf({ ...data, agentId }))
      if (open) this.#drop(open)
    }
  }

  /** Waits for nothing more, of one conversation or of all. */
  stop(conversation?: Conversation): void {
    for (const open of this.#open.values()) {
      if (conversation === undefined || open.conversation === conversation) this.#drop(open)
    }
  }

  #drop(open: Open): void {
    this.#open.delete(keyOf(open.asked))
    const gone = new CrewError('round_over', 'This answer is not waited for any more.')
    open.within?.reject(gone)
    open.aborts.abort(gone)
    this.#comeBack(open.asked.agentId)
  }

  /** A function speaks to one question: when that is over, its agent can be handed the next one. */
  #comeBack(agentId: string): void {
    this.#ports.core.shard.crewOf(agentId)?.rounds.comeBack(agentId)
    this.look(agentId)
  }

  #take(agentId: string): void {
    const { core, conversationOf } = this.#ports
    const crew = core.shard.crewOf(agentId)
    const asked = crew?.rounds.asked(agentId) ?? []
    if (!crew || asked.length === 0) return
    // Its questions are handed over one by one: nothing is taken for a conversation that is not held here.
    if (!asked.every(({ sessionId }) => conversationOf(crew, sessionId))) return
    for (;;) {
      const page = core.inbox.takeNew(agentId, LIMITS.page, this.#sent)
      if (!page) return
      const question = page.deliveries.find(({ round }) => round)
      const one = asked.find(({ deliveryId }) => deliveryId === question?.id)
      const conversation = one && conversationOf(crew, one.sessionId)
      if (question && one && conversation) return this.#ask(crew, one, conversation, question.text)
      // Nobody reads what else the agent of a function gets. An agent of the embedder's crew may be read elsewhere, later.
      if (!conversationOf(crew, asked[0]?.sessionId ?? '')?.isEmbedders) {
        core.inbox.confirm(agentId, page.cursor)
      }
    }
  }

  #ask(crew: Crew, asked: Asked, conversation: Conversation, prompt: string): void {
    const known = this.#open.get(keyOf(asked))
    if (known?.asked.deliveryId === asked.deliveryId) return
    const round = crew.rounds.round(asked.runId, asked.n)
    const run = round?.run && crew.state.runs[round.run.id]
    if (!round || !run) return
    if (known) return this.#goOn(known, asked, round)
    const aborts = new AbortController()
    const open: Open = {
      conversation,
      asked,
      aborts,
      within: null,
      hasStarted: false,
      said: null,
    }
    this.#open.set(keyOf(asked), open)
    void this.#answer(open, crew, run, round, prompt)
  }

  /** The conversation within its answer is over. */
  #goOn(open: Open, asked: Asked, round: RoundRecord): void {
    open.asked = asked
    const child = responseOf(round, asked.agentId)?.child
    const { within, conversation } = open
    open.within = null
    if (child !== undefined) within?.resolve(this.#ports.resultOf(conversation, child))
    if (open.said) this.#record(open, open.said)
  }

  async #answer(
    open: Open,
    crew: Crew,
    run: RunRecord,
    round: RoundRecord,
    prompt: string,
  ): Promise<void> {
    const { conversation, asked, aborts } = open
    const name = nameOf(crew, asked.agentId)
    const context: ChatContext = {
      conversationId: run.sessionId,
      name,
      instructions: crew.remembered(asked.agentId).instructions || null,
      // Agents are asked nothing of the person.
      ask: round.ask === 'human' ? 'answer' : round.ask,
      round: round.run?.n ?? round.n,
      prompt,
      participants: run.participants.map((id) => {
        const told = run.roles[id]
        const expertise = [...(told?.expertise ?? [])]
        const { role = '', description = '' } = told ?? {}
        return { name: nameOf(crew, id), role, description, expertise }
      }),
      terminationCondition: run.terminationCondition,
      signal: aborts.signal,
      groupChat: { start: (input) => this.#within(open, input) },
    }
    try {
      const chat = await chatOf(conversation.functionsIn(crew, run.sessionId), [
        name,
        asked.agentId,
      ])
      if (!chat) throw new Error(`nothing answers for "${name}"`)
      if (aborts.signal.aborted) return
      const said = saidIn(await chat(conversation.historyOf(this.#crewOf(open), run), context))
      if (this.#isOver(open)) return
      if (open.within) open.said = said
      else this.#record(open, said)
    } catch (error) {
      if (this.#isOver(open)) return
      const why = error instanceof Error ? error.message : String(error)
      this.#record(open, { text: '' }, cut(why, LIMITS.previewUnits))
      this.#ports.functionFailed(run.sessionId, name, error)
    }
  }

  /** Memory may have been read again from the tables meanwhile. */
  #crewOf({ conversation }: Open): Crew {
    return this.#ports.core.shard.crew(conversation.run.leadId)
  }

  #isOver(open: Open): boolean {
    return this.#open.get(keyOf(open.asked)) !== open
  }

  /** `error`: why there is no answer. */
  #record(open: Open, said: Said, error: string | null = null): void {
    const { core, act, answered, failed } = this.#ports
    const { asked, conversation } = open
    const { agentId } = asked
    const crew = this.#crewOf(open)
    // A conversation within it that is not waited for goes with it.
    const left = open.within
    this.#open.delete(keyOf(asked))
    left?.reject(new CrewError('round_over', 'The answer that it was held within is over.'))
    try {
      const run = crew.rounds.round(asked.runId, asked.n)?.run ?? conversation.run
      act(() => {
        const decision = core.shard.decideAccepted(crew)
        const how = error === null ? ('said' as const) : ('failed' as const)
        const answer = { ...said, cut: false, how, error }
        if (decideAnswer(core.shard, decision, crew, asked, answer)) {
          core.shard.commit(crew, byAgent(agentId), decision)
        }
      })
      // Before the next step, which is taken when this is done.
      answered(conversation, run.id)
      this.#comeBack(agentId)
    } catch (refused) {
      failed(refused)
    }
  }

  async #within(open: Open, input: NestedInput): Promise<GroupChatResult> {
    const { conversation, asked, aborts } = open
    const plan = plannedWithin(input)
    const outer = conversation.functionsIn(this.#crewOf(open), asked.sessionId)
    const functions = { ...outer, byName: new Map([...outer.byName, ...plan.functions]) }
    const names = plan.participants.map(({ name }) => name)
    const agents = [...names, ...(plan.leader === null ? [] : [plan.leader])]
    await assertAnswered(
      functions,
      agents.filter((name) => name.toLowerCase() !== HUMAN_ID).map((name) => [name]),
    )
    if (this.#isOver(open)) throw aborts.signal.reason
    const ended = this.#endedWithin(open)
    if (ended !== null) return ended
    this.#start(open, plan, agents)
    open.hasStarted = true
    open.within = new Deferred<GroupChatResult>()
    return open.within.promise
  }

  /** The result of one that was started before a restart: the function is called again, from its beginning. */
  #endedWithin(open: Open): GroupChatResult | null {
    const { asked, conversation, hasStarted } = open
    const round = this.#crewOf(open).rounds.round(asked.runId, asked.n)
    const response = round && responseOf(round, asked.agentId)
    if (hasStarted || response?.child === undefined || response.soFar === undefined) return null
    return this.#ports.resultOf(conversation, response.child)
  }

  #start(open: Open, plan: Plan, agents: readonly string[]): void {
    const { asked, conversation } = open
    const crew = this.#crewOf(open)
    const { core, act, conversationOf } = this.#ports
    const { shard } = core
    act(() => {
      const isHeld = (id: string) => conversationOf(crew, id) !== undefined
      const ids = idsOf(shard, crew, agents, { isHeld, told: plan.instructions })
      const group = groupFor(shard, crew, [...ids.values(), asked.agentId])
      const by = { ...byAgent(asked.agentId), cause: { kind: 'request' } } as const
      const { answerSeconds, humanSeconds, onHumanTimeout } = conversation.run.limits
      const limits = { answerSeconds, humanSeconds, onHumanTimeout, ...plan.limits }
      const { session } = startRun(shard, crew, by, toStart({ ...plan, limits }, ids, group.name))
      conversation.answersIn(session.id, plan.functions)
      // Its turn is over until that is: it may be asked in it.
      const decision = shard.decideAccepted(crew)
      const said = { text: '', cut: false, how: 'said', error: null } as const
      decideAnswer(shard, decision, crew, asked, said)
      shard.commit(crew, byAgent(asked.agentId), decision)
    })
  }
}

function keyOf({ runId, n, agentId }: Pick<Asked, 'runId' | 'n' | 'agentId'>): string {
  return `${runId} ${n} ${agentId}`
}

function byAgent(id: string): By {
  return { actor: { kind: 'agent', id }, cause: { kind: 'system' } }
}
