import type { RunLine } from '../discussions/run-stream'
import type { ConversationMessage, GroupChatResult, GroupChatUpdate } from './embed-api'
import { toConversation } from './group-chat-history'

export interface UpdatesPorts {
  readonly conversationId: string
  /** It goes on: its first message was seen before. */
  readonly goesOn: boolean
  readonly history: () => ConversationMessage[]
  readonly result: () => Promise<GroupChatResult>
}

/** Lines of a discussion's course as an embedder has them. */
export async function* updatesOf(
  lines: AsyncIterable<RunLine>,
  { conversationId, goesOn, history, result }: UpdatesPorts,
): AsyncGenerator<GroupChatUpdate, void, undefined> {
  let isBegun = goesOn
  for await (const line of lines) {
    switch (line.type) {
      case 'start':
        break
      case 'speaker-selected': {
        const { type, speaker, round, reason } = line
        yield { type, speaker, round, reason }
        break
      }
      case 'message': {
        // The first is what the embedder began it with.
        if (!isBegun) {
          isBegun = true
          break
        }
        const { type, speaker, content } = line
        yield { type, speaker, content, message: toConversation(line) }
        break
      }
      case 'human-needed': {
        const { type, prompt } = line
        yield { type, conversationId, history: history(), prompt }
        break
      }
      case 'complete':
        yield { type: 'complete', ...(await result()) }
        return
      // Functions answer in one piece.
      case 'delta':
        break
      default:
        line satisfies never
    }
  }
}
