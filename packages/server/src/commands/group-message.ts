import type { CommandPayload } from '@crewroom/shared/command/payloads'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { callsAll } from '@crewroom/shared/state/wakes'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { nameIn } from '../crew/directory'
import { sendMessage } from '../groups/send-message'
import { waitingOf, waitingReason } from '../live/reasons'
import { postedHint } from '../sessions/posted-hint'
import { isAnswer, postToSession } from '../sessions/post-to-session'
import {
  type CommandContext,
  type CommandHandler,
  type CommandReply,
  confirmation,
} from './command-handler'

export const groupMessageCommand: CommandHandler<'GROUP_MESSAGE'> = {
  name: 'GROUP_MESSAGE',
  run(context, { session = MAIN_SESSION, ...payload }) {
    if (session !== MAIN_SESSION) return inSession(context, { ...payload, session })
    const { shard, crew, by, presence } = context
    const { message, recipientIds, wakes } = sendMessage(shard, crew, by, payload)
    const { group } = message
    const record = crew.state.groups[group]
    const hold = record?.hold
    // For a held group one sentence covers everybody: which of them are busy as well makes no difference.
    const waiting = hold
      ? []
      : waitingOf(recipientIds, crew, (agent) => waitingReason(shard, crew, presence, group, agent))
    const isForAll = record && callsAll(crew.state, record, payload.content, shard.ports.personName)
    const sent = TEXT.sent(recipientIds.length, waiting, isForAll ? wakes.length : null)
    return confirmation(hold ? sent + TEXT.keptBack({ group }, hold) : sent)
  },
}

function inSession(
  { shard, crew, by, presence }: CommandContext,
  input: CommandPayload<'GROUP_MESSAGE'> & { readonly session: string },
): CommandReply {
  const posted = postToSession(shard, crew, by, input)
  if (isAnswer(posted)) return confirmation(TEXT.answered)
  const title = crew.state.sessions[posted.message.sessionId]?.title ?? input.session
  const nameOf = (id: string) => nameIn(crew, id)
  const hint = postedHint(crew, presence, posted, { nameOf, field: 'agents' })
  return confirmation(TEXT.interjected(title) + (hint === null ? '' : ` ${hint}`))
}
