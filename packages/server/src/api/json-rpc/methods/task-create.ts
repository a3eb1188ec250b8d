import { createAdmission } from '../../../admissions/create-admission'
import type { Crew } from '../../../crew/crew'
import { crewsSeenBy } from '../../../crew/seen-crews'
import type { By, Shard } from '../../../crew/shard'
import { unauthorized } from '../../principal'
import { method } from '../method'
import { conversationOf, taskOf } from '../wire'

export const taskCreate = method({
  method: 'task/create',
  summary: 'Agents may talk together from now on: the caller, and all that it invites',
  who: 'Any agent. Whoever creates a task is its task-manager, or the app whose id is its appId.',
  verb: 'createAdmission',
  tells: ['task/created', 'task/conversation/created'],
  run: ({ shard, by, params: { appId, invitedAgentIds, initialConversation } }) => {
    const crew = crewWith(shard, by, invitedAgentIds)
    const { admission, group } = createAdmission(shard, crew, by, {
      appId,
      admitted: invitedAgentIds,
      conversation: initialConversation,
    })
    return {
      result: {
        task: taskOf(admission),
        conversation: group && conversationOf(group, null),
      },
      leadIds: [admission.leadId],
    }
  },
})

/** The crew of all that are invited. Only the lead of a part of a crew has two; its own is meant where nobody says which. */
function crewWith(shard: Shard, by: By, invited: readonly string[]): Crew {
  const crews = crewsSeenBy(shard, by)
  const crew = crews.find(({ state }) => invited.every((id) => state.agents[id])) ?? crews[0]
  if (!crew) throw unauthorized()
  return crew
}
