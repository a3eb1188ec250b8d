import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { shownHidden } from '../groups/message/text-pieces'

/** What a session is called, with nothing in it that reverses or hides the text beside it. */
export function sessionTitle({ title }: Pick<SessionRecord, 'title'>): string {
  return shownHidden(title).trim() || 'Session without a title'
}

/** The same of a session that is known by its id only; undefined where the crew has no such session. */
export function sessionTitleIn(
  { sessions }: Pick<CrewState, 'sessions'>,
  id: string,
): string | undefined {
  const session = Object.hasOwn(sessions, id) ? sessions[id] : undefined
  return session && sessionTitle(session)
}
