import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { calledOutside } from '@crewroom/shared/state/wakes'
import { SESSION_TEXT } from '@crewroom/shared/text/session-texts'
import type { Crew } from '../crew/crew'
import type { PresenceBook } from '../crew/presence'
import { awayHint } from '../live/reasons'
import type { PostedToSession } from './post-to-session'

/** How a door calls agents, and the field in which it takes those of a session. */
export interface InWords {
  nameOf(agentId: string): string
  readonly field: 'agents' | 'active_agents'
}

/** What its sender has to know of a message that was posted to a session, and what helps; null: nothing. */
export function postedHint(
  crew: Crew,
  presence: PresenceBook,
  posted: Pick<PostedToSession, 'message' | 'asks'>,
  words: InWords,
): string | null {
  const said = [
    outsideHint(crew, posted, words),
    askedItselfHint(crew, posted),
    awayHint(presence, posted.asks, words.nameOf),
  ].filter((one) => one !== null)
  return said.length > 0 ? said.join(' ') : null
}

/** It calls agents of the group that take no part in the session. */
function outsideHint(
  { state }: Crew,
  { message }: Pick<PostedToSession, 'message'>,
  { nameOf, field }: InWords,
): string | null {
  const session = state.sessions[message.sessionId]
  const group = state.groups[message.group]
  if (!session || !group) return null
  const ids = calledOutside(state, group, session.activeAgents, message.content)
  const names = ids.filter((id) => id !== message.from).map(nameOf)
  if (names.length === 0) return null
  return message.from === HUMAN_ID
    ? SESSION_TEXT.notAsked(names, session.title, field)
    : SESSION_TEXT.notShown(names, session.title, group.name)
}

/** An agent that is asked here has written something else before it was handed the question. */
function askedItselfHint(
  { rounds }: Crew,
  { message: { from, round, sessionId } }: Pick<PostedToSession, 'message'>,
): string | null {
  if (from === HUMAN_ID || round?.as !== 'interjection') return null
  const asked = rounds.asked(from).find((one) => one.sessionId === sessionId)
  return asked ? SESSION_TEXT.askedItself(asked.n) : null
}
