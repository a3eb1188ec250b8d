import { nextTimestamp } from '../crew/next-timestamp'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { emptyRecord } from '@crewroom/shared/state/crew-state'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { groupOf } from './lookup'
import { assertMayInGroup } from '../crew/may'

/** Moves the actor's mark in a group: only forward, unless forced. Returns where it stands. */
export function markRead(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly group: string; readonly seq: number; readonly force?: boolean | undefined },
): { lastSeq: number } {
  const group = groupOf(crew, input.group, by.actor)
  assertMayInGroup('markRead', crew, group, by)
  const marks = crew.state.readMarks[by.actor.id] ?? emptyRecord()
  const current = marks[group.name]
  const newest = group.lastMessage
  const lastSeq = Math.min(input.seq, Math.max(newest?.seq ?? 0, current?.seq ?? 0))
  if (current && (lastSeq === current.seq || (lastSeq < current.seq && !input.force))) {
    return { lastSeq: current.seq }
  }
  const n =
    newest && lastSeq >= newest.seq
      ? group.messageCount
      : ordinalAt(shard, crew, group.name, lastSeq)
  const own = by.actor.kind === 'human' ? ownAfter(shard, crew, group.name, n) : 0
  const decision = shard.decide(crew)
  decision.add('group:read', {
    readerId: by.actor.id,
    groupName: group.name,
    lastSeq,
    n,
    lastSeen: nextTimestamp(shard.ports.clock.now(), newest?.timestamp ?? null),
    ...(own === 0 ? {} : { own }),
  })
  shard.commit(crew, by, decision)
  return { lastSeq }
}

/** How many messages beyond an ordinal the person wrote: in memory, and in the tables where memory begins later. */
function ownAfter(shard: Shard, crew: Crew, groupName: string, n: number): number {
  const { messages } = crew.window(groupName)
  const inMemory = messages.filter((message) => message.from === HUMAN_ID && message.n > n).length
  const begin = messages[0]?.n ?? n + 1
  if (begin <= n + 1) return inMemory
  const { reader } = shard.ports
  return inMemory + reader.ownBetween(crew.state.lead.id, groupName, n, begin)
}

/** Ordinal of the newest message at or before `seq`: memory first, the tables for what is older. */
function ordinalAt(shard: Shard, crew: Crew, groupName: string, seq: number): number {
  const { messages } = crew.window(groupName)
  const oldest = messages[0]
  if (oldest && oldest.seq <= seq) {
    return messages.findLast((message) => message.seq <= seq)?.n ?? 0
  }
  return shard.ports.reader.ordinalAt(crew.state.lead.id, groupName, seq)
}
