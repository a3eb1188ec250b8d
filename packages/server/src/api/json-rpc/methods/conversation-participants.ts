import { CrewError, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { notAdmitted } from '../../../crew/admissions'
import { addMembers, removeMembers } from '../../../groups/change-members'
import { findConversation } from '../find-conversation'
import { method } from '../method'

/** An id is refused with these if it names no participant: it is unknown, of another crew, or of an agent that has ended. */
const NO_PARTICIPANT: ReadonlySet<ErrorCode> = new Set([
  'agent_not_found',
  'agent_terminal',
  'other_crew',
])

/** The verbs ask for the right first: a caller that is refused with one of these has it. */
function namesNobody(error: unknown): boolean {
  return error instanceof CrewError && NO_PARTICIPANT.has(error.code)
}

export const participantsAdd = method({
  method: 'task/conversation/participants/add',
  summary: 'Adds a participant of the task to one of its conversations',
  who: 'The task-manager; whoever is added has to be admitted to the task.',
  verb: 'addMembers',
  tells: ['task/conversation/participants/added'],
  run: ({ shard, by, params }) => {
    const { crew, group } = findConversation(shard, by, params)
    try {
      addMembers(shard, crew, by, { group: group.name, members: [params.agentId] })
    } catch (error) {
      // Ordinary groups say why, and list who could be meant; here the answer is one for every reason.
      throw namesNobody(error) ? notAdmitted() : error
    }
    return { result: {}, leadIds: [group.leadId] }
  },
})

export const participantsRemove = method({
  method: 'task/conversation/participants/remove',
  summary: 'Takes a participant out of one conversation; it stays in the task and in the others',
  who: 'The task-manager.',
  verb: 'removeMembers',
  tells: ['task/conversation/participants/removed'],
  run: ({ shard, by, params }) => {
    const { crew, group } = findConversation(shard, by, params)
    try {
      removeMembers(shard, crew, by, { group: group.name, members: [params.agentId] })
    } catch (error) {
      // There is nothing to remove.
      if (!namesNobody(error)) throw error
    }
    return { result: {}, leadIds: [group.leadId] }
  },
})
