import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { partsOf } from '@crewroom/shared/model/part'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { MarkdownLink, MarkdownMessage } from '@crewroom/shared/text/markdown-document'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { labelOf } from '../group-chats/sender-label'

/** What a participant is called in a document. */
export type Names = (id: string, role?: string) => string

/** Names in a crew, and of whoever wrote in a group before it was imported; others are known by the role alone. */
export function namesIn(shard: Shard, { state }: Crew, groupName?: string): Names {
  let elsewhere: ReadonlyMap<string, string> | null = null
  return (id, role) => {
    if (id === HUMAN_ID) return shard.ports.personName
    if (id === SYSTEM_ID) return 'System'
    const agent = Object.hasOwn(state.agents, id) ? state.agents[id] : undefined
    if (agent) return agent.name
    if (groupName === undefined) return role ?? id
    elsewhere ??= shard.ports.reader.authors(state.lead.id, groupName)
    return elsewhere.get(id) ?? role ?? id
  }
}

function writerOf(names: Names, message: Pick<Message, 'from' | 'fromRole'>): string {
  const { from, fromRole } = message
  const label = labelOf(message)
  if (label) return `${label.displayName} (${label.id})`
  const name = names(from, fromRole)
  return from === HUMAN_ID || from === SYSTEM_ID || name === fromRole ? name : `${name} (${fromRole})` // prettier-ignore
}

/** A message of a group or a session, as a document has it. */
export function messageBlock(
  names: Names,
  message: Message,
  about: readonly string[] = [],
): MarkdownMessage {
  const { n, timestamp, replyTo, editedAt, deletedAt, reactions } = message
  const reacted = Object.entries(reactions)
  const links = linksOf(message)
  return {
    kind: 'message',
    n,
    from: writerOf(names, message),
    at: timestamp,
    about,
    text: deletedAt === undefined ? textOf(message) : null,
    ...(replyTo ? { replyTo: { ...replyTo, from: names(replyTo.from, replyTo.fromRole) } } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(editedAt === undefined ? {} : { editedAt }),
    ...(deletedAt === undefined ? {} : { deletedAt }),
    ...(reacted.length > 0
      ? {
          reactions: reacted.map(([emoji, ids]) => [emoji, ids.map((id) => names(id))] as const),
        }
      : {}),
  }
}

function textOf(message: Message): string {
  return partsOf(message)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
}

function linksOf(message: Message): MarkdownLink[] {
  return partsOf(message).flatMap((part): MarkdownLink[] => {
    if (part.type === 'text') return []
    const { url } = part
    if (part.type === 'image') return [{ label: part.altText ?? 'picture', url, isPicture: true }]
    const { name, mimeType, size } = part
    const about = [mimeType, size === undefined ? undefined : `${size} bytes`]
    const said = about.filter((one) => one !== undefined).join(', ')
    return [{ label: name, url, isPicture: false, about: said === '' ? undefined : said }]
  })
}

/** Messages of a group's main talk or of a session that are there now, oldest first. */
export function* messagesOf(
  shard: Shard,
  crew: Crew,
  place: { readonly groupName: string; readonly sessionId?: string },
): Generator<Message> {
  const end = crew.state.seq
  let after = 0
  for (;;) {
    const page = shard.ports.reader.page(crew.state.lead.id, {
      ...place,
      limit: LIMITS.page,
      viewer: null,
      after,
    })
    for (const message of page.messages) {
      if (message.seq > end) return
      yield message
    }
    const last = page.messages.at(-1)
    if (!last || !page.hasAfter) return
    after = last.seq
  }
}
