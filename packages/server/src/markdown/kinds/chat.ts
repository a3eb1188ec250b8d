import { chatIn } from '../../group-chats/chat-of'
import type { MarkdownKind } from '../markdown-kind'
import { mainTalk } from './group'
import { sessionsBlocks } from './session'

export const chat: MarkdownKind = (asked) => {
  const { group } = chatIn(asked.shard, asked.crew, asked.by, asked.of)
  const main = mainTalk(asked, group)
  return {
    ...main,
    *blocks() {
      yield* main.blocks()
      yield* sessionsBlocks(asked, group)
    },
  }
}
