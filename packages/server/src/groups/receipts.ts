import { isSilenced } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import { waitingReason } from '../live/reasons'
import { isPaused } from '../crew/wake'
import { HANDED_ALL } from '../crew/memberships'
import { isInHand } from '../crew/holding'
import type { PresenceBook } from '../crew/presence'
import type { By, Shard } from '../crew/shard'
import { findMessage } from './find-message'
import { readGroup } from './list-groups'

/**
 * Where a message stands with one recipient. `waiting`: in the inbox, not handed over, and why; `sent`: handed
 * over and not confirmed, or perhaps so before a crash; `seen`: confirmed; `gone`: the agent ended or left before it was handed over.
 */
export interface Receipt {
  readonly agentId: string
  readonly state: 'waiting' | 'sent' | 'seen' | 'gone'
  readonly reason?: string
  /** When it was handed over, while that is not confirmed. */
  readonly at: string | null
}

/** Where a message stands that the actor may read. */
export function readReceipts(
  shard: Shard,
  crew: Crew,
  by: By,
  presence: PresenceBook,
  input: { readonly group: string; readonly messageId: string },
): Receipt[] {
  const group = readGroup(crew, by, input.group)
  const message = findMessage(shard, crew, group, input.messageId, by)
  return receiptsOf(shard, crew, presence, message)
}

/** A receipt is a comparison of integers: the message's number against how far each recipient was handed. */
export function receiptsOf(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  message: Message,
): Receipt[] {
  const receipts: Receipt[] = []
  for (const interval of crew.memberships.all()) {
    if (interval.groupName !== message.group || interval.agentId === message.from) continue
    // It only read along.
    if (interval.handedSeq === HANDED_ALL) continue
    const during =
      interval.joinedSeq < message.seq &&
      (interval.leftSeq === null || message.seq <= interval.leftSeq)
    if (!during) continue
    const { agentId } = interval
    if (agentId === HUMAN_ID) {
      const mark = crew.state.readMarks[HUMAN_ID]?.[message.group]
      receipts.push({
        agentId,
        state: (mark?.seq ?? 0) >= message.seq ? 'seen' : 'waiting',
        at: null,
      })
      continue
    }
    if (crew.inHand.handedIn(interval) >= message.seq) {
      const turn = crew.inHand
        .open(agentId)
        .find((open) =>
          open.parts.some(
            (part) =>
              part.groupName === message.group && part.from < message.seq && message.seq <= part.to,
          ),
        )
      const isAcked = turn && isInHand(turn) && message.seq <= crew.inHand.ackedIn(interval)
      receipts.push({
        agentId,
        state: turn && !turn.seen && !isAcked ? 'sent' : 'seen',
        at: isAcked ? null : (turn?.at ?? null),
      })
      continue
    }
    // An earlier run of the server may have handed it over, if nothing was in its way then: it comes again.
    const group = crew.state.groups[message.group]
    const isKeptBack = isPaused(shard, crew, agentId) || (group && isSilenced(group))
    if (!isKeptBack && message.seq <= crew.inHand.doubt.inGroups(agentId)) {
      receipts.push({ agentId, state: 'sent', at: null })
      continue
    }
    const agent = crew.state.agents[agentId]
    if (!agent || !isActive(agent)) receipts.push({ agentId, state: 'gone', at: null })
    else {
      const reason = waitingReason(shard, crew, presence, message.group, agent)
      receipts.push({ agentId, state: 'waiting', ...(reason ? { reason } : {}), at: null })
    }
  }
  return receipts
}
