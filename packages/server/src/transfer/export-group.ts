import { HUMAN_ID, HUMAN_ROLE, SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { GroupFile } from '@crewroom/shared/model/group-file'
import type { Message, MessageChange } from '@crewroom/shared/model/message'
import type { ReplyTo } from '@crewroom/shared/model/reply'
import type { TimelineEvent } from '@crewroom/shared/model/timeline'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Envelope, HistoryItem } from '../journal/facts'
import { isOfTimeline, timelineEvent } from '../journal/timeline-event'
import { factPages } from './export-crew'
import { FileText, groupHeader, groupVersion } from './export-file'

type Author = Extract<HistoryItem, { kind: 'author' }>

/**
 * A group's file, in parts: its record, what was said in it, who reacted and what happened to it, in order. Without
 * numbers of its crew's journal, so that it is the same from whichever crew has the group. An author is introduced
 * where it first appears.
 */
export async function exportGroup(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
): Promise<AsyncIterable<string>> {
  const { seq, lead } = crew.state
  const files = crew.state.files[group.name] ?? []
  const file = new FileText()
  const { messageCount: messages } = group
  const lines = new GroupLines(crew, group)
  await shard.journal.durable(lead.id)
  const version = groupVersion({
    files: files.length > 0,
    replies: shard.ports.reader.hasReplies(lead.id, seq, group.name),
    changes: shard.ports.reader.hasChanges(lead.id, seq, group.name),
  })
  const header = groupHeader(version, {
    leadId: lead.id,
    crew: lead.name,
    group: group.name,
    messages,
  })
  async function* parts(): AsyncIterable<string> {
    yield file.line(header)
    yield file.line(lines.record())
    for await (const page of factPages(shard, lead.id, seq)) {
      yield page
        .flatMap((fact) => lines.of(fact))
        .map((line) => file.line(line))
        .join('')
    }
    yield files
      .flatMap((one) => lines.ofFile(one))
      .map((line) => file.line(line))
      .join('')
    yield file.trailer()
  }
  return parts()
}

/** Without the id: in the group that takes it in, the message may have another one. */
function quoteIn({ n, from, fromRole, text }: ReplyTo): Omit<ReplyTo, 'id'> {
  return { n, from, fromRole, text }
}

/** What a group's facts are in its file. */
class GroupLines {
  readonly #crew: Crew
  readonly #group: GroupRecord
  /** Who was introduced in the file that the group came from. */
  readonly #known = new Map<string, Author>()
  readonly #told = new Set<string>([SYSTEM_ID])
  /** Ordinals of its messages, by id. */
  readonly #ordinals = new Map<string, number>()

  constructor(crew: Crew, group: GroupRecord) {
    this.#crew = crew
    this.#group = group
  }

  /** The first line. */
  record(): unknown {
    const { displayName, purpose, createdAt, createdBy } = this.#group
    return { group: { displayName, purpose, createdAt, createdBy } }
  }

  of(fact: Envelope): unknown[] {
    switch (fact.type) {
      case 'group:message': {
        const { message, groupName } = fact.data
        return groupName === this.#group.name ? this.#message(message, message) : []
      }
      case 'group:reaction': {
        const { groupName, messageId, emoji, agentId, action } = fact.data
        if (groupName !== this.#group.name) return []
        const n = this.#ordinals.get(messageId) ?? 0
        return this.#reaction({ n, emoji, from: agentId, action })
      }
      case 'group:message_edited': {
        const { groupName, messageId, content, mentions, parts } = fact.data
        if (groupName !== this.#group.name) return []
        return this.#edit({ n: this.#ordinals.get(messageId) ?? 0, at: fact.at, content, mentions, parts }) // prettier-ignore
      }
      case 'group:message_deleted': {
        const { groupName, messageId } = fact.data
        if (groupName !== this.#group.name) return []
        return [{ deletion: { n: this.#ordinals.get(messageId) ?? 0, at: fact.at } }]
      }
      case 'group:history':
        return fact.data.groupName === this.#group.name ? this.#history(fact.data.item) : []
      case 'group:imported':
        return []
      default: {
        if (!isOfTimeline(fact)) return []
        const { group } = fact.data as { group: string | GroupRecord }
        const name = typeof group === 'string' ? group : group.name
        return name === this.#group.name ? this.#event(timelineEvent(fact)) : []
      }
    }
  }

  /** One that it has at the end. Its content is in no file. */
  ofFile(file: GroupFile): unknown[] {
    return [...this.#authors([file.addedBy]), { file }]
  }

  #history(item: HistoryItem): unknown[] {
    switch (item.kind) {
      case 'author':
        this.#known.set(item.id, item)
        return []
      case 'message':
        return this.#message(item.message, item)
      case 'reaction':
        return this.#reaction(item)
      case 'edit':
        return this.#edit(item)
      case 'deletion':
        return [{ deletion: { n: item.n, at: item.at } }]
      default:
        return this.#event(item)
    }
  }

  #message(message: Message, origin: { id: string; mentions: readonly string[] }): unknown[] {
    const { n, kind, from, fromRole, content, timestamp, hop, parts, replyTo } = message
    const { id, mentions } = origin
    this.#ordinals.set(message.id, n)
    const line = {
      id,
      n,
      kind,
      from,
      fromRole,
      content,
      timestamp,
      mentions,
      hop,
      ...(parts ? { parts } : {}),
      ...(replyTo ? { replyTo: quoteIn(replyTo) } : {}),
    }
    return [...this.#authors([from, ...mentions]), { message: line }]
  }

  #edit({ n, at, content, mentions, parts }: { n: number; at: string } & MessageChange): unknown[] {
    const line = { n, at, content, mentions, ...(parts ? { parts } : {}) }
    return [...this.#authors(mentions), { edit: line }]
  }

  #reaction({
    n,
    emoji,
    from,
    action,
  }: {
    n: number
    emoji: string
    from: string
    action: string
  }) {
    return [...this.#authors([from]), { reaction: { n, emoji, from, action } }]
  }

  #event({ at, event, by, memberIds, displayName, purpose }: Omit<TimelineEvent, 'seq'>) {
    const line = { at, event, by, memberIds, displayName, purpose }
    return [...this.#authors([by, ...memberIds]), { event: line }]
  }

  #authors(ids: readonly string[]): unknown[] {
    return [...new Set(ids)].flatMap((id) => {
      if (this.#told.has(id)) return []
      this.#told.add(id)
      const { name, role, roleName } = this.#known.get(id) ?? this.#participant(id)
      return [{ author: { id, name, role, roleName } }]
    })
  }

  #participant(id: string): Omit<Author, 'kind' | 'id'> {
    if (id === HUMAN_ID) return { name: HUMAN_ROLE, role: null, roleName: HUMAN_ROLE }
    const agent = this.#crew.state.agents[id]
    return {
      name: agent?.name ?? null,
      role: agent?.role ?? null,
      roleName: agent?.roleName ?? null,
    }
  }
}
