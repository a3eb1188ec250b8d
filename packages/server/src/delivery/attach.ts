import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { ConfirmedInboxes } from '../journal/facts'
import type { HeldMarks } from '../journal/ports/hand-marks-port'
import { stored } from './hand-over'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/**
 * To be called before a connected agent is handed anything. That the agent may hold things is stored once, not with
 * each item; after a crash, whatever it may have held comes again, marked as a repeat. Null when it is stored already.
 */
export function attach(shard: Shard, agentId: string): Promise<void> | null {
  return note(shard, agentId, ({ inHand }) =>
    inHand.isThere(agentId) || !inHand.isOwed(agentId) ? null : inHand.attaching(agentId),
  )
}

/** The same for an agent that polls: what it holds is stored before a page leaves, with every page that brings more. */
export function noteHeld(shard: Shard, agentId: string): Promise<void> | null {
  return note(shard, agentId, ({ inHand }) => inHand.noting(agentId))
}

/**
 * To be called right before items leave, as late as possible: a kill from then on turns them into repeats. For items
 * that several agents are given together, call `noteLeaving` for each and write once.
 */
export function leaves(shard: Shard, agentId: string): void {
  noteLeaving(shard, agentId)
  shard.ports.handMarks.write()
}

export function noteLeaving(shard: Shard, agentId: string): void {
  const { handMarks } = shard.ports
  for (const { state, inHand } of shard.crewsOf(agentId)) {
    handMarks.put({ leadId: state.lead.id, agentId, marks: inHand.marks(agentId) })
  }
}

/** Begins this run of the server with what agents may hold from earlier runs. */
export function beginMarks(shard: Shard): void {
  shard.ports.handMarks.begin(held(shard))
}

function* held(shard: Shard): Iterable<HeldMarks> {
  for (const { state, inHand } of shard.crews()) {
    for (const agentId of Object.keys(state.agents)) {
      const marks = inHand.doubt.before(agentId)
      if (marks.some((seq) => seq > 0)) yield { leadId: state.lead.id, agentId, marks }
    }
  }
}

/** Resolves when everything is stored that the agent's crews have to note; null when there is nothing. */
function note(
  shard: Shard,
  agentId: string,
  of: (crew: Crew) => ConfirmedInboxes | null,
): Promise<void> | null {
  let isNew = false
  for (const crew of shard.crewsOf(agentId)) {
    const noted = of(crew)
    if (!noted) continue
    const decision = shard.decideAccepted(crew)
    decision.add('inbox:confirmed', noted)
    shard.commit(crew, BY_SYSTEM, decision)
    isNew = true
  }
  return isNew ? stored(shard, agentId) : null
}

/** The agent's program is gone: from now on it is handed nothing. */
export function detach(shard: Shard, agentId: string): void {
  for (const crew of shard.crewsOf(agentId)) {
    if (!crew.owed(agentId).isAttached) continue
    crew.inHand.leaves(agentId)
    shard.handEvents.emit('left', crew, agentId)
  }
}
