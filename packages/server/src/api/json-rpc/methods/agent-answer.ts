import { answerByName } from '../../../rounds/answer-by-name'
import { method } from '../method'

export const agentAnswer = method({
  method: 'agent/answer',
  summary: 'Answers a round by the id of the delivery that asks; blank content passes',
  who: 'The agent that was asked.',
  verb: 'answerByName',
  tells: [],
  run: ({ shard, by, params: { deliveryId, content } }) => {
    const asked = { agentId: by.actor.id, deliveryId, content }
    const { crew, response } = answerByName(shard, by, asked)
    return { result: { status: response.status }, leadIds: [crew.state.lead.id] }
  },
})
