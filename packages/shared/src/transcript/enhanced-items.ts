import type { Process } from './chunks'
import { enhanceGroup } from './enhance-group'
import type { AIGroup, ChatItem, EnhancedAIGroup, SessionConversation } from './groups'
import { type SubagentTrace, traceOf } from './subagent-trace'

export interface ItemSource {
  readonly conversation: SessionConversation
  /** All sub-agents of the session, those that sub-agents started with them. */
  readonly processes: readonly Process[]
}

interface KeptTrace {
  readonly made: SubagentTrace
  readonly inner: readonly Process[]
}

/** Items by id, and what is made of them when somebody asks for it; made once as long as nothing in it changes. */
export class EnhancedItems {
  readonly #source: ItemSource
  readonly #groups = new WeakMap<AIGroup, EnhancedAIGroup>()
  readonly #traces = new WeakMap<Process, KeptTrace>()
  #indexed: SessionConversation | null = null
  #places: ReadonlyMap<string, number> = new Map()
  #placed: readonly Process[] | null = null
  #byCall: ReadonlyMap<string, readonly Process[]> = new Map()

  constructor(source: ItemSource) {
    this.#source = source
  }

  get all(): readonly ChatItem[] {
    return this.#source.conversation.items
  }

  /** The place of an item; -1: there is none of that id. */
  placeOf(itemId: string): number {
    const { conversation } = this.#source
    if (conversation !== this.#indexed) {
      this.#places = new Map(conversation.items.map(({ group }, place) => [group.id, place]))
      this.#indexed = conversation
    }
    return this.#places.get(itemId) ?? -1
  }

  enhanced(place: number): EnhancedAIGroup | null {
    const item = this.all[place]
    if (item?.type !== 'ai') return null
    const kept = this.#groups.get(item.group)
    if (kept !== undefined) return kept
    const previous = this.all[place - 1]
    const before = previous?.type === 'user' ? previous.group : null
    const made = enhanceGroup(item.group, { before })
    this.#groups.set(item.group, made)
    return made
  }

  trace(process: Process): SubagentTrace {
    const inner = this.#innerOf(process)
    const kept = this.#traces.get(process)
    if (kept !== undefined && isSame(kept.inner, inner)) return kept.made
    const made = traceOf(process, inner)
    this.#traces.set(process, { made, inner })
    return made
  }

  #innerOf(process: Process): readonly Process[] {
    const { processes } = this.#source
    if (processes !== this.#placed) {
      this.#byCall = byCall(processes)
      this.#placed = processes
    }
    if (this.#byCall.size === 0) return []
    return process.messages.flatMap(({ toolCalls }) =>
      toolCalls.flatMap(({ id }) => (this.#byCall.get(id) ?? []).filter((one) => one !== process)),
    )
  }
}

function byCall(processes: readonly Process[]): ReadonlyMap<string, readonly Process[]> {
  const found = new Map<string, Process[]>()
  for (const process of processes) {
    const { parentTaskId } = process
    if (parentTaskId === null) continue
    const others = found.get(parentTaskId)
    if (others === undefined) found.set(parentTaskId, [process])
    else others.push(process)
  }
  return found
}

const isSame = (before: readonly Process[], now: readonly Process[]): boolean =>
  before.length === now.length && now.every((process, at) => process === before[at])
