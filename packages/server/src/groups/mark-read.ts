import type { LastMessage } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { emptyRecord } from '@crewroom/shared/state/crew-state'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import { nextTimestamp } from '../crew/next-timestamp'
import type { By, Shard } from '../crew/shard'
import { groupOf } from './lookup'

/** What is read: a group, or a session of it. */
interface ReadPlace {
  /** The key of its mark and of its window. */
  readonly place: string
  readonly groupName: string
  readonly sessionId?: string
  readonly messageCount: number
  readonly lastMessage: LastMessage | null
}

/** How far somebody has read; `own`: how many messages behind that are the person's own, if any. */
interface Mark {
  readonly lastSeq: number
  readonly n: number
  readonly lastSeen: string
  readonly own?: number
}

/** Moves the actor's mark in a group: only forward, unless forced. Returns where it stands. */
export function markRead(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly group: string; readonly seq: number; readonly force?: boolean | undefined },
): { lastSeq: number } {
  const group = groupOf(crew, input.group, by.actor)
  assertMayInGroup('markRead', crew, group, by)
  const { name: groupName, messageCount, lastMessage } = group
  const place = { place: groupName, groupName, messageCount, lastMessage }
  const readerId = by.actor.id
  const mark = markAt(shard, crew, place, readerId, input)
  if ('stands' in mark) return { lastSeq: mark.stands }
  const decision = shard.decide(crew)
  decision.add('group:read', { readerId, groupName, ...mark })
  shard.commit(crew, by, decision)
  return { lastSeq: mark.lastSeq }
}

/** Where a reader's mark moves; `stands`: it does not. */
export function markAt(
  shard: Shard,
  crew: Crew,
  place: ReadPlace,
  readerId: string,
  { seq, force }: { readonly seq: number; readonly force?: boolean | undefined },
): Mark | { readonly stands: number } {
  const marks = crew.state.readMarks[readerId] ?? emptyRecord()
  const current = marks[place.place]
  const newest = place.lastMessage
  const lastSeq = Math.min(seq, Math.max(newest?.seq ?? 0, current?.seq ?? 0))
  if (current && (lastSeq === current.seq || (lastSeq < current.seq && !force))) {
    return { stands: current.seq }
  }
  const n =
    newest && lastSeq >= newest.seq ? place.messageCount : ordinalAt(shard, crew, place, lastSeq)
  const own = readerId === HUMAN_ID ? ownAfter(shard, crew, place, n) : 0
  return {
    lastSeq,
    n,
    lastSeen: nextTimestamp(shard.ports.clock.now(), newest?.timestamp ?? null),
    ...(own === 0 ? {} : { own }),
  }
}

/** How many messages beyond an ordinal the person wrote: in memory, and in the tables where memory begins later. */
function ownAfter(shard: Shard, crew: Crew, { place, groupName, sessionId }: ReadPlace, n: number) {
  const { messages } = crew.window(place)
  const inMemory = messages.filter((message) => message.from === HUMAN_ID && message.n > n).length
  const begin = messages[0]?.n ?? n + 1
  if (begin <= n + 1) return inMemory
  const { reader } = shard.ports
  return inMemory + reader.ownBetween(crew.state.lead.id, groupName, n, begin, sessionId)
}

/** Ordinal of the newest message at or before `seq`: memory first, the tables for what is older. */
function ordinalAt(
  shard: Shard,
  crew: Crew,
  { place, groupName, sessionId }: ReadPlace,
  seq: number,
): number {
  const { messages } = crew.window(place)
  const oldest = messages[0]
  if (oldest && oldest.seq <= seq) {
    return messages.findLast((message) => message.seq <= seq)?.n ?? 0
  }
  return shard.ports.reader.ordinalAt(crew.state.lead.id, groupName, seq, sessionId)
}
