import type { BodyOf, ReplyOf } from '@crewroom/shared/client/http'
import type { WakeLevel } from '@crewroom/shared/model/group'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import { client } from '../request'

const ALL = '/api/lead/{id}/groups'
export const GROUP = `${ALL}/{name}` as const
export const SESSION = `${GROUP}/sessions/{sid}` as const

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

export type Receipt = ReplyOf<
  'get',
  `${typeof GROUP}/messages/{messageId}/receipts`
>['receipts'][number]

export function pageQuery(from: PageFrom) {
  const limit = 50
  switch (from.at) {
    case 'latest':
      return { limit }
    case 'before':
      return { limit, before: from.seq }
    case 'after':
      return { limit, after: from.seq }
    case 'around':
      return { limit, around: from.messageId }
    default:
      return from satisfies never
  }
}

/** A talk as addresses name it: that of a group's main one has no use for its `sid`. */
function placeOf({ leadId, group, sessionId = MAIN_SESSION }: Talk) {
  const path = { id: leadId, name: group, sid: sessionId }
  return { place: sessionId === MAIN_SESSION ? GROUP : SESSION, path } as const
}

/** A group: its members, its messages and who has read them. */
export const groups = {
  createGroup: (id: string, body: BodyOf<'post', typeof ALL>) =>
    client.post(ALL, { path: { id }, body }),
  updateGroup: (id: string, name: string, body: BodyOf<'patch', typeof GROUP>) =>
    client.patch(GROUP, { path: { id, name }, body }),
  addMembers: (id: string, name: string, body: BodyOf<'post', `${typeof GROUP}/members`>) =>
    client.post(`${GROUP}/members`, { path: { id, name }, body }),
  removeMember: (id: string, name: string, memberId: string) =>
    client.delete(`${GROUP}/members/{memberId}`, { path: { id, name, memberId } }),
  setWake: (id: string, name: string, memberId: string, wake: WakeLevel) =>
    client.patch(`${GROUP}/members/{memberId}`, { path: { id, name, memberId }, body: { wake } }),
  archive: (id: string, name: string, archived: boolean) =>
    client.post(archived ? `${GROUP}/archive` : `${GROUP}/unarchive`, { path: { id, name } }),
  pause: (id: string, name: string) => client.post(`${GROUP}/pause`, { path: { id, name } }),
  resume: (id: string, name: string) => client.post(`${GROUP}/resume`, { path: { id, name } }),
  timeline: (
    id: string,
    name: string,
    from: PageFrom,
    signal?: AbortSignal,
  ): Promise<TimelinePage> =>
    client.get(`${GROUP}/timeline`, { path: { id, name }, query: pageQuery(from), signal }),
  /**
   * `asks`: in a session, the agents that are asked; without it those whom the group's setting names. `replyTo`: id of
   * a message of the same place.
   */
  post: (to: Talk, body: BodyOf<'post', `${typeof SESSION}/messages`>) => {
    const { place, path } = placeOf(to)
    return client.post(`${place}/messages`, { path, body })
  },
  receipts: (id: string, name: string, messageId: string, signal?: AbortSignal) =>
    client.get(`${GROUP}/messages/{messageId}/receipts`, { path: { id, name, messageId }, signal }),
  react: (to: Talk, messageId: string, emoji: string, wanted: boolean) => {
    const { place, path } = placeOf(to)
    const reactions = `${place}/messages/{messageId}/reactions` as const
    return wanted
      ? client.post(reactions, { path: { ...path, messageId }, body: { emoji } })
      : client.delete(`${reactions}/{emoji}`, { path: { ...path, messageId, emoji } })
  },
  read: (to: Talk, seq: number, force = false) => {
    const { place, path } = placeOf(to)
    return client.put(`${place}/read`, { path, body: { seq, ...(force ? { force } : {}) } })
  },
}
