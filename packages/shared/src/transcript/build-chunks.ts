import type { AIChunk, Chunk } from './chunks'
import { classify } from './classify'
import { GrowingSteps } from './growing-steps'
import type { MessageCategory, ParsedMessage } from './messages'
import { msOf } from './moment'

export interface AIChunkDraft {
  readonly type: 'ai'
  readonly id: string
  readonly responses: ParsedMessage[]
  steps: GrowingSteps
  from: number
  to: number
}
/** A chunk as it grows: only the last one does, and only where it is the model's. */
export type ChunkDraft = AIChunkDraft | Exclude<Chunk, AIChunk>

/** Puts records of the model and of its tools together until something else comes between. */
export class ChunkBuilder {
  readonly drafts: ChunkDraft[] = []
  readonly #ids = new Map<string, number>()
  /** Where each record is, of those that may be replaced. */
  readonly #places = new Map<string, readonly number[]>()
  /** Where calls are that have no result yet. */
  readonly #openCalls = new Map<string, number>()

  /** The places of the chunks that the record is in; none: it is noise. */
  add(message: ParsedMessage): readonly number[] {
    const category = classify(message)
    if (category === 'hardNoise') return []
    const answered = this.#answer(message, category)
    if (category === 'ai' && answered.length > 0) return answered
    return [...answered, this.#append(category, message)]
  }

  /** Results whose calls are in an earlier chunk, because a person typed something in between, belong there. */
  #answer(message: ParsedMessage, category: MessageCategory): readonly number[] {
    const open = category === 'ai' ? this.drafts.length - 1 : this.drafts.length
    const places = new Set<number>()
    for (const { toolUseId } of message.toolResults) {
      const place = this.#openCalls.get(toolUseId)
      if (place !== undefined && place < open) places.add(place)
      this.#openCalls.delete(toolUseId)
    }
    for (const place of places) {
      const draft = this.drafts[place]
      if (draft?.type === 'ai') grow(draft, message)
    }
    return [...places]
  }

  #append(category: Exclude<MessageCategory, 'hardNoise'>, message: ParsedMessage): number {
    const last = this.drafts.at(-1)
    if (category !== 'ai') {
      const { timestamp } = message
      const times = { startTime: timestamp, endTime: timestamp }
      this.drafts.push({ type: category, id: this.#idOf(category, message), message, ...times })
    } else if (last?.type === 'ai') {
      grow(last, message)
    } else {
      this.drafts.push(grow(emptyDraft(this.#idOf('ai', message)), message))
    }
    const at = this.drafts.length - 1
    for (const { id } of message.toolCalls) this.#openCalls.set(id, at)
    return at
  }

  /** Notes where a record is that may come again, changed. */
  keep({ uuid }: ParsedMessage, places: readonly number[]): void {
    this.#places.set(uuid, places)
  }

  /** Puts a record in the place of the one with its id: in the chunks that it is in; none: that one was noise. */
  replace(message: ParsedMessage): readonly number[] {
    const places = this.#places.get(message.uuid) ?? []
    for (const at of places) this.#replaceIn(at, message)
    return places
  }

  #replaceIn(at: number, message: ParsedMessage): void {
    const draft = this.drafts[at]
    if (draft === undefined) return
    if (draft.type === 'ai') {
      const index = draft.responses.findLastIndex(({ uuid }) => uuid === message.uuid)
      draft.responses[index] = message
      widen(draft, message)
      if (index === draft.responses.length - 1 && draft.steps.replaceLast(message)) return
      // What it said before is in steps that were read once.
      draft.steps = new GrowingSteps()
      for (const response of draft.responses) draft.steps.add(response)
    } else this.drafts[at] = { ...draft, message }
  }

  /** A program may write a record twice; ids stay different. */
  #idOf(type: string, message: ParsedMessage): string {
    const id = `${type}-${message.uuid}`
    const before = this.#ids.get(id) ?? 0
    this.#ids.set(id, before + 1)
    return before === 0 ? id : `${id}~${before + 1}`
  }
}

const emptyDraft = (id: string): AIChunkDraft => ({
  type: 'ai',
  id,
  responses: [],
  steps: new GrowingSteps(),
  from: Infinity,
  to: -Infinity,
})

function grow(draft: AIChunkDraft, message: ParsedMessage): AIChunkDraft {
  draft.responses.push(message)
  draft.steps.add(message)
  return widen(draft, message)
}

function widen(draft: AIChunkDraft, { timestamp }: ParsedMessage): AIChunkDraft {
  const at = msOf(timestamp)
  if (at < draft.from) draft.from = at
  if (at > draft.to) draft.to = at
  return draft
}

export const chunkOf = ({ id, responses, from, to }: AIChunkDraft): AIChunk => ({
  type: 'ai',
  id,
  startTime: new Date(from).toISOString(),
  endTime: new Date(to).toISOString(),
  responses: responses.slice(),
})
