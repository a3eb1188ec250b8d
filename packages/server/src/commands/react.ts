import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { newestOfOthers } from '../groups/newest-of-others'
import { react } from '../groups/react'
import { reactInSession } from '../sessions/react-in-session'
import { type CommandHandler, confirmation } from './command-handler'

const WHICH = 'in a session, give messageId, such as "#1"'

export const reactCommand: CommandHandler<'REACT'> = {
  name: 'REACT',
  run(
    { shard, crew, by, turnBeganSeq },
    { group, session = MAIN_SESSION, emoji, messageId: given },
  ) {
    if (session !== MAIN_SESSION) {
      if (given === undefined)
        throw new CrewError('validation', WHICH, { fields: { messageId: WHICH } })
      const messageId = String(given)
      const done = reactInSession(shard, crew, by, { group, session, messageId, emoji, action: 'toggle' }) // prettier-ignore
      const { message } = done
      const title = crew.state.sessions[message.sessionId]?.title ?? session
      return confirmation(TEXT.reactedThere(done.emoji, message.n, title, done.action))
    }
    const messageId = given ?? newestOfOthers(shard, crew, by, { group, turnBeganSeq })
    const done = react(shard, crew, by, { group, emoji, messageId, action: 'toggle' })
    const said = TEXT.reacted(done.emoji, done.message.n, done.message.group, done.action)
    return confirmation(done.message.deletedAt === undefined ? said : `${said} ${TEXT.wasDeleted}`)
  },
}
