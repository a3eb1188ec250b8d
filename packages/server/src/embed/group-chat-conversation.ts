import type { RunRecord } from '@crewroom/shared/model/run'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { StartRunInput } from '../discussions/start-run'
import type { ConversationMessage, GroupChatContext, GroupChatResult } from './embed-api'
import type { Functions } from './group-chat-functions'
import { GroupChatHistory } from './group-chat-history'
import type { Plan } from './group-chat-input'

/** A promise that somebody else settles. Nobody has to wait for it. */
export class Deferred<T> {
  readonly promise: Promise<T>
  resolve!: (value: T) => void
  reject!: (reason: unknown) => void

  constructor() {
    this.promise = new Promise<T>((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    this.promise.catch(() => {})
  }
}

export interface ConversationParts {
  readonly shard: Shard
  /** The discussion as it was when this began. */
  readonly run: RunRecord
  /** Number of the crew's newest fact then. */
  readonly since: number
  readonly functions: Functions
  /** Whether the answers so far are enough. */
  readonly isDone: ((history: ConversationMessage[]) => boolean) | null
  /** Its agents are the embedder's. */
  readonly isEmbedders: boolean
}

/** A conversation that is held here: a discussion with its functions, and those within it. */
export class Conversation {
  readonly run: RunRecord
  readonly since: number
  readonly functions: Functions
  readonly isDone: ConversationParts['isDone']
  readonly isEmbedders: boolean
  readonly done = new Deferred<GroupChatResult>()
  /** Why it is not held here any more, although it is not over. */
  failure: { readonly error: unknown } | null = null
  /** Aborted when it is over, here. */
  readonly over = new AbortController()
  readonly #shard: Shard
  readonly #histories = new Map<string, GroupChatHistory>()
  /** By session of a conversation within it: the functions that were named for that. */
  readonly #within = new Map<string, Functions['byName']>()

  constructor({ shard, run, since, functions, isDone, isEmbedders }: ConversationParts) {
    this.#shard = shard
    this.run = run
    this.since = since
    this.functions = functions
    this.isDone = isDone
    this.isEmbedders = isEmbedders
  }

  get context(): GroupChatContext {
    return this.functions.context
  }

  historyOf(crew: Crew, run: RunRecord): ConversationMessage[] {
    const known = this.#histories.get(run.id) ?? new GroupChatHistory(this.#shard)
    this.#histories.set(run.id, known)
    return known.of(crew, run)
  }

  /** Functions that answer in a conversation within it, and in those within that; nowhere else. */
  answersIn(sessionId: string, byName: Functions['byName']): void {
    this.#within.set(sessionId, byName)
  }

  /** What answers in one of its sessions: of the same name, the function of the innermost one. */
  functionsIn({ state }: Crew, sessionId: string): Functions {
    const named: Functions['byName'][] = []
    for (let at: string | undefined = sessionId; at !== undefined;) {
      const own = this.#within.get(at)
      if (own) named.unshift(own)
      at = state.sessions[at]?.parent?.sessionId
    }
    const { byName, context } = this.functions
    return { byName: new Map([byName, ...named].flatMap((one) => [...one])), context }
  }

  end(result: GroupChatResult): void {
    this.done.resolve(result)
    this.over.abort()
  }

  fail(error: unknown): void {
    this.failure = { error }
    this.done.reject(error)
    this.over.abort()
  }
}

/** A plan as the engine starts it. */
export function toStart(
  { participants, goal, policy, terminationCondition, limits }: Plan,
  ids: ReadonlyMap<string, string>,
  group: string,
): StartRunInput {
  const idOf = (name: string) => ids.get(name) ?? name
  return {
    group,
    goal,
    policy:
      policy.kind === 'selection'
        ? { ...policy, by: idOf(policy.by) }
        : policy.kind === 'parallel'
          ? { ...policy, aggregator: policy.aggregator === null ? null : idOf(policy.aggregator) }
          : policy.kind === 'hierarchical'
            ? { ...policy, manager: idOf(policy.manager) }
            : policy,
    participants: participants.map(({ name, role, description, expertise }) => ({
      id: idOf(name),
      role,
      description,
      expertise,
    })),
    terminationCondition,
    limits,
  }
}
