import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Draft } from '../journal/facts'
import type { Logger } from '../logger'
import type { Shard } from '../crew/shard'

/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/**
 * Stores a fact about an agent's program. It is true whatever storage says, so it is stored when that is possible
 * again; `stillTrue` is asked before each attempt.
 */
export function remember(
  ports: { readonly shard: Shard; readonly logger: Logger },
  agentId: string,
  draft: Draft,
  stillTrue: () => boolean = () => true,
): void {
  const { shard, logger } = ports
  const crew = shard.crewOf(agentId)
  if (!crew || !stillTrue()) return
  const again = () => {
    shard.ports.clock.after(RETRY_MS, () => remember(ports, agentId, draft, stillTrue))
  }
  try {
    const decision = shard.decideAccepted(crew)
    decision.add(draft.type, draft.data)
    shard.commit(crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
  } catch (error) {
    logger.warn({ agentId, type: draft.type, error }, 'remembering is put off')
    again()
    return
  }
  // A refusal after this is a storage failure.
  shard.journal.release(crew.state.lead.id, () => {}, again)
}

/** Where an agent's program keeps its conversation, if that is news. */
export function keepProgramMemory(
  ports: { readonly shard: Shard; readonly logger: Logger },
  agentId: string,
  sessionId: string | undefined,
): void {
  const known = ports.shard.crewOf(agentId)?.remembered(agentId).acpSessionId
  if (sessionId === undefined || sessionId === known) return
  remember(ports, agentId, { type: 'agent:session', data: { session: { agentId, sessionId } } })
}
