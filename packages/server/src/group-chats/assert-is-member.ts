import { cut } from '@crewroom/shared/model/cut'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { SessionSocketQuery } from '@crewroom/shared/protocol/session-frames'
import type { Crew } from '../crew/crew'
import type { By } from '../crew/shard'
import type { GroupChatAt } from './chat-of'

/** Throws `forbidden` if somebody is named whom the actor is not in this group chat: any id that no agent has is one of the person. */
export function assertIsMember(
  { crew, group }: GroupChatAt,
  { actor }: Pick<By, 'actor'>,
  { member_type: type, member_id: id }: SessionSocketQuery,
): void {
  const isAgent = actor.kind === 'agent'
  const isOwn = isAgent
    ? isCalled(crew, actor.id, id)
    : !group.memberIds.some((one) => isCalled(crew, one, id))
  if ((id === undefined || isOwn) && (type === undefined || (type === 'agent') === isAgent)) return
  throw new CrewError(
    'forbidden',
    `This token is not that of the ${type ?? 'member'}${id === undefined ? '' : ` "${cut(id, LIMITS.displayName)}"`}. Leave member_type and member_id out, or name whom the token belongs to.`,
  )
}

function isCalled(crew: Crew, agentId: string, id: string | undefined): boolean {
  const agent = crew.state.agents[agentId]
  if (!agent || id === undefined) return false
  return id === agent.id || agent.handle?.toLowerCase() === id.toLowerCase()
}
