import { TEXT } from '@crewroom/shared/text/catalogue'
import { newestOfOthers } from '../groups/newest-of-others'
import { react } from '../groups/react'
import { type CommandHandler, confirmation } from './command-handler'

export const reactCommand: CommandHandler<'REACT'> = {
  name: 'REACT',
  run({ shard, crew, by, turnBeganSeq }, { group, emoji, messageId: given }) {
    const messageId = given ?? newestOfOthers(shard, crew, by, { group, turnBeganSeq })
    const done = react(shard, crew, by, { group, emoji, messageId, action: 'toggle' })
    return confirmation(TEXT.reacted(done.emoji, done.message.n, done.message.group, done.action))
  },
}
