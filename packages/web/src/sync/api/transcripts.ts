import { client } from '../request'
import { SESSION } from './groups'
import type { SessionAt } from './sessions'

/** Which part of an item's details: one display item alone and uncut, or those that follow one. */
export type PartOfDetails = { readonly piece: string } | { readonly after: string }
interface PageAsked {
  readonly before?: string
  readonly limit: number
}

const FILE = '/api/transcripts/{id}'
const AGENT = '/api/agents/{agentId}/transcript'
const OWN = `${SESSION}/agents/{agentId}/transcript` as const

/*
 * Transcripts on the server. Sections that show them ask here, not through the one `api`: that is in the first load of
 * every page.
 */

export const transcriptOfFile = (id: string) => ({
  page: (query: PageAsked, signal?: AbortSignal) =>
    client.get(FILE, { path: { id }, query, signal }),
  details: (itemId: string, query?: PartOfDetails, signal?: AbortSignal) =>
    client.get(`${FILE}/items/{itemId}`, { path: { id, itemId }, query, signal }),
  context: (signal?: AbortSignal) => client.get(`${FILE}/context`, { path: { id }, signal }),
  timeline: (signal?: AbortSignal) => client.get(`${FILE}/timeline`, { path: { id }, signal }),
  find: (q: string, limit: number, signal?: AbortSignal) =>
    client.get(`${FILE}/find`, { path: { id }, query: { q, limit }, signal }),
})

export const transcriptOfAgent = (agentId: string) => ({
  page: (query: PageAsked, signal?: AbortSignal) =>
    client.get(AGENT, { path: { agentId }, query, signal }),
  details: (itemId: string, query?: PartOfDetails, signal?: AbortSignal) =>
    client.get(`${AGENT}/items/{itemId}`, { path: { agentId, itemId }, query, signal }),
  context: (signal?: AbortSignal) => client.get(`${AGENT}/context`, { path: { agentId }, signal }),
  timeline: (signal?: AbortSignal) =>
    client.get(`${AGENT}/timeline`, { path: { agentId }, signal }),
  find: (q: string, limit: number, signal?: AbortSignal) =>
    client.get(`${AGENT}/find`, { path: { agentId }, query: { q, limit }, signal }),
})

/** What of an agent's record belongs to one session. */
export function transcriptInSession({ leadId, groupName, id: sid }: SessionAt, agentId: string) {
  const path = { id: leadId, name: groupName, sid, agentId }
  return {
    page: (query: PageAsked, signal?: AbortSignal) => client.get(OWN, { path, query, signal }),
    details: (itemId: string, query?: PartOfDetails, signal?: AbortSignal) =>
      client.get(`${OWN}/items/{itemId}`, { path: { ...path, itemId }, query, signal }),
  }
}

/** The session file that an agent's program keeps itself; null where there is none. */
export const sessionOfAgent = (agentId: string, signal?: AbortSignal) =>
  client.get(`${AGENT}/session`, { path: { agentId }, signal })

/** All session files below the server's folders. */
export const transcriptFiles = {
  list: (signal?: AbortSignal) => client.get('/api/transcripts', { signal }),
  search: (q: string, limit: number, signal?: AbortSignal) =>
    client.get('/api/transcripts/search', { query: { q, limit }, signal }),
}
