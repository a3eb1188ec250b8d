import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { SessionSocketQuery } from '@crewroom/shared/protocol/session-frames'
import type { By } from '../crew/shard'
import type { GroupChatAt } from './chat-of'

/** Throws `forbidden` if somebody is named whom the actor is not in this group chat. */
export function assertIsMember(
  { crew, group }: GroupChatAt,
  { actor }: Pick<By, 'actor'>,
  { member_type: type, member_id: id }: SessionSocketQuery,
): void {
  const isAgent = actor.kind === 'agent'
  const handle = crew.state.agents[actor.id]?.handle?.toLowerCase()
  const isOwn = isAgent
    ? id === actor.id || (handle !== undefined && id?.toLowerCase() === handle)
    : id === HUMAN_ID || id === group.chat?.person?.id
  if ((id === undefined || isOwn) && (type === undefined || (type === 'agent') === isAgent)) return
  throw new CrewError(
    'forbidden',
    `This token is not that of the ${type ?? 'member'}${id === undefined ? '' : ` "${id}"`}. Leave member_type and member_id out, or name whom the token belongs to.`,
  )
}
