import type { BodyOf, QueryOf } from '@crewroom/shared/client/http'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState, LiveState } from '@crewroom/shared/state/crew-state'
import { client } from '../request'

const ONE = '/api/lead/{id}'

export interface Snapshot {
  readonly seq: number
  readonly epoch: string
  readonly state: CrewState
  readonly live: LiveState
}

/** A crew: what it is, what it did, and what is said in all of it. */
export const crews = {
  createLead: (body: BodyOf<'post', '/api/lead'>) => client.post('/api/lead', { body }),
  snapshot: (id: string, signal?: AbortSignal): Promise<Snapshot> =>
    client.get(`${ONE}/snapshot`, { path: { id }, signal }),
  overview: (id: string, signal?: AbortSignal) =>
    client.get(`${ONE}/overview`, { path: { id }, signal }),
  pauseCrew: (id: string, paused: boolean) =>
    client.post(paused ? `${ONE}/pause` : `${ONE}/resume`, { path: { id } }),
  updateCrew: (id: string, body: { readonly autoGroups: boolean }) =>
    client.patch(ONE, { path: { id }, body }),
  deleteCrew: (id: string, confirm: string) =>
    client.delete(ONE, { path: { id }, body: { confirm } }),
  tasks: (id: string, query: QueryOf<'get', `${typeof ONE}/tasks`>, signal?: AbortSignal) =>
    client.get(`${ONE}/tasks`, { path: { id }, query, signal }),
  comms: (id: string, query: QueryOf<'get', `${typeof ONE}/comms`>, signal?: AbortSignal) =>
    client.get(`${ONE}/comms`, { path: { id }, query, signal }),
  /** Those before a number, ascending. */
  events: async (
    lead: string,
    query: { readonly before: number; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<{ readonly events: readonly CrewEvent[]; readonly hasBefore: boolean }> => {
    const { events, hasMore } = await client.get('/api/events', {
      query: { lead, ...query },
      signal,
    })
    return { events, hasBefore: hasMore }
  },
  effect: (id: string) => client.get(`${ONE}/effect`, { path: { id } }),
  turns: (id: string, query: QueryOf<'get', `${typeof ONE}/turns`>, signal?: AbortSignal) =>
    client.get(`${ONE}/turns`, { path: { id }, query, signal }),
  search: (id: string, query: QueryOf<'get', `${typeof ONE}/search`>, signal?: AbortSignal) =>
    client.get(`${ONE}/search`, { path: { id }, query, signal }),
  /** Messages that mention the person and wait for their answer. */
  mentions: (id: string, signal?: AbortSignal) =>
    client.get(`${ONE}/mentions`, { path: { id }, query: { show: 'waiting' }, signal }),
  broadcast: (id: string, content: string, clientId: string) =>
    client.post(`${ONE}/broadcast`, { path: { id }, body: { content, clientId } }),
}
