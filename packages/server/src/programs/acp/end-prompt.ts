import type { Usage } from '@crewroom/shared/model/usage'
import { endHandOver, stored } from '../../delivery/hand-over'
import type { Answer } from '../../rounds/record-answer'
import type { ProgramRunPorts } from '../program-run'
import type { AcpPrompts } from './acp-prompts'

/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/**
 * Ends the turns, together with the answer to the round in them, and tries again if storage refused that. They are not
 * handed over again in the meantime.
 */
export function endPrompt(
  ports: Pick<ProgramRunPorts, 'shard' | 'logger' | 'answers'>,
  agentId: string,
  prompts: AcpPrompts,
  ids: readonly string[],
  reason: string,
  usage: Usage | null = null,
  answer: Answer | null = ports.answers.answerOf(agentId, reason),
): void {
  const { shard, logger } = ports
  prompts.answered(ids)
  const again = () => {
    shard.ports.clock.after(RETRY_MS, () =>
      // A question that was over in memory alone is open again: then it has its answer after all.
      endPrompt(ports, agentId, prompts, ids, reason, usage, answer ?? undefined),
    )
  }
  try {
    endHandOver(shard, agentId, ids, reason, usage, answer)
  } catch (error) {
    logger.warn({ agentId, error }, 'the end of a turn is put off')
    again()
    return
  }
  stored(shard, agentId).then(() => prompts.ended(ids), again)
}
