import type { Message } from '@crewroom/shared/model/message'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { rowOfMessage } from '../event-row'
import { request } from '../request'
import { pageQuery, type PageFrom, type TimelinePage } from './groups'
import { at, group, query, talk } from './paths'

/** A session of a group, as its addresses name it. */
export interface SessionAt {
  readonly leadId: string
  readonly groupName: string
  readonly id: string
}

interface MessagesPage {
  readonly messages: readonly Message[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  readonly asOf: number
}

interface RoundsPage {
  /** Ascending. */
  readonly rounds: readonly RoundRecord[]
  readonly asOf: number
}

const one = ({ leadId, groupName, id }: SessionAt) => talk(leadId, groupName, id)

/** A session: its messages, its rounds, and the answers in them. */
export const sessions = {
  messages: async (
    session: SessionAt,
    from: PageFrom,
    signal?: AbortSignal,
  ): Promise<TimelinePage> => {
    const path = `${one(session)}/messages${pageQuery(from, 50)}`
    const page = await request<MessagesPage>('GET', path, { signal })
    const { messages, hasBefore, hasAfter, asOf } = page
    return { rows: messages.map(rowOfMessage), hasBefore, hasAfter, asOf }
  },
  /** The newest `limit` rounds before number `before`. */
  rounds: (session: SessionAt, before: number, limit: number, signal?: AbortSignal) =>
    request<RoundsPage>('GET', `${one(session)}/rounds${query({ before, limit })}`, { signal }),
  interrupt: (session: SessionAt, agentId: string) =>
    request<{ round: RoundRecord }>('POST', `${one(session)}/answers/${at(agentId)}/interrupt`, {
      body: {},
    }),
  retry: (session: SessionAt, n: number, agentId: string) =>
    request<{ round: RoundRecord }>('POST', `${one(session)}/rounds/${n}/retry`, {
      body: { agentId },
    }),
  /** With all of the group's agents but the lead, and a title of the server's. */
  create: (leadId: string, groupName: string) =>
    request<{ session: SessionRecord }>('POST', `${group(leadId, groupName)}/sessions`, {
      body: {},
    }),
  remove: (session: SessionAt) => request<object>('DELETE', one(session), { body: {} }),
  update: (
    session: SessionAt,
    body: {
      readonly title?: string
      readonly status?: 'active' | 'archived'
      readonly agents?: readonly string[]
    },
  ) => request<{ session: SessionRecord }>('PATCH', one(session), { body }),
}
