import type { GroupRecord } from '@crewroom/shared/model/group'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { MarkdownBlock } from '@crewroom/shared/text/markdown-document'
import { groupOf } from '../../groups/lookup'
import type { MarkdownAsked, MarkdownKind } from '../markdown-kind'
import { messageBlock, messagesOf, namesIn } from '../markdown-message'

export const session: MarkdownKind = (asked) => {
  const { shard, crew, by, of } = asked
  const found = crew.state.sessions[of]
  if (!found) {
    throw new CrewError(
      'session_not_found',
      'This crew has no such session (any more). List the sessions of the group.',
    )
  }
  const { displayName } = groupOf(crew, found.groupName, by.actor)
  const names = namesIn(shard, crew, found.groupName)
  return {
    head: {
      title: found.title,
      facts: [
        ['Crew', crew.state.lead.name],
        ['Group', displayName],
        ['Agents', found.activeAgents.map((id) => names(id)).join(', ')],
        ['Started', `${found.createdAt}, by ${names(found.createdBy)}`],
        ...(found.status === 'archived' ? [['Archived', 'yes'] as [string, string]] : []),
      ],
    },
    file: `session-${found.id.slice(0, 8)}`,
    *blocks() {
      yield* sessionBlocks(asked, found)
    },
  }
}

/** What was said in a session, with its rounds. */
function* sessionBlocks(
  { shard, crew }: MarkdownAsked,
  { groupName, id }: SessionRecord,
): Generator<MarkdownBlock> {
  const names = namesIn(shard, crew, groupName)
  for (const message of messagesOf(shard, crew, { groupName, sessionId: id })) {
    const { round } = message
    if (round?.as === 'start') yield { kind: 'section', title: `Round ${round.n}` }
    yield messageBlock(names, message)
  }
}

/** All sessions of a group, each under its title. */
export function* sessionsBlocks(
  asked: MarkdownAsked,
  group: GroupRecord,
): Generator<MarkdownBlock> {
  const own = Object.values(asked.crew.state.sessions)
  for (const session of own.filter(({ groupName }) => groupName === group.name)) {
    yield { kind: 'section', title: `Session: ${session.title}` }
    yield* sessionBlocks(asked, session)
  }
}
