import { listedIds } from '@crewroom/shared/model/group'
import { addUsage, type Usage } from '@crewroom/shared/model/usage'
import {
  type CrewState,
  emptyRecord,
  type HandedTo,
  type LiveAgent,
  type LiveState,
} from '@crewroom/shared/state/crew-state'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import { whyOf } from './why'

/** What an agent has not been handed, and since when the oldest of it waits. */
export function owedOf(shard: Shard, crew: Crew, agentId: string): LiveAgent['owed'] {
  const pending = crew.inHand.pending(agentId)
  let count = pending.length
  let oldestAt = pending[0]?.at ?? null
  for (const interval of crew.inHand.owing(agentId)) {
    count += interval.owed
    const window = crew.window(interval.groupName)
    const first = window.coversAfter(interval.handedSeq)
      ? window.messages.find(
          (message) => message.seq > interval.handedSeq && message.from !== agentId,
        )
      : shard.ports.reader.owedMessages({
          leadId: crew.state.lead.id,
          groupName: interval.groupName,
          after: interval.handedSeq,
          to: interval.leftSeq ?? crew.durableSeq,
          notFrom: agentId,
          limit: 1,
        })[0]
    if (first && (oldestAt === null || first.timestamp < oldestAt)) oldestAt = first.timestamp
  }
  return { count, oldestAt }
}

/** How often anything of a crew's live state left in another way than as a live frame. */
const SHOWN = new WeakMap<Crew, number>()

export function timesShown(crew: Crew): number {
  return SHOWN.get(crew) ?? 0
}

/** Says so of what is about to be shown: a live frame that sets it right must not be left out as known. */
export function noteShown(crew: Crew): void {
  SHOWN.set(crew, timesShown(crew) + 1)
}

/** For an answer, or somebody who connects. */
export function liveAgent(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  agentId: string,
): LiveAgent {
  noteShown(crew)
  return agentNow(shard, crew, presence, agentId)
}

/** For a live frame. */
export function agentNow(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  agentId: string,
): LiveAgent {
  const { status, connection } = presence.get(agentId)
  const owed = owedOf(shard, crew, agentId)
  const ends = shard.permissions.endsOf(
    Object.values(crew.state.needs).filter((need) => need.agentId === agentId),
  )
  return {
    status,
    connection,
    owed,
    usage: usageOf(shard, agentId),
    why: whyOf(shard, crew, presence, agentOf(crew, agentId), owed),
    ...(Object.keys(ends).length > 0 && { requestEnds: ends }),
  }
}

/** What it used in all its crews. */
export function usageOf(shard: Shard, agentId: string): Usage | null {
  return shard.crewsOf(agentId).reduce<Usage | null>((total, crew) => {
    const { usage } = crew.remembered(agentId)
    return usage && total ? addUsage(total, usage) : (usage ?? total)
  }, null)
}

/** Everything about agents, and of these groups how far each member has them. */
export function liveState(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  groups: CrewState['groups'],
): LiveState {
  const agents: LiveState['agents'] = {}
  for (const id of Object.keys(crew.state.agents)) agents[id] = liveAgent(shard, crew, presence, id)
  const receipts = emptyRecord<Record<string, HandedTo>>()
  for (const group of Object.values(groups)) {
    const { name } = group
    if (group.archived) continue
    const members = listedIds(group).filter((id) => crew.state.agents[id])
    receipts[name] = Object.fromEntries(members.map((id) => [id, handedTo(crew, id, name)]))
  }
  return { agents, receipts }
}

/** How far a group's messages were handed to an agent, and how far it has confirmed that. */
export function handedTo(crew: Crew, agentId: string, groupName: string): HandedTo {
  const handedSeq = crew.inHand.handedSeq(agentId, groupName)
  const unseen = crew.inHand
    .open(agentId)
    .filter((turn) => !turn.seen)
    .flatMap((turn) => turn.parts.filter((part) => part.groupName === groupName))
  const acked = crew.memberships
    .of(agentId, groupName)
    .map((interval) => crew.inHand.ackedIn(interval))
  const seenSeq = unseen.reduce((first, { from, to }) => {
    // Some of a hand-over may be confirmed.
    const within = acked.find((seq) => from < seq && seq < to)
    return Math.min(first, within ?? from)
  }, handedSeq)
  // What an earlier run of the server may have handed over comes again.
  return { sentSeq: Math.max(handedSeq, crew.inHand.doubt.inGroups(agentId)), seenSeq }
}
