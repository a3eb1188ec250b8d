import { aiGroupOf, enhancedWith } from './ai-group'
import { chunkOf, type AIChunkDraft, type ChunkDraft } from './build-chunks'
import type { Process } from './chunks'
import type { ChatItem, CompactionTokenDelta } from './groups'
import type { ParsedMessage } from './messages'
import { systemGroupOf } from './system-group'
import { userContentOf } from './user-content'

/** What is around a chunk, as far as its item shows it. */
export interface ItemPlace {
  /** Among the user groups, or among the groups of the model. */
  readonly index: number
  readonly processes: readonly Process[]
  readonly isOngoing: boolean
  /** The person's record right before it. */
  readonly before: ParsedMessage | null
  readonly tokenDelta: CompactionTokenDelta | null
  readonly phase: number
}

/** The item of a chunk; null: nobody can see anything of it. */
export function itemOf(draft: ChunkDraft, place: ItemPlace): ChatItem | null {
  if (draft.type === 'ai') return aiItemOf(draft, place)
  const { id, message } = draft
  const own = { id, message, timestamp: message.timestamp }
  switch (draft.type) {
    case 'user':
      return {
        type: 'user',
        group: { ...own, content: userContentOf(message), index: place.index },
      }
    case 'system':
      return { type: 'system', group: systemGroupOf(id, message, place.before) }
    case 'compact':
      return {
        type: 'compact',
        group: {
          ...own,
          ...(place.tokenDelta !== null && { tokenDelta: place.tokenDelta }),
          startingPhaseNumber: place.phase,
        },
      }
  }
}

function aiItemOf(draft: AIChunkDraft, place: ItemPlace): ChatItem | null {
  // Records that nobody can see anything of: what a program noted for itself.
  if (!draft.steps.isShown) return null
  const chunk = enhancedWith(chunkOf(draft), draft.steps, place.processes)
  return { type: 'ai', group: aiGroupOf(chunk, draft.steps, place.index, place.isOngoing) }
}
