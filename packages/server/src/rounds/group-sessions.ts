import { isThinking } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Crew } from '../crew/crew'
import type { Decision } from '../journal/decision'
import { decideResponse, decideRoundsClosed } from './close-round'
import { roundsIn, sessionIn } from './session-draft'

/** What becomes of a group's sessions when somebody leaves it, or when it is archived. */

/** A member leaves the group: it takes part in none of its sessions any more, and is not waited for. */
export function decideSessionsLeft(
  decision: Decision,
  crew: Crew,
  groupName: string,
  agentId: string,
): void {
  for (const session of sessionsOf(decision, crew, groupName)) {
    if (!session.activeAgents.includes(agentId)) continue
    decideNotAsked(decision, crew, session.id, agentId)
    decision.add('session:updated', {
      session: {
        ...session,
        activeAgents: session.activeAgents.filter((id) => id !== agentId),
        updatedAt: decision.at,
      },
    })
  }
}

/** An agent takes part in a session no more: whatever it is asked there has no answer. */
export function decideNotAsked(
  decision: Decision,
  crew: Crew,
  sessionId: string,
  agentId: string,
): void {
  for (const asked of crew.rounds.asked(agentId)) {
    if (asked.sessionId !== sessionId) continue
    decideResponse(decision, crew, asked, { status: 'error', error: TEXT.leftSession })
  }
}

/** The group is archived: what is open in its sessions is stopped. */
export function decideSessionsStopped(decision: Decision, crew: Crew, groupName: string): void {
  for (const { id } of sessionsOf(decision, crew, groupName)) {
    decideRoundsClosed(decision, crew, id, 'stopped', true)
  }
}

/** Whether somebody will still be asked in a session of the group. */
export function isAnybodyAsked(decision: Decision, crew: Crew, groupName: string): boolean {
  return sessionsOf(decision, crew, groupName).some(({ id }) =>
    roundsIn(decision, crew, id).some(isThinking),
  )
}

function sessionsOf(decision: Decision, crew: Crew, groupName: string): SessionRecord[] {
  return Object.values(crew.state.sessions)
    .filter((session) => session.groupName === groupName)
    .map((session) => sessionIn(decision, crew, session.id) ?? session)
}
