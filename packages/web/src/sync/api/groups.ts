import type { GroupChat } from '@crewroom/shared/model/group'
import type { WakeLevel } from '@crewroom/shared/model/group'
import type { Message, Reactions } from '@crewroom/shared/model/message'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import type { GroupView } from '@crewroom/shared/protocol/views'
import { request } from '../request'
import { at, group, lead, query, talk } from './paths'

/** Where a page of a group's history begins: its newest part, or beside a journal number, or around a message. */
export type PageFrom =
  | { readonly at: 'latest' }
  | { readonly at: 'before' | 'after'; readonly seq: number }
  | { readonly at: 'around'; readonly messageId: string }

export interface TimelinePage {
  /** Ascending. */
  readonly rows: readonly TimelineRow[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** Everything up to this journal number is in the page. */
  readonly asOf: number
}

/** Where one writes: a group's main talk, or one of its sessions. */
export interface Talk {
  readonly leadId: string
  readonly group: string
  readonly sessionId?: string | undefined
}

export interface Receipt {
  readonly agentId: string
  readonly state: 'waiting' | 'sent' | 'seen' | 'gone'
  readonly reason?: 'starting' | 'disconnected' | 'busy' | 'paused' | 'held' | 'asks'
  readonly at: string | null
}

export function pageQuery(from: PageFrom, limit: number): string {
  switch (from.at) {
    case 'latest':
      return query({ limit })
    case 'before':
      return query({ limit, before: from.seq })
    case 'after':
      return query({ limit, after: from.seq })
    case 'around':
      return query({ limit, around: from.messageId })
    default:
      return from satisfies never
  }
}

/** A group: its members, its messages and who has read them. */
export const groups = {
  createGroup: (
    leadId: string,
    body: {
      readonly name: string
      readonly purpose?: string
      readonly memberIds?: readonly string[]
      readonly roles?: readonly string[]
    },
  ) => request<{ group: GroupView }>('POST', `${lead(leadId)}/groups`, { body }),
  updateGroup: (
    leadId: string,
    name: string,
    body: {
      readonly displayName?: string
      readonly purpose?: string | null
      readonly chat?: GroupChat
    },
  ) => request<{ group: GroupView }>('PATCH', group(leadId, name), { body }),
  addMembers: (
    leadId: string,
    name: string,
    body: { readonly memberIds?: readonly string[]; readonly roles?: readonly string[] },
  ) => request<{ added: readonly string[] }>('POST', `${group(leadId, name)}/members`, { body }),
  removeMember: (leadId: string, name: string, memberId: string) =>
    request('DELETE', `${group(leadId, name)}/members/${at(memberId)}`),
  setWake: (leadId: string, name: string, memberId: string, wake: WakeLevel) =>
    request('PATCH', `${group(leadId, name)}/members/${at(memberId)}`, { body: { wake } }),
  archive: (leadId: string, name: string, archived: boolean) =>
    request('POST', `${group(leadId, name)}/${archived ? 'archive' : 'unarchive'}`, { body: {} }),
  pause: (leadId: string, name: string) =>
    request('POST', `${group(leadId, name)}/pause`, { body: {} }),
  resume: (leadId: string, name: string) =>
    request('POST', `${group(leadId, name)}/resume`, { body: {} }),
  timeline: (leadId: string, name: string, from: PageFrom, signal?: AbortSignal) =>
    request<TimelinePage>('GET', `${group(leadId, name)}/timeline${pageQuery(from, 50)}`, {
      signal,
    }),
  /**
   * `asks`: in a session, the agents that are asked; without it those whom the group's setting names. `replyTo`: id of
   * a message of the same place.
   */
  post: (
    { leadId, group: name, sessionId }: Talk,
    body: {
      content: string
      clientId: string
      asks?: readonly string[]
      replyTo?: string
    },
  ) => request<{ message: Message }>('POST', `${talk(leadId, name, sessionId)}/messages`, { body }),
  receipts: (leadId: string, name: string, messageId: string, signal?: AbortSignal) =>
    request<{ receipts: readonly Receipt[] }>(
      'GET',
      `${group(leadId, name)}/messages/${at(messageId)}/receipts`,
      { signal },
    ),
  react: (to: Talk, messageId: string, emoji: string, wanted: boolean) => {
    const path = `${talk(to.leadId, to.group, to.sessionId)}/messages/${at(messageId)}/reactions`
    return wanted
      ? request<{ reactions: Reactions }>('POST', path, { body: { emoji } })
      : request<{ reactions: Reactions }>('DELETE', `${path}/${at(emoji)}`)
  },
  read: ({ leadId, group: name, sessionId }: Talk, seq: number, force = false) =>
    request<{ lastSeq: number }>('PUT', `${talk(leadId, name, sessionId)}/read`, {
      body: { seq, ...(force ? { force } : {}) },
    }),
}
