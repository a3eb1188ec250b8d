import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { participantOf } from '../../agents/read-comms'
import type { MarkdownAsked, MarkdownKind } from '../markdown-kind'
import { namesIn } from '../markdown-message'

const EVERYONE = 'everyone'

/** What was said outside of groups: by and to one agent, between two, or to everybody. */
export const direct: MarkdownKind = (asked) => {
  const { shard, crew, of } = asked
  const one = of === EVERYONE ? null : participantOf(crew, of)
  const other = asked.with === undefined ? null : participantOf(crew, asked.with)
  const names = namesIn(shard, crew)
  const ends = [one, other].flatMap((id) => (id === null ? [] : [names(id)]))
  return {
    head: {
      title: `Direct messages: ${one === null ? EVERYONE : ends.join(' and ')}`,
      facts: [['Crew', crew.state.lead.name]],
    },
    file: `direct-${(one ?? EVERYONE).slice(0, 8)}`,
    *blocks() {
      for (const message of directOf(asked, one)) {
        if (!isOf(message, one, other)) continue
        const { from, fromRole, to, kind, timestamp, content } = message
        const whom = to === null ? EVERYONE : names(to)
        yield {
          kind: 'message',
          n: null,
          from: `${names(from, fromRole)} to ${whom}`,
          at: timestamp,
          ...(kind === 'interrupt' ? { about: ['interrupt'] } : {}),
          text: content,
        }
      }
    },
  }
}

/** A broadcast that reached an agent belongs to what it and the person said to each other. */
function isOf({ from, to }: DirectMessage, one: string | null, other: string | null): boolean {
  if (one === null) return to === null
  if (other === null) return true
  if (to === null) return other === HUMAN_ID
  return (from === one && to === other) || (from === other && to === one)
}

function* directOf({ shard, crew }: MarkdownAsked, agentId: string | null) {
  const end = crew.state.seq
  const query = { agentId, viewer: null, before: end + 1, limit: LIMITS.page }
  let after = 0
  for (;;) {
    const page = shard.ports.reader.comms(crew.state.lead.id, { ...query, after })
    yield* page.messages
    const last = page.messages.at(-1)
    if (!last || !page.hasMore) return
    after = last.seq
  }
}
