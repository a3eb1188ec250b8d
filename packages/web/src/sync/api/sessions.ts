import type { BodyOf } from '@crewroom/shared/client/http'
import { rowOfMessage } from '../event-row'
import { client } from '../request'
import { GROUP, pageQuery, type PageFrom, SESSION, type TimelinePage } from './groups'

/** A session of a group, as its addresses name it. */
export interface SessionAt {
  readonly leadId: string
  readonly groupName: string
  readonly id: string
}

const pathOf = ({ leadId, groupName, id }: SessionAt) => ({ id: leadId, name: groupName, sid: id })

/** A session: its messages, its rounds, and the answers in them. */
export const sessions = {
  messages: async (
    session: SessionAt,
    from: PageFrom,
    signal?: AbortSignal,
  ): Promise<TimelinePage> => {
    const request = { path: pathOf(session), query: pageQuery(from), signal }
    const { messages, ...page } = await client.get(`${SESSION}/messages`, request)
    return { ...page, rows: messages.map(rowOfMessage) }
  },
  /** The newest `limit` rounds before number `before`, ascending. */
  rounds: (session: SessionAt, before: number, limit: number, signal?: AbortSignal) =>
    client.get(`${SESSION}/rounds`, { path: pathOf(session), query: { before, limit }, signal }),
  interrupt: (session: SessionAt, agentId: string) =>
    client.post(`${SESSION}/answers/{agentId}/interrupt`, {
      path: { ...pathOf(session), agentId },
    }),
  retry: (session: SessionAt, n: number, agentId: string) =>
    client.post(`${SESSION}/rounds/{n}/retry`, {
      path: { ...pathOf(session), n: String(n) },
      body: { agentId },
    }),
  /** With all of the group's agents but the lead, and a title of the server's. */
  create: (id: string, name: string) => client.post(`${GROUP}/sessions`, { path: { id, name } }),
  remove: (session: SessionAt) => client.delete(SESSION, { path: pathOf(session) }),
  update: (session: SessionAt, body: BodyOf<'patch', typeof SESSION>) =>
    client.patch(SESSION, { path: pathOf(session), body }),
}
