import type { Message } from '@crewroom/shared/model/message'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { decideSuperseded } from '../rounds/close-round'
import { decideOpen } from '../rounds/open-round'

/** Rounds that a session opens when a person writes in it are counted under its own id. */
export const ownRunOf = (session: Pick<SessionRecord, 'id'>): string => session.id

/**
 * A person has written: an open round is superseded. Agents that were not handed it are asked again, with both messages;
 * those that are answering go on, and their answers come late.
 */
export function decideOwnRound(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  session: SessionRecord,
  trigger: Message,
  speakers: readonly string[],
): RoundRecord | null {
  const runId = ownRunOf(session)
  decideSuperseded(decision, crew, runId)
  if (speakers.length === 0) return null
  return decideOpen(shard, decision, crew, {
    session,
    runId,
    trigger,
    speakers,
    reason: 'a person wrote',
    hop: 0,
  })
}
