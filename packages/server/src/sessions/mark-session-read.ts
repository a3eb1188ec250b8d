import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { placeOfSession } from '@crewroom/shared/model/session'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { groupOf } from '../groups/lookup'
import { markAt } from '../groups/mark-read'
import { sessionOf } from './session-of'

/** Moves the person's mark in a session, as in a group: only forward, unless forced. Returns where it stands. */
export function markSessionRead(
  shard: Shard,
  crew: Crew,
  by: By,
  input: {
    readonly group: string
    readonly session: string
    readonly seq: number
    readonly force?: boolean | undefined
  },
): { lastSeq: number } {
  const group = groupOf(crew, input.group, by.actor)
  assertMayInGroup('markSessionRead', crew, group, by)
  const { id, lastMessage, messageCount } = sessionOf(crew, group, input.session, by)
  const mark = markAt(
    shard,
    crew,
    { place: placeOfSession(id), groupName: group.name, sessionId: id, lastMessage, messageCount },
    HUMAN_ID,
    input,
  )
  if ('stands' in mark) return { lastSeq: mark.stands }
  const decision = shard.decide(crew)
  decision.add('session:read', {
    readerId: HUMAN_ID,
    groupName: group.name,
    sessionId: id,
    ...mark,
  })
  shard.commit(crew, by, decision)
  return { lastSeq: mark.lastSeq }
}
