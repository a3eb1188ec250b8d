import { ANSWER } from '@crewroom/shared/command/tools'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import { answerByName } from '../../../rounds/answer-by-name'
import { byOf } from '../../principal'
import type { DoorTool } from '../tool'

/** Answers a round that the agent was asked in. */
export const answer: DoorTool = {
  tool: ANSWER,

  async run({ shard, intake }, { caller, args }) {
    const { agentId } = caller
    const { delivery, content = '' } = args
    const isRead = typeof delivery === 'string' && typeof content === 'string'
    if (!isRead || content.length > LIMITS.content) {
      const problem = `"delivery" and "content" are texts, "delivery" is needed, and "content" has at most ${LIMITS.content} characters.`
      return { text: TOOL_TEXT.badArguments('answer', problem), isError: true }
    }
    const { crew } = await intake.behindOutput(agentId, () =>
      answerByName(shard, byOf({ kind: 'agent', agentId }), {
        agentId,
        deliveryId: delivery,
        content: content.toWellFormed(),
      }),
    )
    await shard.journal.durable(crew.state.lead.id)
    return { text: content.trim() === '' ? TOOL_TEXT.passed : TOOL_TEXT.answered, isError: false }
  },
}
