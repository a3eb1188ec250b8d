import type { GroupRecord } from '@crewroom/shared/model/group'
import type { GroupFile } from '@crewroom/shared/model/group-file'
import type { MarkdownLink } from '@crewroom/shared/text/markdown-document'
import type { Crew } from '../../crew/crew'
import { groupOf } from '../../groups/lookup'
import type { MarkdownAsked, MarkdownKind, OpenConversation } from '../markdown-kind'
import { messageBlock, messagesOf, type Names, namesIn } from '../markdown-message'

export const group: MarkdownKind = (asked) =>
  mainTalk(asked, groupOf(asked.crew, asked.of, asked.by.actor))

/** The main talk of a group, archived or not. */
export function mainTalk({ shard, crew }: MarkdownAsked, group: GroupRecord): OpenConversation {
  const names = namesIn(shard, crew, group.name)
  return {
    head: {
      title: group.displayName,
      facts: factsOf(crew, names, group),
      links: (crew.state.files[group.name] ?? []).map((file) => linkOf(group, file)),
    },
    file: group.name,
    *blocks() {
      for (const message of messagesOf(shard, crew, { groupName: group.name })) {
        yield messageBlock(names, message)
      }
    },
  }
}

function factsOf(crew: Crew, names: Names, group: GroupRecord): [string, string][] {
  const { name, purpose, memberIds, createdAt, createdBy, archived } = group
  const facts: [string, string | null | undefined][] = [
    ['Crew', crew.state.lead.name],
    ['Group', name],
    ['Purpose', purpose],
    ['Members', memberIds.map((id) => names(id)).join(', ')],
    ['Created', `${createdAt}, by ${names(createdBy)}`],
    ['Archived', archived ? 'yes' : null],
  ]
  return facts.flatMap(([fact, value]) => (value ? [[fact, value] as [string, string]] : []))
}

/** Its address on this server, as the page asks for it. */
function linkOf({ id }: GroupRecord, file: GroupFile): MarkdownLink {
  const { kind, name, size } = file
  const url = `/api/group-chats/${id}/${kind}s/${encodeURIComponent(name)}`
  const isPicture = kind === 'picture'
  return { label: name, url, isPicture, about: `${size} bytes` }
}
