import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Draft } from '../journal/facts'
import type { Logger } from '../logger'
import type { Shard } from '../crew/shard'
import type { ChildEnd } from './processes/child-shapes'
import type { Child } from './program-run'

/** What storage refused is tried again after this long. */
const RETRY_MS = 500

interface Ports {
  readonly shard: Shard
  readonly logger: Logger
}

/**
 * Stores a fact about an agent's program. The fact is true whatever storage says, so this tries again until it is
 * stored; `stillTrue` is asked before each attempt.
 */
export function remember(
  ports: Ports,
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

/** Stores where an agent's program keeps its conversation, if that is new. */
export function keepProgramMemory(
  ports: Ports,
  agentId: string,
  sessionId: string | undefined,
): void {
  const known = ports.shard.crewOf(agentId)?.remembered(agentId).acpSessionId
  if (sessionId === undefined || sessionId === known) return
  remember(ports, agentId, { type: 'agent:session', data: { session: { agentId, sessionId } } })
}

/** A program runs as this process, which a later server would have to end. `stillRuns` is asked before each attempt. */
export function rememberStart(
  ports: Ports,
  agentId: string,
  { pid, startTime, tag }: Child,
  stillRuns: () => boolean,
): void {
  if (pid === undefined) return
  const data = { process: { agentId, pid, startTime, tag } }
  remember(ports, agentId, { type: 'process:started', data }, stillRuns)
}

/** A program has ended; stored unless the agent has another one by then. */
export function rememberEnd(
  ports: Ports,
  agentId: string,
  { tag }: Child,
  { code, signal }: ChildEnd,
): void {
  const data = { agentId, code, signal }
  const isKnown = () => ports.shard.process(agentId)?.tag === tag
  remember(ports, agentId, { type: 'process:ended', data }, isKnown)
}
