import type { Usage } from '@crewroom/shared/model/usage'
import { endHandOver, stored } from '../../delivery/hand-over'
import type { ProgramRunPorts } from '../program-run'
import type { AcpPrompts } from './acp-prompts'

/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/** Ends the turns, and tries again if storage refused that. They are not handed over again in the meantime. */
export function endPrompt(
  ports: Pick<ProgramRunPorts, 'shard' | 'logger'>,
  agentId: string,
  prompts: AcpPrompts,
  ids: readonly string[],
  reason: string,
  usage: Usage | null = null,
): void {
  const { shard, logger } = ports
  prompts.answered(ids)
  const again = () => {
    shard.ports.clock.after(RETRY_MS, () => endPrompt(ports, agentId, prompts, ids, reason, usage))
  }
  try {
    endHandOver(shard, agentId, ids, reason, usage)
  } catch (error) {
    logger.warn({ agentId, error }, 'the end of a turn is put off')
    again()
    return
  }
  stored(shard, agentId).then(() => prompts.ended(ids), again)
}
