import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { isAwaited } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'

type Sessions = Pick<CrewState, 'sessions'>

/** Sessions of a group, the newest first. */
export function sessionsOf({ sessions }: Sessions, groupName: string): readonly SessionRecord[] {
  return Object.values(sessions)
    .filter((own) => own.groupName === groupName)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** Whether a discussion in a session waits for the person. */
export function isTurnIn({ needs }: Pick<CrewState, 'needs'>, sessionId: string): boolean {
  return Object.values(needs).some(({ turn }) => turn?.sessionId === sessionId)
}

/** How many agents of a session are thinking. */
export function thinkingIn({ rounds }: Pick<CrewState, 'rounds'>, sessionId: string): number {
  const all = Object.hasOwn(rounds, sessionId) ? (rounds[sessionId] ?? []) : []
  const thinking = all.flatMap(({ responses }) =>
    responses.flatMap((own) => (isAwaited(own) && own.agentId !== HUMAN_ID ? [own.agentId] : [])),
  )
  return new Set(thinking).size
}
